"""`rulewright limits`: what a file may not go past."""

from __future__ import annotations

import argparse

from .terminal import say, say_json

HELP = "print the limits that protect your machine from a file"
EXAMPLES = ("limits",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(arguments: argparse.Namespace) -> int:
    from ..source.limits import listed

    if arguments.json:
        say_json([{"name": name, "value": value, "bounds": bounds} for name, value, bounds in listed()])
        return 0
    longest = max(len(name) for name, _, _ in listed())
    widest = max(len(str(value)) for _, value, _ in listed())
    for name, value, bounds in listed():
        say(f"{name:<{longest}}  {value:>{widest}}  {bounds}")
    return 0

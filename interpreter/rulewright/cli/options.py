"""The argument `--option NAME=VALUE`, shared by all commands that read a game."""

from __future__ import annotations

import argparse

from .terminal import UsageError


def add_option_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        dest="options",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="choose a value for one of the game's options; may be given several times",
    )


def chosen_options(arguments: argparse.Namespace) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for text in arguments.options:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise UsageError(f'"--option {text}" should look like --option size=9')
        if name in chosen:
            raise UsageError(f'the option "{name}" is given twice')
        chosen[name] = value
    return chosen

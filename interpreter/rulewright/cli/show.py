"""`rulewright show`: the rules of a game in summary, as Rulewright understood them."""

from __future__ import annotations

import argparse

from .games import compiled
from .options import add_option_argument, chosen_options
from .terminal import say, say_json

HELP = "show the rules of a game as Rulewright understood them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game file or the id of a library game")
    add_option_argument(parser)
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(arguments: argparse.Namespace) -> int:
    options = chosen_options(arguments)
    compilation = compiled(arguments.game, options)
    if compilation is None or compilation.rules is None:
        return 1
    from ..language.summary import as_text, summarise
    from .outline import as_data

    summary = summarise(compilation.rules, compilation.asts)
    if arguments.json:
        say_json(as_data(summary))
    else:
        say(as_text(summary))
    return 0

"""`rulewright dump`: what a stage of the compiler made of a game, for people who work on either."""

from __future__ import annotations

import argparse

from .games import compiled
from .options import add_option_argument, chosen_options
from .terminal import say, say_json

HELP = "print what a stage of the compiler made of a game"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game file or the id of a library game")
    parser.add_argument(
        "--stage",
        choices=("document", "ast", "rules"),
        default="rules",
        help="the file with extends and options applied, the parsed rules, or the checked game",
    )
    add_option_argument(parser)
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(arguments: argparse.Namespace) -> int:
    compilation = compiled(arguments.game, chosen_options(arguments), arguments.stage)
    if compilation is None:
        return 1
    from ..language.document import plain
    from .outline import as_data, outline

    if arguments.stage == "document":
        data = as_data(plain(compilation.merged) if compilation.merged else None)
    else:
        data = as_data(compilation.asts if arguments.stage == "ast" else compilation.rules)
    if arguments.json:
        say_json(data)
    else:
        say("\n".join(outline(data)))
    return 0

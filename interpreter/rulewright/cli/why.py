"""`rulewright why`: why a move is not legal, with the rule that says so."""

from __future__ import annotations

import argparse

from .positions import add_after_argument, add_game_arguments, chosen_position, described
from .terminal import say, say_json

HELP = "explain why a move is not legal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("move", metavar="MOVE", help="the move as it would be written in a game")
    add_after_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    state = chosen_position(arguments)
    from .reason import reason_data, reason_text

    reason = state.why(arguments.move)
    if arguments.json:
        say_json({**described(state), **reason_data(arguments.move, reason)})
    else:
        say(reason_text(arguments.move, reason))
    return 0

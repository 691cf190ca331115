"""`rulewright why`: why a move is not legal, with the rule that says so; the exit code is 0 if it is legal, else 1."""

from __future__ import annotations

import argparse

from .positions import add_after_argument, add_game_arguments, chosen_position, described, meant_move
from .terminal import say, say_json

HELP = "explain why a move is not legal (exit code 1), or that it is (0)"
EXAMPLES = (
    "why tictactoe b2 --after b2",
    "why chess e2e5 --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("move", metavar="MOVE", help="the move as it would be written in a game")
    add_after_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    state = chosen_position(arguments)
    from .reason import reason_data, reason_text

    meant = meant_move(state, arguments.move)
    text = meant.text if meant else arguments.move
    reason = state.why(text)
    if arguments.json:
        say_json({**described(state), **reason_data(text, reason)})
    else:
        say(reason_text(text, reason))
    return 1 if reason else 0

"""`rulewright why`: why a move is not legal, with the rule that says so."""

from __future__ import annotations

import argparse

from .positions import add_after_argument, add_game_arguments, chosen_game, chosen_position, described, shown
from .terminal import say, say_json

HELP = "explain why a move is not legal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("move", metavar="MOVE", help="the move as it would be written in a game")
    add_after_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    game = chosen_game(arguments)
    if game is None:
        return 1
    state = chosen_position(game, arguments)
    legal = arguments.move in state.legal_moves
    from .reason import reason_data, reason_text

    if legal:
        text, reason = f'"{shown(arguments.move)}" is legal here', {"message": None, "rule": None, "sites": []}
    else:
        found = state.why(arguments.move)
        text, reason = reason_text(found), reason_data(found)
    if arguments.json:
        say_json({**described(state), "move": arguments.move, "legal": legal, **reason})
    else:
        say(text)
    return 0

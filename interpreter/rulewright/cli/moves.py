"""`rulewright moves`: the legal moves of a position."""

from __future__ import annotations

import argparse

from .positions import add_after_argument, add_game_arguments, chosen_position, described, outcome_data, shown
from .terminal import say, say_json, tell

HELP = "list the legal moves of a position"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    add_after_argument(parser)
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(arguments: argparse.Namespace) -> int:
    state = chosen_position(arguments)
    moves = [move.text for move in state.legal_moves]
    if arguments.json:
        say_json(
            {
                **described(state),
                "player": None if state.outcome else state.player,
                "chance": state.is_chance,
                "moves": moves,
                "weights": state.weights if state.is_chance else None,
                "outcome": outcome_data(state),
            }
        )
        return 0
    if state.is_chance:
        for text, weight in zip(moves, state.weights, strict=True):
            say(f"{shown(text)}  {weight}")
        tell(f"chance: {len(moves)} outcomes, each with its weight of {sum(state.weights)}")
        return 0
    for text in moves:
        say(shown(text))
    tell(f"the game is over: {state.outcome}" if state.outcome else f"{state.player} to move: {_number(len(moves))}")
    return 0


def _number(moves: int) -> str:
    return "1 legal move" if moves == 1 else f"{moves} legal moves"

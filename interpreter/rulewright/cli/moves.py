"""`rulewright moves`: the legal moves of a position."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .positions import add_after_argument, add_game_arguments, chosen_position, described, outcome_data, shown
from .terminal import InputError, say, say_json, tell

if TYPE_CHECKING:
    from ..state import State
    from ..turn import Turn

HELP = "list the legal moves of a position"
EXAMPLES = (
    "moves abalone",
    'moves chess --after "e2e4; e7e5"',
    "moves chess --next e2",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    add_after_argument(parser)
    parser.add_argument(
        "--next",
        nargs="*",
        metavar="DECISION",
        help="only what can be decided next: first of all, or after some decisions of the turn, such as e2",
    )
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(arguments: argparse.Namespace) -> int:
    state = chosen_position(arguments)
    if arguments.next is not None:
        return _next(state, arguments)
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


def _next(state: State, arguments: argparse.Namespace) -> int:
    """The decisions of a turn as far as it was decided."""
    from ..errors import MoveError

    turn = state.turn()
    for text in arguments.next:
        try:
            turn.choose(text)
        except MoveError as error:
            raise InputError(shown(error.why)) from None
    if arguments.json:
        offered = [{"number": each.number, "kind": each.kind, "text": each.text} for each in turn.decisions]
        move = turn.move
        found = {"decisions": offered, "weights": turn.weights if state.is_chance else None}
        say_json({**described(state), **found, "move": None if move is None else move.text})
        return 0
    for each in turn.decisions:
        say(shown(each.name))
    if turn.is_complete:
        tell(f"the turn is complete: {turn.move}")
    elif turn.numbers:  # not asked whether the game is over: that may take a list of turns
        tell(f"{state.player} decides: {_decisions(turn)}")
    else:
        tell(f"the game is over: {state.outcome}")
    return 0


def _decisions(turn: Turn) -> str:
    amount = len(turn.numbers)
    return "1 decision" if amount == 1 else f"{amount} decisions"


def _number(moves: int) -> str:
    return "1 legal move" if moves == 1 else f"{moves} legal moves"

"""Positions that somebody sets up by hand: what can be placed, what is legal then, and the position as a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..analysis.pieces import NEUTRAL
from ..errors import InvalidPosition
from ..game import Game
from ..language.schema.schema_map import as_yaml
from ..show.about import about
from ..show.as_code import all_keys, needed_keys
from ..show.drawing.live import LiveBoard
from ..show.drawing.scene import Piece
from ..show.drawing.signs import whose
from ..state import State
from .refusals import Refusal

MOST_LISTED = 40
"""Moves that a test names one by one; of more it has the number."""
MOST_PIECES = 200
"""To pick from."""
_KEYS = frozenset(("position", "to_move", "phase", "ply", "hand", "taken", "supply", "vars", "unmoved"))


def arranged(game: Game, keys: Mapping[str, Any]) -> State:
    """The position of some keys of a test; they come from a page, so they may be anything."""
    unknown = keys.keys() - _KEYS
    if unknown:
        raise Refusal("A position cannot be told by that.")
    try:
        return game.position(**keys)
    except InvalidPosition as error:
        raise Refusal(str(error)) from None


def arrangement(state: State) -> dict[str, Any]:
    """What a page needs to go on from a position by hand: its keys, all pieces there are, and what it is as a test."""
    game = state.game
    board = LiveBoard(state)
    return {
        "keys": all_keys(state),
        "phases": [phase.name for phase in game.rules.phases if phase.name],
        "pieces": [
            {"name": name, "label": whose(game.rules, piece), "picture": board.piece(piece)}
            for name, piece in _every_piece(game)
        ],
        "hands": [
            kind.name for number, kind in enumerate(game.rules.kinds) if number in game._engine.facts.trays.in_hands
        ],
        "small": game.rules.board.upper_names,  # the names of sites are printed large, and written small in keys
        "stacks": len(game.rules.layers) > 1 or game.rules.stack > 1,
        "legal": _legal(state),
        "test": as_test(state),
    }


def _legal(state: State) -> str:
    if state.outcome is not None:
        return f"The game is over: {state.outcome}."
    if state.is_chance:
        return "Chance decides."
    count = len(state.legal_moves)
    return f"{state.player} to move, {count} legal {'move' if count == 1 else 'moves'}."


def _every_piece(game: Game) -> Iterator[tuple[str, Piece]]:
    """By the names that positions are written with: `white king`, `cap`."""
    rules, values = game.rules, game._engine.codes.values
    found = (
        (owner, Piece(None if owner == NEUTRAL else owner, number, values(number, state)))
        for owner in (*range(len(rules.players)), NEUTRAL)
        for number, kind in enumerate(rules.kinds)
        if kind.neutral == (owner == NEUTRAL)
        for state in range(kind.combinations)
    )
    for (owner, piece), _ in zip(found, range(MOST_PIECES), strict=False):
        kind = rules.kinds[piece.kind]
        states = [axis.values[value] for axis, value in zip(kind.axes, piece.values, strict=True)]
        yield " ".join([*([] if owner == NEUTRAL else [rules.players[owner].name]), *states, kind.name]), piece


def as_test(state: State) -> str:
    """A test for the file: the position, and what is legal there. Whoever takes it over looks whether that is right."""
    game = state.game
    options = {one["name"]: one["chosen"] for one in about(game)["options"] if one["chosen"] != one["default"]}
    keys: dict[str, Any] = {"name": "set up by hand", **({"options": options} if options else {}), **needed_keys(state)}
    if state.outcome is not None:
        keys["result"] = str(state.outcome)
    elif len(state.legal_moves) <= MOST_LISTED:
        keys["moves"] = [move.text for move in state.legal_moves]
    else:
        keys["perft"] = [len(state.legal_moves)]
    lines = [f"{name}: {as_yaml(value)}" for name, value in keys.items()]
    return "".join(f"  {'- ' if not number else '  '}{line}\n" for number, line in enumerate(lines))

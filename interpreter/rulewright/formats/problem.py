"""What is wrong with a text from another program, and with the moves it lists."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import MoveError, echoed
from ..state import State


class FormatError(ValueError):
    """A text that cannot be read, or a game that cannot be written in this form; the message says why."""


def played(state: State, moves: Iterable[str]) -> State:
    """The state after all moves; the first that cannot be played is told by its number."""
    for number, move in enumerate(moves, 1):
        if state.outcome is not None:
            raise FormatError(f'move {number}, "{echoed(move)}", comes after the end of the game ({state.outcome})')
        try:
            state.push(move)
        except MoveError as error:
            raise FormatError(f"move {number}: {error.why}") from None
    return state

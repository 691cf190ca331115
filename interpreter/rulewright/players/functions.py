"""People's own players: any function from a state to a move takes a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..moves import Move
from ..state import State
from ..turn import Turn
from .player import Opinion, Player, Stop, Tell
from .spec import player

Function: TypeAlias = Callable[[State], Move | str | Turn]
AnyPlayer: TypeAlias = Player | Function | str
"""Who can take a seat: a program, a function from a state to a move, or a text such as `mcts:time=1`."""


class FunctionPlayer:
    """A function from a state to a move, as a move, as text or as a complete turn."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.spec = getattr(function, "__name__", type(function).__name__)

    def choose(self, state: State, seed: int, stop: Stop | None = None, tell: Tell | None = None) -> Opinion:
        chosen = self.function(state.as_seen(seed))
        if isinstance(chosen, str):
            return Opinion(state.parse(chosen))
        move = chosen.move if isinstance(chosen, Turn) else chosen
        if not isinstance(move, Move):
            said = "an unfinished turn" if isinstance(chosen, Turn) else repr(chosen)
            raise TypeError(f"{self.spec} gave {said} instead of a move")
        return Opinion(move)

    def forget(self) -> None:
        """Whatever a function keeps is its own affair."""


def as_player(given: AnyPlayer) -> Player:
    """The program behind whatever somebody wants to play with; raises `InvalidPlayer` for a text that names none."""
    if isinstance(given, str):
        return player(given)
    found: Any = given
    if hasattr(found, "choose"):
        program: Player = found
        return program
    if not callable(given):
        raise TypeError(f"{given!r} cannot play: it is no text, no player, and no function from a state to a move")
    return FunctionPlayer(given)


def name_of(given: AnyPlayer) -> str:
    """How it is called in tables and records."""
    return as_player(given).spec

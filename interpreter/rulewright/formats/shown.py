"""Moves as pages list them: as the actions write them, or in the notation that `display: moves` asks for."""

from __future__ import annotations

from collections.abc import Iterable

from ..moves import Move
from ..rules.appearance import ALGEBRAIC, MOVES
from ..rules.game import Rules
from ..state import State
from .san import san


def is_algebraic(rules: Rules) -> bool:
    return any(look.name == MOVES and look.notation == ALGEBRAIC for look in rules.display)


def shown(state: State, move: Move) -> str:
    """A legal move of this state, for people to read. Records, links and tests have its text."""
    return san(state, move) if is_algebraic(state.game.rules) and not state.is_chance else move.text


def shown_line(state: State, moves: Iterable[Move]) -> list[str]:
    """Moves that are made one after the other."""
    state, found = state.copy(), []
    for move in moves:
        found.append(shown(state, move))
        state.push(move)
    return found

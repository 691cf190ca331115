"""Resource limits and cooperative cancellation: how much a position may come to, and whether anybody still waits.

A short file can describe a turn that nobody lives to see the end of. What is held for one position is counted, so that
it ends with a message and not with the memory of the machine; and whoever waits only for a time, or not any more, is
asked at every step (`looking_up`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from ..errors import TooLarge
from ..source.limits import LIMITS, Limit

if TYPE_CHECKING:
    from ..rules.game import Rules
    from .position import Position

_asked: ContextVar[Callable[[], None] | None] = ContextVar("asked", default=None)
_FRAME = 20  # what a position without pieces weighs


@contextmanager
def looking_up(ask: Callable[[], None]) -> Iterator[None]:
    """Inside, `ask` is called at every step of every turn that is looked for; what it raises ends the work."""
    outer = _asked.get()

    def both() -> None:
        if outer is not None:
            outer()
        ask()

    token = _asked.set(both)
    try:
        yield
    finally:
        _asked.reset(token)


def look_up() -> None:
    """A step was done: does anybody still wait?"""
    ask = _asked.get()
    if ask is not None:
        ask()


class Exploring:
    """One look at all turns of a position: what it holds by now."""

    __slots__ = ("_actions", "_held", "_ply", "_rules", "_turns")

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules = rules
        self._ply = position.ply
        self._turns = 0
        self._held = 0
        self._actions: Counter[int] = Counter()

    def step(self, action: int, position: Position, length: int) -> None:
        """A part was done by an action, as number `length` of its turn."""
        look_up()
        self._actions[action] += 1
        if length > LIMITS.turn_parts.value:
            raise self.too_large(LIMITS.turn_parts)
        if length * _weight(position) > LIMITS.turn_pieces.value:  # a turn knows all positions it came by
            raise self.too_large(LIMITS.turn_pieces)

    def turn(self, position: Position) -> None:
        """A turn is complete and held, with the position it leads to."""
        self._turns += 1
        self._held += _weight(position)
        if self._turns > LIMITS.turns.value:
            raise self.too_large(LIMITS.turns)
        if self._held > LIMITS.turn_pieces.value:
            raise self.too_large(LIMITS.turn_pieces)

    def too_large(self, limit: Limit) -> TooLarge:
        action = max(self._actions, key=self._actions.__getitem__, default=None)
        return too_large(self._rules, self._ply, limit, action)


def too_large(rules: Rules, ply: int, limit: Limit, action: int | None = None) -> TooLarge:
    """The error of a position that goes past a limit; `action` is the one that did most."""
    span = rules.actions[action].span if action is not None else rules.phases[0].turns[0].span
    what = f'the action "{rules.actions[action].name}"' if action is not None else "the turn"
    return TooLarge(rules.title, ply, limit, what, span)


def _weight(position: Position) -> int:
    pieces = sum(map(len, position.layers)) + len(position.trays) + len(position.variables)
    return _FRAME + pieces

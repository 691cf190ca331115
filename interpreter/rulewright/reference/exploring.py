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
from math import inf
from typing import TYPE_CHECKING

from ..errors import TooLarge
from ..source.limits import Limit
from .trails import Junction

if TYPE_CHECKING:
    from ..rules.game import Rules
    from .candidates import Candidates, Step
    from .position import Position
    from .refusals import Refusal
    from .turns import Unfinished

_asked: ContextVar[Callable[[], None] | None] = ContextVar("asked", default=None)
_FRAME = 50  # what a position without pieces weighs, in pieces
_FEW = 64  # states that a place in a turn may remember for nothing


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
    """One look at all turns of a position: what they are made of, and what they come to by now.

    Whoever asks why something is not among them (`explain/search.py`) looks with candidates that are tolerant, and is
    told what is refused.
    """

    __slots__ = (
        "_actions",
        "_held",
        "_limits",
        "_ply",
        "_rules",
        "_turns",
        "_work",
        "candidates",
        "met",
        "registers",
        "tolerant",
    )

    def __init__(self, candidates: Candidates, position: Position, by_route: bool = False) -> None:
        """`by_route`: ways that come to the same are of interest one by one."""
        self.candidates = candidates
        self.met: dict[object, Junction] | None = None if by_route or candidates.tolerant else {}
        self.registers = candidates.engine.registers.seen
        self.tolerant = candidates.tolerant
        self._rules = candidates.rules
        self._limits = candidates.engine.limits
        self._ply = position.ply
        self._actions: Counter[int] = Counter()
        self.begin()

    def begin(self) -> None:
        """A look begins; also once more from the start, if one was given up half way: then nothing of that one counts.

        Ways that were met only then would be taken for found, and the turns that go on from there be left out.
        """
        if self.met is not None:
            self.met = {}
        self._turns = self._held = self._work = 0
        self._actions.clear()

    def step(self, action: int, position: Position, length: int, choices: int = 0) -> None:
        """A part was done by an action, as number `length` of its turn, with so many choices of its effects."""
        look_up()
        self._actions[action] += 1
        if length > self._limits.turn_parts.value:
            raise self.too_large(self._limits.turn_parts)
        pieces = weight(position)
        if length * pieces > self._limits.turn_pieces.value:  # a turn knows all positions it came by
            raise self.too_large(self._limits.turn_pieces)
        self._work += (pieces + length) * (1 + choices)
        if self._work > self._limits.turn_work.value:
            raise self.too_large(self._limits.turn_work)

    def holds(self, turn: Unfinished) -> None:
        """A turn so far is kept until all are found: a position, and the way to it."""
        self._held += weight(turn.position) + 2 * turn.length
        if self._held > self._limits.turn_pieces.value:
            raise self.too_large(self._limits.turn_pieces)

    def remembers(self, states: int) -> None:
        """A place in the middle of a turn is kept, with so many states that it must not come by again."""
        self._held += max(0, states - _FEW)
        if self._held > self._limits.turn_pieces.value:
            raise self.too_large(self._limits.turn_pieces)

    def wants(self, turn: Unfinished) -> bool:
        """Whether it is worth while to go on with a turn."""
        return True

    def refused(self, turn: Unfinished, refusal: Refusal, steps: tuple[Step, ...] = ()) -> int:
        """A turn cannot go on: with a part of which the last step is refused, or after those it has."""
        return 0

    def ends_with(self, turn: Unfinished) -> bool:
        """Whether what is looked for ends where a turn has come to."""
        return False

    def complete(self, turn: Unfinished, refusal: Refusal | None) -> int:
        """A turn is complete; if nothing refuses it, it counts and is held, with the position it leads to."""
        if refusal is not None:
            return 0
        self._turns += 1
        if self._turns > self._limits.turns.value:
            raise self.too_large(self._limits.turns)
        if not isinstance(turn.trail, Junction):  # it is kept already
            self.holds(turn)
        return 1

    def too_large(self, limit: Limit) -> TooLarge:
        action = max(self._actions, key=self._actions.__getitem__, default=None)
        return too_large(self._rules, self._ply, limit, action)


class First(Exploring):
    """Enough with the first complete turn that nothing refuses and that is not longer than `length`."""

    def __init__(self, candidates: Candidates, position: Position, length: float = inf) -> None:
        super().__init__(candidates, position)
        self.length = length

    def wants(self, turn: Unfinished) -> bool:
        return turn.length <= self.length

    def complete(self, turn: Unfinished, refusal: Refusal | None) -> int:
        if refusal is None:
            raise Reached(turn)
        return 0


class Written(Exploring):
    """Only turns that begin with a text; where `else` or `again: must` ask for others first, some too many."""

    def __init__(
        self, candidates: Candidates, position: Position, text: str, written: Callable[[Unfinished], str]
    ) -> None:
        super().__init__(candidates, position, by_route=True)
        self.text, self.written = text, written

    def wants(self, turn: Unfinished) -> bool:
        return self.text.startswith(self.written(turn))


class Reached(Exception):
    """One turn was wanted, and here it is."""

    def __init__(self, turn: Unfinished) -> None:
        self.turn = turn


def too_large(rules: Rules, ply: int, limit: Limit, action: int | None = None) -> TooLarge:
    """The error of a position that goes past a limit; `action` is the one that did most."""
    span = rules.actions[action].span if action is not None else rules.phases[0].turns[0].span
    what = f'the action "{rules.actions[action].name}"' if action is not None else "the turn"
    return TooLarge(rules.title, ply, limit, what, span)


def weight(position: Position) -> int:
    """About what it costs to keep a position, in pieces."""
    pieces = sum(map(len, position.layers)) + len(position.trays) + len(position.variables)
    return _FRAME + pieces

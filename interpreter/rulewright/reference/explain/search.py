"""Looks for the turn a text means among all that are thinkable, and for the test that stops it.

It is the engine's own look at all turns (semantics section 11), with tolerant candidates. Parts before the one that
fails are those the engine allows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ..candidates import Step
from ..engine import Engine
from ..exploring import Exploring
from ..labels import Parts
from ..position import Position
from ..refusals import Refusal, Stage
from ..turns import Unfinished
from .trials import Trials, Wanted


@dataclass(frozen=True, slots=True)
class Attempt:
    """Parts whose label is the text or its beginning, and the first test they fail."""

    done: int  # parts and hops that were possible
    refusal: Refusal
    parts: Parts
    whole: bool  # the label is the whole text, not only the beginning

    @property
    def key(self) -> tuple[object, ...]:
        return tuple(step.key for steps in self.parts for step in steps)

    @property
    def progress(self) -> tuple[object, ...]:
        return (self.done, self.refusal.stage, self.refusal.inner)


class Search(Exploring):
    """`fits(parts, whole)` says whether parts can be the beginning of what is looked for, or the whole of it."""

    def __init__(
        self, engine: Engine, position: Position, wanted: Wanted, fits: Callable[[Parts, bool], bool],
        found: Callable[[Attempt], None],
    ) -> None:  # fmt: skip
        super().__init__(Trials(engine, wanted), position)
        self.course = engine.course
        self.position = position
        self.fits = fits
        self.tell = found
        self.understood: tuple[int, Parts] = (0, ())  # how many parts of the text can be done, and which

    def run(self) -> None:
        if self.position.segment < len(self.course.segments(self.position)):
            self.course.complete(self.position, self)

    def wants(self, turn: Unfinished) -> bool:
        parts = turn.parts
        if not self.fits(parts, False):
            return False
        if turn.length > self.understood[0]:
            self.understood = (turn.length, parts)
        return True

    def ends_with(self, turn: Unfinished) -> bool:
        return turn.trail is not None and self.fits(turn.parts, True)

    def refused(self, turn: Unfinished, refusal: Refusal, steps: tuple[Step, ...] = ()) -> int:
        parts = (*turn.parts, steps) if steps else turn.parts
        if self.fits(parts, False):
            done = turn.length + max(0, len(steps) - 1)
            self.tell(Attempt(done, refusal, parts, self.fits(parts, True)))
        return 0

    def complete(self, turn: Unfinished, refusal: Refusal | None) -> int:
        """Nothing counts as found: that it is not legal is known, and every turn that fits may say why."""
        if self.fits(turn.parts, True):
            refusal = refusal or turn.refusal or self._not_preferred(turn)
            if refusal is not None:
                self.refused(turn, refusal)
        return 0

    def _not_preferred(self, turn: Unfinished) -> Refusal | None:
        prefer, here = self.course.rules.prefer, self.course.preference(turn)
        if prefer is None or not self.course.ends_turn(self.position):
            return None
        best = max([here, *self._preferences])
        return None if best == here else Refusal(Stage.PREFER, prefer, turn.view, detail=(here, best))

    @cached_property
    def _preferences(self) -> list[int]:
        return [self.course.preference(turn) for turn in self.course.complete(self.position)]

"""Which setting is best for a goal, and which others are not proven to be worse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .intervals import Figure
from .survey import Measured

GOALS = ("balance", "draws", "depth", "length=N", "choice=N")


class NoGoal(Exception):
    """A goal that nobody knows."""


@dataclass(frozen=True, slots=True)
class Goal:
    """How far from it a setting is: 0 is best. `figure` is what is measured, `wanted` what it should be."""

    name: str
    wanted: float
    figure: Callable[[Measured], Figure | None]

    def distance(self, measured: Measured) -> float:
        found = self.figure(measured)
        return float("inf") if found is None else abs(found.value - self.wanted)

    def nearest(self, measured: Measured) -> float:
        """How near the true value may be to what is wanted; of what nothing is known, it may be just that."""
        found = self.figure(measured)
        return 0.0 if found is None else max(0.0, found.low - self.wanted, self.wanted - found.high)

    def furthest(self, measured: Measured) -> float:
        found = self.figure(measured)
        return float("inf") if found is None else max(abs(found.low - self.wanted), abs(found.high - self.wanted))


def goal(text: str) -> Goal:
    name, equals, number = text.partition("=")
    if not equals and name == "balance":
        return Goal(text, 0.5, lambda each: each.strength.sides[0])
    if not equals and name == "draws":
        return Goal(text, 0.0, lambda each: each.strength.draws)
    if not equals and name == "depth":
        return Goal(text, 1.0, lambda each: each.ladder.rungs[0].score if each.ladder.rungs else None)
    if name in ("length", "choice") and number.isdecimal() and len(number) < 7:
        of = (lambda each: each.strength.length) if name == "length" else (lambda each: each.choices.mean)
        return Goal(text, float(number), of)
    raise NoGoal(f'I know no goal "{text}"; there is {", ".join(GOALS[:-1])} and {GOALS[-1]}')


@dataclass(frozen=True, slots=True)
class Ranked:
    measured: Measured
    may_be_best: bool  # no other is proven to be nearer to the goal


def ranked(found: Sequence[Measured], aim: Goal) -> tuple[Ranked, ...]:
    """Best first. Whoever is at best as far as another is at worst is proven to be worse than that one."""
    bound = min((aim.furthest(each) for each in found), default=0.0)
    order = sorted(found, key=lambda each: (aim.distance(each), each.strength.cut_off))
    return tuple(Ranked(each, aim.nearest(each) <= bound) for each in order)

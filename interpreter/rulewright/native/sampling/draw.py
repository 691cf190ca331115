"""What is drawn: the variables of a draw, the candidate that it falls on, and what follows that one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ..ir import INT, Builder, Ex, k
from ..lower.candidate import NOWHERE
from ..lower.scope import Val

if TYPE_CHECKING:
    from ..strategies.late_second_part import Second

_FIRST = k.num(0)
Went: TypeAlias = tuple[Ex, Val]  # what a piece went by, and in which direction


@dataclass(frozen=True, slots=True)
class Chosen:
    """A candidate, by what tells it."""

    origin: Ex
    target: Ex
    way: Ex = _FIRST  # which way its choice of an effect goes
    piece: tuple[int, int] | None = None  # kind and state of a piece that is placed
    kind: int | None = None  # of the piece that moves, if it is known
    went: Went | None = None


@dataclass(frozen=True, slots=True)
class Rest:
    """What follows the first part; nothing: the turn is complete."""

    second: Second | None = None  # a second part, still to be drawn
    follow: Callable[[Builder], None] | None = None  # one that is known already
    whole: Callable[[Builder, Ex], None] | None = None  # done with a complete turn; or else the function returns 1


@dataclass(frozen=True, slots=True)
class Draw:
    """Variables: the number that was drawn, and what it falls on."""

    number: Ex
    origin: Ex
    target: Ex
    way: Ex
    offer: Ex
    rest: Rest = Rest()

    @staticmethod
    def begin(f: Builder, number: Ex) -> Draw:
        origin, target = f.var(k.num(NOWHERE), "origin"), f.var(k.num(NOWHERE), "target")
        return Draw(number, origin, target, f.var(k.num(0), "way"), f.var(k.num(0), "offer"))


def digits(f: Builder, number: Ex, sizes: Sequence[int]) -> tuple[Ex, ...]:
    """One number for each of several sizes, out of one for all of them: a variable, which keeps the rest."""
    found = []
    for size in sizes:
        quotient = f.let(Ex("divide", (number, k.num(size)), INT))
        found.append(f.let(number - quotient * size, "value"))
        f.set(number, quotient)
    return tuple(found)

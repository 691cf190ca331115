"""A walk while it is lowered, what is asked of it, and what goes along with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..ir import Builder, Ex, k
from .contact import Touches
from .scope import Scope, Val

if TYPE_CHECKING:
    from ..layout.memory_layout import Layout
    from ..strategies.found_walks import Trail

OFF = -1
STEP = "step number"  # the word of a scope for the direction of a single step


@dataclass(slots=True)
class Walk:
    """A walk while it is lowered; `target` is OFF (-1) where it left the board."""

    target: Ex
    landings: tuple[Ex, ...]  # the start and the landings so far: no leg lands there again
    visited: Ex | None  # the same as a set, inside repeats
    passed: Ex | None  # None: nobody looks
    dir: Val
    names: dict[str, Val]
    may_be_off: bool = False
    stayed: bool = False  # a repeat of no times: it has not landed anywhere


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be known of a walk beside its target."""

    passed: bool
    row: bool  # keep run lengths and the row of passed sites, for the key of the move
    first: bool = False  # one walk is enough: the function returns 1 as soon as something was found
    way: Ex | None = None  # the number of the only direction to look in
    lengths: tuple[Ex, ...] = ()  # the only lengths of runs to look for
    toward: int = 0  # the only sites that matter, if any: whether there is a walk to one of them
    gather: Callable[[Builder, Ex, Ex], None] | None = None  # gets a start and all its targets, instead of walks
    contact: Touches | None = None  # whether a walk may go on from where it has landed (D101)
    trail: Trail | None = None  # where it is written down how a flood came to the sites it has reached


Continue = Callable[[Builder, Scope, Walk], None]


@dataclass(frozen=True, slots=True)
class Trip:
    """What goes along with a walk, whatever legs it has: what is asked of it, and what is done at its end."""

    wish: Wish
    last: bool  # this is the last leg, and only targets are asked for
    borrowed: bool  # as another kind moves
    then: Continue


class Gather:
    """What is done with a walk where only targets matter: they are taken into a set."""

    def __init__(self, found: Ex) -> None:
        self.found = found

    def __call__(self, f: Builder, scope: Scope, walk: Walk) -> None:
        f.include(self.found, walk.target)

    def all(self, f: Builder, targets: Ex) -> None:
        f.set(self.found, k.set_or(self.found, targets))


class StepOn:
    """The landing of a leg becomes a site on the way; the row of passed sites is as before afterwards."""

    def __init__(self, layout: Layout, f: Builder, reached: Walk, wish: Wish) -> None:
        self.layout, self.f, self.reached, self.wish = layout, f, reached, wish

    def __enter__(self) -> Walk:
        reached, f, layout = self.reached, self.f, self.layout
        if reached.stayed:
            return reached
        passed = reached.passed
        if passed is not None:
            passed = f.let(k.set_or(passed, k.one(reached.target)), "passed")
        if self.wish.row:
            self.before = f.let(k.load(64, layout.passed_length))
            f.store(16, self.before * 2 + layout.passed_row, reached.target + 1)
            f.store(64, layout.passed_length, self.before + 1)
        visited = reached.visited
        if visited is not None:
            visited = f.let(k.set_or(visited, k.one(reached.target)), "visited")
        return replace(
            reached, landings=(*reached.landings, reached.target), visited=visited, passed=passed, may_be_off=False
        )

    def __exit__(self, *_: object) -> None:
        if self.wish.row and not self.reached.stayed:
            self.f.store(64, self.layout.passed_length, self.before)

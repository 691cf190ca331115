"""Pattern matching along a ray: a run that is laid over it, and what is kept of both for keys of moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules import paths as rp
from ..ir import Builder, Ex, k
from .scope import Scope, Val
from .walk import OFF, Trip, Walk, Wish

if TYPE_CHECKING:
    from ..compiler import Compiler
    from ..layout.memory_layout import Layout


class Ray:
    """The sites from a site on in a direction; a place on it is the site itself."""

    def __init__(self, compiler: Compiler, direction: Ex, me: Ex, cyclic: bool) -> None:
        self.c, self.direction, self.me, self.may_return = compiler, direction, me, cyclic

    def start(self, site: Ex) -> Ex:
        return site

    def step(self, f: Builder, place: Ex, total: Ex) -> Ex:
        """The next place; OFF (-1) where the board ends, -2 where the ray does."""
        following = self.c.space.next(self.direction, place, self.me)
        if not self.may_return:
            return following
        return k.select(total.lt(self.c.unit.engine.geometry.longest_ray), following, -2)

    def site(self, place: Ex) -> Ex:
        return place


class TrackRay:
    """The sites along a track; a place on it is the number of steps made."""

    may_return = True

    def __init__(self, compiler: Compiler, row: Ex, start: Ex, against: bool) -> None:
        self.c, self.row, self.begin, self.against = compiler, row, start, against

    def start(self, site: Ex) -> Ex:
        return k.num(0)

    def step(self, f: Builder, place: Ex, total: Ex) -> Ex:
        return self.c.tracks.step(f, self.row, self.begin, place, self.against)

    def jump(self, place: Ex, steps: Ex) -> Ex:
        return place + steps

    def site(self, place: Ex) -> Ex:
        return self.c.tracks.site(self.row, self.begin, place, self.against)


class RoadRay:
    """The sites along a track that never comes back to a site; a place on it is a place of the track."""

    may_return = False

    def __init__(self, compiler: Compiler, row: int, against: bool) -> None:
        self.c, self.row, self.against = compiler, row, against

    def start(self, site: Ex) -> Ex:
        return self.c.tracks.place_on_road(self.row, site)

    def step(self, f: Builder, place: Ex, total: Ex) -> Ex:
        following = f.let(self.jump(place, k.num(1)), "next")
        if self.against:
            return following  # below 0 there is nothing
        return k.select(following.lt(len(self.c.tracks.sites_of(self.row))), following, OFF)

    def jump(self, place: Ex, steps: Ex) -> Ex:
        return place - steps if self.against else place + steps

    def site(self, place: Ex) -> Ex:
        return self.c.tracks.site_on_road(self.row, place)


class Row:
    """Run lengths and passed sites in memory, for keys of moves whose route matters."""

    def __init__(self, layout: Layout, f: Builder, wish: Wish) -> None:
        self.layout, self.f, self.wish = layout, f, wish
        if wish.row:
            self.passed_before = f.let(k.load(64, self.layout.passed_length), "row")
            self.runs_before = f.let(k.load(64, self.layout.runs_length), "runs")

    def passed(self, place: Ex, site: Ex) -> None:
        if self.wish.row:
            self.f.store(16, (self.passed_before + place) * 2 + self.layout.passed_row, site + 1)

    def matched(self, total: Ex, counts: list[Ex]) -> Callable[[], None]:
        """The walk goes on, or ends, with this row; gives what takes it back."""
        if not self.wish.row:
            return lambda: None
        f, layout = self.f, self.layout
        for number, count in enumerate(counts):
            f.store(16, (self.runs_before + number) * 2 + layout.runs, count + 1)
        f.store(64, layout.runs_length, self.runs_before + len(counts))
        f.store(64, layout.passed_length, self.passed_before + total)

        def restore() -> None:
            f.store(64, layout.runs_length, self.runs_before)
            f.store(64, layout.passed_length, self.passed_before)

        return restore


@dataclass(frozen=True, slots=True)
class Over:
    """What a run is laid over, and how long its items may be."""

    bounds: list[tuple[Ex, Ex | None]]
    ray: Ray | TrackRay | RoadRay
    direction: Val


class Laying:
    """A run that is laid over one ray in all ways that fit."""

    def __init__(
        self, compiler: Compiler, travel: rp.LineTravel, f: Builder, scope: Scope, walk: Walk, trip: Trip, over: Over
    ) -> None:
        self.c, self.travel, self.f, self.scope, self.walk, self.trip = compiler, travel, f, scope, walk, trip
        self.bounds, self.ray, self.direction = over.bounds, over.ray, over.direction
        self.tests = [compiler.rays.membership(item.item, f, scope) for item in travel.run]
        goal = travel.landing.item
        self.goal = compiler.rays.membership(goal, f, scope) if goal is not None else None
        self.row = Row(compiler.unit.layout, f, trip.wish)

    def all(self) -> None:
        names = dict(self.walk.names)
        if self.travel.name is not None:
            names[self.travel.name] = self.direction
        self._lay(0, self.ray.start(self.walk.target), k.num(0), self.walk.passed, names, [])

    def _lay(
        self, number: int, cursor: Ex, total: Ex, passed: Ex | None, bound: dict[str, Val], counts: list[Ex]
    ) -> None:
        """One item of the run from a place on: as short as it may be, then longer and longer."""
        if number == len(self.travel.run):
            self._land(cursor, total, passed, bound, counts)
            return
        f, item = self.f, self.travel.run[number]
        low, high = self.bounds[number]
        if not isinstance(self.ray, Ray) and self._can_jump(item, low, high, passed):
            # Whether there are so many steps is asked where it lands.
            at = f.let(self.ray.jump(cursor, low), "at")
            self._lay(number + 1, at, f.let(total + low), passed, bound, [*counts, low])
            return
        mine = f.var(k.NOTHING, "run") if item.name is not None else None
        at = f.var(cursor, "at")
        count = f.var(k.num(0), "length")
        so_far = f.var(passed, "passed") if passed is not None else None

        def go_on() -> None:
            named = dict(bound)
            if item.name is not None and mine is not None:
                known = bound.get(item.name)
                here = f.let(mine)
                named[item.name] = Val("set", here if known is None else k.set_or(known.as_set, here))
            here_passed = f.let(so_far) if so_far is not None else None
            self._lay(number + 1, f.let(at), total + count, here_passed, named, [*counts, count])

        with f.loop():
            with f.when(count.ge(low)):
                go_on()
            if high is not None:
                f.leave_if(count.ge(high))
            following = f.let(self.ray.step(f, at, total + count), "next")
            f.leave_if(following.lt(0))
            site = f.let(self.ray.site(following), "site")
            f.leave_if(k.negate(self.tests[number](site)))
            f.set(at, following)
            if mine is not None:
                f.include(mine, site)
            if so_far is not None:
                f.include(so_far, site)
            self.row.passed(total + count, site)
            f.set(count, count + 1)

    def _can_jump(self, item: rp.RunItem, low: Ex, high: Ex | None, passed: Ex | None) -> bool:
        """Whether so many steps along a track can be made at once, since nobody looks at the sites between."""
        unseen = isinstance(item.item, rx.Anywhere) and item.name is None and not self.travel.landing.off
        return unseen and low is high and passed is None and not self.trip.wish.row

    def _land(self, cursor: Ex, total: Ex, passed: Ex | None, names: dict[str, Val], counts: list[Ex]) -> None:
        f, walk, landing = self.f, self.walk, self.travel.landing
        following = f.let(self.ray.step(f, cursor, total), "next")

        def arrive(end: Ex, off: bool) -> None:
            reached = Walk(end, walk.landings, walk.visited, passed, self.direction, named(landing, end, names), off)
            restore = self.row.matched(total, counts)
            self.trip.then(f, self.scope, reached)
            restore()

        if landing.off:
            with f.when(following.eq(OFF)):
                arrive(k.num(OFF), True)
        if self.goal is None:
            return
        with f.when(following.ge(0)):
            end = f.let(self.ray.site(following), "end")
            with f.when(self.c.rays.unvisited(end, walk, self.ray.may_return)):
                with f.when(self.goal(end)):
                    arrive(end, False)


def named(landing: rp.Landing, end: Ex, names: dict[str, Val]) -> dict[str, Val]:
    """Names together with that of a landing; what had the name before is joined with it."""
    if landing.name is None:
        return dict(names)
    known = names.get(landing.name)
    if known is not None and known.kind == "set":
        return {**names, landing.name: Val("set", k.set_or(known.ex, k.one(end)))}
    return {**names, landing.name: Val("site", end)}

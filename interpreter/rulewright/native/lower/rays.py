"""Legs along rays: in directions, or along tracks."""

from __future__ import annotations

from collections.abc import Callable

from ...board import bits
from ...rules import expressions as rx
from ...rules import paths as rp
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .run_matching import Laying, Over, Ray, RoadRay, TrackRay
from .scope import NO_DIRECTIONS, Scope, Val, fixed_directions
from .walk import STEP, Gather, Trip, Walk


class Rays(Lowering):
    def setup(self) -> None:
        self.cyclic = self.c.ask.static.cyclic

    def line(self, travel: rp.LineTravel, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        bounds: list[tuple[Ex, Ex | None]] = []
        fine = k.TRUE
        for number, item in enumerate(travel.run):
            if trip.wish.lengths:
                bounds.append((trip.wish.lengths[number], trip.wish.lengths[number]))
            elif item.times is None:
                bounds.append((k.num(item.low), None if item.high is None else k.num(item.high)))
            else:
                times = f.let(self.c.expressions.number(item.times, f, scope), "times")
                fine = k.both(fine, times.ge(0))
                bounds.append((times, times))
        with f.when(fine):
            if travel.way.tracks:
                self._track_rays(travel, f, scope, walk, trip, bounds)
            elif travel.way.directions is not None:
                self._direction_rays(travel, f, scope, walk, trip, bounds)

    def _direction_rays(
        self,
        travel: rp.LineTravel,
        f: Builder,
        scope: Scope,
        walk: Walk,
        trip: Trip,
        bounds: list[tuple[Ex, Ex | None]],
    ) -> None:
        assert travel.way.directions is not None

        def lay(number: Ex, cyclic: bool, direction: Val) -> None:
            # Of a single step it is known how it goes from `leaving` to `entering`.
            at = scope if travel.run else scope.with_words(**{STEP: Val("int", number)})
            over = Over(bounds, Ray(self.c, number, scope.me, cyclic), direction)
            Laying(self.c, travel, f, at, walk, trip, over).all()

        if trip.wish.way is not None:
            lay(trip.wish.way, any(self.cyclic), Val("dirs", f.let(k.num(1) << trip.wish.way, "dir")))
            return
        dirs = self.c.expressions.directions(travel.way.directions, f, scope)
        if dirs.fixed is None:
            with f.each_bit(dirs.ex, "dir") as number:
                lay(number, any(self.cyclic), Val("dirs", k.num(1) << number))
            return
        numbers = tuple(sorted(set(dirs.fixed)))
        if numbers and isinstance(trip.then, Gather) and self.c.slides.fits(travel, walk, scope):
            numbers = self.c.slides.gather(travel, f, scope, walk.target, numbers, trip.then)
        if not numbers:
            return
        if trip.wish.toward:
            numbers = self._nearest_last(numbers, trip.wish.toward, scope.me.const or 0)
        cyclic = any(self.cyclic[number] for number in numbers)
        if len(numbers) == 1:
            lay(k.num(numbers[0]), cyclic, fixed_directions(numbers))
            return
        with f.count_to(len(numbers), "way") as index:
            table = self.unit.table("ways", 16, numbers)
            way = index if numbers == tuple(range(len(numbers))) else f.let(k.look(table, index), "dir")
            lay(way, cyclic, Val("dirs", k.num(1) << way))

    def _nearest_last(self, numbers: tuple[int, ...], goal: int, me: int) -> tuple[int, ...]:
        """Directions by how much nearer they lead to a set on the whole: a flood goes on where it came last."""
        tables = [self.board.directions[number].next_for(me) for number in numbers]
        before: list[list[int]] = [[] for _ in range(self.n)]
        for table in tables:
            for site, end in enumerate(table):
                if end >= 0:
                    before[end].append(site)
        order = list(bits(goal))
        far = [0 if goal >> site & 1 else self.n for site in range(self.n)]
        for end in order:
            for site in before[end]:
                if far[site] == self.n:
                    far[site] = far[end] + 1
                    order.append(site)
        gains = {
            number: sum(far[site] - far[end] for site, end in enumerate(table) if end >= 0)
            for number, table in zip(numbers, tables, strict=True)
        }
        return tuple(sorted(numbers, key=gains.__getitem__))

    def _track_rays(
        self,
        travel: rp.LineTravel,
        f: Builder,
        scope: Scope,
        walk: Walk,
        trip: Trip,
        bounds: list[tuple[Ex, Ex | None]],
    ) -> None:
        for track in travel.way.tracks:
            number = f.let(self.c.expressions.number(track, f, scope), "track")
            row = f.let(number * len(self.rules.players) + scope.me, "row")
            tables = self.c.tracks
            if row.const is not None and tables.is_road(row.const):
                with f.when(tables.place_on_road(row.const, walk.target).ge(0)):
                    road = RoadRay(self.c, row.const, travel.way.against)
                    Laying(self.c, travel, f, scope, walk, trip, Over(bounds, road, NO_DIRECTIONS)).all()
                continue
            with f.count_to(tables.occurrences(row, walk.target), "turn") as index:
                start = f.let(tables.occurrence(row, walk.target, index), "place")
                ray = TrackRay(self.c, row, start, travel.way.against)
                Laying(self.c, travel, f, scope, walk, trip, Over(bounds, ray, NO_DIRECTIONS)).all()

    def membership(self, node: rx.Expr | None, f: Builder, scope: Scope) -> Callable[[Ex], Ex]:
        """A test for sites of a set: looked at site by site where that is cheap, else found once."""
        assert node is not None
        if not self.costs_much(node):
            return lambda site: self.c.expressions.member(node, site, f, scope)
        found = f.let(self.c.expressions.sites(node, f, scope), "wanted")
        return lambda site: k.has(found, site)

    def costs_much(self, node: rx.Expr) -> bool:
        """Whether a set or a question costs much: a flood, a walk, a question to the move generator."""
        heavy = (
            rx.Joined, rx.Reached, rx.PassedBy, rx.Attacked, rx.HookCall, rx.CrossedBy, rx.Holding,
            rx.Filtered, rx.GroupOf,
        )  # fmt: skip
        for inner in rx.walk(node):
            if isinstance(inner, heavy):
                return True
            if isinstance(inner, rx.DefineCall) and self.costs_much(self.rules.defines[inner.define].body):
                return True
        return False

    def unvisited(self, end: Ex, walk: Walk, may_return: bool) -> Ex:
        if walk.visited is not None:
            return k.negate(k.has(walk.visited, end))
        test = k.TRUE
        for landing in walk.landings[0 if may_return or len(walk.landings) > 1 else 1 :]:
            test = k.both(test, end.ne(landing))
        return test

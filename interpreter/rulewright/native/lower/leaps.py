"""Legs that leap: from a site straight to others."""

from __future__ import annotations

from ...rules import paths as rp
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .run_matching import named
from .scope import NO_DIRECTIONS, Scope
from .walk import Continue, Gather, Walk

_FAR = 64  # steps that are written one after the other


class Leaps(Lowering):
    def leap(self, travel: rp.Leap, f: Builder, scope: Scope, walk: Walk, then: Continue) -> None:
        targets = self.unit.engine.geometry.leap(travel.first, travel.second)
        if targets:
            self._leapt(travel.landing, targets, f, scope, walk, then)

    def leap_toward(self, travel: rp.LeapToward, f: Builder, scope: Scope, walk: Walk, then: Continue) -> None:
        dirs = [self.c.expressions.directions(item, f, scope) for item in travel.directions]
        fixed = [val.fixed for val in dirs if val.fixed is not None]
        if len(fixed) == len(dirs) and scope.me.const is not None:
            rows = self._leap_rows(fixed, travel.steps, scope.me.const)
            self._leapt(travel.landing, rows, f, scope, walk, then)
            return
        found_sites = f.var(k.one(walk.target), "leapt")
        if max(travel.steps) > _FAR:
            raise NotImplementedError("a leap of so many steps")
        for val, steps in zip(dirs, travel.steps, strict=True):
            ends_set = f.var(k.NOTHING, "ends")
            with f.each_bit(val.ex, "dir") as number, f.each(found_sites) as start_site:
                at = f.var(start_site, "at")
                for _ in range(steps):
                    with f.when(at.ge(0)):
                        f.set(at, self.c.space.next(number, at, scope.me))
                f.set(ends_set, k.set_or(ends_set, k.one(at)))
            f.set(found_sites, ends_set)
        with f.each(found_sites) as end_site:
            self._leap_lands(travel.landing, f, scope, walk, end_site, then)

    def _leap_rows(
        self, directions: list[tuple[int, ...]], lengths: tuple[int, ...], me: int
    ) -> tuple[tuple[int, ...], ...]:
        """For each site where a leap by directions known in advance leads."""
        rows = []
        for site in range(self.n):
            found = {site}
            for numbers, steps in zip(directions, lengths, strict=True):
                ends: set[int] = set()
                for number in numbers:
                    reached = (self.board.directions[number].after(start, steps, me) for start in found)
                    ends.update(end for end in reached if end >= 0)
                found = ends
            rows.append(tuple(sorted(found - {site})))
        return tuple(rows)

    def _leapt(
        self,
        landing: rp.Landing,
        targets: tuple[tuple[int, ...], ...],
        f: Builder,
        scope: Scope,
        walk: Walk,
        then: Continue,
    ) -> None:
        width = max((len(row) for row in targets), default=0)
        if not width:
            return
        if isinstance(then, Gather) and self.c.slides.lands_plainly(landing, walk):
            self.c.slides.leap(landing, f, scope, walk.target, targets, then)
            return
        flat = [site for row in targets for site in (*row, *([-1] * (width - len(row))))]
        table = self.unit.table("leap", 16, flat)
        amounts = self.unit.table("leap_count", 16, [len(row) for row in targets])
        with f.count_to(k.look(amounts, walk.target), "turn") as index:
            end = f.let(k.look(table, walk.target * width + index), "end")
            self._leap_lands(landing, f, scope, walk, end, then)

    def _leap_lands(self, landing: rp.Landing, f: Builder, scope: Scope, walk: Walk, end: Ex, then: Continue) -> None:
        if landing.item is None:
            return
        with f.when(self.c.rays.unvisited(end, walk, True)):
            with f.when(self.c.expressions.member(landing.item, end, f, scope)):
                names = named(landing, end, walk.names)
                then(f, scope, Walk(end, walk.landings, walk.visited, walk.passed, NO_DIRECTIONS, names))

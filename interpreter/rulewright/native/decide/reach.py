"""Static over-approximation of reachability: where paths could lead on an empty board, known before the game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from ...analysis.conditions import has_facing
from ...analysis.paths import inner_paths
from ...board import bits, mask_of
from ...reference.geometry import OFF
from ...rules import expressions as rx
from ...rules import paths as rp
from .static import NO_NAMES, Numbers, Question

Sites = tuple[int, ...]  # for each start the set of sites that can be reached
Hop: TypeAlias = tuple[list[int], str | None, int]  # what is reached, and the direction if it gets a name


class Reach(Question):
    def most(self, path: rp.Path | None, me: int | None) -> int | None:
        """How many sites a path leads to at most from a site; None if that is not known."""
        reached = self.of(path, me) if path is not None and me is not None else None
        if reached is None:
            return None
        longest = max((sites.bit_count() for row in reached.values() for sites in row), default=1)
        return max(longest * len(reached), 1)

    def of(self, path: rp.Path, me: int) -> dict[int | None, Sites] | None:
        """By kind (None: whatever the kind) what a path can reach; None if that is not known."""
        found: dict[int | None, list[int]] = {}
        if not self._path(path, me, None, found):
            return None
        return {kind: tuple(row) for kind, row in found.items()}

    def _path(self, path: rp.Path, me: int, kind: int | None, found: dict[int | None, list[int]]) -> bool:
        for route in path.routes:
            if len(route.legs) == 1:
                if not self._travel(route.legs[0].travel, me, kind, found):
                    return False
                continue
            ends = self._legs(tuple(leg.travel for leg in route.legs), me)
            if ends is None:
                return False
            row = found.setdefault(kind, [0] * self.n)
            for start, targets in enumerate(ends):
                row[start] |= targets
        return True

    def _legs(self, travels: Sequence[rp.Travel], me: int, named: Mapping[str, int] = NO_NAMES) -> list[int] | None:
        """Where several legs lead, each from where the one before has landed; `named`: directions of those before."""
        if not travels:
            return [1 << site for site in range(self.n)]
        hops = self._hops(travels[0], me, named)
        if hops is None:
            return None
        found = [0] * self.n
        for row, name, number in hops:
            rest = self._legs(travels[1:], me, named if name is None else {**named, name: number})
            if rest is None:
                return None
            for start, middle in enumerate(row):
                for site in bits(middle):
                    found[start] |= rest[site]
        return found

    def _hops(self, travel: rp.Travel, me: int, named: Mapping[str, int]) -> list[Hop] | None:
        """One leg: for each direction that gets a name what it reaches, else all of it at once."""
        row = [0] * self.n
        match travel:
            case rp.LineTravel() if not travel.way.tracks and travel.way.directions is not None:
                numbers = self._numbers(travel.way.directions, me, named)
                if numbers is None:
                    return None
                if travel.name is None:
                    for number in numbers:
                        self._ray(travel, number, me, row)
                    return [(row, None, 0)]
                hops: list[Hop] = []
                for number in numbers:
                    self._ray(travel, number, me, row)
                    hops.append((row, travel.name, number))
                    row = [0] * self.n
                return hops
            case rp.Leap() | rp.LeapToward():
                return [(row, None, 0)] if self._leap(travel, me, row, named) else None
        return None

    def _numbers(self, directions: rx.Expr, me: int, named: Mapping[str, int] = NO_NAMES) -> Numbers:
        return None if has_facing(self.rules) else self.static.directions(directions, me, named=named)

    def _travel(self, travel: rp.Travel, me: int, kind: int | None, found: dict[int | None, list[int]]) -> bool:
        match travel:
            case rp.LineTravel():
                return self._line(travel, me, found.setdefault(kind, [0] * self.n))
            case rp.Leap() | rp.LeapToward():
                return self._leap(travel, me, found.setdefault(kind, [0] * self.n))
            case rp.NamedPath() | rp.InnerPath():
                return self._path(next(inner_paths(self.rules, travel)), me, kind, found)
            case rp.ItsPath() if kind is None:
                for number, spec in enumerate(self.rules.kinds):
                    for attribute in spec.attributes:
                        if attribute.name != travel.attribute:
                            continue
                        paths = [attribute.path] if attribute.path is not None else list(attribute.by_value)
                        if not all(self._path(path, me, number, found) for path in paths if path is not None):
                            return False
                return True
        return False

    def _line(self, travel: rp.LineTravel, me: int, row: list[int]) -> bool:
        if travel.way.tracks:
            return self._track(travel, me, row)
        numbers = None if travel.way.directions is None else self._numbers(travel.way.directions, me)
        for number in numbers or ():
            self._ray(travel, number, me, row)
        return numbers is not None

    def _lengths(self, travel: rp.LineTravel) -> tuple[int, int]:
        """How many sites lie between at least and at most."""
        if any(item.times is not None for item in travel.run):
            return 0, self.n
        low = sum(item.low for item in travel.run)
        return low, min(sum(item.high if item.high is not None else self.n for item in travel.run), self.n)

    def _ray(self, travel: rp.LineTravel, number: int, me: int, row: list[int]) -> None:
        low, high = self._lengths(travel)
        table = self.board.directions[number].next_for(me)
        for start in range(self.n):
            site, steps = table[start], 0
            while site >= 0 and steps <= high:
                if steps >= low:
                    row[start] |= 1 << site
                site, steps = table[site], steps + 1

    def _leap(
        self, travel: rp.Leap | rp.LeapToward, me: int, row: list[int], named: Mapping[str, int] = NO_NAMES
    ) -> bool:
        if isinstance(travel, rp.Leap):
            for site, targets in enumerate(self.engine.geometry.leap(travel.first, travel.second) or ()):
                for target in targets:
                    row[site] |= 1 << target
            return True
        found = [1 << site for site in range(self.n)]
        for directions, steps in zip(travel.directions, travel.steps, strict=True):
            numbers = self._numbers(directions, me, named)
            if numbers is None:
                return False
            for site, sites in enumerate(found):
                ends = 0
                for number in numbers:
                    direction = self.engine.rules.board.directions[number]
                    reached = (direction.after(start, steps, me) for start in bits(sites))
                    ends |= mask_of(end for end in reached if end >= 0)
                found[site] = ends
        for site, ends in enumerate(found):
            row[site] |= ends
        return True

    def _track(self, travel: rp.LineTravel, me: int, row: list[int]) -> bool:
        way, (low, high) = travel.way, self._lengths(travel)
        for track in way.tracks:
            if not isinstance(track, rx.TrackValue):
                return False
            for start in range(self.n):
                for ray in self.engine.geometry.track_rays(start, track.track, me, way.against):
                    for steps, site in enumerate(islice(ray, high + 1)):
                        if site == OFF:
                            break
                        row[start] |= 1 << site if steps >= low else 0
        return True


def reversed_reach(reach: Sites) -> Sites:
    found = [0] * len(reach)
    for start, targets in enumerate(reach):
        for target in bits(targets):
            found[target] |= 1 << start
    return tuple(found)

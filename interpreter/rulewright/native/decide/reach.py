"""Static over-approximation of reachability: where paths could lead on an empty board, known before the game begins."""

from __future__ import annotations

from itertools import islice

from ...analysis.paths import inner_paths
from ...board import bits
from ...reference.geometry import OFF
from ...rules import expressions as rx
from ...rules import paths as rp
from .static import Question

Sites = tuple[int, ...]  # for each start the set of sites that can be reached


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
        return all(
            len(route.legs) == 1 and self._travel(route.legs[0].travel, me, kind, found) for route in path.routes
        )

    def _travel(self, travel: rp.Travel, me: int, kind: int | None, found: dict[int | None, list[int]]) -> bool:
        match travel:
            case rp.LineTravel():
                return self._line(travel, me, found.setdefault(kind, [0] * self.n))
            case rp.Leap():
                row = found.setdefault(kind, [0] * self.n)
                for site, targets in enumerate(self.engine.geometry.leap(travel.first, travel.second) or ()):
                    for target in targets:
                        row[site] |= 1 << target
                return True
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
        low = sum(item.low for item in travel.run)
        high = sum(item.high if item.high is not None else self.n for item in travel.run)
        if any(item.times is not None for item in travel.run):
            low, high = 0, self.n
        if travel.way.tracks:
            return self._track(travel.way, me, row, low, min(high, self.n))
        numbers = self.static.directions_of(travel, me)
        for number in numbers or ():
            table = self.board.directions[number].next_for(me)
            for start in range(self.n):
                site, steps = table[start], 0
                while site >= 0 and steps <= min(high, self.n):
                    if steps >= low:
                        row[start] |= 1 << site
                    site, steps = table[site], steps + 1
        return numbers is not None

    def _track(self, way: rx.Way, me: int, row: list[int], low: int, high: int) -> bool:
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

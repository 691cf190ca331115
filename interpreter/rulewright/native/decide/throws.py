"""Pieces that are placed along a ray from a site: where they could come down, if nothing stood in the way."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules import paths as rp
from ...rules.game import Action
from .static import Question


@dataclass(frozen=True, slots=True)
class Throw:
    """Where a piece may be placed from a site at most: for each site rows of direction and target."""

    travel: rp.LineTravel
    ways: int  # how many directions there are
    rays: list[int]  # for each site and each direction those that lie in that direction
    rows: list[list[tuple[int, int]]]


class Throws(Question):
    def of(self, action: Action, me: int) -> Throw | None:
        """All that a path could reach from each site; None if the path is more than a ray, or rays meet again."""
        assert action.path is not None
        routes = action.path.routes
        travel = routes[0].legs[0].travel if len(routes) == 1 and len(routes[0].legs) == 1 else None
        if not isinstance(travel, rp.LineTravel) or routes[0].legs[0].condition is not None:
            return None
        if travel.way.directions is None or travel.way.tracks or travel.name or len(travel.run) > 1:
            return None
        if any(item.low or item.high is not None or item.times is not None or item.name for item in travel.run):
            return None
        dirs = self.static.directions(travel.way.directions, me)
        if dirs is None or any(self.static.cyclic[number] for number in dirs):
            return None
        rows: list[list[tuple[int, int]]] = [[] for _ in range(self.n)]
        numbers = sorted(set(dirs))
        by_way = [self.static.rays(number, me) for number in numbers]
        for place, number in enumerate(numbers):
            table = self.static.board.directions[number].next_for(me)
            for start in range(self.n):
                site = table[start]
                while site >= 0:
                    rows[start].append((place, site))
                    site = table[site] if travel.run else -1
        if not all(rows) or any(len({site for _, site in row}) < len(row) for row in rows) or len(numbers) > 127:
            return None
        return Throw(travel, len(numbers), [rays[site] for site in range(self.n) for rays in by_way], rows)

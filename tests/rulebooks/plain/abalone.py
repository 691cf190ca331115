"""Abalone from its rulebook. A space is (row, diagonal), both 1 to 9, that differ by at most 4."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tests.rulebooks.plain.common import Plain, Site, moved

_WAYS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]
_BOARD = {(row, line) for row in range(1, 10) for line in range(1, 10) if abs(row - line) <= 4}
_OTHER = {"black": "white", "white": "black"}


def _name(space: Site) -> str:
    return f"{'abcdefghi'[space[0] - 1]}{space[1]}"


def _start() -> frozenset[tuple[Site, str]]:
    rows = {"black": {1: (1, 5), 2: (1, 6), 3: (3, 5)}, "white": {9: (5, 9), 8: (4, 9), 7: (5, 7)}}
    return frozenset(
        ((row, line), player)
        for player, ranges in rows.items()
        for row, (first, last) in ranges.items()
        for line in range(first, last + 1)
    )


@dataclass(frozen=True)
class Abalone:
    marbles: frozenset[tuple[Site, str]]
    player: str = "black"

    @classmethod
    def start(cls) -> Abalone:
        return cls(_start())

    def _out(self, player: str) -> int:
        return 14 - sum(owner == player for _, owner in self.marbles)

    def result(self) -> str | None:
        return f"{_OTHER[self.player]} wins" if self._out(self.player) >= 6 else None

    def moves(self) -> dict[str, Plain]:
        standing = dict(self.marbles)
        found: dict[str, Plain] = {}

        def shifted(group: list[Site], way: Site) -> Plain:
            after = {site: owner for site, owner in standing.items() if site not in group}
            for site in group:
                if moved(site, way) in _BOARD:
                    after[moved(site, way)] = standing[site]
            return Abalone(frozenset(after.items()), _OTHER[self.player])

        for origin in [site for site, owner in standing.items() if owner == self.player]:
            for way in _WAYS:
                line = [moved(origin, way, far) for far in range(10)]
                mine = next(n for n, site in enumerate(line) if standing.get(site) != self.player)
                theirs = next(n for n, site in enumerate(line[mine:]) if standing.get(site) != _OTHER[self.player])
                behind = line[mine + theirs]
                if mine > 3 or theirs >= mine or behind in standing or (theirs == 0 and behind not in _BOARD):
                    continue
                found[_name(origin) + _name(line[1])] = shifted(line[: mine + theirs], way)
            for along in ((0, 1), (1, 0), (1, 1)):  # a group has one name, beginning with its lower left end
                for length in (2, 3):
                    group = [moved(origin, along, far) for far in range(length)]
                    if any(standing.get(site) != self.player for site in group):
                        continue
                    for way in _WAYS:
                        if way in (along, (-along[0], -along[1])):
                            continue
                        goals = [moved(site, way) for site in group]
                        if all(site in _BOARD and site not in standing for site in goals):
                            found[_name(group[0]) + _name(group[-1]) + _name(goals[0])] = shifted(group, way)
        return found

    def key(self) -> Hashable:
        return self

    def progress(self) -> int:
        """Marbles pushed off, and before that how near the middle the own ones are."""
        mover = _OTHER[self.player]
        centre = sum(max(abs(r - 5), abs(n - 5), abs(r - n)) for (r, n), owner in self.marbles if owner == mover)
        return 1000 * self._out(self.player) - centre

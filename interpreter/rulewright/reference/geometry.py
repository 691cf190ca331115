"""Precomputed tables of the board, as the interpreter asks for it: rays, neighbours, leaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..board import Board, bits, mask_of

OFF = -1  # a ray that leaves the board
NOWHERE = -2  # no site at all


class Geometry:
    """Questions about a board that do not depend on the position."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.all_sites = board.all_sites
        self.near_and_touching = tuple(near | touch for near, touch in zip(board.near, board.touching, strict=True))
        self.leap = lru_cache(maxsize=None)(board.leap)
        self.longest_ray = board.wrap - 1 if board.wrap else len(board)
        self._cycles: dict[tuple[int, int], tuple[int, ...]] = {}
        self._before: dict[tuple[int, int], list[int]] = {}

    def ray(self, site: int, direction: int, player: int) -> Iterator[int]:
        """The sites from `site` on in a direction, then OFF if the board ends there."""
        table = self.board.directions[direction].next_for(player)
        for _ in range(self.longest_ray):
            site = table[site]
            if site < 0:
                yield OFF
                return
            yield site

    def track_rays(self, site: int, name: str, player: int, against: bool) -> Iterator[Iterator[int]]:
        """One ray for every place of the site on the track."""
        track = self.board.tracks[name]
        sequence = track.sites_for(player)
        for start in track.occurrences(site, player):
            yield self._track_ray(sequence, start, track.loop_for(player), -1 if against else 1)

    @staticmethod
    def _track_ray(sequence: tuple[int, ...], start: int, loop: int, step: int) -> Iterator[int]:
        """On a loop as far as it is new; an end of the track is OFF."""
        length = len(sequence)
        if 0 <= loop <= start:
            around = length - loop
            for number in range(1, around):
                yield sequence[loop + (start - loop + step * number) % around]
            return
        place = start + step
        while 0 <= place < length:
            yield sequence[place]
            place += step
        if loop < 0 or step < 0:
            yield OFF

    def step(self, sites: int, directions: tuple[int, ...], player: int) -> int:
        """The sites one step from `sites` in any of the directions."""
        found = 0
        for number in directions:
            table = self.board.directions[number].next_for(player)
            for site in bits(sites):
                if table[site] >= 0:
                    found |= 1 << table[site]
        return found

    def touch(self, sites: int, directions: tuple[int, ...]) -> int:
        """The sites of other classes that are touched on these sides."""
        found = 0
        for number in directions:
            table = self.board.directions[number].touch
            for site in bits(sites):
                if table and table[site] >= 0:
                    found |= 1 << table[site]
        return found

    def neighbours(self, sites: int) -> int:
        """The sites next to `sites` by adjacency or touch."""
        found = 0
        for site in bits(sites):
            found |= self.near_and_touching[site]
        return found

    def along_track(self, sites: int, name: str, player: int, against: bool) -> int:
        """The sites one step on along a track."""
        found = []
        for site in bits(sites):
            for ray in self.track_rays(site, name, player, against):
                target = next(ray, OFF)
                if target != OFF:
                    found.append(target)
        return mask_of(found)

    def lines(self, sites: int, directions: tuple[int, ...], length: int, exactly: bool, player: int) -> int:
        """The union of the straight runs of `sites` that are long enough."""
        found = 0
        done: set[int] = set()
        for number in directions:
            back = self.board.back(number)
            if number in done or (back is not None and back in done):
                continue
            done.add(number)
            forward = self.board.directions[number].next_for(player)
            for site in bits(sites):
                if self._previous(site, number, back, sites, player):
                    continue
                run, end = 1 << site, forward[site]
                count = 1
                while end >= 0 and sites >> end & 1 and not run >> end & 1:
                    run |= 1 << end
                    count += 1
                    end = forward[end]
                if count == length or (count > length and not exactly):
                    found |= run
            for cycle in self.cycles(number, player):  # a run without a beginning
                count = cycle.bit_count()
                if sites & cycle == cycle and (count == length or (count > length and not exactly)):
                    found |= cycle
        return found

    def cycles(self, number: int, player: int) -> tuple[int, ...]:
        """The sets of sites round which a direction leads for ever: the author's own may."""
        key = number, player
        if self.board.wrap:  # an unbounded board: nobody gets round it
            return ()
        if key not in self._cycles:
            table = self.board.directions[number].next_for(player)
            found: dict[int, None] = {}
            for start in range(len(table)):
                ring, site = 1 << start, table[start]
                while site >= 0 and not ring >> site & 1:
                    ring, site = ring | 1 << site, table[site]
                if site == start:
                    found[ring] = None
            self._cycles[key] = tuple(found)
        return self._cycles[key]

    def _previous(self, site: int, number: int, back: int | None, sites: int, player: int) -> bool:
        """Whether the run goes on behind the site, so that it does not begin here."""
        behind = self._behind(number, player) if back is None else self.board.directions[back].next_for(player)
        return behind[site] >= 0 and bool(sites >> behind[site] & 1)

    def _behind(self, number: int, player: int) -> Sequence[int]:
        """For each site the one that leads to it, or -1: no two do."""
        key = number, player
        if key not in self._before:
            before = [-1] * len(self.board)
            for site, after in enumerate(self.board.directions[number].next_for(player)):
                if after >= 0:
                    before[after] = site
            self._before[key] = before
        return self._before[key]

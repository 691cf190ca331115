"""Surikata from its rulebook."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tests.rulebooks.plain.common import STRAIGHT, Plain, Site, chess_name, longest_line, moved

_SPACES = [(x, y) for x in range(5) for y in range(5)]
_PLAYERS = ("white", "orange")


@dataclass(frozen=True)
class Surikata:
    mounds: tuple[Site, ...] = ()
    stones: tuple[Site, ...] = ()  # in the order they were placed; by turns white's and orange's

    @property
    def player(self) -> str:
        # The starting player places mounds 1, 3 and 5, and whoever places the last one goes on with the first stone.
        return _PLAYERS[len(self.mounds) % 2] if len(self.mounds) < 5 else _PLAYERS[len(self.stones) % 2]

    def _row_of(self, player: int) -> int:
        return longest_line(set(self.stones[player::2]))

    def result(self) -> str | None:
        if not self.stones:
            return None
        placer = (len(self.stones) - 1) % 2
        if self._row_of(placer) >= 3:
            return f"{_PLAYERS[1 - placer]} wins"
        if len(self.stones) == 20:
            return "draw"
        return None if self._open() else f"{_PLAYERS[placer]} wins"

    def _open(self) -> list[Site]:
        """Free spaces out of the meerkat's sight."""
        seen = set()
        if self.stones:
            for way in STRAIGHT:
                site = moved(self.stones[-1], way)
                while site in _SPACES and site not in self.mounds:  # stones do not stop its view
                    seen.add(site)
                    site = moved(site, way)
        return [site for site in _SPACES if site not in self.mounds and site not in self.stones and site not in seen]

    def moves(self) -> dict[str, Plain]:
        if len(self.mounds) < 5:
            free = [site for site in _SPACES if site not in self.mounds]
            return {chess_name(site): Surikata((*self.mounds, site)) for site in free}
        return {chess_name(site): Surikata(self.mounds, (*self.stones, site)) for site in self._open()}

    def key(self) -> Hashable:
        return self

    def progress(self) -> int:
        """Three in a row lose, so the eager player avoids them."""
        return -self._row_of((len(self.stones) - 1) % 2) if self.stones else 0

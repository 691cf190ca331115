"""Vier Kreise from the rulebook of KARO."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Set
from dataclasses import dataclass, replace

from tests.rulebooks.plain.common import COMPASS, STRAIGHT, Plain, Site, lattice_name, longest_line, moved

_OTHER = {"white": "red", "red": "white"}
_RECTANGLE = frozenset((x, y) for x in range(5) for y in range(4))


def _beside(site: Site) -> set[Site]:
    return {moved(site, way) for way in STRAIGHT}


def _hang_together(tiles: Set[Site]) -> bool:
    """By their sides; a corner is not enough."""
    found: set[Site] = set()
    waiting = [min(tiles)]
    while waiting:
        site = waiting.pop()
        if site not in found:
            found.add(site)
            waiting += _beside(site) & tiles
    return len(found) == len(tiles)


@dataclass(frozen=True)
class VierKreise:
    tiles: frozenset[Site] = _RECTANGLE
    stones: frozenset[tuple[Site, str, bool]] = frozenset()  # where, whose, circle up
    player: str = "white"
    placed: int = 0
    passes: int = 0  # in a row

    def result(self) -> str | None:
        mover = _OTHER[self.player]
        if longest_line({site for site, owner, up in self.stones if owner == mover and up}) >= 4:
            return f"{mover} wins"
        return "draw" if self.passes == 2 else None

    def _relaid(self) -> Iterator[tuple[str, Site | None, frozenset[Site]]]:
        """Every way to begin a turn: no tile is moved, or one; its text, its new place, and all tiles after it."""
        yield "", None, self.tiles
        occupied = {site for site, _, _ in self.stones}
        for tile in self.tiles - occupied:
            rest = self.tiles - {tile}
            if len(_beside(tile) - self.tiles) < 2 or not _hang_together(rest):
                continue
            for place in {site for other in rest for site in _beside(other)} - self.tiles:
                yield f"{lattice_name(tile)}>{lattice_name(place)} ", place, rest | {place}

    def moves(self) -> dict[str, Plain]:
        occupied = {site for site, _, _ in self.stones}
        found: dict[str, Plain] = {}
        if self.placed < 12:
            for site in self.tiles - occupied:
                after = self.stones | {(site, self.player, False)}
                found[lattice_name(site)] = replace(
                    self, stones=after, player=_OTHER[self.player], placed=self.placed + 1
                )
            return found
        for text, new_place, tiles in self._relaid():
            for stone in self.stones:
                site, owner, up = stone
                if owner != self.player:
                    continue
                for way in COMPASS:
                    target = moved(site, way)
                    turned = up
                    if target in occupied:
                        target, turned = moved(target, way), not up
                    if target not in tiles or target in occupied or new_place not in (None, target):
                        continue
                    after = self.stones - {stone} | {(target, owner, turned)}
                    label = f"{text}{lattice_name(site)}-{lattice_name(target)}"
                    found[label] = VierKreise(tiles, after, _OTHER[self.player], 12)
        return found or {"pass": replace(self, player=_OTHER[self.player], passes=self.passes + 1)}

    def key(self) -> Hashable:
        """Where the whole field lies on the table does not matter."""
        left, low = min(x for x, _ in self.tiles), min(y for _, y in self.tiles)
        tiles = frozenset((x - left, y - low) for x, y in self.tiles)
        stones = frozenset(((x - left, y - low), owner, up) for (x, y), owner, up in self.stones)
        return tiles, stones, self.player

    def progress(self) -> int:
        own = {site for site, owner, up in self.stones if owner != self.player and up}
        return 3 * longest_line(own) + len(own)

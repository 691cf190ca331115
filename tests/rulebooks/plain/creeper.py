"""Creeper from its rulebook.

Squares are (column, row) from 0; the octagon (c, r) lies between the columns c and c+1 and the rows r and r+1.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tests.rulebooks.plain.common import STRAIGHT, Plain, Site, moved

_CORNERS = {(0, 0), (6, 0), (0, 6), (6, 6)}
_SQUARES = {(x, y) for x in range(7) for y in range(7)} - _CORNERS
_OCTAGONS = {(x, y) for x in range(6) for y in range(6)}
_HOMES = {"white": ((0, 0), (5, 5)), "black": ((0, 5), (5, 0))}
_ALL_HOMES = {home for homes in _HOMES.values() for home in homes}
_OTHER = {"white": "black", "black": "white"}
_START = {"white": "A2 A3 B1 C1 E7 F7 G5 G6", "black": "A5 A6 B7 C7 E1 F1 G2 G3"}


def _name(square: Site) -> str:
    return f"{'ABCDEFG'[square[0]]}{square[1] + 1}"


def _pawns() -> frozenset[tuple[Site, str]]:
    return frozenset(
        (("ABCDEFG".index(name[0]), int(name[1]) - 1), player) for player in _START for name in _START[player].split()
    )


@dataclass(frozen=True)
class Creeper:
    pawns: frozenset[tuple[Site, str]]
    discs: frozenset[tuple[Site, str]] = frozenset()
    player: str = "white"

    @classmethod
    def start(cls) -> Creeper:
        return cls(_pawns())

    def _missing(self, player: str) -> int:
        """How many octagons a player still needs to link his homes."""
        first, last = _HOMES[player]
        own = {site for site, colour in self.discs if colour == player} | {first, last}
        reached = {first: 0}
        waiting = [first]
        while waiting:
            waiting.sort(key=lambda site: -reached[site])
            here = waiting.pop()
            for way in STRAIGHT:  # octagons touch along rows and columns; a square lies between those at a corner
                there = moved(here, way)
                if there not in _OCTAGONS or (there in _ALL_HOMES and there not in _HOMES[player]):
                    continue
                cost = reached[here] + (there not in own)
                if cost < reached.get(there, 99):
                    reached[there] = cost
                    waiting.append(there)
        return reached[last]

    def result(self) -> str | None:
        mover = _OTHER[self.player]
        if self._missing(mover) == 0:
            return f"{mover} wins"
        return None if self.moves() else "draw"

    def moves(self) -> dict[str, Plain]:
        pawns, discs = dict(self.pawns), dict(self.discs)
        found: dict[str, Plain] = {}

        def free(square: Site) -> bool:
            return square in _SQUARES and square not in pawns

        def then(origin: Site, sign: str, target: Site, taken: Site | None = None, claimed: Site | None = None) -> None:
            after = {site: owner for site, owner in pawns.items() if site not in (origin, taken)}
            after[target] = self.player
            lying = {**discs, claimed: self.player} if claimed is not None and claimed not in _ALL_HOMES else discs
            following = Creeper(frozenset(after.items()), frozenset(lying.items()), _OTHER[self.player])
            found[f"{_name(origin)}{sign}{_name(target)}"] = following

        for origin, owner in pawns.items():
            if owner != self.player:
                continue
            for way in STRAIGHT:
                near, far = moved(origin, way), moved(origin, way, 2)
                if free(near):
                    then(origin, "-", near)
                elif pawns.get(near) == _OTHER[self.player] and free(far):
                    then(origin, "x", far, taken=near)
            for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                target = moved(origin, (x, y))
                if free(target):
                    then(origin, "+", target, claimed=(min(origin[0], target[0]), min(origin[1], target[1])))
        return found

    def key(self) -> Hashable:
        return self

    def progress(self) -> int:
        return -self._missing(_OTHER[self.player])

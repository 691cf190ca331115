"""Schleicher & Hüpfer from the rulebook of KARO."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tests.rulebooks.plain.common import COMPASS, Plain, Site, chess_name, moved

_BOARD = {(x, y) for x in range(3) for y in range(8)}
_OTHER = {"white": "red", "red": "white"}
_GOAL = {"white": (6, 7), "red": (0, 1)}
_FAR_HALF = {"white": (4, 5, 6, 7), "red": (0, 1, 2, 3)}
_START = {("white", 0): "hopper", ("white", 1): "creeper", ("red", 6): "creeper", ("red", 7): "hopper"}


@dataclass(frozen=True)
class SchleicherUndHuepfer:
    stones: frozenset[tuple[Site, str, str]]  # where, whose, creeper or hopper
    player: str = "white"
    passes: int = 0  # in a row

    @classmethod
    def start(cls) -> SchleicherUndHuepfer:
        return cls(frozenset(((x, y), owner, how) for (owner, y), how in _START.items() for x in range(3)))

    def _is_there(self, player: str) -> bool:
        """All stones on the opposite side, and none of the goal spaces could still be entered."""
        taken = {site for site, _, _ in self.stones}
        own = [site for site, owner, _ in self.stones if owner == player]
        full = all((x, y) in taken for x in range(3) for y in _GOAL[player])
        return full and all(y in _FAR_HALF[player] for _, y in own)

    def result(self) -> str | None:
        for player in (_OTHER[self.player], self.player):
            if self._is_there(player):
                return f"{player} wins"
        return "draw" if self.passes == 2 else None

    def moves(self) -> dict[str, Plain]:
        taken = {site for site, _, _ in self.stones}
        found: dict[str, Plain] = {}
        for stone in self.stones:
            site, owner, how = stone
            if owner != self.player:
                continue
            for way in COMPASS:
                target = moved(site, way)
                while how == "hopper" and target in taken:
                    target = moved(target, way)
                if target not in _BOARD or target in taken or (how == "hopper" and target == moved(site, way)):
                    continue
                turned = "creeper" if how == "hopper" else "hopper"
                after = self.stones - {stone} | {(target, owner, turned)}
                text = f"{chess_name(site)}-{chess_name(target)}"
                found[text] = SchleicherUndHuepfer(after, _OTHER[self.player])
        return found or {"pass": SchleicherUndHuepfer(self.stones, _OTHER[self.player], self.passes + 1)}

    def key(self) -> Hashable:
        return self.stones, self.player

    def progress(self) -> int:
        mover = _OTHER[self.player]
        own = [y for (_, y), owner, _ in self.stones if owner == mover]
        return sum(own) if mover == "white" else -sum(own)

"""Erleuchtung from the rulebook of KARO."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tests.rulebooks.plain.common import COMPASS, STRAIGHT, Plain, Site, chess_name, moved

_BOARD = {(x, y) for x in range(5) for y in range(5)}
_RIM = {(x, y) for x, y in _BOARD if x in (0, 4) or y in (0, 4)}
_CENTRE = (2, 2)
_OTHER = {"white": "red", "red": "white"}


@dataclass(frozen=True)
class Erleuchtung:
    figures: frozenset[tuple[Site, str, bool]]  # where, whose, lit
    player: str = "white"
    passes: int = 0  # in a row

    @classmethod
    def start(cls) -> Erleuchtung:
        """The colours alternate along the rim, White in the corners."""
        return cls(frozenset(((x, y), ("white", "red")[(x + y) % 2], False) for x, y in _RIM))

    def result(self) -> str | None:
        mover = _OTHER[self.player]
        if all(lit and site in _RIM for site, owner, lit in self.figures if owner == mover):
            return f"{mover} wins"
        return "draw" if self.passes == 2 else None

    def _reached(self, figure: tuple[Site, str, bool]) -> set[tuple[Site, bool]]:
        """Where a figure can end its turn, and whether lit."""
        start, _, was_lit = figure
        others = {site: lit for site, _, lit in self.figures if site != start}

        def arriving(site: Site, lit: bool, by_light: bool) -> set[tuple[Site, bool]]:
            """It may be turned when it enters the centre or has jumped over light; it need not."""
            return {(site, lit)} | ({(site, True)} if by_light or site == _CENTRE else set())

        found = set()
        for way in COMPASS:
            target = moved(start, way)
            if target in _BOARD and target not in others:
                found |= arriving(target, was_lit, False)
        jumped = {(start, was_lit)}
        waiting = [(start, was_lit)]
        while waiting:
            site, lit = waiting.pop()
            for way in STRAIGHT:
                over, target = moved(site, way), moved(site, way, 2)
                if over in others and target in _BOARD and target not in others:
                    new = arriving(target, lit, others[over]) - jumped
                    jumped |= new
                    waiting += new
        return found | jumped - {(start, was_lit)}

    def moves(self) -> dict[str, Plain]:
        found: dict[str, Plain] = {}
        for figure in self.figures:
            start, owner, was_lit = figure
            if owner != self.player:
                continue
            for site, lit in self._reached(figure):
                after = self.figures - {figure} | {(site, owner, lit)}
                text = f"{chess_name(start)}-{chess_name(site)}{'*' if lit and not was_lit else ''}"
                found[text] = Erleuchtung(after, _OTHER[self.player])
        return found or {"pass": Erleuchtung(self.figures, _OTHER[self.player], self.passes + 1)}

    def key(self) -> Hashable:
        return self.figures, self.player

    def progress(self) -> int:
        """Light first, then the rim; a dark figure wants to be near the centre."""
        own = [(site, lit) for site, owner, lit in self.figures if owner != self.player]
        lit_ones = sum(10 + 5 * (site in _RIM) for site, lit in own if lit)
        return lit_ones - sum(max(abs(x - 2), abs(y - 2)) for (x, y), lit in own if not lit)

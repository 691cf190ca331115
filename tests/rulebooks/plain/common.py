"""What the seven plain programs share.

Each knows one game only. It was written from the rulebook (and from the readings noted in the game files where a
figure or a sentence is missing), and nothing in it is Rulewright's: no boards, no words, no engine. That makes it a
judge of both engines in positions that no list of examples reaches.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

Site = tuple[int, int]
COMPASS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Plain(Protocol):
    """A position of a game."""

    @property
    def player(self) -> str:
        """Who is to move."""

    def result(self) -> str | None:
        """How the game has ended: `"draw"`, `"white wins"`; None while it goes on. Repetition is counted elsewhere."""

    def moves(self) -> dict[str, Plain]:
        """Every legal move by its text, and the position it leads to; a forced pass is a move."""

    def key(self) -> Hashable:
        """Equal for positions that repeat one another."""

    def progress(self) -> int:
        """How far the player who has just moved has come, so that games of eager players end."""


def chess_name(site: Site) -> str:
    """`a1` for (0, 0)."""
    return f"{'abcdefghi'[site[0]]}{site[1] + 1}"


def lattice_name(site: Site) -> str:
    """`0,-1` on a board without an edge."""
    return f"{site[0]},{site[1]}"


def moved(site: Site, way: Site, far: int = 1) -> Site:
    return site[0] + far * way[0], site[1] + far * way[1]


def longest_line(sites: set[Site]) -> int:
    """The length of the longest unbroken row, orthogonal or diagonal."""
    best = 0
    for site in sites:
        for way in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            while moved(site, way, length) in sites:
                length += 1
            best = max(best, length)
    return best

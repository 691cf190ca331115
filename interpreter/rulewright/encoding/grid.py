"""Where on the planes of an observation a site lies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isqrt

from ..rules.game import Rules

WINDOW = 16
"""The side of the first window on an unbounded board; twice as much where the pieces outgrow it."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Planes of rows and columns, or (height 0) a row for each site."""

    height: int
    width: int
    places: tuple[int, ...]  # for each site: row * width + column, or its number
    window: int = 0  # of an unbounded board

    @property
    def is_planes(self) -> bool:
        return self.height > 0

    @property
    def size(self) -> int:
        """How many places a plane has."""
        return self.height * self.width if self.is_planes else len(self.places)

    @property
    def is_full(self) -> bool:
        """Whether there is a site at every place."""
        return len(set(self.places)) == self.size

    def fits(self, sites: Iterable[int]) -> bool:
        """Whether sites in use, with those around them, are no wider than the window (D124)."""
        side = isqrt(len(self.places))
        if not self.window or self.window == side:
            return True
        for numbers in ({site // side for site in sites}, {site % side for site in sites}):
            if numbers and side - _widest_gap(numbers, side) + 2 > self.window:
                return False
        return True


def _widest_gap(numbers: set[int], side: int) -> int:
    """How many rows, or columns, of a torus lie between two that are used at most."""
    row = sorted(numbers)
    return max((after - before - 1) % side for before, after in zip(row, [*row[1:], row[0] + side], strict=True))


def windows(rules: Rules) -> tuple[int, ...]:
    """The sides of windows on an unbounded board, small ones first; none for other boards."""
    if rules.unbounded is None:
        return ()
    sides = [WINDOW]
    while sides[-1] < rules.unbounded.side:
        sides.append(2 * sides[-1])
    # A window that does not divide the torus would show one site at two places.
    fitting = [side for side in sides if rules.unbounded.side % side == 0]
    return tuple(fitting) or (rules.unbounded.side,)


def grid_of(rules: Rules, window: int) -> Grid:
    """Squares by column and row, hexes by their axes; whatever has no such coordinates is a row of sites.

    On an unbounded board coordinates are taken modulo the window, so that nothing moves when a piece does.
    """
    board = rules.board
    coordinates = [site.grid for site in board.sites]
    if window:
        side = board.wrap
        places = tuple(number // side % window * window + number % side % window for number in range(len(board)))
        return Grid(window, window, places, window)
    known = [place for place in coordinates if place is not None]
    if len(known) < len(coordinates) or len(set(known)) < len(known):
        return Grid(0, 0, tuple(range(len(board))))
    left, bottom = (min(place[axis] for place in known) for axis in (0, 1))
    width, height = (max(place[axis] for place in known) - first + 1 for axis, first in enumerate((left, bottom)))
    return Grid(height, width, tuple((row - bottom) * width + column - left for column, row in known))

"""Coordinates round a board: which letters and numbers stand where, so that a site's name can be read off."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from .scene import ROW, Scene, Shape, Spot

_NAME = re.compile(r"([a-zA-Z]+)([0-9]+)")
_NEAR = 0.3
"""Points of a drawing less than this apart stand in one column."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text one step (`right`, `up`) away from a place of the board."""

    text: str
    x: float
    y: float
    right: float
    up: float


def labels_of(scene: Scene) -> list[Label]:
    """The coordinates of the board; nothing if its sites must be named one by one."""
    spots = [spot for spot in scene.main if scene.shape is not Shape.OCTOSQUARE or spot.cls == "square"]
    if not spots or named_singly(scene):
        return []
    if scene.rules.board.unbounded:
        return _of_plane(spots, hexagonal=scene.shape is Shape.HEX)
    levels = scene.rules.board.levels
    if not levels:
        return _of_level(scene, spots)
    found: list[Label] = []
    for sites in levels.values():
        level = [replace(spot, name=spot.name.partition("_")[0]) for spot in spots if sites >> spot.site & 1]
        found.extend(_of_level(scene, level) if level else ())
    return found


def _of_level(scene: Scene, spots: list[Spot]) -> list[Label]:
    if scene.shape is not Shape.HEX:
        return _of_rectangle({spot.x: _letters(spot) for spot in spots}, {spot.y: _digits(spot) for spot in spots})
    return _of_standing_hexagon(scene, spots) if scene.rules.board.corner_up else _of_hexagons(scene, spots)


def named_singly(scene: Scene) -> bool:
    """Whether columns and rows say nothing about the names, so that every site needs its name written to it."""
    if scene.shape is Shape.PITS:
        return True
    if scene.shape is not Shape.POINTS:
        return False
    if not all(_NAME.fullmatch(spot.name) for spot in scene.main):
        return True
    across = _follows(scene.main, _letters, lambda spot: spot.x)
    return not (across and _follows(scene.main, _digits, lambda spot: spot.y))


def _letters(spot: Spot) -> str:
    return "".join(char for char in spot.name if char.isalpha())


def _digits(spot: Spot) -> str:
    return "".join(char for char in spot.name if char.isdigit())


def _follows(spots: Iterable[Spot], part: Callable[[Spot], str], place: Callable[[Spot], float]) -> bool:
    """Whether equal parts of names mean equal places, and different parts different places."""
    first: dict[str, float] = {}
    for spot in spots:
        if abs(first.setdefault(part(spot), place(spot)) - place(spot)) > _NEAR:
            return False
    ordered = sorted(first.values())
    return all(after - before > _NEAR for before, after in pairwise(ordered))


def _of_rectangle(columns: dict[float, str], rows: dict[float, str]) -> list[Label]:
    """Each text stands once, where it is met first."""
    left, bottom = min(columns), min(rows)
    xs: dict[str, float] = {}
    ys: dict[str, float] = {}
    for x, text in columns.items():
        xs.setdefault(text, x)
    for y, text in rows.items():
        ys.setdefault(text, y)
    below = [Label(text, x, bottom, 0, -1) for text, x in xs.items()]
    return below + [Label(text, left, y, -1, 0) for text, y in ys.items()]


def _of_plane(spots: list[Spot], hexagonal: bool) -> list[Label]:
    """The name `3,-1` is read off the column `3,` and the row `,-1`."""
    column_of = {spot.site: spot.name.split(",")[0] + "," for spot in spots}
    rows = {spot.y: "," + spot.name.split(",")[1] for spot in spots}
    if not hexagonal:
        return _of_rectangle({spot.x: column_of[spot.site] for spot in spots}, rows)
    found = [Label(rows[y], min(spot.x for spot in spots if spot.y == y), y, -1, 0) for y in rows]
    for spot in spots:
        if spot.y == min(rows):
            found.append(Label(column_of[spot.site], spot.x, spot.y, -0.5, -ROW))
        if spot.y == max(rows):
            found.append(Label(column_of[spot.site], spot.x, spot.y, 0.5, ROW))
    return found


def _of_hexagons(scene: Scene, spots: list[Spot]) -> list[Label]:
    rows: dict[float, list[Spot]] = {}
    for spot in sorted(spots, key=lambda spot: (spot.y, spot.x)):
        rows.setdefault(round(spot.y, 3), []).append(spot)
    named_by_letter = all(len({_letters(spot) for spot in row}) == 1 for row in rows.values())
    row_text, column_text = (_letters, _digits) if named_by_letter else (_digits, _letters)
    columns: dict[str, list[Spot]] = {}
    for spot in sorted(spots, key=lambda spot: spot.y):
        columns.setdefault(column_text(spot), []).append(spot)
    slope = _slope(scene, columns.values())
    found = []
    for row in rows.values():
        first, last = row[0], row[-1]
        if slope:
            found.append(Label(row_text(first), first.x, first.y, -1, 0))
        else:  # rows that are counted from their own left end are named at both ends
            found.append(Label(first.name, first.x, first.y, -1, 0))
            if last is not first:
                found.append(Label(last.name, last.x, last.y, 1, 0))
    if slope:
        found.extend(Label(text, column[0].x, column[0].y, slope, -ROW) for text, column in columns.items())
    return found


def _of_standing_hexagon(scene: Scene, spots: list[Spot]) -> list[Label]:
    """A letter below each column, a number at the upper left end of each diagonal."""
    turned = -1 if scene.flipped else 1
    columns: dict[str, Spot] = {}
    diagonals: dict[str, Spot] = {}
    for spot in sorted(spots, key=lambda spot: spot.y * turned):
        columns.setdefault(_letters(spot), spot)
    for spot in sorted(spots, key=lambda spot: spot.x * turned):
        diagonals.setdefault(_digits(spot), spot)
    below = [Label(text, spot.x, spot.y, 0, -turned) for text, spot in columns.items()]
    return below + [Label(text, spot.x, spot.y, -ROW * turned, 0.5 * turned) for text, spot in diagonals.items()]


def _slope(scene: Scene, columns: Iterable[list[Spot]]) -> float | None:
    """To which side the columns go on below their lowest cell: half a cell to the right or to the left."""
    groups = [[scene.rules.board.sites[spot.site].grid or (0, 0) for spot in column] for column in columns]
    if all(_alike(east + north_east for east, north_east in group) for group in groups):
        return 0.5
    if all(_alike(east for east, _ in group) for group in groups):
        return -0.5
    return None


def _alike(values: Iterable[Hashable]) -> bool:
    return len(set(values)) <= 1

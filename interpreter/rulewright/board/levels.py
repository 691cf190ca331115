"""Boards in levels: the same board several times, one above the other, or a pyramid of ever smaller ones (D128)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .compass import SQUARE
from .layout import Layout, Upright
from .problems import Collector, too_many_sites
from .rectangle import columns_and_rows
from .spec import BoardSpec
from .square import square

PYRAMID = "pyramid"
_SLANTS = {"ne": (0, 0), "se": (0, -1), "sw": (-1, -1), "nw": (-1, 0)}
"""From a cell of a pyramid to one that rests on it: how many columns and rows its number there differs."""


def in_levels(layout: Layout, spec: BoardSpec, problems: Collector) -> Layout | None:
    """The board with all its levels; ``None`` after a problem."""
    if spec.levels is None:
        return layout
    if spec.levels == PYRAMID:
        return _pyramid(spec, problems)
    count = int(spec.levels)
    if count * len(layout.sites) > spec.max_sites:
        message = too_many_sites(count * len(layout.sites), spec.max_sites)
        problems.add("board-limit", message, "levels", "make the board smaller, or have fewer levels")
        return None
    made = _merged(f"{layout.kind} in {count} levels", [layout] * count)
    size = len(layout.sites)
    steps = {
        "": list(range(size)),
        **{f"_{name}": steps for name, steps in zip(layout.compass, layout.steps, strict=True)},
    }
    for word, rise, straight, all_of_them in (("up", 1, "above", "upward"), ("down", -1, "below", "downward")):
        for suffix, table in steps.items():
            leads = [
                (level + rise) * size + table[site] if 0 <= level + rise < count and table[site] >= 0 else -1
                for level in range(count)
                for site in range(size)
            ]
            sets = (all_of_them,) if suffix else (straight, all_of_them)
            made.upright.append(Upright(word + suffix, tuple(leads), sets))
    return made


def _pyramid(spec: BoardSpec, problems: Collector) -> Layout | None:
    """Each level has a row and a column less than the one below; its cells lie in the gaps between four."""
    size = columns_and_rows(spec, problems, at_least=2)
    if size is None:
        return None
    sizes = [(size[0] - down, size[1] - down) for down in range(min(size))]
    if (count := sum(columns * rows for columns, rows in sizes)) > spec.max_sites:
        problems.add("board-limit", too_many_sites(count, spec.max_sites), "size", "make the board smaller")
        return None
    layouts = [square(replace(spec, size=one), problems) for one in sizes]
    made = _merged(f"{size[0]}x{size[1]} pyramid", [layout for layout in layouts if layout is not None])
    at = {(level, site.column, site.row): site.index for level, sites in made.levels.items()
          for site in made.sites if sites >> site.index & 1}  # fmt: skip
    level_of = {site: level for (level, _, _), site in at.items()}
    up: dict[str, list[int]] = {}
    for slant, (right, above) in _SLANTS.items():
        up[slant] = [
            at.get((level_of[site.index] + 1, (site.column or 0) + right, (site.row or 0) + above), -1)
            for site in made.sites
        ]
    for slant, table in up.items():
        made.upright.append(Upright(f"up_{slant}", tuple(table), ("above", "upward")))
    for slant in _SLANTS:
        opposite = up[SQUARE[(SQUARE.index(slant) + 4) % 8]]
        down = [-1] * len(made.sites)
        for start, end in enumerate(opposite):
            if end >= 0:
                down[end] = start
        made.upright.append(Upright(f"down_{slant}", tuple(down), ("below", "downward")))
    return made


def _merged(kind: str, layouts: Sequence[Layout]) -> Layout:
    """All levels in one layout, drawn side by side; a name above the first level ends with the level's number."""
    first = layouts[0]
    made = Layout(kind, first.tiling, first.compass, first.adjacency, first.main_classes)
    made.corner_up = first.corner_up
    steps: list[list[int]] = [[] for _ in first.compass]
    right, column = 0.0, 0
    for level, layout in enumerate(layouts, start=1):
        offset = len(made.sites)
        grids = [site.grid[0] for site in layout.sites if site.grid is not None]
        for site in layout.sites:
            grid = None if site.grid is None else (site.grid[0] + column, site.grid[1])
            name = site.name if level == 1 else f"{site.name}_{level}"
            made.add(replace(site, name=name, x=site.x + right, grid=grid))
        for merged, table in zip(steps, layout.steps, strict=True):
            merged.extend(site + offset if site >= 0 else -1 for site in table)
        made.levels[level] = (1 << len(layout.sites)) - 1 << offset
        made.rim = _joined(made.rim, layout.rim, offset)
        made.corners = _joined(made.corners, layout.corners, offset)
        made.centre = _joined(made.centre, layout.centre, offset)
        if layout.sides is not None:
            before = made.sides or (0,) * len(layout.sides)
            made.sides = tuple(one | more << offset for one, more in zip(before, layout.sides, strict=True))
        for number, sites in layout.points.items():
            made.points[number] = made.points.get(number, 0) | sites << offset
        right += max(site.x for site in layout.sites) - min(site.x for site in layout.sites) + 2
        column += max(grids) - min(grids) + 1 if grids else 0
    made.steps = steps
    return made


def _joined(before: int | None, more: int | None, offset: int) -> int | None:
    return None if more is None else (before or 0) | more << offset

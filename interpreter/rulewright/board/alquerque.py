"""Alquerque boards: points joined in rows and columns, and by diagonals at every second point."""

from __future__ import annotations

from . import compass
from .layout import Layout
from .problems import Collector
from .rectangle import add_grid, columns_and_rows, finish_rectangle, fits, join_by_place
from .spec import BoardSpec


def alquerque(spec: BoardSpec, problems: Collector) -> Layout | None:
    """A rectangle of points; those with an even column + row (a1 among them) have diagonals."""
    size = columns_and_rows(spec, problems)
    if size is None or not fits(size[0] * size[1], spec, problems):
        return None
    columns, rows = size
    layout = Layout(f"{columns}x{rows} alquerque board", "alquerque", compass.SQUARE, main_classes=("point",))
    add_grid(layout, "point", columns, rows)
    join_by_place(layout, tuple(range(8)), 2)
    for site in layout.sites:
        if site.grid is not None and sum(site.grid) % 2:
            for diagonal in (1, 3, 5, 7):
                layout.steps[diagonal][site.index] = -1
    finish_rectangle(layout)
    return layout

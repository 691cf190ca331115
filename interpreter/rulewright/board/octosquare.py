"""Octosquare boards: squares with octagons between them (Creeper)."""

from __future__ import annotations

from . import compass
from .board import Site
from .layout import Layout
from .problems import Collector
from .rectangle import ORTHOGONAL, add_grid, columns_and_rows, finish_rectangle, fits, join_by_place
from .spec import BoardSpec, letters_of


def octosquare(spec: BoardSpec, problems: Collector) -> Layout | None:
    """All squares, then all octagons; orth joins like with like, diag leads from one to the other."""
    size = columns_and_rows(spec, problems, at_least=2)
    if size is None or not fits(size[0] * size[1] + (size[0] - 1) * (size[1] - 1), spec, problems):
        return None
    columns, rows = size
    if columns > 26:
        # From here on "ab12" would be both a square of column ab and an octagon.
        message = "an octosquare board can have at most 26 columns."
        problems.add("board-size", message, "size", "make the board narrower")
        return None
    layout = Layout(
        f"{columns}x{rows} octosquare board",
        "octosquare",
        compass.SQUARE,
        adjacency="orth",
        main_classes=("square", "octagon"),
    )
    add_grid(layout, "square", columns, rows)
    for row in range(1, rows):
        for column in range(1, columns):
            name = f"{letters_of(column)}{letters_of(column + 1)}{row}{row + 1}"
            layout.add(Site(0, name, "octagon", column - 0.5, row - 0.5, grid=(column - 1, row - 1)))
            layout.places.append((2 * column - 1, 2 * row - 1))
    join_by_place(layout, ORTHOGONAL, 2)
    join_by_place(layout, (1, 3, 5, 7), 1)
    finish_rectangle(layout)
    return layout

"""Square boards and the unbounded square plane."""

from __future__ import annotations

from . import compass
from .board import Site
from .layout import Layout
from .problems import Collector
from .rectangle import SQUARE_FRAME, add_grid, columns_and_rows, finish_rectangle, fits, join_by_place
from .spec import BoardSpec


def square(spec: BoardSpec, problems: Collector) -> Layout | None:
    """A rectangle of square cells, each with up to eight neighbours."""
    size = columns_and_rows(spec, problems)
    # Half of a board that is only dark or only light is never there, so it does not count.
    if size is None or not fits(size[0] * size[1] // (2 if spec.only else 1), spec, problems):
        return None
    columns, rows = size
    layout = Layout(f"{columns}x{rows} board", "square", compass.SQUARE, frame=SQUARE_FRAME)
    add_grid(layout, "cell", columns, rows)
    join_by_place(layout, tuple(range(8)), 2)
    finish_rectangle(layout)
    return layout


def plane(tiling: str, side: int) -> Layout:
    """The torus behind an unbounded square or hex board; with side 0 a plane without any site yet.

    The names are those of the torus; the names that players see follow the pieces (D106).
    """
    hexagonal = tiling == "hex"
    words = compass.HEX if hexagonal else compass.SQUARE
    vectors = compass.HEX_VECTORS if hexagonal else compass.SQUARE_VECTORS
    layout = Layout(f"unbounded {tiling} board", tiling, words, wrap=side, unbounded=True)
    layout.centre = 1 if side else 0
    for row in range(side):
        for column in range(side):
            x, y = (column + row / 2, row * 0.75**0.5) if hexagonal else (float(column), float(row))
            layout.add(Site(0, f"{column},{row}", "cell", x, y, column, row, (column, row)))
    for (right, up), table in zip(vectors, layout.steps, strict=True):
        for number in range(side * side):
            row, column = divmod(number, side)
            table[number] = (row + up) % side * side + (column + right) % side
    return layout

"""What square, alquerque and octosquare boards share: columns, rows and their four sides."""

from __future__ import annotations

from . import compass
from .bits import mask_of
from .board import Site
from .layout import Frame, Layout, hull_corners, missing_a_step, nearest_to_middle
from .problems import Collector, too_many_sites
from .spec import BoardSpec, letters_of

ORTHOGONAL = (0, 2, 4, 6)


def columns_and_rows(spec: BoardSpec, problems: Collector, at_least: int = 1) -> tuple[int, int] | None:
    """The size as columns and rows; ``None`` after a problem."""
    size = spec.size
    if isinstance(size, int):
        size = (size, size)
    if not isinstance(size, tuple):
        problems.add("board-size", "the board needs a size.", "size", 'write columns x rows: "size: 8x8"')
        return None
    if min(size) < at_least:
        problems.add(
            "board-size",
            f"this board needs at least {at_least} columns and {at_least} rows."
            if at_least > 1
            else "this board needs at least one column and one row.",
            "size",
            'write columns x rows: "size: 8x8"',
        )
        return None
    return size


def fits(count: int, spec: BoardSpec, problems: Collector, key: str = "size") -> bool:
    """Whether so many sites are allowed; asked before any of them is made."""
    if count > spec.max_sites:
        problems.add("board-limit", too_many_sites(count, spec.max_sites), key, "make the board smaller")
        return False
    return True


def add_grid(layout: Layout, cls: str, columns: int, rows: int) -> None:
    """Adds the sites of a rectangle, row by row from the bottom, named by column letter and row."""
    for row in range(rows):
        for column in range(columns):
            name = f"{letters_of(column + 1)}{row + 1}"
            layout.add(Site(0, name, cls, float(column), float(row), column + 1, row + 1, (column, row)))
            layout.places.append((2 * column, 2 * row))


def join_by_place(layout: Layout, directions: tuple[int, ...], reach: int) -> None:
    """Fills the steps of these directions: ``reach`` is how far apart neighbours are in the fine numbers."""
    at = {place: number for number, place in enumerate(layout.places)}
    for direction in directions:
        right, up = compass.SQUARE_VECTORS[direction]
        table = layout.steps[direction]
        for number, (x, y) in enumerate(layout.places):
            table[number] = at.get((x + reach * right, y + reach * up), -1)


def finish_rectangle(layout: Layout) -> None:
    """Rim, corners, middle and the sides n, e, s, w of the full shape."""
    layout.rim = missing_a_step(layout, ORTHOGONAL)
    layout.corners = hull_corners(layout.places)
    layout.centre = nearest_to_middle(layout.places, 1)
    layout.sides = tuple(
        mask_of(number for number, after in enumerate(layout.steps[direction]) if after < 0) for direction in ORTHOGONAL
    )


SQUARE_FRAME = Frame(
    sides=(("n", (0, 1), 3, 0), ("e", (1, 0), 0, 1), ("s", (0, -1), 1, 2), ("w", (-1, 0), 2, 3)),
    corners=(("ne", (1, 1)), ("se", (1, -1)), ("sw", (-1, -1)), ("nw", (-1, 1))),
    cells_at_corner=4,
    pointers={vector: direction for direction, vector in enumerate(compass.SQUARE_VECTORS)},
    straight=True,
    scale=(0.5, 0.5),
)

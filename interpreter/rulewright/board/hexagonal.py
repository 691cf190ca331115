"""Hex boards: hexagons, rhombuses, triangles, stars, and any centred rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from . import compass
from .bits import mask_of
from .board import Site
from .layout import Frame, Layout, hull_corners, missing_a_step, nearest_to_middle
from .problems import Collector, did_you_mean
from .rectangle import columns_and_rows, fits
from .spec import BoardSpec, letters_of

SHAPES = ("hexagon", "rhombus", "triangle", "star")
ALL = tuple(range(6))

# A cell is 4 wide and its rows are 6 apart, so that middles of edges are whole numbers too.
HEX_FRAME = Frame(
    sides=(
        ("ne", (1, 3), 0, 1),
        ("e", (2, 0), 1, 2),
        ("se", (1, -3), 2, 3),
        ("sw", (-1, -3), 3, 4),
        ("w", (-2, 0), 4, 5),
        ("nw", (-1, 3), 5, 0),
    ),
    corners=(
        ("c1", (0, 4)),
        ("c2", (2, 2)),
        ("c3", (2, -2)),
        ("c4", (0, -4)),
        ("c5", (-2, -2)),
        ("c6", (-2, 2)),
    ),
    cells_at_corner=3,
    pointers={(1, 3): 0, (2, 0): 1, (1, -3): 2, (-1, -3): 3, (-2, 0): 4, (-1, 3): 5},
    straight=False,
    scale=(0.25, 0.75**0.5 / 6),
)


# The same on its side: columns are 6 apart.
CORNER_FRAME = Frame(
    sides=(
        ("n", (0, 2), 5, 0),
        ("ne", (3, 1), 0, 1),
        ("se", (3, -1), 1, 2),
        ("s", (0, -2), 2, 3),
        ("sw", (-3, -1), 3, 4),
        ("nw", (-3, 1), 4, 5),
    ),
    corners=(
        ("c1", (2, 2)),
        ("c2", (4, 0)),
        ("c3", (2, -2)),
        ("c4", (-2, -2)),
        ("c5", (-4, 0)),
        ("c6", (-2, 2)),
    ),
    cells_at_corner=3,
    pointers={(0, 2): 0, (3, 1): 1, (3, -1): 2, (0, -2): 3, (-3, -1): 4, (-3, 1): 5},
    straight=False,
    scale=(0.75**0.5 / 6, 0.25),
)


@dataclass(frozen=True)
class _Cell:
    """A cell before it is placed: steps e and ne from some point (on a corner: ne and n), and what names it."""

    q: int
    r: int
    name: str
    column: int
    row: int


def hexagonal(spec: BoardSpec, problems: Collector) -> Layout | None:
    """The hex board of a spec."""
    if spec.rows is not None:
        return _rows(spec, problems)
    if spec.shape is None:
        help = 'add "shape: hexagon" (or rhombus, triangle, star), or give the lengths of its rows'
        problems.add("board-shape", "a hex board needs a shape.", "tiling", help)
        return None
    if spec.shape not in SHAPES:
        help = did_you_mean(spec.shape, SHAPES) or f"the shapes are {', '.join(SHAPES)}"
        problems.add("board-shape", f'"{spec.shape}" is not a shape of hex boards.', "shape", help)
        return None
    if spec.shape == "rhombus":
        return _rhombus(spec, problems)
    if not isinstance(spec.size, int):
        message = f"the size of a {spec.shape} is one number, the cells of a side."
        problems.add("board-size", message, "size", 'write for example "size: 5"')
        return None
    if spec.size < 1:
        message = f"a {spec.shape} needs a side of at least 1 cell."
        problems.add("board-size", message, "size", 'write for example "size: 5"')
        return None
    make = {"hexagon": _hexagon, "triangle": _triangle, "star": _star}[spec.shape]
    return make(spec.size, spec, problems)


def _hexagon(side: int, spec: BoardSpec, problems: Collector) -> Layout | None:
    if not fits(3 * side * (side - 1) + 1, spec, problems):
        return None
    longest = 2 * side - 1
    pairs = [
        (line, diagonal)
        for line in range(1, longest + 1)
        for diagonal in range(max(1, line - side + 1), min(longest, line + side - 1) + 1)
    ]
    if spec.stands_on == "corner":
        cells = [
            _Cell(line, diagonal - line, f"{letters_of(line)}{diagonal}", line, diagonal) for line, diagonal in pairs
        ]
        layout = _placed(f"hexagon board of side {side} on a corner", cells, corner_up=True)
    else:
        cells = [
            _Cell(diagonal - line, line, f"{letters_of(line)}{diagonal}", diagonal, line) for line, diagonal in pairs
        ]
        layout = _placed(f"hexagon board of side {side}", cells)
    # A cell in a corner of the board is on two of them.
    layout.sides = (
        _where(cells, lambda cell: cell.row == longest),
        _where(cells, lambda cell: cell.column == longest),
        _where(cells, lambda cell: cell.column - cell.row == side - 1),
        _where(cells, lambda cell: cell.row == 1),
        _where(cells, lambda cell: cell.column == 1),
        _where(cells, lambda cell: cell.row - cell.column == side - 1),
    )
    return layout


def _rhombus(spec: BoardSpec, problems: Collector) -> Layout | None:
    size = columns_and_rows(spec, problems)
    if size is None or not fits(size[0] * size[1], spec, problems):
        return None
    columns, rows = size
    cells = [
        _Cell(column, row, f"{letters_of(column)}{row}", column, row)
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    ]
    layout = _placed(f"{columns}x{rows} rhombus board", cells)
    layout.sides = (
        _where(cells, lambda cell: cell.row == rows),
        _where(cells, lambda cell: cell.column == columns),
        _where(cells, lambda cell: cell.row == 1),
        _where(cells, lambda cell: cell.column == 1),
    )
    return layout


def _triangle(side: int, spec: BoardSpec, problems: Collector) -> Layout | None:
    if not fits(side * (side + 1) // 2, spec, problems):
        return None
    cells = [
        _Cell(column, row, f"{letters_of(column)}{row}", column, row)
        for row in range(1, side + 1)
        for column in range(1, side - row + 2)
    ]
    layout = _placed(f"triangle board of side {side}", cells)
    layout.sides = (
        _where(cells, lambda cell: cell.column + cell.row == side + 1),
        _where(cells, lambda cell: cell.row == 1),
        _where(cells, lambda cell: cell.column == 1),
    )
    return layout


def _star(side: int, spec: BoardSpec, problems: Collector) -> Layout | None:
    """A hexagon of side n + 1 with a triangle of side n on each of its sides."""
    if not fits(3 * (side + 1) * side + 1 + 3 * side * (side + 1), spec, problems):
        return None
    lower = [*range(1, side + 1), *range(3 * side + 1, 2 * side + 1, -1)]
    lengths = [*lower, 2 * side + 1, *reversed(lower)]
    layout = _placed(f"star board of side {side}", _centred(lengths))
    arms: dict[int, list[int]] = {arm: [] for arm in range(1, 7)}
    start = 0
    for number, length in enumerate(lengths):
        row = list(range(start, start + length))
        start += length
        from_end = min(number, len(lengths) - 1 - number)
        below = number < len(lengths) // 2
        if from_end < side:
            arms[1 if below else 4] += row
        elif from_end < 2 * side:
            width = 2 * side - from_end
            # Clockwise from the bottom means that the lower left arm comes next.
            arms[2 if below else 3] += row[:width]
            arms[6 if below else 5] += row[length - width :]
    layout.points = {arm: mask_of(sites) for arm, sites in arms.items()}
    return layout


def _rows(spec: BoardSpec, problems: Collector) -> Layout | None:
    lengths = list(spec.rows or ())
    if not lengths or min(lengths) < 1:
        problems.add("board-size", "every row of the board needs at least 1 cell.", "rows", "leave empty rows out")
        return None
    if not fits(sum(lengths), spec, problems, "rows"):
        return None
    for number, (below, above) in enumerate(pairwise(lengths), start=1):
        if (above - below) % 2 == 0:
            message = f"rows {number} and {number + 1} ({below} and {above} cells) do not interlock."
            help = "rows are centred: lengths of neighbours must differ by an odd number, as in 9 10 11 10 9"
            problems.add("board-shape", message, "rows", help)
            return None
    return _placed("hex board", _centred(lengths))


def _centred(lengths: list[int]) -> list[_Cell]:
    """Rows that are centred above each other, cells numbered from the left."""
    cells: list[_Cell] = []
    for r, length in enumerate(lengths):
        # Half cells from the middle line; the sum is even in every row because the lengths interlock.
        left = -(length - 1) - r + (lengths[0] - 1)
        cells.extend(
            _Cell(left // 2 + number, r, f"{letters_of(r + 1)}{number + 1}", number + 1, r + 1)
            for number in range(length)
        )
    return cells


def _placed(kind: str, cells: list[_Cell], corner_up: bool = False) -> Layout:
    """The layout of these cells, with steps, rim, corners and middle."""
    words, frame = (compass.CORNER_HEX, CORNER_FRAME) if corner_up else (compass.HEX, HEX_FRAME)
    layout = Layout(kind, "hex", words, frame=frame, corner_up=corner_up)
    # Half cells along the lines in which cells follow each other side by side, and the number of such a line.
    halves = [(2 * cell.r + cell.q, cell.q) if corner_up else (2 * cell.q + cell.r, cell.r) for cell in cells]
    start, first = min(along for along, _ in halves), min(line for _, line in halves)
    at = {(cell.q, cell.r): number for number, cell in enumerate(cells)}
    for cell, (along, line) in zip(cells, halves, strict=True):
        where = ((along - start) / 2, (line - first) * 0.75**0.5)
        fine = (2 * (along - start), 6 * (line - first))
        x, y = where[::-1] if corner_up else where
        layout.add(Site(0, cell.name, "cell", x, y, cell.column, cell.row, (cell.q, cell.r)))
        layout.places.append(fine[::-1] if corner_up else fine)
    for (right, up), table in zip(compass.HEX_VECTORS, layout.steps, strict=True):
        for number, cell in enumerate(cells):
            table[number] = at.get((cell.q + right, cell.r + up), -1)
    layout.rim = missing_a_step(layout, ALL)
    layout.corners = hull_corners(layout.places)
    # Two rows are sqrt(3)/2 cells apart: with a cell 4 wide and rows 2 apart, a squared step up counts three.
    flat = [place[::-1] if corner_up else place for place in layout.places]
    layout.centre = nearest_to_middle([(x, y // 3) for x, y in flat], 3)
    return layout


def _where(cells: list[_Cell], test: Callable[[_Cell], bool]) -> int:
    return mask_of(number for number, cell in enumerate(cells) if test(cell))

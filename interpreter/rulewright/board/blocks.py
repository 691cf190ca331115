"""Blocks: sites that stand for parts of a board, as the small boards of ultimate tic-tac-toe (D130)."""

from __future__ import annotations

from . import compass
from .bits import mask_of
from .board import Site
from .layout import Layout
from .problems import Collector, too_many_sites
from .spec import BoardSpec


def add_blocks(layout: Layout, spec: BoardSpec, problems: Collector) -> None:
    """Adds the sites of all classes of blocks, drawn as boards of their own to the right of the cells."""
    at = {(site.column or 0, site.row or 0): site.index for site in layout.sites if site.column is not None}
    columns, rows = (max((place[axis] for place in at), default=0) for axis in (0, 1))
    for cls, (width, height) in spec.blocks.items():
        where = ("blocks", cls)
        if not width or not height or columns % width or rows % height:
            message = f"a board of {columns}x{rows} cells cannot be cut into blocks of {width}x{height}."
            problems.add(
                "board-class", message, where, "write columns x rows of a block, so that the blocks fill the board"
            )
            continue
        across, up = columns // width, rows // height
        if len(layout.sites) + across * up > spec.max_sites:
            problems.add(
                "board-limit",
                too_many_sites(len(layout.sites) + across * up, spec.max_sites),
                where,
                "make the board smaller",
            )
            return
        layout.own_classes.append(cls)
        _add_class(layout, cls, at, (across, up), (width, height))


def _add_class(
    layout: Layout,
    cls: str,
    at: dict[tuple[int, int], int],
    count: tuple[int, int],
    size: tuple[int, int],
) -> None:
    right = max(site.x for site in layout.sites) + 2
    column = 1 + max(site.grid[0] for site in layout.sites if site.grid is not None)
    blocks: dict[tuple[int, int], int] = {}
    for y in range(count[1]):
        for x in range(count[0]):
            places = [(x * size[0] + i + 1, y * size[1] + j + 1) for j in range(size[1]) for i in range(size[0])]
            cells = [at[place] for place in places]
            name = layout.sites[cells[0]].name + layout.sites[cells[-1]].name
            block = layout.add(Site(0, name, cls, right + 1.4 * x, float(y), grid=(column + x, y)))
            blocks[x, y] = block
            layout.blocks[block] = mask_of(cells)
            layout.touching += [(block, cell) for cell in cells]
    for (x, y), block in blocks.items():
        for (right_by, up_by), table in zip(compass.SQUARE_VECTORS, layout.steps, strict=True):
            table[block] = blocks.get((x + right_by, y + up_by), -1)
    layout.counterparts[cls] = {
        cell: blocks[inside]
        for (cell_column, cell_row), cell in at.items()
        if (inside := ((cell_column - 1) % size[0], (cell_row - 1) % size[1])) in blocks
    }

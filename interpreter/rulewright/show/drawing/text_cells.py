"""Boards of cells as text: squares, hexagons, octagons, and cells with edges between them."""

from __future__ import annotations

from collections import Counter

from .coordinates import Label, labels_of
from .scene import ROW, Shape, Spot
from .writer import DIM, Writer


def write_cells(writer: Writer) -> None:
    """Squares or hexagons in rows."""
    scene = writer.scene
    labels = writer.labels()
    width = writer.width(scene.main)
    pitch, row, column = max(width, widest_in_a_row(labels)) + writer.room, 1.0, 1.0
    if scene.rules.board.corner_up:  # cells of neighbouring columns stand on different lines
        row, column = 0.5, ROW
    elif scene.shape is Shape.HEX:
        pitch, row = pitch + pitch % 2, ROW  # rows are half a cell apart
    for spot in scene.main:
        writer.put(spot, -round(spot.y / row), round(spot.x / column * pitch))
    for label in sorted(labels, key=lambda label: not label.up):
        x = label.x + (label.right if label.up else 0)
        writer.label(label, -round((label.y + label.up) / row), round(x / column * pitch), width)


def widest_in_a_row(labels: list[Label]) -> int:
    """The room that coordinates need which stand side by side."""
    rows = Counter(round(label.y + label.up, 3) for label in labels if label.up)
    crowded = [label for label in labels if label.up and rows[round(label.y + label.up, 3)] > 1]
    return max((len(label.text) for label in crowded), default=1)


def write_octosquare(writer: Writer) -> None:
    """Squares in square brackets, octagons in round ones, on lines of their own."""
    scene = writer.scene
    width = writer.width(scene.main)
    pitch = width + 3 + (width + 3) % 2
    for spot in scene.main:
        line, column = -round(2 * spot.y), round(spot.x * pitch)
        around = "[]" if spot.cls == "square" else "()"
        writer.put(spot, line, column, writer.text(spot).ljust(width), around)
    for label in labels_of(scene):
        line, column = -round(2 * label.y), round(label.x * pitch)
        writer.label(label, line + 1 if label.up else line, column if label.up else column - 1, width)


def write_walls(writer: Writer, unicode: bool) -> None:
    """Square cells with their edges and corners."""
    scene = writer.scene
    width = max(3, writer.width(scene.main) + 2)
    pitch = width + 1

    def line_of(y: float) -> int:
        return -round(2 * y)

    def column_of(x: float) -> int:
        return round((x + 0.5) * pitch)

    level, upright, crossing, post = ("━", "┃", "╋", "∙") if unicode else ("-", "|", "#", "+")
    for spot in scene.main:
        inside = column_of(spot.x - 0.5) + 1
        writer.put(spot, line_of(spot.y), inside + (width - len(writer.text(spot))) // 2)
        for x in (spot.x - 0.5, spot.x + 0.5):
            for y in (spot.y - 0.5, spot.y + 0.5):
                writer.canvas.put(line_of(y), column_of(x), post, DIM)
    for spot in scene.hanging:
        line, column = line_of(spot.y), column_of(spot.x)
        whole_column, whole_row = spot.x == round(spot.x), spot.y == round(spot.y)
        if whole_column:  # an edge above or below a cell
            sign, column, long = level, column_of(spot.x - 0.5) + 1, width
        else:
            sign, long = (upright, 1) if whole_row else (crossing, 1)
        _put_wall(writer, spot, line, column, sign, long)
    for label in labels_of(scene):
        if label.up:
            writer.canvas.put(line_of(label.y) + 2, column_of(label.x - 0.5) + 1 + width // 2, label.text, DIM)
        else:
            column = column_of(label.x - 0.5) - 1 - len(label.text)
            writer.canvas.put(line_of(label.y), column, label.text, DIM)


def _put_wall(writer: Writer, spot: Spot, line: int, column: int, sign: str, long: int) -> None:
    """A neutral piece on an edge is the stroke itself; one with an owner shows his letter in it."""
    writer.drawn.add(spot.site)
    if spot.occupied:
        top = next(stack[-1] for stack in spot.stacks if stack)
        shown = sign * long if top.owner is None else writer.text(spot).center(long, sign)[:long]
        writer.canvas.put(line, column, shown, writer.style(spot))
    elif writer.is_marked(spot):
        writer.canvas.put(line, column, "*".center(long), writer.style(spot))

"""Boards of points as text: drawings with their lines, and lists of places."""

from __future__ import annotations

from .coordinates import labels_of, named_singly
from .lines import joined_points, least_gap
from .scene import Spot
from .writer import DIM, Writer

TALLEST = 20
WIDEST = 78
BOX_STROKES = "─│\u2571\u2572┼\u2573"  # the slanting ones are written so because they look like letters


def write_points(writer: Writer, unicode: bool) -> None:
    """Points where they are, joined by strokes."""
    scene = writer.scene
    singly = named_singly(scene)
    texts = {spot.site: _text(writer, spot, singly) for spot in scene.main}
    tallest = max(spot.y for spot in scene.main)
    down = 2 / least_gap([spot.y for spot in scene.main])
    if tallest * down > TALLEST:
        down /= 2
    # A letter is about half as wide as a line is high.
    room = max(map(len, texts.values())) + (3 if writer.brackets else 1)
    across = max(2 * down, room / least_gap([spot.x for spot in scene.main]))

    def place(x: float, y: float) -> tuple[int, int]:
        return -round(y * down), round(x * across)

    for one, other in joined_points(scene):
        _stroke(writer, place(one.x, one.y), place(other.x, other.y), unicode)
    for spot in scene.main:
        line, column = place(spot.x, spot.y)
        writer.put(spot, line, column - (len(texts[spot.site]) - 1) // 2, texts[spot.site])
    for label in labels_of(scene):
        line, column = place(label.x, label.y)
        if label.up:
            writer.canvas.put(line + 1, column, label.text, DIM)
        else:
            writer.canvas.put(line, column - 2 - len(label.text), label.text, DIM)


def _text(writer: Writer, spot: Spot, singly: bool) -> str:
    if not singly:
        return writer.text(spot)
    return f"{spot.name}:{writer.text(spot)}" if spot.occupied else spot.name


def _stroke(writer: Writer, start: tuple[int, int], end: tuple[int, int], unicode: bool) -> None:
    flat, upright, rising, falling, cross, slanting_cross = tuple(BOX_STROKES if unicode else "-|/\\+X")
    crossings = {frozenset((flat, upright)): cross, frozenset((rising, falling)): slanting_cross}
    (top, from_column), (bottom, to_column) = sorted((start, end))
    if top == bottom:
        for column in range(from_column + 1, to_column):
            writer.canvas.stroke(top, column, flat, crossings)
        return
    sign = upright if from_column == to_column else (rising if to_column < from_column else falling)
    for line in range(top + 1, bottom):
        shift = (to_column - from_column) * (line - top) / (bottom - top)
        writer.canvas.stroke(line, from_column + round(shift), sign, crossings)


def write_pits(writer: Writer) -> None:
    """Places in rows, each with its name outside; a plain list if they do not fit side by side."""
    scene = writer.scene
    space = 2 if writer.brackets else 0
    widths: dict[float, int] = {}
    for spot in scene.main:
        wide = max(2, len(spot.name), len(writer.text(spot)) + space)
        widths[spot.x] = max(wide, widths.get(spot.x, 0))
    starts, total = {}, 0
    for x in sorted(widths):
        starts[x] = total
        total += widths[x] + 1
    if total > WIDEST:
        _write_list(writer)
        return
    middle = (min(spot.y for spot in scene.main) + max(spot.y for spot in scene.main)) / 2
    for spot in scene.main:
        line, text = -round(2 * spot.y), writer.text(spot)
        start, wide = starts[spot.x], widths[spot.x]
        writer.canvas.put(line + (-1 if spot.y > middle else 1), start + (wide - len(spot.name)) // 2, spot.name, DIM)
        writer.put(spot, line, start + (wide - len(text)) // 2, text)


def _write_list(writer: Writer) -> None:
    line = column = 0
    widest = max(len(spot.name) + len(writer.text(spot)) + 4 for spot in writer.scene.main)
    for spot in writer.scene.main:
        if column + widest > WIDEST:
            line, column = line + 1, 0
        writer.canvas.put(line, column, spot.name, DIM)
        writer.put(spot, line, column + len(spot.name) + 2)
        column += widest

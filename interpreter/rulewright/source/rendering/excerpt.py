"""The line that a message speaks of, with marks under the exact word."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate

from ..source import Span
from .characters import visible, width

TAB = 4
WIDEST = 100  # columns of a source line that are shown; a longer one is cut around the marks
CUT = "…"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is shown of a line; `marked` columns of it, after `indent` others, are marked."""

    line: int
    text: str
    indent: int
    marked: int


def excerpt(span: Span) -> Excerpt:
    """The first line of the span; a span over several lines is marked to the end of the first one."""
    line, column = span.source.position(span.start)
    text = span.source.line(line)
    first = min(column - 1, len(text))
    last = min(first + max(span.end - span.start, 0), len(text))
    cells, lefts = _cells(text)
    while 0 < first < len(text) and lefts[first] == lefts[first + 1]:
        first -= 1  # an accent alone is marked together with its letter
    start, end = lefts[first], max(lefts[last], lefts[first] + 1)
    if lefts[-1] <= WIDEST:
        return Excerpt(line, "".join(cells), start, end - start)
    return _cut(line, cells, lefts, start, end)


def _cells(text: str) -> tuple[list[str], list[int]]:
    """What is shown for each character, and the column at which each begins (and, last, where all ends)."""
    cells: list[str] = []
    widths: list[int] = []
    column = 0
    for char in text:
        if char == "\t":
            cells.append(" " * (TAB - column % TAB))
            widths.append(len(cells[-1]))
        elif char.isprintable():
            cells.append(char)
            widths.append(width(char))
        else:
            cells.append(visible(char))
            widths.append(len(cells[-1]))
        column += widths[-1]
    return cells, list(accumulate(widths, initial=0))


def _cut(line: int, cells: list[str], lefts: list[int], start: int, end: int) -> Excerpt:
    """A window of a long line: the marks begin in its first two thirds, or a third after its beginning."""
    begin = 0 if start <= WIDEST * 2 // 3 else bisect_left(lefts, start - WIDEST // 3)
    stop = bisect_right(lefts, lefts[begin] + WIDEST) - 1
    before = CUT if begin else ""
    after = CUT if stop < len(cells) else ""
    marked = max(min(end, lefts[stop]) - start, 1)
    shown = before + "".join(cells[begin:stop]) + after
    return Excerpt(line, shown, start - lefts[begin] + len(before), marked)

"""Boards drawn with letters: named points joined by the strokes ``- | / \\``.

``+`` is where a flat and an upright stroke cross without a point, ``X`` the same for two slanting strokes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import compass
from .board import Site
from .layout import Layout
from .problems import Collector, Span, shown, too_many_sites
from .spec import BoardSpec

WHERE = ("drawing",)
WIDEST_SHIFT = 4
"""How many columns a slanting stroke may move sideways from one line to the next."""

_TOKEN = re.compile(r"(?P<name>[a-z][a-z0-9_]*)|(?P<dashes>[-+]+)|(?P<stroke>[|/\\X])|(?P<other>[^ ])")
_NORTH, _NORTH_EAST, _EAST, _NORTH_WEST = 0, 1, 2, 7


@dataclass(frozen=True)
class _Point:
    """A named point: its line from the top, and its columns ``start`` to ``end`` (end not included)."""

    name: str
    line: int
    start: int
    end: int


class _Picture:
    """The drawing, taken apart into points and single stroke characters."""

    def __init__(self, text: str, problems: Collector) -> None:
        self.problems = problems
        self.lines = [line.rstrip() for line in text.split("\n")]
        self.starts: list[int] = []
        offset = 0
        for line in text.split("\n"):
            self.starts.append(offset)
            offset += len(line) + 1
        self.points: list[_Point] = []
        self.owner: dict[tuple[int, int], int] = {}
        self.dashes: list[tuple[int, int, int]] = []
        self.strokes: dict[tuple[int, int], str] = {}
        for number, line in enumerate(self.lines):
            for token in _TOKEN.finditer(line):
                self._take(number, token)

    def _take(self, line: int, token: re.Match[str]) -> None:
        start, end = token.span()
        if token["name"]:
            self.owner.update(((line, column), len(self.points)) for column in range(start, end))
            self.points.append(_Point(token["name"], line, start, end))
        elif token["dashes"]:
            self.dashes.append((line, start, end))
            for column in range(start, end):
                self.strokes[line, column] = self.lines[line][column]
        elif token["stroke"]:
            self.strokes[line, start] = token["stroke"]
        else:
            found = "a tab" if token.group() == "\t" else f'"{token.group()}"'
            help = "a drawing has points with small letters and digits as names, and strokes - | / \\"
            self.problem(f"{found} cannot be part of a drawing.", self.span(line, start, end), help)

    def span(self, line: int, start: int, end: int) -> Span:
        return self.starts[line] + start, self.starts[line] + end

    def point_span(self, number: int) -> Span:
        point = self.points[number]
        return self.span(point.line, point.start, point.end)

    def problem(self, message: str, span: Span | None, help: str | None = None) -> None:
        self.problems.add("board-drawing", message, WHERE, help, span)


def drawing(spec: BoardSpec, problems: Collector) -> Layout | None:
    """The board of a drawing."""
    before = len(problems.found)
    picture = _Picture(spec.drawing or "", problems)
    if len(problems.found) > before:
        return None  # the strokes beside a sign that cannot be read would lead to nothing
    if not picture.points:
        picture.problem("this drawing has no points.", None, 'draw named points joined by strokes: "a--b--c"')
        return None
    if len(picture.points) > spec.max_sites:
        message = too_many_sites(len(picture.points), spec.max_sites)
        problems.add("board-limit", message, WHERE, "draw fewer points")
        return None
    _check_names(picture)
    joins = [*_flat_strokes(picture), *_upright_strokes(picture), *_slanting_strokes(picture)]
    order = sorted(
        range(len(picture.points)),
        key=lambda number: (-picture.points[number].line, picture.points[number].start),
    )
    layout = _placed(picture, order, joins)
    return layout if len(problems.found) == before else None


def _check_names(picture: _Picture) -> None:
    seen: set[str] = set()
    for number, point in enumerate(picture.points):
        if point.name in seen:
            message = f'the point "{shown(point.name)}" is drawn twice.'
            picture.problem(message, picture.point_span(number), "give every point a name of its own")
        seen.add(point.name)


_Join = tuple[int, int, int, Span]
"""Two points, the direction from the first to the second, and the place of the stroke in the text."""


def _flat_strokes(picture: _Picture) -> list[_Join]:
    """``-``: from the point on its left to the point on its right; blanks between are allowed."""
    joins: list[_Join] = []
    for line, start, end in picture.dashes:
        if picture.lines[line][start:end].strip("+") == "":
            continue  # a lone crossing sign belongs to the strokes around it; the upright one reports it
        left, right = _first_mark(picture, line, start - 1, -1), _first_mark(picture, line, end, 1)
        ends = [picture.owner.get((line, column)) for column in (left, right) if column is not None]
        span = picture.span(line, start, end)
        if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
            joins.append((ends[0], ends[1], _EAST, span))
        elif any(
            column is not None and (line, column) in picture.strokes
            for column in (_beside(picture, line, start - 1), _beside(picture, line, end))
        ):
            message = "this stroke runs into another stroke."
            picture.problem(message, span, "let it meet a named point, or draw + where the two lines only cross")
        else:
            message = "this stroke does not lead from a point to a point."
            picture.problem(message, span, "draw it from the name of one point to the name of the next")
    return joins


def _first_mark(picture: _Picture, line: int, column: int, step: int) -> int | None:
    """The first column from here that is not blank."""
    text = picture.lines[line]
    while 0 <= column < len(text):
        if text[column] != " ":
            return column
        column += step
    return None


def _beside(picture: _Picture, line: int, column: int) -> int | None:
    return column if (line, column) in picture.strokes else None


def _upright_strokes(picture: _Picture) -> list[_Join]:
    """``|``: straight up and down, to any letter of a name."""
    joins: list[_Join] = []
    wrong = _wrong_crossings(picture)
    for (line, column), stroke in picture.strokes.items():
        if stroke not in "|+" or _is(picture, line - 1, column, "|+"):
            continue  # only from the top of each run of strokes
        bottom = line
        while _is(picture, bottom + 1, column, "|+"):
            bottom += 1
        if any((place, column) in wrong for place in range(line, bottom + 1)):
            continue
        upper, lower = picture.owner.get((line - 1, column)), picture.owner.get((bottom + 1, column))
        if upper is not None and lower is not None:
            joins.append((lower, upper, _NORTH, picture.span(line, column, column + 1)))
            continue
        bad = line if upper is None else bottom
        blocked = picture.strokes.get((line - 1 if upper is None else bottom + 1, column))
        _leads_nowhere(picture, bad, column, "up" if upper is None else "down", blocked, "+")
    return joins


def _wrong_crossings(picture: _Picture) -> set[tuple[int, int]]:
    """Every ``+`` at which no flat and upright stroke cross, each of them told."""
    wrong = {
        (line, column)
        for (line, column), stroke in picture.strokes.items()
        if stroke == "+"
        and not (
            _goes_on(picture, line - 1, column, "|+")
            and _goes_on(picture, line + 1, column, "|+")
            and _goes_on(picture, line, column - 1, "-+")
            and _goes_on(picture, line, column + 1, "-+")
        )
    }
    for line, column in sorted(wrong):
        message = 'this "+" is not the crossing of a flat and an upright stroke.'
        help = "a + needs a - on both sides, and a | above and below; a name makes it a point"
        picture.problem(message, picture.span(line, column, column + 1), help)
    return wrong


def _is(picture: _Picture, line: int, column: int, kinds: str) -> bool:
    return picture.strokes.get((line, column), " ") in kinds


def _goes_on(picture: _Picture, line: int, column: int, kinds: str) -> bool:
    return (line, column) in picture.owner or _is(picture, line, column, kinds)


def _leads_nowhere(picture: _Picture, line: int, column: int, way: str, blocked: str | None, crossing: str) -> None:
    span = picture.span(line, column, column + 1)
    if blocked is not None:
        message = "this stroke runs into another stroke."
        picture.problem(message, span, f"let it meet a named point, or draw {crossing} where the two lines only cross")
    else:
        picture.problem(f"this stroke leads {way} to no point.", span, "draw it from one named point to another")


def _slanting_strokes(picture: _Picture) -> list[_Join]:
    """``/`` and ``\\``: from a point above to a point below, one to four columns further on each line."""
    joins: list[_Join] = []
    for sign, direction, lean in (("/", _NORTH_EAST, 1), ("\\", _NORTH_WEST, -1)):
        kinds = sign + "X"
        seen: set[tuple[int, int]] = set()
        for (line, column), stroke in sorted(picture.strokes.items()):
            if stroke not in kinds or (line, column) in seen:
                continue
            at = (line, column)
            upper = _aim(picture, at, -1, lean, kinds)
            while not isinstance(end := _aim(picture, at, 1, -lean, kinds), int) and end is not None:
                if _aim(picture, end, -1, lean, kinds) != at:
                    break
                seen.add(at)
                at = end
            seen.add(at)
            span = picture.span(line, column, column + 1)
            if isinstance(upper, int) and isinstance(end, int):
                joins.append((end, upper, direction, span))
            elif isinstance(upper, tuple) or isinstance(end, tuple):
                help = "draw the slanting strokes further apart, or put a named point between them"
                picture.problem("which stroke this one continues cannot be read.", span, help)
            elif upper is None:
                _leads_nowhere(picture, line, column, "up", None, "X")
            else:
                _leads_nowhere(picture, at[0], at[1], "down", None, "X")
    return joins


def _aim(picture: _Picture, at: tuple[int, int], down: int, lean: int, kinds: str) -> int | tuple[int, int] | None:
    """What a slanting stroke aims at on the next line: a point, more of the stroke, or nothing.

    The nearest thing in its direction counts. Straight above or below comes last, for names of one letter.
    """
    line, column = at[0] + down, at[1]
    for shift in (*range(1, WIDEST_SHIFT + 1), 0):
        place = (line, column + shift * lean)
        if place in picture.owner:
            return picture.owner[place]
        if shift and picture.strokes.get(place, " ") in kinds:
            return place
    return None


def _placed(picture: _Picture, order: list[int], joins: list[_Join]) -> Layout:
    """Numbers the points and fills their steps."""
    layout = Layout("drawing", None, compass.SQUARE, main_classes=("point",))
    lowest = max(point.line for point in picture.points)
    # A letter is about half as wide as a line is high.
    spots = [((point.start + point.end - 1) / 4, float(lowest - point.line)) for point in picture.points]
    lengths = [((spots[a][0] - spots[b][0]) ** 2 + (spots[a][1] - spots[b][1]) ** 2) ** 0.5 for a, b, _, _ in joins]
    unit = min((length for length in lengths if length > 0), default=1.0)
    left = min(x for x, _ in spots)
    number_of_point: dict[int, int] = {}
    for point in order:
        x, y = spots[point]
        number_of_point[point] = layout.add(Site(0, picture.points[point].name, "point", (x - left) / unit, y / unit))
    for start, end, direction, span in joins:
        for a, b, way in ((start, end, direction), (end, start, (direction + 4) % 8)):
            table, here = layout.steps[way], number_of_point[a]
            if table[here] >= 0:
                picture.problem(
                    f'two strokes leave the point "{shown(picture.points[a].name)}" towards {compass.SQUARE[way]}.',
                    span,
                    "a point has one neighbour in each direction",
                )
            table[here] = number_of_point[b]
    return layout

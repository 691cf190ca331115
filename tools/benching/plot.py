"""Small plots as SVG, drawn here so that no library is needed. They read well on light and on dark paper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

WIDTH, HEIGHT = 640, 380
LEFT, RIGHT, TOP, BOTTOM = 72, 120, 44, 56
GREY = "#808080"  # for text and lines: seen on white and on black
COLOURS = ("#3b82c4", "#d9822b", "#2f9e6e", "#b0569f", "#c0504d", "#7f8c2f")


@dataclass(frozen=True, slots=True)
class Point:
    """A measurement; `low` and `high` are its range over the rounds, `name` is written beside it."""

    x: float
    y: float
    low: float
    high: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The points of one colour, joined if `joined`; the name stands at the right end."""

    name: str
    points: tuple[Point, ...]
    joined: bool = True


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale: its title, its range, and the values that are written at it."""

    title: str
    low: float
    high: float
    ticks: tuple[float, ...]
    logarithmic: bool

    def part(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


def logarithmic(title: str, values: Sequence[float], steps: Sequence[float] = (1, 2, 5)) -> Axis:
    """A scale that gives every doubling the same room."""
    low, high = min(values) * 0.85, max(values) * 1.18
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [step * 10.0**power for power in powers for step in steps]
    inside = tuple(tick for tick in ticks if low <= tick <= high)
    if len(inside) < 2 and len(steps) < 9:
        return logarithmic(title, values, range(1, 10))
    return Axis(title, low, high, inside, True)


def linear(title: str, values: Sequence[float]) -> Axis:
    """A scale from 0 on."""
    high = max(values) * 1.08
    step = next(step for power in range(-3, 9) for size in (1, 2, 5) if high / (step := size * 10.0**power) <= 6)
    return Axis(title, 0, high, tuple(step * number for number in range(int(high / step) + 1)), False)


def short(value: float) -> str:
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def draw(title: str, across: Axis, up: Axis, lines: Sequence[Line], marks: Sequence[tuple[float, str]] = ()) -> str:
    """The plot as SVG text. `marks` are upright dashed lines with a word on each."""

    def x(value: float) -> str:
        return f"{LEFT + across.part(value) * (WIDTH - LEFT - RIGHT):.1f}"

    def y(value: float) -> str:
        return f"{HEIGHT - BOTTOM - up.part(value) * (HEIGHT - TOP - BOTTOM):.1f}"

    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-size="12"'
        f' font-family="system-ui, sans-serif" fill="{GREY}">',
        f"<title>{escape(title)}</title>",
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for tick in up.ticks:
        parts.append(f'<path d="M{LEFT} {y(tick)}H{right}" stroke="{GREY}" stroke-opacity=".25"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(tick)}" text-anchor="end" dy=".35em">{short(tick)}</text>')
    for tick in across.ticks:
        parts.append(f'<path d="M{x(tick)} {bottom}v5" stroke="{GREY}"/>')
        parts.append(f'<text x="{x(tick)}" y="{bottom + 19}" text-anchor="middle">{short(tick)}</text>')
    for value, word in marks:
        if across.low < value < across.high:
            parts.append(
                f'<path d="M{x(value)} {TOP}V{bottom}" stroke="{GREY}" stroke-opacity=".6" stroke-dasharray="3 4"/>'
            )
            place = f'x="{x(value)}" y="{TOP - 5}"'
            parts.append(f'<text {place} text-anchor="middle" font-size="11">{escape(word)}</text>')
    parts.append(f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="{GREY}"/>')
    middle = (LEFT + right) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 14}" text-anchor="middle">{escape(across.title)}</text>')
    half = (TOP + bottom) / 2
    parts.append(
        f'<text x="16" y="{half}" text-anchor="middle" transform="rotate(-90 16 {half})">{escape(up.title)}</text>'
    )
    for line, height in zip(lines, _apart([float(y(line.points[-1].y)) for line in lines]), strict=True):
        colour = COLOURS[lines.index(line) % len(COLOURS)]
        way = "L".join(f"{x(point.x)} {y(point.y)}" for point in line.points)
        if line.joined:
            parts.append(f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
            place = f'x="{float(x(line.points[-1].x)) + 10:.1f}" y="{height:.1f}"'
            parts.append(f'<text {place} dy=".35em" fill="{colour}">{escape(line.name)}</text>')
        for point in line.points:
            parts.append(
                f'<path d="M{x(point.x)} {y(point.low)}V{y(point.high)}" stroke="{colour}" stroke-opacity=".5"'
                ' stroke-width="4"/>'
            )
            parts.append(f'<circle cx="{x(point.x)}" cy="{y(point.y)}" r="3.2" fill="{colour}"/>')
    named = [
        (float(x(point.x)), float(y(point.y)), point.name) for line in lines for point in line.points if point.name
    ]
    for left, height, name in _free(named):
        parts.append(f'<text x="{left:.1f}" y="{height:.1f}" font-size="11">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _free(named: Sequence[tuple[float, float, str]]) -> list[tuple[float, float, str]]:
    """The names that have room, beside their points; the highest points are named first."""
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y, _ in named]
    found = []
    for x, y, name in sorted(named, key=lambda one: one[1]):
        width = 6.2 * len(name)
        for left, height in ((x + 7, y + 4), (x - 7 - width, y + 4), (x - width / 2, y - 8), (x - width / 2, y + 16)):
            box = (left, height - 10, left + width, height + 2)
            fits = left > LEFT and left + width < WIDTH and height < HEIGHT - BOTTOM
            if fits and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                found.append((left, height, name))
                break
    return found


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _apart(heights: Sequence[float], least: float = 15) -> list[float]:
    """Moves names apart that would lie on one another, and keeps their order."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    found = list(heights)
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + least)
    return found

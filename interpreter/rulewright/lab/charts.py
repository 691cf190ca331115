"""Pictures of figures: plain SVG that takes its colours from the page, each with its numbers in a table beneath."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 640, 220
_LEFT, _BOTTOM, _TOP, _RIGHT = 44, 26, 22, 10


@dataclass(frozen=True, slots=True)
class Frame:
    """Where numbers lie in a picture."""

    x0: float
    x1: float
    y0: float
    y1: float

    def x(self, value: float) -> float:
        return _LEFT + (value - self.x0) / ((self.x1 - self.x0) or 1) * (WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - _BOTTOM - (value - self.y0) / ((self.y1 - self.y0) or 1) * (HEIGHT - _BOTTOM - _TOP)

    def axes(self, what: str) -> str:
        """Lines and numbers; `what` is counted from left to right."""
        parts = []
        for step in range(5):
            value = self.y0 + (self.y1 - self.y0) * step / 4
            y = self.y(value)
            parts.append(f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_short(value)}</text>')
        told = set[str]()
        for step in range(5):
            value = self.x0 + (self.x1 - self.x0) * step / 4
            x = self.x(value)
            anchor = "end" if step == 4 else "middle"  # the last one would be cut off
            if (number := _short(value)) not in told:  # all games of one length: 1000, 1000, 1000, 1001, 1001
                parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="{anchor}">{number}</text>')
            told.add(number)
        parts.append(f'<text x="{WIDTH - _RIGHT}" y="{_TOP - 8}" text-anchor="end">{escape(what)} →</text>')
        return "".join(parts)


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 10 or value == int(value) else f"{value:.1f}"


def picture(title: str, inside: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )


def histogram(title: str, series: Sequence[tuple[str, Sequence[float]]], below: str) -> str:
    """How often values fall into each of up to twenty classes, one row of bars beside the other."""
    values = [value for _, numbers in series for value in numbers]
    if not values:
        return ""
    low, high = min(values), max(values) + 1
    classes = min(20, max(1, int(high - low)))
    counts = [[0] * classes for _ in series]
    for row, (_, numbers) in enumerate(series):
        for value in numbers:
            counts[row][min(classes - 1, int((value - low) / (high - low) * classes))] += 1
    shares = [[count / (len(numbers) or 1) for count in row] for row, (_, numbers) in zip(counts, series, strict=True)]
    frame = Frame(low, high, 0, 100 * max(max(row) for row in shares))
    bars = []
    width = (WIDTH - _LEFT - _RIGHT) / classes
    for row, parts in enumerate(shares):
        for place, part in enumerate(parts):
            top = frame.y(100 * part)
            x = _LEFT + place * width + row * width / len(series)
            bars.append(
                f'<rect class="s{row}" x="{x:.1f}" y="{top:.1f}" width="{max(1, width / len(series) - 1):.1f}" '
                f'height="{HEIGHT - _BOTTOM - top:.1f}"/>'
            )
    return picture(title, frame.axes(below) + "".join(bars)) + _legend([name for name, _ in series])


def band(title: str, points: Sequence[tuple[float, float, float, float]], below: str) -> str:
    """A middle line within a band: (x, low, middle, high)."""
    if len(points) < 2:
        return ""
    frame = Frame(points[0][0], points[-1][0], 0, max(high for *_, high in points) or 1)
    upper = [f"{frame.x(x):.1f},{frame.y(high):.1f}" for x, _, _, high in points]
    lower = [f"{frame.x(x):.1f},{frame.y(low):.1f}" for x, low, _, _ in reversed(points)]
    middle = " ".join(f"{frame.x(x):.1f},{frame.y(mid):.1f}" for x, _, mid, _ in points)
    inside = f'<polygon class="band" points="{" ".join(upper + lower)}"/><polyline class="l0" points="{middle}"/>'
    return picture(title, frame.axes(below) + inside)


def lines(title: str, series: Sequence[tuple[str, Sequence[float]]], below: str, high: float = 100) -> str:
    """Lines over 1, 2, 3 …, on a scale from 0."""
    longest = max((len(values) for _, values in series), default=0)
    if longest < 2:
        return ""
    frame = Frame(1, longest, 0, high)
    half = frame.y(high / 2)
    inside = f'<line class="half" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{half:.1f}" y2="{half:.1f}"/>'
    for row, (name, values) in enumerate(series):
        points = " ".join(f"{frame.x(place):.1f},{frame.y(value):.1f}" for place, value in enumerate(values, 1))
        inside += f'<polyline class="l{row % 6}" points="{points}"><title>{escape(name)}</title></polyline>'
    return picture(title, frame.axes(below) + inside) + _legend([name for name, _ in series])


def intervals(title: str, rows: Sequence[tuple[str, float, float, float]], low: float = 0, high: float = 100) -> str:
    """A dot within its interval for each row, on one scale; the middle of the scale is marked."""
    if not rows:
        return ""
    height, left = 26 * len(rows) + 34, 210

    def x(value: float) -> float:
        return left + (min(high, max(low, value)) - low) / (high - low) * (WIDTH - left - 20)

    middle = x((low + high) / 2)
    parts = [f'<line class="half" x1="{middle:.1f}" x2="{middle:.1f}" y1="4" y2="{height - 24}"/>']
    for row, (name, bottom, value, top) in enumerate(rows):
        y = 18 + 26 * row
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<line class="whisker" x1="{x(bottom):.1f}" x2="{x(top):.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="s0" cx="{x(value):.1f}" cy="{y}" r="5"/>')
    for value in (low, (low + high) / 2, high):
        parts.append(f'<text x="{x(value):.1f}" y="{height - 6}" text-anchor="middle">{_short(value)}</text>')
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _legend(names: Sequence[str]) -> str:
    if len(names) < 2:
        return ""
    keys = "".join(f'<span><i class="k{row % 6}"></i>{escape(name)}</span>' for row, name in enumerate(names))
    return f'<p class="legend">{keys}</p>'


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], summary: str = "The numbers", shown: bool = False
) -> str:
    """The numbers beneath a picture; folded, unless they are to be `shown`, and nothing where there are none."""
    if not rows:
        return ""
    head = "".join(f"<th scope='col'>{escape(each)}</th>" for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows)
    opened = " open='open'" if shown else ""
    return (
        f"<details{opened}><summary>{escape(summary)}</summary><div class='wide'><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div></details>"
    )

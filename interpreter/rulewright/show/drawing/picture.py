"""A sheet of SVG: board units in, elements out."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as Tree

from ...rules.appearance import OutlinePart

UNIT = 48
"""Pixels between neighbouring sites, before the whole picture is scaled."""

STYLE = """
.rw-panel{fill:#fbfaf7}.rw-ink{fill:#35342f}.rw-soft{fill:#77746a}.rw-chip{stroke:#55524a}
.rw-cell{fill:#ecdfc3;stroke:#b7a379}.rw-light{fill:#f0dfbd;stroke:none}.rw-dark{fill:#bf9463;stroke:none}
.rw-second{fill:#d9c79f;stroke:#b7a379}.rw-bare{fill:#8b8778;fill-opacity:.06;stroke:#8b8778;stroke-opacity:.3}
.rw-board{fill:#ecdfc3;stroke:#b7a379}.rw-line{stroke:#7d6c48;fill:none}.rw-dot{fill:#7d6c48}
.rw-pit{fill:#d5bd8c;stroke:#a58c5c}.rw-last{fill:#f4c430;fill-opacity:.55}.rw-last-tile{fill:none;stroke:#f0a800}
.rw-mark{fill:none;stroke:#1565c0}.rw-badge{fill:#fbfaf7;stroke:#35342f}.rw-number{fill:#35342f}
@media (prefers-color-scheme:dark){.rw-panel{fill:#1d1e21}.rw-ink{fill:#e4e1d8}.rw-soft{fill:#a3a094}
.rw-bare{fill:#c8c4b6;stroke:#c8c4b6;fill-opacity:.24}.rw-chip{stroke:#a3a094}.rw-mark{stroke:#64b5f6}}
""".replace("\n", "")

FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"


class Sheet:
    """A group of shapes in units with y upwards; remembers how far they reach."""

    def __init__(self, group: Tree.Element) -> None:
        self.group = group
        self.left = self.bottom = float("inf")
        self.right = self.top = float("-inf")

    def reach(self, x: float, y: float, around: float = 0.0) -> None:
        self.left, self.right = min(self.left, x - around), max(self.right, x + around)
        self.bottom, self.top = min(self.bottom, y - around), max(self.top, y + around)

    def inside(self, cls: str, title: str = "") -> Sheet:
        """A group within this one; what it holds does not change how far this one reaches."""
        group = Tree.SubElement(self.group, "g", {"class": cls})
        if title:
            Tree.SubElement(group, "title").text = title
        return Sheet(group)

    def add(self, name: str, **attributes: object) -> Tree.Element:
        """An element; `stroke_width` becomes `stroke-width`, `cls` becomes `class`."""
        named = {_attribute(key): _value(value) for key, value in attributes.items() if value is not None}
        return Tree.SubElement(self.group, name, named)

    def circle(self, x: float, y: float, radius: float, **attributes: object) -> None:
        self.reach(x, y, radius)
        self.add("circle", cx=x * UNIT, cy=-y * UNIT, r=radius * UNIT, **attributes)

    def box(self, x: float, y: float, width: float, height: float, round_by: float = 0, **attributes: object) -> None:
        """A rectangle round its middle."""
        self.reach(x - width / 2, y - height / 2)
        self.reach(x + width / 2, y + height / 2)
        self.add(
            "rect", x=(x - width / 2) * UNIT, y=(-y - height / 2) * UNIT, width=width * UNIT, height=height * UNIT,
            rx=round_by * UNIT if round_by else None, **attributes,
        )  # fmt: skip

    def polygon(self, points: list[tuple[float, float]], **attributes: object) -> None:
        for x, y in points:
            self.reach(x, y)
        self.add("polygon", points=" ".join(f"{_value(x * UNIT)},{_value(-y * UNIT)}" for x, y in points), **attributes)

    def line(self, start: tuple[float, float], end: tuple[float, float], **attributes: object) -> None:
        (x1, y1), (x2, y2) = start, end
        self.reach(x1, y1)
        self.reach(x2, y2)
        self.add("line", x1=x1 * UNIT, y1=-y1 * UNIT, x2=x2 * UNIT, y2=-y2 * UNIT, **attributes)

    def text(self, x: float, y: float, text: str, size: float, anchor: str = "middle", **attributes: object) -> None:
        """Text whose middle line is at y."""
        half = len(text) * size * 0.3
        self.reach(x + {"middle": 0, "start": half, "end": -half}[anchor], y, 0)
        self.reach(x + {"middle": half, "start": 2 * half, "end": 0}[anchor], y + size * 0.6)
        self.reach(x - {"middle": half, "start": 0, "end": 2 * half}[anchor], y - size * 0.6)
        element = self.add(
            "text", x=x * UNIT, y=(-y + size * 0.35) * UNIT, font_size=size * UNIT, text_anchor=anchor, **attributes
        )
        element.text = text

    def path(self, d: str, x: float, y: float, scale: float, **attributes: object) -> None:
        """A path of its own units, moved so that its origin is at (x, y)."""
        place = f"translate({_value(x * UNIT)} {_value(-y * UNIT)}) scale({_value(scale * UNIT, 4)})"
        self.add("path", d=d, transform=place, **attributes)

    def drawing(self, parts: Iterable[OutlinePart], x: float, y: float, scale: float, fill: str, other: str) -> None:
        """Shapes in units of their own: `fill` is what has no colour of its own, `other` what currentColor is there."""
        place = f"translate({_value(x * UNIT)} {_value(-y * UNIT)}) scale({_value(scale * UNIT, 4)})"
        group = self.add("g", transform=place, fill=fill, color=other)
        for part in parts:
            Tree.SubElement(group, "path", {"d": part.path, "transform": part.transform, **dict(part.style)})


def _attribute(key: str) -> str:
    return "class" if key == "cls" else key.replace("_", "-")


def _value(value: object, digits: int = 2) -> str:
    if isinstance(value, float):
        return f"{value:.{digits}f}".rstrip("0").rstrip(".") if value else "0"
    return str(value)

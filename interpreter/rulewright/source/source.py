"""Source text and the places in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file lies, and whether Rulewright brought it along; `language.place` decides that."""

    path: Path
    """Without links, as far as there is something to follow."""
    shipped: bool


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The text of one file and the name under which messages speak of it. Compared by identity.

    `place` is where the file lies, None for a text that was given directly.
    """

    name: str
    text: str = field(repr=False)  # a message or a prompt that shows a span must not print the whole file
    place: Place | None = None
    line_starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        for offset, char in enumerate(self.text):
            if char == "\n":
                starts.append(offset + 1)
        object.__setattr__(self, "line_starts", tuple(starts))

    @property
    def path(self) -> Path | None:
        return self.place.path if self.place else None

    @property
    def shipped(self) -> bool:
        return self.place is not None and self.place.shipped

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of an offset, both from 1."""
        line = bisect_right(self.line_starts, offset) - 1
        return line + 1, offset - self.line_starts[line] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source, from `start` up to, not including, `end`."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the beginning of this span to the end of another in the same source."""
        if other.source is not self.source:
            return self
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

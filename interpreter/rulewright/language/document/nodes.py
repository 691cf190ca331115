"""The document: a YAML file as plain nodes, each with its place in the text.

Only what JSON can say: mappings with text keys, sequences, scalars. `on`, `no`, `012` and `1:30` are text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from ...source.source import Source, Span

Plain = str | int | float | bool | None


class Style(Enum):
    """How a scalar is written; decides how its text maps back to the file."""

    PLAIN = "plain"
    SINGLE = "single quotes"
    DOUBLE = "double quotes"
    LITERAL = "|"
    FOLDED = ">"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text or number. `places` maps each character of `text` to its stretch of the source."""

    span: Span
    text: str
    value: Plain
    style: Style = Style.PLAIN
    places: tuple[tuple[int, int], ...] | None = field(default=None, repr=False, compare=False)

    def part(self, start: int, end: int) -> Span:
        """The span in the file of `text[start:end]`; an empty part at the end points just behind the text."""
        source = self.span.source
        places = self.places
        if not places:
            return self.span
        if start >= len(places):
            after = places[-1][1]
            return Span(source, after, after + 1)
        last = max(start, min(end, len(places)) - 1)
        return Span(source, places[start][0], max(places[last][1], places[start][1]))


@dataclass(frozen=True, slots=True)
class Entry:
    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    span: Span
    entries: tuple[Entry, ...]

    def get(self, key: str) -> Node | None:
        entry = self.entry(key)
        return entry.value if entry else None

    def entry(self, key: str) -> Entry | None:
        for entry in self.entries:
            if entry.key.text == key:
                return entry
        return None

    def keys(self) -> list[str]:
        return [entry.key.text for entry in self.entries]

    def items(self) -> Iterator[tuple[Scalar, Node]]:
        for entry in self.entries:
            yield entry.key, entry.value


@dataclass(frozen=True, slots=True)
class Sequence:
    span: Span
    items: tuple[Node, ...]


Node = Scalar | Mapping | Sequence


@dataclass(frozen=True, slots=True)
class Document:
    """One file: its source and its top mapping, and the sources of the files that it was laid over."""

    source: Source
    root: Mapping
    parents: tuple[Source, ...] = ()


PlainTree = Plain | list["PlainTree"] | dict[str, "PlainTree"]


def plain(node: Node) -> PlainTree:
    """The node as JSON-like data, for jsonschema and dumps."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {entry.key.text: plain(entry.value) for entry in node.entries}


def with_entries(mapping: Mapping, entries: list[Entry]) -> Mapping:
    return replace(mapping, entries=tuple(entries))

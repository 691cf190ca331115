"""From a source to a document: YAML events become nodes, under limits and without recursion."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field, replace

from yaml.error import MarkedYAMLError
from yaml.events import (
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from ...source.diagnostics import Diagnostic, Note, Report
from ...source.limits import LIMITS
from ...source.source import Source, Span
from ..reading import code_point
from .commas import rejoined_entries, rejoined_items
from .empty import report_empty
from .errors import explain
from .events import Events, Stop, place
from .nodes import Document, Entry, Mapping, Node, Plain, Scalar, Sequence, Style
from .scalars import decode, has_too_many_digits, plain_value

_STYLES = {None: Style.PLAIN, "'": Style.SINGLE, '"': Style.DOUBLE, "|": Style.LITERAL, ">": Style.FOLDED}
_LONG_ESCAPE = re.compile(r"\\U([0-9A-Fa-f]{8})")
# Stands for a number that has been refused, so that nobody complains about its value again.
_ANY_NUMBER = 1


def read_document(source: Source, report: Report) -> Document | None:
    """The document of a source, or None if it cannot be read to its end.

    Mistakes that leave the rest readable (a key twice, a comma too many) are reported and mended.
    """
    events = Events(source, report)
    builder = _Builder(source, report, events)
    try:
        while events.check_event():
            builder.take(events.next_event())
    except Stop:
        return None
    except MarkedYAMLError as error:
        explained = explain(source, error)
        report.error("yaml-syntax", explained.message, explained.span, explained.help)
        return None
    except (ValueError, OverflowError):
        # PyYAML does not ask whether the digits of a long escape are a code point at all.
        escapes = _LONG_ESCAPE.finditer(source.text)
        bad = next(escape for escape in escapes if int(escape[1], 16) > sys.maxunicode)
        message = f'"{bad[0]}" stands for no character.'
        report.error("yaml-escape", message, Span(source, *bad.span()), "delete it, or use single quotes")
        return None
    return builder.document()


@dataclass(slots=True)
class _Frame:
    """A collection that is still open."""

    start: int
    is_mapping: bool
    is_flow: bool
    entries: list[Entry] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    key: Node | None = None
    end: int = 0


class _Builder:
    """Puts the events together; the open collections are a list, not a recursion."""

    def __init__(self, source: Source, report: Report, events: Events) -> None:
        self._source = source
        self._report = report
        self._events = events
        self._open: list[_Frame] = []
        self._nodes = 0
        self._documents = 0
        self._has_holes = False
        self._root: Node | None = None

    def take(self, event: Event) -> None:
        start, end = place(event)
        if isinstance(event, ScalarEvent):
            self._count(start)
            self._add(self._scalar(event, start, end))
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            self._count(start)
            if len(self._open) == LIMITS.yaml_depth.value:
                self._events.refuse_depth(start)
            is_mapping = isinstance(event, MappingStartEvent)
            self._open.append(_Frame(start, is_mapping, bool(event.flow_style)))
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            frame = self._open.pop()
            end = end if frame.is_flow else frame.end
            span = self._span(frame.start, max(end, frame.start + 1))
            self._add(self._mapping(frame, span) if frame.is_mapping else self._sequence(frame, span))
        elif isinstance(event, DocumentStartEvent):
            self._begin_document(self._span(start, end))

    def document(self) -> Document | None:
        root = self._root
        if root is None or (isinstance(root, Scalar) and root.value is None and root.style is Style.PLAIN):
            message = "this file holds nothing: no game is described."
            help = "start with  game: NAME"
            self._report.add(Diagnostic("file-empty", message, file=self._source.name, help=help))
            return None
        if not isinstance(root, Mapping):
            what = "a list" if isinstance(root, Sequence) else "a text"
            first = Span(self._source, root.span.start, min(root.span.start + 1, root.span.end))
            message = f"a game file is made of lines  key: value, but this one is {what}."
            self._report.error("yaml-root", message, first, "start with  game: NAME")
            return None
        if self._events.has_anchors or self._has_holes:
            return None  # what an alias or a refused key stands for is not there, and all that needs it would be told
        report_empty(root, self._events.tags, self._report)
        return Document(self._source, root)

    def _span(self, start: int, end: int) -> Span:
        return Span(self._source, start, end)

    def _begin_document(self, span: Span) -> None:
        self._documents += 1
        if self._documents > 1:
            help = "give each game a file of its own, or delete the line"
            self._report.error("yaml-documents", 'a second document starts with this "---" line.', span, help)
            raise Stop

    def _count(self, start: int) -> None:
        self._nodes += 1
        if self._nodes > LIMITS.yaml_nodes.value:
            message = f"there is too much in this file: at most {LIMITS.yaml_nodes.value} keys and values."
            help = "a region or a define often says in one line what a long list says"
            self._report.error("yaml-size", message, self._span(start, start + 1), help)
            raise Stop

    def _add(self, node: Node) -> None:
        if not self._open:
            self._root = node
            return
        frame = self._open[-1]
        frame.end = max(frame.end, node.span.end)
        if not frame.is_mapping:
            frame.items.append(node)
        elif frame.key is None:
            frame.key = node
        else:
            key, frame.key = frame.key, None
            if isinstance(key, Scalar) and (key.text not in ("", "~") or key.style is not Style.PLAIN):
                frame.entries.append(Entry(key, node))
            else:
                self._refuse_key(key)

    def _refuse_key(self, key: Node) -> None:
        self._has_holes = True
        if isinstance(key, Scalar):
            message, help = "there is no key before this colon.", 'write a key before it: "key: value"'
        else:
            message = "a key is a word, but here a list or another {…} stands in its place."
            help = "write one pair of brackets only, or put the text in quotes"
        self._report.error("yaml-key", message, self._span(key.span.start, key.span.start + 1), help)

    def _scalar(self, event: ScalarEvent, start: int, end: int) -> Scalar:
        style = _STYLES[event.style]
        if start == end:  # nothing is written: point at the colon, dash or comma before it
            return Scalar(self._span(max(start - 1, 0), max(start, 1)), "", None, style, ())
        text, places = decode(self._source.text, start, end, style, event.value)
        end = start + len(self._source.text[start:end].rstrip())
        scalar = Scalar(self._span(start, end), text, text, style, places)
        if style is Style.DOUBLE:
            return self._without_odd_escapes(scalar)
        return scalar if self._is_key() else replace(scalar, value=self._value(scalar))

    def _is_key(self) -> bool:
        return bool(self._open) and self._open[-1].is_mapping and self._open[-1].key is None

    def _value(self, scalar: Scalar) -> Plain:
        if scalar.style is not Style.PLAIN:
            return scalar.text
        if has_too_many_digits(scalar.text):
            message = f"this number is too long: at most {LIMITS.number_digits.value} digits."
            help = "if it is a text and no number, put it in quotes"
            self._report.error("yaml-number", message, scalar.span, help)
            return _ANY_NUMBER
        return plain_value(scalar.text)

    def _without_odd_escapes(self, scalar: Scalar) -> Scalar:
        """Escapes can smuggle in what the file itself may not hold; no message must print it."""
        odd = {at for at, char in enumerate(scalar.text) if not char.isprintable() and char not in "\n\t"}
        if not odd:
            return scalar
        first = min(odd)
        span = scalar.part(first, first + 1)
        message = f'"{span.text}" stands for {code_point(scalar.text[first])}, which cannot be shown.'
        self._report.error("yaml-escape", message, span, "delete it, or write \\\\ for a backslash")
        clean = "".join("\ufffd" if at in odd else char for at, char in enumerate(scalar.text))
        return replace(scalar, text=clean, value=clean)

    def _mapping(self, frame: _Frame, span: Span) -> Mapping:
        entries = rejoined_entries(frame.entries, self._report) if frame.is_flow else frame.entries
        first: dict[str, Entry] = {}
        for entry in entries:
            key = entry.key
            if key.text == "<<" and key.style is Style.PLAIN:
                self._refuse_merge_key(key)
            elif key.text in first:
                note = Note("first written here", first[key.text].key.span)
                message = f'the key "{key.text}" is written twice in the same place.'
                help = "delete one of the two, or put what both say under one"
                self._report.error("yaml-duplicate", message, key.span, help, note)
            else:
                first[key.text] = entry
        return Mapping(span, tuple(first.values()))

    def _sequence(self, frame: _Frame, span: Span) -> Sequence:
        items = rejoined_items(frame.items, self._report) if frame.is_flow else frame.items
        return Sequence(span, tuple(items))

    def _refuse_merge_key(self, key: Scalar) -> None:
        if not self._events.has_anchors:
            message = '"<<" copies entries from elsewhere (a YAML merge key); game files have none.'
            help = "to build on another game write  extends: ID"
            self._report.error("yaml-anchor", message, key.span, help)

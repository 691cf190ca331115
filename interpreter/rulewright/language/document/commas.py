"""Commas that cut a rule in two: in `{if: hand(me, queen) = 0}` YAML ends the entry at the comma.

The pieces are found by their brackets, told once, and joined again so that nothing later stumbles over them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ...source.diagnostics import Report
from ...source.source import Span
from .nodes import Entry, Node, Scalar, Style
from .scalars import decode

_LONGEST_EXCERPT = 60
Piece = TypeVar("Piece", Entry, Node)


def rejoined_entries(entries: list[Entry], report: Report) -> list[Entry]:
    """The entries of a `{…}` with cut rules made whole."""

    def join(first: Entry, last: Entry) -> Entry:
        end = last.key if is_nothing(last.value) else last.value
        return Entry(first.key, _whole(first.value.span.start, end.span, report))

    # In {…} a piece without colon cannot be anything else than the rest of a rule.
    return _rejoined(entries, lambda entry: entry.value, _text_of_entry, lambda e: is_nothing(e.value), join)


def rejoined_items(items: list[Node], report: Report) -> list[Node]:
    """The items of a `[…]` with cut rules made whole."""

    def join(first: Node, last: Node) -> Node:
        return _whole(first.span.start, last.span, report)

    return _rejoined(items, lambda item: item, _text_of, lambda item: False, join)


def _rejoined(
    pieces: list[Piece],
    opener: Callable[[Piece], Node],
    text_of: Callable[[Piece], str | None],
    is_remnant: Callable[[Piece], bool],
    join: Callable[[Piece, Piece], Piece],
) -> list[Piece]:
    out: list[Piece] = []
    at = 0
    searched = 0  # up to here no piece closes a bracket: the search stays linear
    while at < len(pieces):
        last = at
        depth = _open_brackets(_text_of(opener(pieces[at])) or "")
        if depth > 0 and at >= searched:
            searched = at + 1
            while searched < len(pieces) and depth > 0 and (text := text_of(pieces[searched])) is not None:
                balance = _open_brackets(text)
                depth += balance
                if balance < 0 or is_remnant(pieces[searched]):
                    last = searched
                searched += 1
        out.append(join(pieces[at], pieces[last]) if last > at else pieces[at])
        at = last + 1
    return out


def _open_brackets(text: str) -> int:
    return text.count("(") - text.count(")")


def _text_of(node: Node) -> str | None:
    return node.text if isinstance(node, Scalar) and node.style is Style.PLAIN else None


def _text_of_entry(entry: Entry) -> str | None:
    value = _text_of(entry.value)
    return None if value is None or _text_of(entry.key) is None else entry.key.text + value


def is_nothing(node: Node) -> bool:
    """Whether the file has nothing where this value should be."""
    return isinstance(node, Scalar) and node.style is Style.PLAIN and not node.text


def _whole(start: int, end: Span, report: Report) -> Scalar:
    source = end.source
    text, places = decode(source.text, start, end.end, Style.PLAIN)
    comma = source.text.index(",", start)
    shown = text if len(text) <= _LONGEST_EXCERPT else text[:_LONGEST_EXCERPT] + "…"
    message = f'the comma in "{shown}" ends the entry, because it stands between {{…}} or […].'
    help = f'put the text in quotes, "{shown}", or give it a line of its own'
    report.error("yaml-comma", message, Span(source, comma, comma + 1), help)
    return Scalar(Span(source, start, end.end), text, text, Style.PLAIN, places)

"""Values that are missing. Told at the very end: in a file that YAML cannot read they are only follow-ups."""

from __future__ import annotations

import re
from bisect import bisect_left

from ...source.diagnostics import Report
from ...source.source import Span
from .commas import is_nothing
from .nodes import Entry, Mapping, Node, Sequence

_SHOWN = 6


def report_empty(node: Node, told: list[int], report: Report) -> None:
    """Tells every key and list item without value; at the offsets `told` something has been said already."""
    if isinstance(node, Sequence):
        for item in node.items:
            if is_nothing(item):
                help = "write something after the dash, or delete it"
                report.error("yaml-empty", "this list item is empty.", item.span, help)
            else:
                report_empty(item, told, report)
    elif isinstance(node, Mapping) and not _is_list_in_braces(node, report):
        for entry in node.entries:
            if not is_nothing(entry.value):
                report_empty(entry.value, told, report)
            elif not _is_told(entry.key.span, told):
                _report_entry(entry, report)


def _is_told(key: Span, told: list[int]) -> bool:
    """Whether something was said about the rest of its line; offsets are noted in the order of the file."""
    rest = _rest_of_line(key)
    first = bisect_left(told, rest.start)
    return first < len(told) and told[first] in rest


def _rest_of_line(span: Span) -> range:
    end = span.source.text.find("\n", span.end)
    return range(span.end, end if end >= 0 else len(span.source.text))


def _is_list_in_braces(node: Mapping, report: Report) -> bool:
    """`{white, black}` is a list with the wrong brackets: one mistake, not two."""
    text = node.span.text
    if not text.startswith("{") or ":" in text or not node.entries:
        return False
    names = [entry.key.text for entry in node.entries]
    first = node.entries[0].key.span
    dots = ", …" if len(names) > _SHOWN else ""
    message = "braces hold entries of the form  key: value, but here are only words."
    report.error("yaml-empty", message, first, f"for a list write  [{', '.join(names[:_SHOWN])}{dots}]")
    return True


def _report_entry(entry: Entry, report: Report) -> None:
    key = entry.key
    glued = re.match(r"\w+:(?=\S)", key.text)
    if glued:  # {letter:p}
        name, end = glued[0][:-1], glued.end()
        report.error("yaml-syntax", "this colon needs a space after it.", key.part(end - 1, end), f'write "{name}: …"')
        return
    rest = _rest_of_line(key.span)
    if "#" in key.span.source.text[rest.start : rest.stop]:
        help = 'what follows " #" is a comment; put the text in quotes if the # belongs to it'
    else:
        help = "write a value, {} for an entry without details, or ~ to remove an inherited entry"
    report.error("yaml-empty", f'"{key.text}" has no value.', key.span, help)

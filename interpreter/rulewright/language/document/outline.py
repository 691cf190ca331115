"""A reading of YAML that never fails: what stands under which key, also in a file that is only half written.

The nodes are those of a document, so that whatever reads a document reads an outline too.
It is a guess where the text is broken: indentation decides, a bracket that is never closed ends before the next line
that looks like a key of the block around it.
"""

from __future__ import annotations

import re

from ...source.source import Source, Span
from .nodes import Entry, Mapping, Node, Scalar, Sequence
from .scalars import plain_value

# What stands before a colon is taken with its blanks: to look for them at every letter would take quadratic time.
_KEY = re.compile(
    r"""((?:"[^"\n]*"|'[^'\n]*')[ \t]*|(?:[^\s#{}\[\],&*!|>'"%@`:-]|-(?!\s))[^\n:#]*):(?=\s|$)""", re.MULTILINE
)
_FLOW_KEY = re.compile(
    r"""((?:"[^"\n]*"|'[^'\n]*')[ \t]*|[^\s#{}\[\],'"][^\n:{}\[\],#]*):(?=[\s,}\]]|$)""", re.MULTILINE
)
_BLOCK_TEXT = re.compile(r"[|>][-+0-9]*[ \t]*(#[^\n]*)?$", re.MULTILINE)
_BLANKS = " \t\r"  # no other sign is one in YAML: who takes more of them away stays where they are, for each of them
_DEEPEST = 60


def outline(text: str, name: str = "game.yaml") -> Mapping:
    """The file as a mapping, as far as it can be made out."""
    return _Reader(Source(name, text)).root()


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.at = 0

    def root(self) -> Mapping:
        found = self._block(0, 0)
        if isinstance(found, Mapping):
            return found
        return Mapping(self._span(0, len(self.text)), ())

    # ------------------------------------------------------------ blocks

    def _block(self, least: int, depth: int) -> Node | None:
        """The mapping, list or text whose lines are indented by at least `least`."""
        start = self._next_line()
        if start is None or self._column(start) < least or depth > _DEEPEST:
            return None
        column = self._column(start)
        entries: list[Entry] = []
        items: list[Node] = []
        while start is not None and self._column(start) >= least:
            here = self._column(start)
            self.at = start
            if self._is_dash(start):
                items.append(self._item(here, depth))
            elif found := _KEY.match(self.text, start):
                entries.append(self._entry(found, here, depth))
            else:
                entries.append(self._bare(start))
            start = self._next_line()
        if items and not entries:
            return Sequence(self._span(items[0].span.start, items[-1].span.end), tuple(items))
        first = entries[0].key.span.start if entries else column
        return Mapping(self._span(first, self.at), tuple(entries))

    def _item(self, column: int, depth: int) -> Node:
        """What stands behind a dash: a mapping may begin on its line."""
        after = re.compile(r"-[ \t]*").match(self.text, self.at)
        assert after is not None
        self.at = after.end()
        if self.at >= self._line_end(self.at) or self.text[self.at] == "#":
            self.at = self._line_end(self.at)
            return self._block(column + 1, depth + 1) or self._nothing(after.end())
        if _KEY.match(self.text, self.at) or self._is_dash(self.at):
            return self._block(self._column(self.at), depth + 1) or self._nothing(self.at)
        return self._value(column, depth)

    def _entry(self, found: re.Match[str], column: int, depth: int) -> Entry:
        key = self._key(found)
        line_end = self._line_end(found.end())
        self.at = line_end - len(self.text[found.end() : line_end].lstrip(" \t\r"))
        if self.at >= self._line_end(self.at) or self.text[self.at] == "#":
            behind = self.at
            self.at = self._line_end(self.at)
            start = self._next_line()
            # A list may stand as far left as its key.
            dashed = start is not None and self._column(start) == column and self._is_dash(start)
            value = self._dashes(column, depth) if dashed else self._block(column + 1, depth + 1)
            return Entry(key, value or self._nothing(behind))
        return Entry(key, self._value(column, depth))

    def _dashes(self, column: int, depth: int) -> Sequence:
        items: list[Node] = []
        start = self._next_line()
        while start is not None and self._column(start) == column and self._is_dash(start):
            self.at = start
            items.append(self._item(column, depth + 1))
            start = self._next_line()
        return Sequence(self._span(items[0].span.start, items[-1].span.end), tuple(items))

    def _bare(self, start: int) -> Entry:
        """A line without a colon: a key that is being typed."""
        self.at = self._line_end(start)
        return Entry(self._scalar(start, self._text_end(start, self.at)), self._nothing(self.at))

    def _value(self, column: int, depth: int) -> Node:
        """A value that begins on the line of its key, which stands in `column`."""
        start = self.at
        if self.text[start] in "{[":
            found = self._flow(column, depth)
            self.at = self._line_end(self.at)
            return found
        if _BLOCK_TEXT.match(self.text, start):
            return self._block_text(column)
        quote = self.text[start]
        if quote in "\"'":
            end = self._quote_end(start)
            self.at = self._line_end(end)
            return self._scalar(start, end)
        self.at = self._line_end(start)
        end = self._text_end(start, self.at)
        while (line := self._next_line()) is not None and self._column(line) > column and not self._begins(line):
            self.at = self._line_end(line)
            end = self._text_end(line, self.at)
        return self._scalar(start, end)

    def _begins(self, line: int) -> bool:
        return self._is_dash(line) or _KEY.match(self.text, line) is not None

    def _block_text(self, column: int) -> Scalar:
        start = self.at = self._line_end(self.at)
        while (line := self._next_line(comments=True)) is not None and self._column(line) > column:
            self.at = self._line_end(line)
        return self._scalar(min(start + 1, self.at), self.at)

    # ------------------------------------------------------------ braces and brackets

    def _flow(self, column: int, depth: int) -> Node:
        opened = self.at
        is_mapping = self.text[opened] == "{"
        self.at += 1
        entries: list[Entry] = []
        items: list[Node] = []
        while self._skip_blanks(column):
            char = self.text[self.at]
            if char in "}]":
                self.at += 1
                break
            if char == ",":
                self.at += 1
            elif is_mapping:
                entries.append(self._flow_entry(column, depth))
            else:
                items.append(self._flow_value(column, depth))
        span = self._span(opened, self.at)
        return Mapping(span, tuple(entries)) if is_mapping else Sequence(span, tuple(items))

    def _flow_entry(self, column: int, depth: int) -> Entry:
        found = _FLOW_KEY.match(self.text, self.at)
        if found is None:
            start = self.at
            end = self._flow_text_end(start)
            self.at = max(end, start + 1)
            return Entry(self._scalar(start, end), self._nothing(self.at))
        key = self._key(found)
        self.at = found.end()
        if not self._skip_blanks(column) or self.text[self.at] in ",}]":
            return Entry(key, self._nothing(found.end()))
        return Entry(key, self._flow_value(column, depth))

    def _flow_value(self, column: int, depth: int) -> Node:
        if self.text[self.at] in "{[" and depth < _DEEPEST:
            return self._flow(column, depth + 1)
        start = self.at
        end = self._quote_end(start) if self.text[start] in "\"'" else self._flow_text_end(start)
        self.at = max(end, start + 1)
        return self._scalar(start, end)

    def _flow_text_end(self, start: int) -> int:
        found = re.compile(r"[,{}\[\]\n]|[ \t]#").search(self.text, start)
        end = found.start() if found else len(self.text)
        return start + len(self.text[start:end].rstrip(_BLANKS))

    def _skip_blanks(self, column: int) -> bool:
        """To the next sign inside brackets; no if there is none, or if they were left open and the block goes on."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "#":
                self.at = self._line_end(self.at)
            elif char == "\n":
                line = self._next_line()
                if line is None or (self._column(line) <= column and self._begins(line)):
                    return False
                self.at = line
            elif char in _BLANKS:
                self.at += 1
            else:
                return True
        return False

    # ------------------------------------------------------------ small steps

    def _next_line(self, comments: bool = False) -> int | None:
        """The first sign of the next line that says something, from the place where the reading is."""
        at = self.at
        while at < len(self.text):
            found = re.compile(r"[ \t\r\n]*").match(self.text, at)
            at = found.end() if found else at
            if at >= len(self.text):
                return None
            if self.text[at] != "#" or comments:
                return at
            at = self._line_end(at)
        return None

    def _column(self, at: int) -> int:
        return at - (self.text.rfind("\n", 0, at) + 1)

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _text_end(self, start: int, end: int) -> int:
        """Where a plain text ends: before a comment, without blanks."""
        comment = re.compile(r"[ \t]#").search(self.text, start, end)
        return start + len(self.text[start : comment.start() if comment else end].rstrip())

    def _quote_end(self, start: int) -> int:
        quote = self.text[start]
        end = start + 1
        line_end = self._line_end(start)
        while end < line_end and self.text[end] != quote:
            end += 2 if quote == '"' and self.text[end] == "\\" else 1
        return min(end + 1, line_end)

    def _is_dash(self, at: int) -> bool:
        return self.text[at] == "-" and self.text[at + 1 : at + 2] in ("", " ", "\n", "\t", "\r")

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, max(start, end))

    def _key(self, found: re.Match[str]) -> Scalar:
        return self._scalar(found.start(1), found.start(1) + len(found.group(1).rstrip()))

    def _nothing(self, at: int) -> Scalar:
        return Scalar(self._span(at, at), "", None)

    def _scalar(self, start: int, end: int) -> Scalar:
        """A text as it stands, without its quotes; escapes are left as they are."""
        raw = self.text[start:end]
        quoted = raw[:1] in ('"', "'") and raw[:1] != ""
        if quoted:
            start += 1
            end -= 1 if len(raw) > 1 and raw[-1] == raw[0] else 0
        text = self.text[start:end]
        places = tuple((at, at + 1) for at in range(start, end))
        return Scalar(self._span(start, end), text, text if quoted else plain_value(text), places=places)

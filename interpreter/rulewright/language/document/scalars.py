"""Scalars: what a plain word means, and where in the file each character of a text stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from yaml.scanner import Scanner

from ...source.limits import LIMITS
from .nodes import Plain, Style

Places = tuple[tuple[int, int], ...]

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?")
_WORDS: dict[str, Plain] = {"true": True, "false": False, "null": None, "~": None, "": None}
_BLANKS = re.compile(r"[ \t\r\n]+")
_BREAK = re.compile(r"\r\n|\r|\n")
_BLANK_LINES = re.compile(r"[ \t]*(?:\r\n|\r|\n)")


def plain_value(text: str) -> Plain:
    """The value of an unquoted scalar: JSON's words and numbers are typed, all the rest is text."""
    if text in _WORDS:
        return _WORDS[text]
    number = NUMBER.fullmatch(text)
    if not number or has_too_many_digits(text):
        return text
    return float(text) if number[1] else int(text)


def has_too_many_digits(text: str) -> bool:
    return bool(NUMBER.fullmatch(text)) and sum(c.isdigit() for c in text) > LIMITS.number_digits.value


@dataclass(slots=True)
class Decoded:
    """A text under construction, with the stretch of the file that each character came from."""

    chars: list[str]
    places: list[tuple[int, int]]

    def add(self, char: str, start: int, end: int) -> None:
        self.chars.append(char)
        self.places.append((start, end))

    def result(self) -> tuple[str, Places]:
        return "".join(self.chars), tuple(self.places)


def decode(text: str, start: int, end: int, style: Style, block_value: str = "") -> tuple[str, Places]:
    """The scalar written in `text[start:end]` and the places of its characters.

    For the two block styles `block_value` is the text as YAML reads it: their indentation depends on what
    stands around them.
    """
    if style in (Style.LITERAL, Style.FOLDED):
        return block_value, _block_places(text, start, end, block_value)
    if style is Style.PLAIN:
        return _decode_flow(text, start, end, style)
    return _decode_flow(text, start + 1, end - 1, style)


def _decode_flow(text: str, start: int, end: int, style: Style) -> tuple[str, Places]:
    """Plain and quoted scalars: they fold lines alike and differ in their escapes."""
    out = Decoded([], [])
    at = start
    while at < end:
        blanks = _BLANKS.match(text, at, end)
        if blanks:
            _fold(blanks[0], at, out)
            at = blanks.end()
        elif style is Style.SINGLE and text.startswith("''", at):
            out.add("'", at, at + 2)
            at += 2
        elif style is Style.DOUBLE and text[at] == "\\":
            at = _unescape(text, at, end, out)
        else:
            out.add(text[at], at, at + 1)
            at += 1
    return out.result()


def _fold(blanks: str, at: int, out: Decoded) -> None:
    """A line end becomes a space, n empty lines become n line ends; blanks inside a line stay."""
    breaks = len(_BREAK.findall(blanks))
    if not breaks:
        for offset, char in enumerate(blanks):
            out.add(char, at + offset, at + offset + 1)
        return
    for char in "\n" * (breaks - 1) or " ":
        out.add(char, at, at + len(blanks))


def _unescape(text: str, at: int, end: int, out: Decoded) -> int:
    """Decodes the escape at `at`; returns where the text goes on."""
    code = text[at + 1]
    if code in Scanner.ESCAPE_CODES:
        after = at + 2 + Scanner.ESCAPE_CODES[code]
        out.add(chr(int(text[at + 2 : after], 16)), at, after)
        return after
    if code not in "\r\n":
        out.add(Scanner.ESCAPE_REPLACEMENTS[code], at, at + 2)
        return at + 2
    # An escaped line end disappears; empty lines after it count, the indentation does not.
    line_end = _BREAK.match(text, at + 1)
    assert line_end
    after = line_end.end()
    while blank_line := _BLANK_LINES.match(text, after, end):
        out.add("\n", after, blank_line.end())
        after = blank_line.end()
    while after < end and text[after] in " \t":
        after += 1
    return after


def _block_places(text: str, start: int, end: int, value: str) -> Places:
    """The places of a `|` or `>` text: lines keep their characters; only indentation and line ends change."""
    lines = _block_lines(text, start, end)
    indent = _block_indent(text, lines, value)
    places: list[tuple[int, int]] = []
    at = 0
    line_end = lines[0][0] if lines else start
    for first, last in lines:
        content = text[min(first + indent, last) : last]
        # Between two lines the value has line ends or, where `>` folds, one space.
        breaks = 0
        while value.startswith("\n", at + breaks):
            breaks += 1
        if not breaks and at and content and value[at : at + 1] == " " and content[0] not in " \t":
            breaks = 1
        places.extend([(line_end, max(first, line_end + 1))] * breaks)
        at += breaks
        if value.startswith(content, at):
            places.extend((last - len(content) + n, last - len(content) + n + 1) for n in range(len(content)))
            at += len(content)
        line_end = last
    places.extend([(line_end, line_end + 1)] * (len(value) - at))
    return tuple(places)


def _block_lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Start and end of each line below the `|` or `>`."""
    lines = []
    header = _BREAK.search(text, start, end)
    at = header.end() if header else end
    while at < end:
        line_end = _BREAK.search(text, at, end)
        lines.append((at, line_end.start() if line_end else end))
        at = line_end.end() if line_end else end
    return lines


def _block_indent(text: str, lines: list[tuple[int, int]], value: str) -> int:
    """How far the lines are indented: the first line with text is deeper in the file than in the value."""
    for first, last in lines:
        line = text[first:last]
        if line.strip(" "):
            in_value = next((line for line in value.split("\n") if line.strip(" ")), "")
            return len(line) - len(line.lstrip(" ")) - (len(in_value) - len(in_value.lstrip(" ")))
    return max((last - first for first, last in lines), default=0)

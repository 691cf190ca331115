"""Characters as a terminal shows them: how wide they are, and which must never reach it raw."""

from __future__ import annotations

from unicodedata import category, east_asian_width


def visible(text: str) -> str:
    """The text with everything that does not print shown as an escape.

    So a file's `\\x1b` never colours a terminal, its bidirectional marks never turn a line round, and a
    no-break blank pasted from a web page can be seen.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def width(char: str) -> int:
    """How many columns a printable character takes in a terminal."""
    if category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in ("W", "F") else 1


def _escape(char: str) -> str:
    if char == "\n":
        return "\\n"
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

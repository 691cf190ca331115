"""A sheet of characters that grows in all directions."""

from __future__ import annotations


class Canvas:
    """Characters by line (downwards) and column; a style is a row of terminal codes such as `1;38;5;16`."""

    def __init__(self) -> None:
        self._at: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        for offset, char in enumerate(text):
            self._at[line, column + offset] = (char, style)

    def is_free(self, line: int, column: int, length: int) -> bool:
        """Whether nothing stands there, nor directly before or behind."""
        return not any((line, at) in self._at for at in range(column - 1, column + length + 1))

    def stroke(self, line: int, column: int, char: str, crossings: dict[frozenset[str], str]) -> None:
        """Draws a line's character; where it crosses another line, the sign for the crossing."""
        before = self._at.get((line, column), (char, ""))[0]
        self._at[line, column] = (crossings.get(frozenset((before, char)), char), "")

    @property
    def width(self) -> int:
        columns = [column for _, column in self._at]
        return max(columns) - min(columns) + 1 if columns else 0

    def lines(self, colours: bool) -> list[str]:
        if not self._at:
            return []
        left = min(column for _, column in self._at)
        top, bottom = min(line for line, _ in self._at), max(line for line, _ in self._at)
        return [self._line(line, left, colours) for line in range(top, bottom + 1)]

    def _line(self, line: int, left: int, colours: bool) -> str:
        columns = [column for at, column in self._at if at == line]
        text, current = "", ""
        for column in range(left, max(columns, default=left - 1) + 1):
            char, style = self._at.get((line, column), (" ", ""))
            if colours and style != current:
                text += ("\x1b[0m" if current else "") + (f"\x1b[{style}m" if style else "")
                current = style
            text += char
        return text + "\x1b[0m" if current else text.rstrip()

"""Where a span begins and ends, counted as editors count: lines and columns from 1, in characters."""

from __future__ import annotations

from dataclasses import dataclass

from ..source import Span


@dataclass(frozen=True, slots=True)
class Place:
    """`end_column` is the column just behind the last character."""

    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of(cls, span: Span) -> Place:
        line, column = span.source.position(span.start)
        end_line, end_column = span.source.position(span.end)
        if end_line > line and end_column == 1:
            # A span that takes its line's end with it ends there for a reader, not on the next line.
            end_line -= 1
            end_column = len(span.source.line(end_line)) + 1
        return cls(line, column, end_line, max(end_column, column) if end_line == line else end_column)

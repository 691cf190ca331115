"""Mistakes in a game file as data for a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..source.diagnostics import Diagnostic, Severity


def problem_data(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """One object for each error; `line` and `column` where it has a place, counted from 1."""
    return [
        {
            "code": found.code,
            "message": found.message,
            "help": found.help,
            "line": found.span.line if found.span else None,
            "column": found.span.column if found.span else None,
        }
        for found in diagnostics
        if found.severity is Severity.ERROR
    ]

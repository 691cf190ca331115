"""Diagnostics as people and programs read them: text, json, github and sarif."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..diagnostics import Diagnostic
from .summary import Summary

FORMATS = ("text", "json", "github", "sarif")


def render(
    diagnostics: Iterable[Diagnostic],
    *,
    games: int = 1,
    style: str = "text",
    colours: bool = False,
    more: Mapping[str, object] | None = None,
) -> str:
    """The diagnostics of a run over so many games in one of the `FORMATS`, without a final newline.

    Only text is cut after `LIMITS.shown_errors` messages; programs get everything, and JSON has room for `more`.
    """
    found = sorted(diagnostics, key=lambda diagnostic: diagnostic.sort_key)
    if style == "json":
        from .json_format import as_json

        return as_json(found, Summary.of(found, games), more or {})
    if style == "github":
        from .github import as_github

        return as_github(found)
    if style == "sarif":
        from .sarif import as_sarif

        return as_sarif(found)
    from .text import as_text

    return as_text(found, colours)


__all__ = ["FORMATS", "Summary", "render"]

"""The syntax trees of a game: each rule text is parsed once, whoever asks for its tree."""

from __future__ import annotations

from ...source.diagnostics import Report
from ...source.source import Span
from ..document.nodes import Scalar
from . import ast
from .parse import parse


class Trees:
    """Trees by what they were made of: most texts are the same with other options.

    What is wrong with a text is told when it is parsed; so all that share these trees share the report.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        # Words of the language that the file has made names: told where it does, and not again by each text.
        self.misnamed: frozenset[str] = frozenset()
        self._known: dict[tuple[Span, str, tuple[tuple[int, int], ...] | None, str], ast.Node | None] = {}

    def of(self, text: Scalar, entry: str) -> ast.Node | None:
        key = (text.span, text.text, text.places, entry)
        if key not in self._known:
            self._known[key] = parse(text, entry, self._report, self.misnamed)
        return self._known[key]

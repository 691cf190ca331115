"""The closing line of a run: how many games, errors and warnings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..diagnostics import Diagnostic, Severity


@dataclass(frozen=True, slots=True)
class Summary:
    games: int
    errors: int
    warnings: int

    @classmethod
    def of(cls, diagnostics: Sequence[Diagnostic], games: int) -> Summary:
        errors = sum(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)
        return cls(games, errors, len(diagnostics) - errors)

    def __str__(self) -> str:
        counted = ((self.games, "game"), (self.errors, "error"), (self.warnings, "warning"))
        return ", ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in counted)

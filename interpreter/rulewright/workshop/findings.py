"""What is wrong with a text, as an editor shows it: under which words, how bad, and what mends it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..game import refused_hook
from ..language.syntax.vocabulary import FOREIGN_WORDS, OPERATORS
from ..language.variants.options import declared
from ..pipeline import Pipeline
from ..source.diagnostics import Diagnostic, Report
from ..source.source import Span

NAME = "game.yaml"
_MOST = 200
_NO_PYTHON = "no Python runs in the workshop: take the hook out, or play the file itself"

_MEANT = re.compile(r'did you mean "([^"]+)"')
_WRITE = re.compile(r'write "([^"…]+)"')
# Words that only tests know: what stands in them is a wish, and to change it is no mending.
_NOT_MENDED = ("test-", "file-")


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that was found; `sure` if no later look with other options can change it."""

    pipeline: Pipeline
    found: tuple[dict[str, Any], ...]
    sure: bool

    @property
    def valid(self) -> bool:
        return not self.pipeline.report.failed

    def data(self) -> dict[str, Any]:
        rules = self.pipeline.rules if self.valid else None
        return {
            "valid": self.valid,
            "sure": self.sure,
            "title": rules.title if rules else None,
            "diagnostics": list(self.found),
            "options": options_of(self.pipeline),
        }


def findings(text: str, options: Mapping[str, str] | None = None, *, thorough: bool = False) -> Findings:
    """Reads a text with the options given, the others at their default; `thorough` tries every combination of them.

    The quick look leaves out what another combination may take back: that something is never used.
    """
    pipeline = Pipeline.of_text(text, NAME, options)
    _ = pipeline.rules
    several = bool(options_of(pipeline)) and not pipeline.report.failed
    if several and thorough:
        pipeline.front.validate()
    refused = refused_hook(pipeline.rules) if pipeline.rules is not None else None
    if refused is not None:  # nobody is asked here: a text from anywhere never brings code along
        pipeline.report.add(replace(refused, help=_NO_PYTHON))
    shown = [found for found in pipeline.report if thorough or not several or not found.code.startswith("dead-")]
    return Findings(pipeline, tuple(described(shown)), thorough or not several)


def described(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    return [_described(found) for found in list(diagnostics)[:_MOST]]


def _described(found: Diagnostic) -> dict[str, Any]:
    span = found.span if found.span is not None and is_ours(found.span) else None
    elsewhere = found.span.source.name if found.span is not None and span is None else None
    line, column = span.source.position(span.start) if span else (None, None)
    return {
        "from": span.start if span else 0,
        "to": span.end if span else 0,
        "placed": span is not None,
        "line": line,
        "column": column,
        "elsewhere": elsewhere,
        "severity": found.severity.value,
        "code": found.code,
        "message": found.message,
        "help": found.help,
        "drawing": found.drawing,
        "notes": [_noted(note.message, note.span) for note in found.notes],
        "fixes": _fixes(found, span) if span else [],
    }


def is_ours(span: Span) -> bool:
    """Whether a place is in the text itself, and not in a game of the library that it extends."""
    return span.source.path is None


def _noted(message: str, span: Span) -> dict[str, Any]:
    if not is_ours(span):
        return {"message": f"{message} ({span.source.name})", "from": None, "to": None, "line": None}
    return {"message": message, "from": span.start, "to": span.end, "line": span.line}


def _fixes(found: Diagnostic, span: Span) -> list[dict[str, Any]]:
    """The help as an edit, where it says what to write instead of the words that are marked."""
    if found.help is None or found.code.startswith(_NOT_MENDED):
        return []
    meant = _MEANT.search(found.help)
    if meant is None:
        meant = _WRITE.fullmatch(found.help)
        written = span.text
        replaces = found.code == "name-unknown" or written in OPERATORS or written in FOREIGN_WORDS
        if meant is None or not replaces:
            return []
    word = meant.group(1)
    if word == span.text or "\n" in span.text:
        return []
    return [{"label": f'Change to "{word}"', "from": span.start, "to": span.end, "insert": word}]


def options_of(pipeline: Pipeline) -> list[dict[str, object]]:
    """What may be chosen before a game begins."""
    if pipeline.whole is None:
        return []
    return [option.data for option in declared(pipeline.whole.root, Report()).values()]

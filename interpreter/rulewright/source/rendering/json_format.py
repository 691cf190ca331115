"""Diagnostics as one JSON object: `diagnostics`, a list, `summary`, the numbers, and what else a run has found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from ..diagnostics import Diagnostic, Note
from .place import Place
from .summary import Summary


def as_json(diagnostics: Sequence[Diagnostic], summary: Summary, more: Mapping[str, object]) -> str:
    found = {"diagnostics": [_object(d) for d in diagnostics], "summary": asdict(summary), **more}
    # Only ASCII is written, so that nothing from a file can speak to a terminal.
    return json.dumps(found, indent=2)


def _object(diagnostic: Diagnostic) -> dict[str, object]:
    """Every key is always there; a diagnostic without a place has null for its lines and columns."""
    place = asdict(Place.of(diagnostic.span)) if diagnostic.span else dict.fromkeys(Place.__slots__)
    return {
        "file": diagnostic.file_name,
        **place,
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "notes": [_note(note) for note in diagnostic.notes],
    }


def _note(note: Note) -> dict[str, object]:
    return {"file": note.span.source.name, **asdict(Place.of(note.span)), "message": note.message}

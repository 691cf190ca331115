"""Diagnostics as SARIF 2.1.0, the exchange format of static analysis tools."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from ... import __version__, diagnostic_pages
from ..diagnostics import Diagnostic
from ..source import Span
from .place import Place

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def as_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    driver = {"name": "Rulewright", "version": __version__, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes) for diagnostic in diagnostics],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: str) -> dict[str, object]:
    page = diagnostic_pages.page(code)
    if page is None:
        return {"id": code, "shortDescription": {"text": code}}
    return {
        "id": code,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.summary},
        "help": {"text": page.text, "markdown": page.text},
    }


def _result(diagnostic: Diagnostic, codes: list[str]) -> dict[str, object]:
    sentences = [diagnostic.message, *([diagnostic.help] if diagnostic.help else [])]
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": diagnostic.severity.value,
        "message": {"text": "\n".join(sentences)},
        "locations": [{"physicalLocation": _location(diagnostic.file_name, diagnostic.span)}],
    }
    if diagnostic.notes:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _location(note.span.source.name, note.span),
                "message": {"text": note.message},
            }
            for number, note in enumerate(diagnostic.notes, start=1)
        ]
    return result


def _location(name: str, span: Span | None) -> dict[str, object]:
    path = Path(name)
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="replace")
    location: dict[str, object] = {"artifactLocation": {"uri": uri}}
    if span:
        place = Place.of(span)
        location["region"] = {
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
        }
    return location

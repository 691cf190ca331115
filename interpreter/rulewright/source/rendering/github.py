"""Diagnostics as workflow commands: GitHub Actions shows them beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics import Diagnostic
from .characters import visible
from .place import Place


def as_github(diagnostics: Sequence[Diagnostic]) -> str:
    return "\n".join(_command(diagnostic) for diagnostic in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    properties = {"file": diagnostic.file_name}
    if diagnostic.span:
        place = Place.of(diagnostic.span)
        properties |= {"line": str(place.line), "endLine": str(place.end_line)}
        if place.line == place.end_line:
            # The runner refuses columns for an annotation of several lines.
            properties |= {"col": str(place.column), "endColumn": str(place.end_column)}
    properties["title"] = diagnostic.code
    listed = ",".join(
        f"{key}={_property(properties[key])}"
        for key in ("file", "line", "col", "endLine", "endColumn", "title")
        if key in properties
    )
    return f"::{diagnostic.severity.value} {listed}::{_message(diagnostic)}"


def _message(diagnostic: Diagnostic) -> str:
    lines = [visible(diagnostic.message)]
    if diagnostic.help:
        lines.append(f"help: {visible(diagnostic.help)}")
    for note in diagnostic.notes:
        place = Place.of(note.span)
        where = f"{visible(note.span.source.name)}:{place.line}:{place.column}"
        lines.append(f"note: {where}: {visible(note.message)}")
    return _data("\n".join(lines))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")

"""Diagnostics for people: the place, the sentence, the line with marks under the word, the way out."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics import Diagnostic, Note, Severity
from ..limits import LIMITS
from ..source import Span
from .characters import visible
from .excerpt import excerpt

_BOLD, _RED, _YELLOW, _BLUE, _CYAN = "1", "1;31", "1;33", "34", "36"
_COLOUR = {Severity.ERROR: _RED, Severity.WARNING: _YELLOW}


def as_text(diagnostics: Sequence[Diagnostic], colours: bool = False) -> str:
    """The diagnostics in the given order, at most `LIMITS.shown_errors` of them, a blank line between."""
    chosen = _chosen(diagnostics)
    blocks = ["\n".join(_lines(diagnostic, colours)) for diagnostic in chosen]
    hidden = len(diagnostics) - len(chosen)
    if hidden:
        blocks.append(f"… and {hidden} more")
    return "\n\n".join(blocks)


def _chosen(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Errors have the first right to be shown: twenty warnings never hide one."""
    room = LIMITS.shown_errors.value
    errors = [d for d in diagnostics if d.severity is Severity.ERROR][:room]
    warnings = [d for d in diagnostics if d.severity is Severity.WARNING][: room - len(errors)]
    kept = {id(diagnostic) for diagnostic in (*errors, *warnings)}
    return [diagnostic for diagnostic in diagnostics if id(diagnostic) in kept]


def _lines(diagnostic: Diagnostic, colours: bool) -> list[str]:
    def paint(text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if colours else text

    colour = _COLOUR[diagnostic.severity]
    place = _where(diagnostic.span) if diagnostic.span else visible(diagnostic.file_name)
    label = f"{diagnostic.severity.value}[{diagnostic.code}]"
    lines = [f"{paint(place + ':', _BOLD)} {paint(label, colour)}: {visible(diagnostic.message)}"]
    if diagnostic.span:
        shown = excerpt(diagnostic.span)
        lines.append(f"{paint(f'{shown.line:>5} |', _BLUE)} {shown.text}".rstrip())
        lines.append(f"{paint('      |', _BLUE)} {' ' * shown.indent}{paint('^' * shown.marked, colour)}")
    if diagnostic.help:
        lines.append(f"  {paint('help:', _CYAN)} {visible(diagnostic.help)}")
    lines += [f"  {paint('note:', _CYAN)} {_note(note)}" for note in diagnostic.notes]
    if diagnostic.drawing:
        lines += [f"    {visible(line)}".rstrip() for line in diagnostic.drawing.split("\n")]
    return lines


def _note(note: Note) -> str:
    return f"{_where(note.span)}: {visible(note.message)}"


def _where(span: Span) -> str:
    return f"{visible(span.source.name)}:{span.line}:{span.column}"

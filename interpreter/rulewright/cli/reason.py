"""Why a text is not a legal move, as people and programs read it."""

from __future__ import annotations

from dataclasses import asdict

from ..show.why import Reason
from ..source.rendering.excerpt import excerpt
from ..source.rendering.place import Place
from .positions import shown


def reason_text(text: str, reason: Reason | None) -> str:
    """The sentence, the rule with marks under it, the sites; `None` is the reason of a legal move."""
    if reason is None:
        return f'"{shown(text)}" is legal here'
    lines = [shown(reason.message)]
    if reason.span is not None:
        place = f"{shown(reason.span.source.name)}:{reason.span.line}:{reason.span.column}"
        part = excerpt(reason.span)
        lines.append(f"  rule: {place}")
        lines.append(f"{part.line:>5} | {part.text}".rstrip())
        lines.append(f"      | {' ' * part.indent}{'^' * part.marked}")
    if reason.sites:
        lines.append(f"  sites: {shown(', '.join(reason.sites))}")
    return "\n".join(lines)


def reason_data(text: str, reason: Reason | None) -> dict[str, object]:
    span = reason.span if reason else None
    return {
        "move": text,
        "legal": reason is None,
        "message": reason.message if reason else None,
        "rule": {"file": span.source.name, **asdict(Place.of(span)), "text": span.text} if span else None,
        "sites": list(reason.sites) if reason else [],
    }

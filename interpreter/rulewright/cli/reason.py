"""Why a move is not legal, as people read it: the sentence, the rule with marks under it, the sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .positions import shown

if TYPE_CHECKING:
    from ..reasons import Reason


def reason_text(reason: Reason) -> str:
    from ..language.rendering.excerpt import excerpt

    lines = [shown(reason.message)]
    if reason.span is not None:
        part = excerpt(reason.span)
        place = f"{shown(reason.span.source.name)}:{reason.span.line}:{reason.span.column}"
        lines += [f"  rule: {place}", f"{part.line:>5} | {part.text}", f"      | {' ' * part.indent}{'^' * part.marked}"]
    if reason.sites:
        lines.append(f"  sites: {shown(', '.join(reason.sites))}")
    return "\n".join(lines)


def reason_data(reason: Reason) -> dict[str, object]:
    from dataclasses import asdict

    from ..language.rendering.place import Place

    span = reason.span
    rule = {"file": span.source.name, **asdict(Place.of(span)), "text": span.text} if span else None
    return {"message": reason.message, "rule": rule, "sites": list(reason.sites)}

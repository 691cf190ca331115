"""`say:`: how an action is written down (semantics D74)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...rules.game import UNFIT, SayPart
from ...rules.types import Type
from ...source.diagnostics import one_of, suggestion
from ..document.nodes import Scalar
from .scope import PART_WORDS
from .world import World

if TYPE_CHECKING:
    from .actions import ActionDraft

_FIELDS = ("origin", "target", "it", "kind", "piece", "letter", "dir", "load", "route", "set", "may", "captures",
           "changed")  # fmt: skip
_DETAILS = ("row", "column")
_PART = re.compile(r"\{([^{}]*)\}|([^{}]+)|([{}])")
_FIELD = re.compile(r"\s*([a-z][a-z0-9_]*)(?:\.([a-z_]+))?(?::(.*))?\s*\Z", re.DOTALL)


def read_say(world: World, draft: ActionDraft, node: Scalar | None) -> tuple[SayPart, ...] | None:
    if node is None:
        return None
    parts = []
    words = draft.scope("must", "say").words
    known = (*(name for name in _FIELDS if name not in PART_WORDS or name in words), *draft.own_names())
    for match in _PART.finditer(node.text):
        span = node.part(match.start(), match.end())
        if match.group(3):
            message = f'the bracket "{match.group(3)}" has no partner.'
            world.report.error("say-field", message, span, "write a field like this: {target}")
            continue
        _fits(world, node, match)
        if match.group(2) is not None:
            parts.append(SayPart(span, match.group(2), None, None, None))
            continue
        field = _FIELD.match(match.group(1))
        name = field.group(1) if field else match.group(1).strip()
        if field is None or name not in known:
            world.report.error(
                "say-field", f'"{draft.name}" has no "{name}" to say.',
                node.part(match.start() + 1, match.start() + 1 + len(name)) if name else span,
                suggestion(name, known, f"fields: {one_of(known, 'and', 20)}"),
            )  # fmt: skip
            continue
        signs = {sign for kind in world.kinds for sign in kind.letters.values()} if name == "letter" else set()
        unfit = next((sign for sign in sorted(signs) if UNFIT.search(sign)), None)
        if unfit is not None and field.group(3) is None:
            message = f'"{unfit}" is the letter of a piece, but no move can be written with it.'
            help = 'write {piece} or {kind}, or choose another letter; ";" stands between moves'
            world.report.error("say-text", message, span, help)
        detail = field.group(2)
        if detail is not None and not _has_detail(world, draft, node, match.start() + 1 + field.start(2), name, detail):
            continue
        parts.append(SayPart(span, None, name, detail, field.group(3)))
    return tuple(parts)


def _fits(world: World, node: Scalar, match: re.Match[str]) -> None:
    """Tells of a sign in the text of a move that ends moves."""
    unfit = UNFIT.search(match.group())
    if unfit is None:
        return
    span = node.part(match.start() + unfit.start(), match.start() + unfit.end())
    message, help_text = "the text of a move has no line breaks, tabs or other signs that nobody sees.", "write a blank"
    if unfit.group() == ";":
        message = '";" stands between moves, so none can have it in its text.'
        help_text = 'take another sign, such as ","'
    world.report.error("say-text", message, span, help_text)


def _has_detail(world: World, draft: ActionDraft, node: Scalar, start: int, name: str, detail: str) -> bool:
    """Whether `{name.detail}` means something: the row or the column of a site; told if not."""
    span = node.part(start, start + len(detail))
    if detail not in _DETAILS:
        message = f'a site has no "{detail}" to say.'
        world.report.error("say-field", message, span, f"write {{{name}.row}} or {{{name}.column}}")
        return False
    if draft.field_type(name) not in (Type.SITE, Type.BROKEN):
        message = f'"{name}" is no single site, so it has no {detail}.'
        world.report.error("say-field", message, span, f"write only {{{name}}}")
        return False
    return True

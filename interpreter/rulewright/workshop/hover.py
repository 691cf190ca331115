"""What a word of a file means: a key, a word of the language, or a name of this game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..language.schema.schema import game_schema
from .glossary import words
from .names import Named, locals_of, names_of
from .place import Spot, spot_at
from .proposal import source_of


def hover(text: str, offset: int) -> dict[str, Any] | None:
    """What to show for the word at an offset: `title`, `what` it is, `lines` of text, and `code` as it is written."""
    spot = spot_at(text, offset)
    if spot is None:
        return None
    if spot.in_key:
        return _of_key(spot) or _of_name(spot)
    return _of_name(spot) or _of_word(spot) or _of_value(spot)


def _of_key(spot: Spot) -> dict[str, Any] | None:
    schema = game_schema()
    place = schema.at(spot.path)
    key = spot.scalar.text
    if key not in place.keys:
        return None
    inner = schema.inner(place, key)
    said = [str(facet["description"]) for facet in inner.facets if "description" in facet]
    return _card(spot, key, "", said[:1], inner.example_line(key) or "", whole=True)


def _of_name(spot: Spot) -> dict[str, Any] | None:
    names = names_of(spot.root)
    if spot.word[0] in "$@":
        space = names.options if spot.word[0] == "$" else names.hooks
        named = space.get(spot.word[1:])
        return _named(spot, named) if named else None
    found: Sequence[Named] = names.find(spot.word)
    if len(spot.path) > 1 and spot.path[0] == "actions":
        local = locals_of(spot.root, str(spot.path[1])).get(spot.word)
        found = [local] if local else found
    if not found:
        return None
    return _named(spot, _meant(spot, found))


def _meant(spot: Spot, found: Sequence[Named]) -> Named:
    """An action, a path and a thing may share a name: which one is it here?"""
    if len(found) > 1 and spot.path and str(spot.path[0]) in ("actions", "turn", "phases"):
        in_turn = spot.rule is not None and spot.rule.entry == "turn"
        as_key = spot.in_key and spot.path == ("actions",)
        if in_turn or as_key:
            return next((named for named in found if named.what == "an action"), found[0])
    return found[0]


def _named(spot: Spot, named: Named) -> dict[str, Any]:
    told = words().get(named.name)
    lines = [told.says] if told and named.entry is None else []
    if named.more:
        lines.append(named.more[0].upper() + named.more[1:] + ".")
    return _card(spot, spot.word, named.what, lines, source_of(named, 400))


def _of_word(spot: Spot) -> dict[str, Any] | None:
    known = words().get(spot.word)
    if known is None or spot.rule is None:
        return None
    return _card(spot, spot.word, "", [known.says], known.example)


def _of_value(spot: Spot) -> dict[str, Any] | None:
    """A value that is no rule: what its key is for."""
    if not spot.path or spot.rule is not None:
        return None
    place = game_schema().at(spot.path)
    said = [str(facet["description"]) for facet in place.facets if "description" in facet]
    key = next((str(step) for step in reversed(spot.path) if isinstance(step, str)), "")
    return _card(spot, key, "", said[:1], "") if said and key else None


def _card(spot: Spot, title: str, what: str, lines: list[str], code: str, whole: bool = False) -> dict[str, Any]:
    span = spot.scalar.span if whole else spot.span
    return {"from": span.start, "to": span.end, "title": title, "what": what, "lines": lines, "code": code}

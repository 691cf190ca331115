"""What an effect hook may give: a list of lines, each one an effect with its numbers (semantics D97)."""

from __future__ import annotations

from typing import Any

from ..rules.game import Rules
from ..rules.types import Type

_SITES = {"capture": 1, "remove": 1, "flip": 1, "move": 2}
_PARTS = ("owner", "kind", "state", "facing")


def wrong_record(rules: Rules, record: Any) -> bool:
    """Whether a line is none of those of D97, or names something that the game does not have."""
    if not isinstance(record, tuple) or not record or not isinstance(record[0], str):
        return True
    word, *given = record
    if word in _SITES:
        return len(given) != _SITES[word] or not all(_is_site(rules, site) for site in given)
    match record:
        case ("put", int(owner), int(kind), int(state), site):
            known = -1 <= owner < len(rules.players) and 0 <= kind < len(rules.kinds)
            return not (known and 0 <= state < rules.kinds[kind].combinations and _is_site(rules, site))
        case ("set", site, str(what), int(value)):
            return not (_is_site(rules, site) and what in _PARTS and _is_part(rules, what, value))
        case ("var", str(name), int(value)):
            return not any(spec.name == name and _is_value(rules, spec.type, value) for spec in rules.variables)
    return True


def _is_value(rules: Rules, type_: Type, value: int) -> bool:
    """Whether a variable of a type can be given this number, which is brought into its range."""
    match type_:
        case Type.NUMBER:
            return abs(value) < 2**31
        case Type.SITE:
            return -1 <= value < len(rules.board)
        case Type.DIRECTION:
            return -1 <= value < len(rules.board.directions)
    counts = {
        Type.TRUTH: 2,
        Type.PLAYER: len(rules.players),
        Type.KIND: len(rules.kinds),
        Type.STATE: len(rules.states),
    }
    return 0 <= value < counts.get(type_, 0)


def _is_site(rules: Rules, site: Any) -> bool:
    return isinstance(site, int) and 0 <= site < len(rules.board)


def _is_part(rules: Rules, what: str, value: int) -> bool:
    if what == "kind":
        return 0 <= value < len(rules.kinds) and rules.kinds[value].layer == 0
    if what == "owner":
        return -1 <= value < len(rules.players)
    return 0 <= value < len(rules.states if what == "state" else rules.board.directions)

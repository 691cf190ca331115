"""Actions as they stand: which kinds they move, and where these land."""

from __future__ import annotations

from ..rules import expressions as rx
from ..rules.game import Action, Rules
from .facts import Facts
from .paths import landings
from .sets import is_vacant


def movers(rules: Rules, action: Action) -> set[int]:
    """The kinds that an action may move."""
    found = {number for number, kind in enumerate(rules.kinds) if kind.layer == action.layer}
    items = action.subject.items if isinstance(action.subject, rx.Intersection) else (action.subject,)
    for item in items:
        if isinstance(item, rx.Pattern) and item.layer == action.layer:
            found &= set(item.kinds)
    return found


def landing_layer(facts: Facts, action: Action) -> int:
    """The layer that an action moves or places pieces on."""
    if action.verb == "place":
        return facts.rules.kinds[facts.trays.entries(action)[0][0]].layer
    return action.layer


def landing_sets(rules: Rules, action: Action) -> list[rx.Expr]:
    """The sets a piece may land in."""
    if action.path is not None:
        return [landing.item for landing in landings(rules, action.path) if landing.item is not None]
    return [action.to] if action.to is not None else []


def lands_on_empty(facts: Facts, action: Action) -> bool:
    """Whether nothing stands where a piece of an action lands."""
    if action.path is None:
        return action.to is not None and is_vacant(facts, action.to, action.layer)
    ends = landings(facts.rules, action.path)
    return all(end.item is not None and is_vacant(facts, end.item, action.layer) for end in ends)

"""Sets that are empty in every position: what an author wrote there can never act.

An answer that is not certain is no.
"""

from __future__ import annotations

from functools import reduce
from operator import and_

from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules.game import Action, Rules
from .paths import inner_paths

_SIDES = (rx.Owner.MINE, rx.Owner.ENEMY, rx.Owner.NEUTRAL)  # a piece belongs to one of them


def passes_nothing(rules: Rules, action: Action) -> bool:
    """Whether every walk of an action is one step or leap, so that `passed` is always empty."""
    return action.path is not None and action.again is None and _without_runs(rules, action.path, 0)


def _without_runs(rules: Rules, path: rp.Path, depth: int) -> bool:
    if depth > len(rules.paths) + 2:
        return False
    for route in path.routes:
        travel = route.legs[0].travel
        if len(route.legs) != 1 or isinstance(travel, rp.RepeatTravel):
            return False
        if isinstance(travel, rp.LineTravel) and travel.run:
            return False
        if not all(_without_runs(rules, inner, depth + 1) for inner in inner_paths(rules, travel)):
            return False
    return True


def always_empty(rules: Rules, node: rx.Expr, no_passed: bool = False) -> bool:
    """Whether no site is ever in a set; `no_passed`: nothing is passed where it stands."""

    def empty(item: rx.Expr) -> bool:
        return always_empty(rules, item, no_passed)

    match node:
        case rx.Fixed():
            return node.sites == 0
        case rx.FixedOf():
            return not any(node.sites)
        case rx.PartWord():
            return no_passed and node.word == "passed"
        case rx.Intersection():
            return any(map(empty, node.items)) or _apart(rules, node.items)
        case rx.Union():
            return all(map(empty, node.items))
        case rx.Difference():
            return empty(node.left)
        case rx.Joined():
            return empty(node.within) or empty(node.seeds) or _apart(rules, (node.within, node.seeds))
        case rx.Neighbours() | rx.WithHeight() | rx.Attacked() | rx.CrossedBy():
            return empty(node.item)
        case rx.Stepped():
            return empty(node.item)
        case rx.DefineCall() if not node.args:
            return empty(rules.defines[node.define].body)
    return False


def never_occupied(rules: Rules, node: rx.Expr) -> bool:
    """Whether no site of a set ever has a piece on the main layer."""

    def bare(item: rx.Expr) -> bool:
        return never_occupied(rules, item)

    match node:
        case rx.EmptySites():
            return True
        case rx.Intersection():
            return any(map(bare, node.items))
        case rx.Union():
            return all(map(bare, node.items))
        case rx.Difference():
            return bare(node.left)
        case rx.Joined():
            return bare(node.within)
        case rx.Neighbours() | rx.Attacked() | rx.Filtered() | rx.GroupOf() | rx.LineOf():
            return bare(node.item)
        case rx.DefineCall() if not node.args:
            return bare(rules.defines[node.define].body)
    return False


def _apart(rules: Rules, items: tuple[rx.Expr, ...]) -> bool:
    """Whether no site can be in all of these sets at once."""
    for player in range(len(rules.players)):
        places = [found for item in items if (found := _places(item, player)) is not None]
        if not places or reduce(and_, places):
            break
    else:
        return True
    tops = [item for item in items if isinstance(item, rx.Pattern) and item.layer == 0]
    if len({item.owner for item in tops if item.owner in _SIDES}) > 1:
        return True
    if any(isinstance(item, rx.EmptySites) for item in items):
        return any(isinstance(item, rx.Pattern) and item.layer == 0 for item in items)
    return False


def _places(node: rx.Expr, player: int) -> int | None:
    """The fixed places of a set for a player to move; None if they are not fixed."""
    match node:
        case rx.Fixed():
            return node.sites
        case rx.FixedOf(owner=rx.Me()):
            return node.sites[player]
        case rx.FixedOf(owner=rx.PlayerValue() as owner):
            return node.sites[owner.player]
        case rx.Union():
            found = [_places(item, player) for item in node.items]
            return None if any(each is None for each in found) else reduce(lambda a, b: a | b, (f or 0 for f in found))
    return None

"""Abstract interpretation of sets: what the words of a set alone say about the pieces on its sites.

A set that is not known to lie within another may do so all the same: every answer errs on the safe side.
"""

from __future__ import annotations

from collections.abc import Callable

from ..rules import expressions as rx
from ..rules import paths as rp
from .declared import Declared
from .facts import Facts

Fits = Callable[[rx.Expr], bool]


def always_occupied(game: Declared, node: rx.Expr, layer: int) -> bool:
    """Whether every site of a set certainly holds a piece on the layer."""
    return _within(game, node, layer, lambda item: isinstance(item, rx.Pattern))


def never_occupied(game: Declared, node: rx.Expr) -> bool:
    """Whether every site of a set certainly is empty on the main layer."""
    return _within(game, node, 0, lambda item: isinstance(item, rx.EmptySites))


def holds_mine(game: Declared, node: rx.Expr, layer: int) -> bool:
    """Whether a set holds my pieces only."""
    return _within(game, node, layer, lambda item: isinstance(item, rx.Pattern) and item.owner is rx.Owner.MINE)


def holds_theirs(game: Declared, node: rx.Expr, layer: int) -> bool:
    """Whether a set holds enemy pieces only."""
    return _within(game, node, layer, lambda item: isinstance(item, rx.Pattern) and item.owner is rx.Owner.ENEMY)


def is_vacant(facts: Facts, node: rx.Expr, layer: int) -> bool:
    """Whether nothing stands on the sites of a set."""
    return _without(facts, node, layer, (), (rx.Owner.ANYBODY,))


def spares_mine(facts: Facts, node: rx.Expr, layer: int) -> bool:
    """Whether none of my pieces stands on the sites of a set."""
    return _without(facts, node, layer, (rx.Owner.ENEMY, rx.Owner.NEUTRAL), (rx.Owner.ANYBODY, rx.Owner.MINE))


def _without(
    facts: Facts, node: rx.Expr, layer: int, owners: tuple[rx.Owner, ...], left_out: tuple[rx.Owner, ...]
) -> bool:
    """Whether a set is made of empty sites and pieces of these owners, or all pieces of others are left out."""

    def fits(item: rx.Expr) -> bool:
        if isinstance(item, rx.EmptySites):
            return layer == 0
        if isinstance(item, rx.Difference):
            right = item.right
            if not isinstance(right, rx.Pattern) or not facts.covers(right) or right.states:
                return False
            return right.owner in left_out and right.layer == layer
        return isinstance(item, rx.Pattern) and item.owner in owners

    return _within(facts.rules, node, layer, fits)


def _within(game: Declared, node: rx.Expr, layer: int, fits: Fits) -> bool:
    """Whether a set lies within those that fit, by how it is made."""
    if (not isinstance(node, rx.Pattern) or node.layer == layer) and fits(node):
        return True

    def inside(item: rx.Expr) -> bool:
        return _within(game, item, layer, fits)

    match node:
        case rx.Intersection():
            return any(map(inside, node.items))
        case rx.Union():
            return all(map(inside, node.items))
        case rx.Difference():
            return inside(node.left)
        case rx.Joined():
            return inside(node.within)
        case rx.WithHeight() | rx.Attacked() | rx.CrossedBy() | rx.Filtered() | rx.GroupOf() | rx.OnlyOf():
            return inside(node.item)
        case rx.DefineCall():
            return inside(game.defines[node.define].body)
        case rx.Either():
            return inside(node.value) and inside(node.otherwise)
        case rx.PassedBy():
            runs = _runs(node.path)
            return runs is not None and all(map(inside, runs))
    return False


def _runs(path: rp.Path) -> list[rx.Expr] | None:
    """The sets that sites on the way belong to; None if a path is more than runs along rays."""
    found: list[rx.Expr] = []
    for route in path.routes:
        travel = route.legs[0].travel
        if len(route.legs) != 1 or not isinstance(travel, rp.LineTravel):
            return None
        found.extend(item.item for item in travel.run)
    return found


def admits_mine(game: Declared, node: rx.Expr, layer: int) -> bool:
    """Whether the words plainly let a mover land on a piece of its own side."""
    match node:
        case rx.Pattern():
            if node.layer != layer:  # what lies under a piece says nothing of it
                return True
            owned = any(not game.kinds[kind].neutral for kind in node.kinds)
            return owned and node.owner in (rx.Owner.ANYBODY, rx.Owner.MINE)
        case rx.Anywhere():
            return True
        case rx.Union():
            return any(admits_mine(game, item, layer) for item in node.items)
        case rx.Intersection():
            return all(admits_mine(game, item, layer) or _says_nothing(item, layer) for item in node.items)
        case rx.Difference():
            return admits_mine(game, node.left, layer) and not _holds_all_mine(game, node.right, layer)
        case rx.DefineCall():
            return admits_mine(game, game.defines[node.define].body, layer)
        case rx.Either():
            return admits_mine(game, node.value, layer) or admits_mine(game, node.otherwise, layer)
    return False


def _says_nothing(node: rx.Expr, layer: int) -> bool:
    """A set of places, or of pieces on another layer: it neither admits nor excludes pieces of this layer."""
    return isinstance(node, rx.Fixed | rx.FixedOf) or (isinstance(node, rx.Pattern) and node.layer != layer)


def _holds_all_mine(game: Declared, node: rx.Expr, layer: int) -> bool:
    if isinstance(node, rx.Pattern):
        kinds = {number for number, kind in enumerate(game.kinds) if kind.layer == layer and not kind.neutral}
        return (
            node.layer == layer
            and node.owner in (rx.Owner.ANYBODY, rx.Owner.MINE)
            and not node.states
            and kinds <= set(node.kinds)
        )
    if isinstance(node, rx.Union):
        return any(_holds_all_mine(game, item, layer) for item in node.items)
    if isinstance(node, rx.DefineCall):
        return _holds_all_mine(game, game.defines[node.define].body, layer)
    return False

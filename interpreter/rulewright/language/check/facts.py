"""What words alone say about a set: always occupied, never occupied, could hold my own piece."""

from __future__ import annotations

from ...rules import expressions as rx
from ..syntax import ast
from .world import World


def always_occupied(world: World, node: rx.Expr, layer: int) -> bool:
    """Whether every site of the set certainly holds a piece on the layer."""
    match node:
        case rx.Pattern():
            return node.layer == layer
        case rx.Intersection():
            return any(always_occupied(world, item, layer) for item in node.items)
        case rx.Union():
            return all(always_occupied(world, item, layer) for item in node.items)
        case rx.Difference():
            return always_occupied(world, node.left, layer)
        case rx.Joined():
            return always_occupied(world, node.within, layer)
        case rx.WithHeight() | rx.Attacked() | rx.CrossedBy():
            return always_occupied(world, node.item, layer)
        case rx.Either():
            return always_occupied(world, node.value, layer) and always_occupied(world, node.otherwise, layer)
        case rx.DefineCall():
            return always_occupied(world, world.defines[node.define].body, layer)
        case rx.PassedBy():
            return _passes_only_pieces(world, node, layer)
    return False


def _passes_only_pieces(world: World, node: rx.PassedBy, layer: int) -> bool:
    from ...rules.paths import LineTravel

    travels = [leg.travel for route in node.path.routes for leg in route.legs]
    single = all(len(route.legs) == 1 for route in node.path.routes)
    return single and all(
        isinstance(travel, LineTravel)
        and bool(travel.run)
        and all(always_occupied(world, item.item, layer) for item in travel.run)
        for travel in travels
    )


def never_occupied(world: World, node: rx.Expr) -> bool:
    """Whether every site of the set certainly is empty on the main layer."""
    match node:
        case rx.EmptySites():
            return True
        case rx.Intersection():
            return any(never_occupied(world, item) for item in node.items)
        case rx.Union():
            return all(never_occupied(world, item) for item in node.items)
        case rx.Difference():
            return never_occupied(world, node.left)
        case rx.Joined():
            return never_occupied(world, node.within)
        case rx.DefineCall():
            return never_occupied(world, world.defines[node.define].body)
        case rx.Either():
            return never_occupied(world, node.value) and never_occupied(world, node.otherwise)
    return False


def admits_own_piece(world: World, node: rx.Expr, layer: int) -> bool:
    """Whether the words plainly let a mover land on a piece of its own side."""
    match node:
        case rx.Pattern():
            owned = any(not world.kinds[kind].neutral for kind in node.kinds)
            return node.layer == layer and owned and node.owner in (rx.Owner.ANYBODY, rx.Owner.MINE)
        case rx.Anywhere():
            return True
        case rx.Union():
            return any(admits_own_piece(world, item, layer) for item in node.items)
        case rx.Intersection():
            return all(admits_own_piece(world, item, layer) or _says_nothing(item, layer) for item in node.items)
        case rx.Difference():
            return admits_own_piece(world, node.left, layer) and not _holds_all_own(world, node.right, layer)
        case rx.DefineCall():
            return admits_own_piece(world, world.defines[node.define].body, layer)
        case rx.Either():
            return admits_own_piece(world, node.value, layer) or admits_own_piece(world, node.otherwise, layer)
    return False


def _says_nothing(node: rx.Expr, layer: int) -> bool:
    """A set of places, or of pieces on another layer: it neither admits nor excludes pieces of this layer."""
    return isinstance(node, rx.Fixed | rx.FixedOf) or (isinstance(node, rx.Pattern) and node.layer != layer)


def _holds_all_own(world: World, node: rx.Expr, layer: int) -> bool:
    if isinstance(node, rx.Pattern):
        kinds = {number for number, kind in enumerate(world.kinds) if kind.layer == layer and not kind.neutral}
        return (
            node.layer == layer
            and node.owner in (rx.Owner.ANYBODY, rx.Owner.MINE)
            and not node.states
            and kinds <= set(node.kinds)
        )
    if isinstance(node, rx.Union):
        return any(_holds_all_own(world, item, layer) for item in node.items)
    if isinstance(node, rx.DefineCall):
        return _holds_all_own(world, world.defines[node.define].body, layer)
    return False


def check_joined(world: World, node: rx.Joined, post: ast.JoinedTo) -> None:
    """`stones joined to empty` can never hold anything: the flood starts from sites that are in both."""
    within_pieces = always_occupied(world, node.within, 0)
    apart = (within_pieces and never_occupied(world, node.seeds)) or (
        never_occupied(world, node.within) and always_occupied(world, node.seeds, 0)
    )
    if apart:
        left, right = node.within.span.text, post.item.span.text
        world.report.error(
            "dead-joined",
            f'no site is in "{left}" and in "{right}" at once, so nothing is joined.',
            post.span,
            f'write "{left} joined to ({left} next to {right})"',
        )

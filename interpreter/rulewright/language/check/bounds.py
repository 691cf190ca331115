"""How large a number can become: every sum and product must fit 32 bits (semantics D21)."""

from __future__ import annotations

from ...rules import expressions as rx
from ..limits import LIMITS
from .world import World

_GREATEST = 2**31 - 1

Interval = tuple[int, int]


def fits(number: int) -> bool:
    return abs(number) <= _GREATEST


def check_number(world: World, made: rx.Expr) -> None:
    low, high = interval(world, made)
    if not (fits(low) and fits(high)):
        greatest = f"can become as large as {max(abs(low), abs(high)):,}"
        world.report.error(
            "bounds-number",
            f'"{made.span.text}" {"is too large a number" if isinstance(made, rx.Number) else greatest}.',
            made.span,
            f"numbers must stay below {_GREATEST:,}; use smaller factors or ranges",
        )


def interval(world: World, node: rx.Expr, depth: int = 0) -> Interval:
    """The least and the greatest value a number can have."""
    sites = len(world.board) if world.board and not world.board.unbounded else LIMITS.sites.value
    match node:
        case rx.Number():
            return node.value, node.value
        case rx.CountOf():
            return 0, sites
        case rx.HeightOf():
            single = node.item.type.name == "SITE"
            return 0, world.stack * (1 if single else sites)
        case rx.SumOf():
            low = high = 0
            for item, sign in zip(node.items, node.signs, strict=True):
                a, b = interval(world, item, depth)
                low, high = (low + a, high + b) if sign > 0 else (low - b, high - a)
            return low, high
        case rx.ProductOf():
            low = high = 1
            for item in node.items:
                products = [x * y for x in (low, high) for y in interval(world, item, depth)]
                low, high = min(products), max(products)
            return low, high
        case rx.Extreme():
            return _extreme(node, [interval(world, item, depth) for item in node.items])
        case rx.Either():
            sides = [interval(world, side, depth) for side in (node.value, node.otherwise)]
            return min(a for a, _ in sides), max(b for _, b in sides)
        case rx.Variable():
            variable = world.variables[node.variable]
            return variable.low, variable.high
        case rx.DefineCall():
            if depth > LIMITS.define_depth.value or node.define >= len(world.defines):
                return 0, sites
            return interval(world, world.defines[node.define].body, depth + 1)
        case rx.Counter():
            return 0, world.turn_limit + 1
        case rx.InTray():
            return 0, LIMITS.pieces.value * max(1, len(world.kinds))
        case rx.SidesOf():
            return 0, 6
        case rx.DistanceOf():
            return 0, sites
        case rx.PartWord():
            return 0, world.stack
    # Hooks give plain ints, parameters and locals any number that was checked where it was made.
    return -LIMITS.sites.value, LIMITS.sites.value


def _extreme(node: rx.Extreme, found: list[Interval]) -> Interval:
    if node.word == "max":
        return max(a for a, _ in found), max(b for _, b in found)
    if node.word == "min":
        return min(a for a, _ in found), min(b for _, b in found)
    low, high = found[0]
    return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))

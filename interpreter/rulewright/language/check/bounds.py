"""How large a number can become: every sum and product must fit 32 bits (semantics D21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...rules import effects as re_
from ...rules import expressions as rx
from ...rules.types import Type
from ...source.limits import LIMITS, most_in_a_turn
from ...source.source import Span
from .world import World

_GREATEST = 2**31 - 1
_MOST_BONUS = 10**6  # so the schema
_FAR_TOO_LARGE = 10**30  # what is larger is not told apart: products of products would have millions of digits

Interval = tuple[int, int]


def fits(number: int) -> bool:
    return abs(number) <= _GREATEST


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number is read: in which action, and with which arguments of a define."""

    action: str = ""
    arguments: tuple[Interval, ...] = ()


def check_number(world: World, made: rx.Expr, action: str = "") -> None:
    """Tells if a sum or product can become too large; in what it calls, too, for these arguments."""
    low, high = interval(world, made, Place(action))
    if isinstance(made, rx.DefineCall):
        for low, high in _inside(world, made, Place(action), 0, set()):
            if not (fits(low) and fits(high)):
                break
    if not (fits(low) and fits(high)):
        most = max(abs(low), abs(high))
        greatest = f"can become {'as large as' if most < _FAR_TOO_LARGE else 'larger than'} {most:,}"
        message = f'"{made.span.text}" {"is too large a number" if isinstance(made, rx.Number) else greatest}.'
        help = f"numbers are at most {_GREATEST:,}; use smaller factors or ranges"
        world.report.error("bounds-number", message, made.span, help)


def check_divisor(world: World, divisor: rx.Expr, span: Span, action: str) -> None:
    """Tells if a number by which something is divided need not be 1 or more."""
    if divisor.type is Type.BROKEN:
        return
    least, _ = interval(world, divisor, Place(action))
    if least < 1:
        message = f'"{span.text}" can be {"0" if least == 0 else "0 or less"}, and nothing is divided by 0.'
        world.report.error("bounds-division", message, span, f'write "max(1, {span.text})", or a number')


def check_numbers_in(world: World, made: re_.Named, action: str = "") -> None:
    """Tells if a sum or product in named effects can become too large with these arguments."""
    place = Place("", tuple(interval(world, arg, Place(action)) for arg in made.args))
    if not _all_fit(world, made, place):
        message = f'numbers inside "{made.span.text}" can become too large.'
        help = f"numbers are at most {_GREATEST:,}; use smaller factors or ranges"
        world.report.error("bounds-number", message, made.span, help)


def _all_fit(world: World, made: re_.Named, place: Place) -> bool:
    waiting: list[rx.Node] = list(made.effects)
    while waiting:
        node = waiting.pop()
        if isinstance(node, re_.Named):
            if not _all_fit(world, node, Place("", tuple(interval(world, arg, place) for arg in node.args))):
                return False
            waiting.extend(node.args)
            continue
        found: list[Interval] = []
        if isinstance(node, rx.SumOf | rx.ProductOf):
            found = [interval(world, node, place)]
        elif isinstance(node, rx.DefineCall):
            found = list(_inside(world, node, place, 0, set()))
        if not all(fits(low) and fits(high) for low, high in found):
            return False
        waiting.extend(node.children())
    return True


def interval(world: World, node: rx.Expr, place: Place, depth: int = 0) -> Interval:
    """The least and the greatest value a number can have."""
    sites = len(world.board) if world.board and not world.board.unbounded else LIMITS.sites.value
    match node:
        case rx.Number():
            return node.value, node.value
        case rx.CountOf() | rx.GroupCount() | rx.LargestGroup():
            return 0, sites
        case rx.HeightOf():
            single = node.item.type.name == "SITE"
            return 0, world.stack * (1 if single else sites)
        case rx.SumOf():
            low = high = 0
            for item, sign in zip(node.items, node.signs, strict=True):
                a, b = interval(world, item, place, depth)
                low, high = _cut((low + a, high + b) if sign > 0 else (low - b, high - a))
            return low, high
        case rx.ProductOf():
            low = high = 1
            for item in node.items:
                ends = interval(world, item, place, depth)
                products = [x * y for x in (low, high) for y in ends]
                low, high = _cut((min(products), max(products)))
            return low, high
        case rx.Quotient():
            numbers = interval(world, node.left, place, depth)
            divisors = [max(1, end) for end in interval(world, node.right, place, depth)]
            found = [-(-a // b) if node.up else a // b for a in numbers for b in divisors]
            return min(found), max(found)
        case rx.Remainder():
            low, high = interval(world, node.left, place, depth)
            most = max(1, interval(world, node.right, place, depth)[1]) - 1
            return 0, min(most, high) if low >= 0 else most
        case rx.LineNumber():
            return 0, max(node.numbers, default=0)
        case rx.Extreme():
            return _extreme(node, [interval(world, item, place, depth) for item in node.items])
        case rx.Either():
            sides = [interval(world, side, place, depth) for side in (node.value, node.otherwise)]
            return min(a for a, _ in sides), max(b for _, b in sides)
        case rx.Variable():
            variable = world.variables[node.variable]
            return variable.low, variable.high
        case rx.DefineCall():
            if depth > LIMITS.define_depth.value or node.define >= len(world.defines):
                return 0, sites
            called = _called(world, node, place, depth)
            key = node.define, called.arguments
            if key not in world.ranges:
                world.ranges[key] = interval(world, world.defines[node.define].body, called, depth + 1)
            return world.ranges[key]
        case rx.Parameter() if node.number < len(place.arguments):
            return place.arguments[node.number]
        case rx.Local() if node.type is Type.NUMBER:
            return _local(world, node.name, place.action, depth)
        case rx.Memory() if node.type is Type.NUMBER and node.action is not None and node.field != "load":
            return _local(world, node.field, list(world.actions)[node.action], depth)
        case rx.Counter(word="captures" | "parts"):
            return 0, most_in_a_turn(node.word, sites * world.stack)
        case rx.Counter():
            return int(node.word in ("ply", "round")), world.turn_limit + 1
        case rx.InTray():
            return 0, LIMITS.pieces.value * max(1, len(world.kinds))
        case rx.SidesOf():
            return 0, 6
        case rx.BonusOf():
            return -_MOST_BONUS, _MOST_BONUS
        case rx.DistanceOf():
            return 0, sites
        case rx.PartWord() | rx.Memory(field="load"):
            return 0, world.stack
    # Hooks give plain ints; a parameter is looked at with its arguments where the define is called.
    return -LIMITS.sites.value, LIMITS.sites.value


def _cut(found: Interval) -> Interval:
    low, high = (max(-_FAR_TOO_LARGE, min(end, _FAR_TOO_LARGE)) for end in found)
    return low, high


def _called(world: World, node: rx.DefineCall, place: Place, depth: int) -> Place:
    return Place("", tuple(interval(world, arg, place, depth) for arg in node.args))


def _inside(
    world: World, call: rx.DefineCall, place: Place, depth: int, known: set[tuple[int, Place]]
) -> Iterator[Interval]:
    """The numbers of all sums and products in what is called, for the arguments of this call."""
    if depth > LIMITS.define_depth.value or call.define >= len(world.defines):
        return
    inner = _called(world, call, place, depth)
    if (call.define, inner) in known:
        return
    known.add((call.define, inner))
    for node in rx.walk(world.defines[call.define].body):
        if isinstance(node, rx.SumOf | rx.ProductOf):
            yield interval(world, node, inner, depth + 1)
        elif isinstance(node, rx.DefineCall):
            yield from _inside(world, node, inner, depth + 1, known)


def _local(world: World, name: str, action: str, depth: int) -> Interval:
    """What a name of an action can be: one of the values of its `with`, or what its `let` says."""
    draft = world.actions.get(action)
    if draft is not None and not draft.ranges:
        draft.ranges[""] = 0, 0  # begun: a let may look back at what another action was, and that one at this
        for choice in draft.choices:
            if choice.type is Type.NUMBER and choice.values:
                found = [interval(world, value, Place(action), depth) for value in choice.values]
                draft.ranges[choice.name] = min(a for a, _ in found), max(b for _, b in found)
        for let in draft.all_lets():  # each is made from those before it
            if let.value.type is Type.NUMBER:
                draft.ranges[let.name] = interval(world, let.value, Place(action), depth)
        world.ranges.clear()  # some may have asked for a let that was not known yet
    anything = -LIMITS.sites.value, LIMITS.sites.value
    return draft.ranges.get(name, anything) if draft is not None else anything


def _extreme(node: rx.Extreme, found: list[Interval]) -> Interval:
    if node.word == "max":
        return max(a for a, _ in found), max(b for _, b in found)
    if node.word == "min":
        return min(a for a, _ in found), min(b for _, b in found)
    low, high = found[0]
    return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))

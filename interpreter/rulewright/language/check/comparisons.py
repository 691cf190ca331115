"""Comparisons: both sides of one type (semantics D20, D21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules.types import Type
from ...source.diagnostics import one_of
from ..syntax import ast
from .bounds import Place, interval

if TYPE_CHECKING:
    from .expressions import Checker
    from .world import World

# Types whose names are patterns unless something asks for the value.
_BY_EXPECTATION = frozenset({Type.PLAYER, Type.KIND, Type.STATE, Type.WORD, Type.DIRECTION, Type.TRACK})


def read_compare(checker: Checker, node: ast.Compare) -> rx.Expr:
    if isinstance(node.right, ast.Range):
        return _within(checker, node, node.right)
    if node.sign not in ("=", "!="):
        left, right = checker.value(node.left), checker.value(node.right)
        if Type.BROKEN in (left.type, right.type):
            return checker.world.broken(node.span)
        if left.type.is_sites or right.type.is_sites:
            _sites_against_number(checker, node, left, right)
            return checker.world.broken(node.span)
        made = rx.Comparison(node.span, Type.TRUTH, checker.number(node.left), node.sign, checker.number(node.right))
        return _possible(checker.world, made)
    left, right = _both(checker, node.left, node.right)
    if Type.BROKEN in (left.type, right.type):
        return checker.world.broken(node.span)
    if _same(left.type, right.type):
        _check_word(checker, left, right)
        _check_word(checker, right, left)
        _check_equal_sets(checker, node, left, right)
        _check_states(checker.world, node, left, right)
        return _possible(checker.world, rx.Comparison(node.span, Type.TRUTH, left, node.sign, right))
    if {left.type, right.type} in ({Type.SITE, Type.NUMBER}, {Type.SET, Type.NUMBER}):
        _sites_against_number(checker, node, left, right)
    else:
        message = f'"{node.span.text}" compares {left.type.value} with {right.type.value}.'
        help = example(checker.world, left, node.left.span.text)
        checker.world.report.error("type-compare", message, node.span, help)
    return checker.world.broken(node.span)


# Of these the least and the greatest value are known for certain.
_BOUNDED = (
    rx.Number | rx.CountOf | rx.GroupCount | rx.LargestGroup | rx.LineNumber | rx.Variable | rx.SumOf | rx.ProductOf
)


def _possible(world: World, made: rx.Comparison) -> rx.Comparison:
    """Warns of numbers that can never compare like this, unless other options let them."""
    constant = isinstance(made.left, rx.Number) and isinstance(made.right, rx.Number)  # the value of an option
    if constant or not (_bounded(made.left) and _bounded(made.right)):
        return made
    (low, high), (least, most) = (interval(world, side, Place()) for side in (made.left, made.right))
    never = {
        "=": high < least or most < low,
        "!=": low == high == least == most,
        "<": low >= most,
        "<=": low > most,
        ">": high <= least,
        ">=": high < least,
    }
    if not never[made.sign]:
        world.report.in_use(made.span)
        return made
    left, right = made.left.span.text, made.right.span.text
    said = f'"{left}" is {low} to {high}' if low < high else f'"{right}" is {least} to {most}'
    help_text = "compare with a number that it can have; what stands behind the condition never happens"
    world.report.unused("dead-condition", f'"{made.span.text}" never holds: {said}.', made.span, help_text)
    return made


def _bounded(node: rx.Expr) -> bool:
    if isinstance(node, rx.SumOf | rx.ProductOf):
        return all(map(_bounded, node.items))
    if isinstance(node, rx.Counter):
        return node.word in ("ply", "round")
    return isinstance(node, _BOUNDED) and node.type is Type.NUMBER


def _check_equal_sets(checker: Checker, node: ast.Compare, left: rx.Expr, right: rx.Expr) -> None:
    """`target = empty` asks whether the target is all that is empty."""
    if left.type is Type.SET and right.type is Type.SITE:
        left, right = right, left
    many = isinstance(right, rx.EmptySites | rx.Pattern | rx.Anywhere)
    if left.type is not Type.SITE or not many:
        return
    one, sites = left.span.text, right.span.text
    word = "is" if node.sign == "=" else "is not"
    message = f'"{node.span.text}" asks whether "{one}" is all of the sites "{sites}" at once.'
    checker.world.report.warning("reading-equal", message, node.span, f'write "{one} {word} {sites}"')


def _check_states(world: World, node: ast.Compare, left: rx.Expr, right: rx.Expr) -> None:
    """`colour(it) = tall`: no colour is ever tall."""
    if isinstance(left, rx.StateValue):
        left, right = right, left
    if not isinstance(left, rx.StateOf) or not isinstance(right, rx.StateOf | rx.StateValue):
        return
    known = world.states_of_row(left.row)
    other = world.states_of_row(right.row) if isinstance(right, rx.StateOf) else [world.states[right.state].name]
    if not known or not set(known).isdisjoint(other):
        world.report.in_use(node.span)
        return
    held = "never holds" if node.sign == "=" else "always holds"
    message = f'"{node.span.text}" {held}: "{left.span.text}" is {one_of(known)}, and never {one_of(other)}.'
    help_text = "compare it with a state that it can have"
    world.report.unused("dead-condition", message, node.span, help_text)


def _both(checker: Checker, first: ast.Expr, second: ast.Expr) -> tuple[rx.Expr, rx.Expr]:
    """Reads the side that knows its type first; a bare name on the other side then is a value of that type."""
    if _bare_name(first) and not _bare_name(second):
        right = checker.value(second)
        return checker.value(first, _wanted(right)), right
    left = checker.value(first)
    if left.type not in (*_BY_EXPECTATION, Type.BROKEN) and _bare_name(second):
        # Two bare names: the second may know its type where the first does not ("queen = kind").
        right = checker.value(second)
        if right.type in _BY_EXPECTATION:
            return checker.value(first, _wanted(right)), right
        return left, right
    return left, checker.value(second, _wanted(left))


def _check_word(checker: Checker, chosen: rx.Expr, word: rx.Expr) -> None:
    """A word compared with a `with` name must be one of its words."""
    if not isinstance(word, rx.WordValue) or not isinstance(chosen, rx.Local):
        return
    draft = checker.world.actions.get(checker.scope.action or "")
    for choice in draft.choices if draft else ():
        known = [value.word for value in choice.values if isinstance(value, rx.WordValue)]
        if choice.name == chosen.name and word.word not in known:
            checker.world.unknown(word.word, word.span, known, f'the value of "{choice.name}" ')


def _wanted(found: rx.Expr) -> frozenset[Type]:
    if found.type in _BY_EXPECTATION:
        return frozenset({found.type})
    if found.type is Type.BROKEN:  # nobody knows, so the name may be whatever it can be
        return _BY_EXPECTATION
    if found.type is Type.DIRECTIONS:
        return frozenset({Type.DIRECTION})
    return frozenset()


def _bare_name(node: ast.Expr) -> bool:
    return isinstance(node, ast.Name)


def _same(left: Type, right: Type) -> bool:
    if left is right:
        return True
    if left.is_sites and right.is_sites:
        return True
    return left.is_directions and right.is_directions


def _within(checker: Checker, node: ast.Compare, wanted: ast.Range) -> rx.Expr:
    found = checker.value(node.left)
    if found.type.is_sites and found.type is not Type.BROKEN:
        _sites_against_number(checker, node, found, None)
        return checker.world.broken(node.span)
    item = checker.number(node.left)
    if node.sign not in ("=", "!="):
        message = f'a range is compared with "=" or "!=", not with "{node.sign}".'
        help = f'write "{node.left.span.text} = {wanted.span.text}"'
        return checker.world.reject("type-compare", message, node.span, help)
    checker.world.is_upside_down(wanted.span.text, wanted.span, wanted.low, wanted.high)
    return rx.Within(node.span, Type.TRUTH, item, wanted.low, wanted.high, node.sign == "!=")


def _sites_against_number(checker: Checker, node: ast.Compare, left: rx.Expr, right: rx.Expr | None) -> None:
    """Sites are counted before they are compared; `right` None: a range."""
    piled = checker.world.stack > 1
    counted = "height({})" if piled else "count {}"
    sides = [
        counted.format(written.span.text) if found is not None and found.type.is_sites else written.span.text
        for found, written in ((left, node.left), (right, node.right))
    ]
    both = right is not None and left.type.is_sites and right.type.is_sites
    message = f'"{node.span.text}" compares {"sites, not their number" if both else "sites with a number"}.'
    help = f'write "{sides[0]} {node.sign} {sides[1]}"' + (", or with count for the sites" if piled else "")
    checker.world.report.error("type-compare", message, node.span, help)


def example(world: World, found: rx.Expr, text: str) -> str:
    """How a value that is neither yes/no nor sites is compared."""
    compass = world.ready_board.compass
    values = {
        Type.PLAYER: [player.name for player in world.players],
        Type.KIND: [kind.name for kind in world.kinds],
        Type.STATE: [state.name for state in world.states],
        Type.DIRECTION: list(compass),
        Type.NUMBER: ["3"],
    }.get(found.type)
    if not values:
        return f'compare it with {found.type.value}, with "="'
    return f'compare it with {found.type.value}, as in "{text} = {values[0]}"'

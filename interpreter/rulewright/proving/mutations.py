"""One small change at a time to a syntax tree: the mistakes people make when they write rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from ..language.syntax import ast

Item = TypeVar("Item")

# A word, and what might stand there by mistake. What does not fit is refused when the rules are checked.
_WORDS = {
    "mine": ("enemy", "piece"),
    "my": ("enemy",),
    "enemy": ("mine", "my", "me"),
    "me": ("enemy",),
    "empty": ("piece",),
    "piece": ("empty",),
    "any": ("orth", "diag"),
    "orth": ("any", "diag"),
    "diag": ("any", "orth"),
    "forward": ("backward",),
    "forward_diag": ("diag", "backward_diag"),
    "backward": ("forward",),
    "origin": ("target",),
    "target": ("origin",),
    "leaving": ("entering",),
    "entering": ("leaving",),
    "passed": ("target",),
    "max": ("min",),
    "min": ("max",),
}
_SIGNS = {
    "<": ("<=",),
    "<=": ("<",),
    ">": (">=",),
    ">=": (">",),
    "=": ("!=",),
    "!=": ("=",),
    "+=": ("-=",),
    "-=": ("+=",),
}
_OUTCOMES = {"win": ("lose", "draw"), "lose": ("win", "draw"), "draw": ("win", "lose"), "pass": ("draw", "lose")}
# Nodes of the same parts, one taken for the other.
_SWAPPED: dict[type[ast.Node], type[Any]] = {
    ast.Or: ast.And, ast.And: ast.Or, ast.Some: ast.No, ast.No: ast.Some, ast.All: ast.Some,
    ast.TurnElse: ast.TurnOr, ast.TurnOr: ast.TurnElse, ast.Capture: ast.Remove, ast.Remove: ast.Capture,
}  # fmt: skip


def mutants(tree: ast.Node) -> Iterator[ast.Node]:
    """Every tree with one change in it; many are nonsense, and the checker says so."""
    return _changed(tree, _here)


def shortened(tree: ast.Node) -> Iterator[ast.Node]:
    """Every tree that lacks one thing: an alternative, a condition, a leg of a path."""
    return _changed(tree, _left_out)


def _changed(tree: ast.Node, here: Callable[[ast.Node], Iterator[ast.Node]]) -> Iterator[ast.Node]:
    yield from here(tree)
    for member in fields(tree):
        value = getattr(tree, member.name)
        if isinstance(value, ast.Node):
            for changed in _changed(value, here):
                yield _with(tree, member.name, changed)
        elif isinstance(value, tuple):
            for number, item in enumerate(value):
                if isinstance(item, ast.Node):
                    for changed in _changed(item, here):
                        yield _with(tree, member.name, (*value[:number], changed, *value[number + 1 :]))


def _with(node: ast.Node, name: str, value: Any) -> ast.Node:
    return replace(node, **{name: value})


def _here(node: ast.Node) -> Iterator[ast.Node]:
    """The changes of a node itself."""
    yield from _left_out(node)
    other = _SWAPPED.get(type(node))
    if other is not None:
        yield other(*(getattr(node, member.name) for member in fields(node)))
    match node:
        case ast.Name() | ast.Word():
            yield from (replace(node, text=word) for word in _WORDS.get(node.text, ()))
        case ast.Number():
            yield from (replace(node, value=node.value + step) for step in (1, -1) if node.value + step >= 0)
        case ast.Range():
            yield from _ranges(node)
        case ast.Line():
            yield from (replace(node, length=node.length + step) for step in (1, -1))
            yield replace(node, exactly=not node.exactly)
        case ast.GroupOf():
            yield from (replace(node, size=node.size + step) for step in (1, -1))
            yield replace(node, exactly=not node.exactly)
        case ast.CountGroups() if node.size is not None:
            yield from (replace(node, size=node.size + step) for step in (1, -1))
            yield replace(node, exactly=not node.exactly)
        case ast.Quotient():
            yield replace(node, up=not node.up)
        case ast.Leap():
            yield replace(node, first=node.first + 1)
            yield replace(node, second=node.second + 1)
        case ast.Compare():
            yield from (replace(node, sign=sign) for sign in _SIGNS[node.sign])
        case ast.Not():
            yield node.item
        case ast.Either():
            yield node.value
            yield node.otherwise
        case ast.Post():
            yield from _posts(node)
        case ast.RunItem() | ast.RepeatPath():
            yield from _paths(node)
        case ast.Part():
            yield from _parts(node)
        case ast.Statement() | ast.Effect():
            yield from _effects(node)
        case ast.Outcome():
            yield from (replace(node, what=what) for what in _OUTCOMES.get(node.what, ()))


def _left_out(node: ast.Node) -> Iterator[ast.Node]:
    """The node without one of the things in it."""
    match node:
        case ast.Where():
            yield node.item
        case ast.Or() | ast.And() | ast.Words() | ast.TurnElse() | ast.TurnOr() | ast.TurnThen():
            yield from _without_one(node)
        case ast.Phrase():
            yield from (replace(node, posts=left) for left in _shorter(node.posts))
        case ast.Connected() | ast.NextTo() | ast.JoinedTo() if node.along is not None:
            yield replace(node, along=None)
        case ast.Path():
            yield from (replace(node, routes=left) for left in _shorter(node.routes) if left)
        case ast.Route():
            yield from (replace(node, legs=left) for left in _shorter(node.legs) if left)
        case ast.LineLeg():
            yield from (replace(node, run=left) for left in _shorter(node.run))
        case ast.Leg() | ast.Part() if node.condition is not None:
            yield replace(node, condition=None)
        case ast.Statement() if node.condition is not None and node.otherwise is None:
            yield replace(node, condition=None)
        case ast.SetTo():
            yield from (replace(node, values=left) for left in _shorter(node.values) if left)
        case ast.Rule() if node.otherwise is not None and node.condition is not None:
            yield replace(node, condition=None, otherwise=None)


def _shorter(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """The items without one of them."""
    return ((*items[:number], *items[number + 1 :]) for number in range(len(items)))


def _without_one(node: ast.Or | ast.And | ast.Words | ast.TurnOr | ast.TurnElse | ast.TurnThen) -> Iterator[ast.Node]:
    items: tuple[ast.Node, ...] = node.items
    for left in _shorter(items):
        if len(left) > 1 or (left and isinstance(node, ast.Words)):
            changed: dict[str, Any] = {"items": left}
            yield replace(node, **changed)
        elif left:
            yield left[0]


def _ranges(node: ast.Range) -> Iterator[ast.Range]:
    if node.low == node.high:
        for number in (node.low + 1, node.low - 1):
            if number >= 0:
                yield replace(node, low=number, high=number)
        return
    yield from (replace(node, low=node.low + step) for step in (1, -1) if node.low + step >= 0)
    if node.high is not None:
        yield from (replace(node, high=node.high + step) for step in (1, -1) if node.high + step >= node.low)


def _posts(node: ast.Post) -> Iterator[ast.Post]:
    if not isinstance(node, ast.With):
        yield replace(node, negated=not node.negated)
    else:
        yield from (replace(node, sign=sign) for sign in _SIGNS.get(node.sign, ()))


def _paths(node: ast.Node) -> Iterator[ast.Node]:
    match node:
        case ast.RunItem():
            if node.repeats is None:
                yield replace(node, repeats=ast.Range(node.span, 1, None))
                yield replace(node, repeats=ast.Range(node.span, 0, 1))
            elif isinstance(node.repeats, ast.Range) and node.repeats.high is None:
                yield replace(node, repeats=replace(node.repeats, high=max(1, node.repeats.low)))
        case ast.RepeatPath():
            yield ast.PathGroup(node.span, node.path)


def _parts(node: ast.Part) -> Iterator[ast.Part]:
    if node.how == "may":
        yield replace(node, how=None)
    elif node.how is None:
        yield replace(node, how="may")


def _effects(node: ast.Node) -> Iterator[ast.Node]:
    match node:
        case ast.Statement():
            if node.condition is not None and node.otherwise is None:
                yield replace(node, unless=not node.unless)
        case ast.May():
            yield node.effect
        case ast.SetTo():
            yield ast.May(node.span, node)
        case ast.Flip():
            yield ast.May(node.span, node)
        case ast.Assign():
            yield from (replace(node, sign=sign) for sign in _SIGNS.get(node.sign, ()) if node.sign in ("+=", "-="))

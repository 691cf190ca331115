"""Brackets made visible: a tree in which every part of two words or more stands in brackets of its own.

The author's own brackets are dropped first, so that those which change nothing do not mislead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from . import ast

NodeT = TypeVar("NodeT", bound=ast.Node)

# Forms that read as one word: they need no brackets beside other words.
_ONE_WORD = (ast.Name, ast.Register, ast.Turned, ast.Indexed, ast.Call, ast.Hook, ast.Number)
# Expressions with a comma, a bracket or nothing on both sides: brackets round the whole would say nothing.
_ALONE = {
    ast.Call: ("args",),
    ast.Hook: ("args",),
    ast.HookEffect: ("args",),
    ast.Assign: ("index",),
    ast.Times: ("amount",),
    ast.Leg: ("condition",),
    ast.Statement: ("condition",),
}


def with_all_brackets(node: ast.Node) -> ast.Node:
    """The same meaning with all brackets written."""
    if isinstance(node, ast.Expr):
        return _whole(node)
    return _part(node)


def _part(node: ast.Node) -> ast.Node:
    match node:
        case ast.Expr():
            return _operand(node)
        case ast.Path():
            return _path(node)
        case ast.Leg():
            return _leg(node)
        case ast.Turn():
            return _turn(node)
        case ast.Statement() if node.condition is not None and node.otherwise is not None:
            return _choice(node)
        case ast.Rule() if node.otherwise is None:
            return _inside(node, ("condition",))
    return _inside(node, _ALONE.get(type(node), ()))


def _inside(node: NodeT, alone: tuple[str, ...] = ()) -> NodeT:
    """The node with brackets in all its parts."""
    changed: dict[str, Any] = {}
    for member in fields(node):
        value = getattr(node, member.name)
        read: Callable[[Any], ast.Node] = _whole if member.name in alone else _part
        if isinstance(value, ast.Node):
            changed[member.name] = read(value)
        elif isinstance(value, tuple):
            changed[member.name] = tuple(read(item) if isinstance(item, ast.Node) else item for item in value)
    return replace(node, **changed)


# ---------------------------------------------------------------- expressions


def _bare(node: ast.Expr) -> ast.Expr:
    """Without the author's brackets; a row of one word is that word."""
    while isinstance(node, ast.Group) or (isinstance(node, ast.Words) and len(node.items) == 1):
        node = node.item if isinstance(node, ast.Group) else node.items[0]
    return node


def _whole(node: ast.Expr) -> ast.Expr:
    """An expression that nothing stands beside."""
    bare = _bare(node)
    if isinstance(bare, ast.Phrase):
        return _phrase(bare)
    if isinstance(bare, ast.All):
        # "all S in T" asks about S: brackets round "S in T" would say something else.
        return replace(bare, item=_whole(bare.item))
    return _inside(bare, _ALONE.get(type(bare), ()))


def _operand(node: ast.Expr) -> ast.Expr:
    whole = _whole(node)
    return whole if isinstance(whole, _ONE_WORD) else ast.Group(whole.span, whole)


def _phrase(node: ast.Phrase) -> ast.Phrase:
    """`A in B next to C` is `(A in B) next to C`."""
    first, *rest = node.posts
    head: ast.Expr = node.words
    found = ast.Phrase(node.span, ast.Words(head.span, (_operand(head),)), (_inside(first),))
    for post in rest:
        head = ast.Group(found.span, found)
        found = ast.Phrase(node.span, ast.Words(head.span, (head,)), (_inside(post),))
    return found


def _choice(node: ast.Statement) -> ast.Statement:
    """`v = a if c else b` is `v = (a if c else b)`."""
    effect, condition, otherwise = node.effect, node.condition, node.otherwise
    if not isinstance(effect, ast.Assign) or condition is None or otherwise is None:
        return _inside(node)
    value = ast.Either(node.span, effect.value, condition, otherwise)
    return _inside(ast.Statement(node.span, replace(effect, value=value), None, False, None))


# ---------------------------------------------------------------- paths


def _path(node: ast.Path) -> ast.Path:
    while isinstance(core := _only_core(node), ast.PathGroup):
        node = core.path
    if len(node.routes) == 1:
        return replace(node, routes=(_route(node.routes[0]),))
    return replace(node, routes=tuple(_alternative(route) for route in node.routes))


def _alternative(route: ast.Route) -> ast.Route:
    """One of several routes: in brackets unless it is one word."""
    core = _grouped(ast.Path(route.span, (route,)))
    return replace(route, legs=(ast.Leg(route.span, core, None),))


def _route(route: ast.Route) -> ast.Route:
    if len(route.legs) == 1:
        return replace(route, legs=(_leg(route.legs[0]),))
    return replace(route, legs=tuple(ast.Leg(leg.span, _grouped(_path_of(leg)), None) for leg in route.legs))


def _leg(leg: ast.Leg) -> ast.Leg:
    if leg.condition is None:
        return replace(leg, core=_inside(leg.core))
    core = _grouped(_path_of(replace(leg, condition=None)))
    return replace(leg, core=core, condition=_whole(leg.condition))


def _grouped(path: ast.Path) -> ast.Core:
    """A path beside others."""
    inner = _path(path)
    core = _only_core(inner)
    return core if isinstance(core, ast.UsePath | ast.Its) else ast.PathGroup(inner.span, inner)


def _path_of(leg: ast.Leg) -> ast.Path:
    return ast.Path(leg.span, (ast.Route(leg.span, (leg,)),))


def _only_core(path: ast.Path) -> ast.Core | None:
    """What a path consists of if it is a single leg without a condition."""
    legs = path.routes[0].legs
    return legs[0].core if len(path.routes) == len(legs) == 1 and legs[0].condition is None else None


# ---------------------------------------------------------------- turns


def _turn(node: ast.Turn) -> ast.Turn:
    """A turn that nothing stands beside."""
    while isinstance(node, ast.TurnGroup):
        node = node.item
    match node:
        case ast.TurnElse() | ast.TurnOr() | ast.TurnThen():
            return replace(node, items=tuple(_turn_operand(item) for item in node.items))
        case ast.Part() if node.condition is not None and node.how is not None:
            # "may a if c" is "(may a) if c".
            inner = ast.TurnGroup(node.span, _turn(replace(node, condition=None)))
            return replace(node, how=None, item=inner, condition=_operand(node.condition))
        case ast.Part():
            condition = None if node.condition is None else _operand(node.condition)
            return replace(node, item=_turn_operand(node.item), condition=condition)
    return _inside(node)


def _turn_operand(node: ast.Turn) -> ast.Turn:
    whole = _turn(node)
    return whole if isinstance(whole, ast.DoAction) else ast.TurnGroup(whole.span, whole)

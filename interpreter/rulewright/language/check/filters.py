"""`S where c`: a condition for each site of a set (semantics D7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules.types import Type
from ..syntax import ast

if TYPE_CHECKING:
    from .expressions import Checker
    from .world import World


def read_where(checker: Checker, node: ast.Where) -> rx.Expr:
    """The sites for which the condition holds; in it, `it` is the site asked about."""
    world = checker.world
    item = checker.value(node.item)
    inside = checker.at(replace(checker.scope, each=True))
    condition = inside.value(node.condition)
    asking = checker.at(replace(inside.scope, title='the condition after "where"'))
    condition = asking.as_condition(condition, node.condition)
    if not item.type.is_sites:
        text = node.item.span.text
        message = f'"{text}" is {item.type.value}, but before "where" stand sites.'
        return world.reject("type-where", message, node.item.span, _brackets_help(node))
    if Type.BROKEN in (item.type, condition.type):
        return world.broken(node.span)
    if not _speaks_of_it(world, condition):
        message = (
            f'"{node.condition.span.text}" does not speak of "it", so it holds for all of these sites or for none.'
        )
        help_text = f'say what each site is asked, as in "{node.item.span.text} where it next to enemy"'
        world.report.warning("reading-where", message, node.condition.span, help_text)
    return rx.Filtered(node.span, item.type, item, condition)


def _speaks_of_it(world: World, node: rx.Node) -> bool:
    """Whether a condition asks about its own site; the `it` of a filter inside it is another."""
    if isinstance(node, rx.EachSite | rx.Broken):  # what is broken may have spoken of it
        return True
    if isinstance(node, rx.Filtered):
        return _speaks_of_it(world, node.item)
    if isinstance(node, rx.DefineCall) and _speaks_of_it(world, world.defines[node.define].body):
        return True
    return any(_speaks_of_it(world, child) for child in node.children())


def _brackets_help(node: ast.Where) -> str:
    """`count mine where …` filters what was counted: brackets make it count what was filtered."""
    item, condition = node.item, node.condition.span.text
    while isinstance(item, ast.Group):
        item = item.item
    if isinstance(item, ast.Some | ast.No | ast.All | ast.Count | ast.Connected):
        word = item.span.text.split()[0]
        return f'put the set in brackets: "{word} ({item.item.span.text} where {condition})"'
    return 'put the set in brackets: "(… where …)"'

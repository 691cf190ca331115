"""Assignment to a variable: `name = …`, `name(index) += …`, `next_player = …`."""

from __future__ import annotations

from ...rules import effects as re_
from ...rules import expressions as rx
from ...rules.types import Type
from ...source.source import Span
from ..syntax import ast
from ..syntax.idioms import EFFECT_WORDS
from .calls import read_index
from .expressions import Checker
from .symbols import BUILT_IN_NOUNS, What
from .world import World

# What an author probably wants to remember in a variable of such a type.
_VALUE_HELP = {
    Type.KIND: 'name a kind, or write "kind" for the kind of the piece that moved',
    Type.DIRECTION: 'name a direction, or write "dir" for the way the piece went',
}


def read_assignment(checker: Checker, node: ast.Assign, span: Span) -> re_.Effect | None:
    world, name = checker.world, node.name.text
    if name == "next_player" and not node.index:
        return _next_player(checker, node, span)
    symbol = world.symbols.get(name)
    if symbol is None or symbol.what is not What.VARIABLE:
        _not_a_variable(world, node)
        checker.value(node.value)
        return None
    world.used.add(name)
    second = _second_effect(node.value)
    if second is not None:
        first = node.span.text[: second.span.start - node.span.start].removesuffix("and ").rstrip()
        message = f'"{second.span.text}" is an effect of its own, but "and" joins questions.'
        help_text = f"several effects are a list: do: [{first}, {second.span.text}]"
        world.report.error("syntax-unexpected", message, second.span, help_text)
        return None
    variable = world.variables[symbol.index]
    index = read_index(checker, symbol.index, node.index, node.span) if node.index else None
    if node.sign != "=" and variable.type is not Type.NUMBER:
        message = f'"{name}" holds {variable.type.value} and cannot be counted up.'
        world.report.error("type-number", message, node.span, f'write "{name} = …"')
        return None
    value = _assigned_value(checker, node, variable.type, name)
    if node.sign != "=":
        if (variable.per_player or variable.per_range) and not node.index:
            entry = "me" if variable.per_player else "1"
            message = f'"{name}" has several values; say which one to change.'
            world.report.error("type-arguments", message, node.name.span, f'write "{name}({entry}) {node.sign} …"')
            return None
        old = rx.Variable(node.name.span, Type.NUMBER, symbol.index, index)
        value = rx.SumOf(span, Type.NUMBER, (old, value), (1, 1 if node.sign == "+=" else -1))
    if node.index and index is None:
        return None
    return re_.Assign(span, symbol.index, index, value)


def _second_effect(node: ast.Expr) -> ast.Expr | None:
    """`n = 1 and capture passed`: what is read as a question, and begins with the word of an effect."""
    if not isinstance(node, ast.And):
        return None
    return next((item for item in node.items[1:] if item.span.text.split()[0] in EFFECT_WORDS), None)


def _assigned_value(checker: Checker, node: ast.Assign, type_: Type, name: str) -> rx.Expr:
    if type_ is Type.SITE:
        return checker.site(node.value, f'"{name}" holds one')
    if type_ is Type.SET:
        return checker.sites(node.value)
    if type_ is Type.TRUTH:
        return checker.condition(node.value)
    if type_ is Type.NUMBER:
        return checker.number(node.value)
    if type_ is Type.PLAYER:
        return checker.player(node.value)
    found = checker.value(node.value, frozenset({type_}))
    if found.type not in (type_, Type.BROKEN):
        message = f'"{name}" holds {type_.value}, but "{node.value.span.text}" is {found.type.value}.'
        help = _VALUE_HELP.get(type_, f"give it {type_.value}")
        checker.world.report.error("type-mismatch", message, node.value.span, help)
    return found


def _next_player(checker: Checker, node: ast.Assign, span: Span) -> re_.Effect | None:
    if node.sign != "=":
        message = '"next_player" can only be set with "=".'
        checker.world.report.error("type-player", message, node.span, 'write "next_player = me"')
        return None
    player = checker.player(node.value)
    if isinstance(player, rx.Enemies) and not checker.world.one_enemy:
        checker.world.unclear_enemy('"enemy" does not say who moves next', node.value.span)
    return re_.NextPlayer(span, player)


def _not_a_variable(world: World, node: ast.Assign) -> None:
    symbol = world.symbols.get(node.name.text)
    known = [name for name, found in world.symbols.items() if found.what is What.VARIABLE]
    if node.name.text in world.refused:
        return  # told where it is declared
    if symbol is not None or node.name.text in BUILT_IN_NOUNS:
        what = symbol.what if symbol is not None else What.BUILT_IN
        help = f"variables: {', '.join(known)}" if known else "declare a variable of another name under vars:"
        world.report.error("effect-set", f'"{node.name.text}" is {what.value}, not a variable.', node.name.span, help)
    elif world.report.similar(node.name.text, [*known, "next_player"]):
        world.unknown(node.name.text, node.name.span, [*known, "next_player"], "the variable ")
    else:
        help = f"declare it under vars:, for example {node.name.text}: {{range: 0..9}}"
        world.report.error("name-unknown", f'I don\'t know the variable "{node.name.text}".', node.name.span, help)

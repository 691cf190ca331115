"""Which names have a value where, and whether a function can run to its end without `return`."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from .file import Outside

Names = frozenset[str] | None  # None: this place is never reached


class Flow:
    """Raises `Outside` where Python might find a name without a value."""

    def __init__(self, function: ast.FunctionDef, params: Iterable[str]) -> None:
        self._locals = {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        self._breaks: list[list[Names]] = []
        self.falls_off = self._block(function.body, frozenset(params)) is not None

    def _block(self, statements: list[ast.stmt], known: Names) -> Names:
        for statement in statements:
            if known is None:
                return None
            known = self._statement(statement, known)
        return known

    def _statement(self, node: ast.stmt, known: frozenset[str]) -> Names:
        match node:
            case ast.If(test=test, body=body, orelse=otherwise):
                self._read(test, known)
                return _both(self._block(body, known), self._block(otherwise, known))
            case ast.While(test=test, body=body):
                self._read(test, known)
                endless = isinstance(test, ast.Constant) and bool(test.value)
                return self._loop(body, known, None if endless else known)
            case ast.For(target=target, iter=source, body=body):
                self._read(source, known)
                return self._loop(body, known | _names(target), known)
            case ast.Return():
                self._read(node, known)
                return None
            case ast.Break():
                self._breaks[-1].append(known)
                return None
            case ast.Continue():
                return None
            case ast.AugAssign(target=ast.Name() as target):
                self._read(ast.copy_location(ast.Name(target.id, ast.Load()), target), known)
        self._read(node, known)
        return known | _names(node)

    def _loop(self, body: list[ast.stmt], inside: frozenset[str], after: Names) -> Names:
        self._breaks.append([])
        self._block(body, inside)
        for names in self._breaks.pop():
            after = _both(after, names)
        return after

    def _read(self, node: ast.AST, known: frozenset[str]) -> None:
        own: set[str] = set()
        for inner in ast.walk(node):
            if isinstance(inner, ast.comprehension):
                own |= _names(inner.target)
        for inner in ast.walk(node):
            if not isinstance(inner, ast.Name) or not isinstance(inner.ctx, ast.Load):
                continue
            if inner.id in self._locals and inner.id not in known and inner.id not in own:
                raise Outside(inner, f'"{inner.id}", which may not have a value yet')


def _both(one: Names, other: Names) -> Names:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _names(node: ast.AST) -> frozenset[str]:
    """The names a statement gives a value to; those of comprehensions are their own."""
    own = {name for inner in ast.walk(node) if isinstance(inner, ast.comprehension) for name in ast.walk(inner.target)}
    return frozenset(
        inner.id
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store) and inner not in own
    )

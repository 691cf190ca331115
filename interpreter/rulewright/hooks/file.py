"""A hook file as it is read, never run: its functions, the numbers it names, and what is outside the subset."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from ..source.python_text import python_tree

LONGEST_SHIFT = 4096  # of a constant
Constant = int | tuple[int, ...]


class Outside(Exception):
    """A construct that is not in the integer subset."""

    def __init__(self, node: ast.AST, why: str) -> None:
        self.node = node
        self.why = why
        super().__init__(why)


@dataclass(frozen=True)
class HookFile:
    functions: dict[str, ast.FunctionDef]
    constants: dict[str, Constant]
    bound: frozenset[str]  # every name the file itself gives a meaning to

    @classmethod
    def parse(cls, text: str) -> HookFile:
        """Raises what `ast.parse` raises."""
        tree = python_tree(text)
        times: dict[str, int] = {}
        for node in ast.walk(tree):
            for name in _binds(node, node in tree.body):
                times[name] = times.get(name, 0) + 1
        functions = {
            node.name: node for node in tree.body if isinstance(node, ast.FunctionDef) and times[node.name] == 1
        }
        constants: dict[str, Constant] = {}
        for node in tree.body:
            if not (isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)):
                continue
            name = node.targets[0].id
            value = row(node.value, constants) or number(node.value, constants)
            if value is not None and times[name] == 1:
                constants[name] = value
        return cls(functions, constants, frozenset(times))


def _binds(node: ast.AST, outermost: bool) -> list[str]:
    """The names of the file itself that a node binds."""
    if isinstance(node, ast.Global):
        return list(node.names)
    if not outermost:
        return []
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [(alias.asname or alias.name).split(".")[0] for alias in node.names]
    return [name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)]


# ---------------------------------------------------------------- constants

_FOLD: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
}


def number(node: ast.expr, constants: dict[str, Constant]) -> int | None:
    """A whole number that is known in advance; True and False are left alone."""
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return value
        case ast.Name(id=name):
            known = constants.get(name)
            return known if isinstance(known, int) else None
        case ast.UnaryOp(op=ast.USub() | ast.Invert() as op, operand=operand):
            inner = number(operand, constants)
            if inner is None:
                return None
            return -inner if isinstance(op, ast.USub) else ~inner
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _FOLD:
            a, b = number(left, constants), number(right, constants)
            if a is None or b is None or not _can_fold(operator, a, b):
                return None
            return _FOLD[type(operator)](a, b)
    return None


def _can_fold(op: ast.operator, a: int, b: int) -> bool:
    if isinstance(op, ast.LShift | ast.RShift):
        return 0 <= b <= LONGEST_SHIFT
    if isinstance(op, ast.FloorDiv | ast.Mod):
        return b != 0
    return a.bit_length() + b.bit_length() <= 2 * LONGEST_SHIFT


def row(node: ast.expr, constants: dict[str, Constant]) -> tuple[int, ...] | None:
    """A tuple of whole numbers that are known in advance."""
    if isinstance(node, ast.Name):
        known = constants.get(node.id)
        return known if isinstance(known, tuple) else None
    if not isinstance(node, ast.Tuple):
        return None
    found = [number(item, constants) for item in node.elts]
    small = [value for value in found if value is not None and value.bit_length() <= LONGEST_SHIFT]
    return tuple(small) if small and len(small) == len(found) else None


# ---------------------------------------------------------------- words for what is not in the subset

_WORDS: dict[type[ast.AST], str] = {
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Set: "a Python set",
    ast.SetComp: "a Python set",
    ast.Tuple: "a tuple",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a text",
    ast.Lambda: "lambda",
    ast.FunctionDef: "a function inside a function",
    ast.ClassDef: "a class",
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.Try: "try",
    ast.With: "with",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.Delete: "del",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Match: "match",
    ast.Subscript: "an index",
    ast.Starred: "a star",
    ast.NamedExpr: "an assignment inside an expression",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.Div: "a division that can leave a fraction (// leaves none)",
    ast.Pow: "a power",
    ast.MatMult: "a product of matrices",
}


def named(node: ast.AST) -> str:
    """What a construct is called in a message."""
    if isinstance(node, ast.Constant):
        return {str: "a text", float: "a number with a fraction", bytes: "bytes", type(None): "None"}.get(
            type(node.value), "this constant"
        )
    if isinstance(node, ast.Call):
        return f'the call of "{ast.unparse(node.func)}"'
    if isinstance(node, ast.Attribute):
        return f'"{ast.unparse(node)}"'
    return _WORDS.get(type(node), "this")


def same(a: ast.expr, b: ast.expr) -> bool:
    return ast.dump(a) == ast.dump(b)

"""Which hooks native code has to ask Python for, and why: they make a game slow."""

from __future__ import annotations

import ast as python

from ...hooks import types
from ...hooks.file import HookFile, Outside
from ...hooks.typing import Surroundings, Typed
from ...rules.game import Hook
from ...source.source import Source, Span
from .world import World


def check_hook_costs(world: World) -> None:
    """A hook in the integer subset is compiled, and one with `same_as` has a phrase that is."""
    if world.report.failed:  # first things first
        return
    variables = frozenset(spec.name for spec in world.variables)
    for hook in world.hooks:
        if hook.gives == "notation" or hook.same_as is not None or f"@{hook.name}" not in world.used:
            continue
        source = hook.source
        if source is None:
            continue
        reason = _outside(source, hook, variables)
        if reason is not None:
            world.report.warning(
                "cost-hook",
                f'"@{hook.name}" cannot be compiled: {reason.why}. The game runs many times slower with it.',
                _span(source, reason.node),
                "keep to whole numbers, sets as numbers, and the view (docs/hooks.md), or add same_as:",
            )


def _outside(source: Source, hook: Hook, variables: frozenset[str]) -> Outside | None:
    """What puts a hook outside the integer subset; None if nothing does, or if it is no function at all."""
    try:
        file = HookFile.parse(source.text)
        if hook.name not in file.functions:
            return None
        taken = (types.VIEW, *(types.of_argument(takes) for takes in hook.takes))
        Typed(Surroundings(file, variables), hook.name, taken, hook.gives)
    except Outside as reason:
        return reason
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return None


def _span(source: Source, node: python.AST) -> Span:
    """The place of a construct, up to the end of its first line."""
    line = getattr(node, "lineno", 1)
    start = source.line_starts[line - 1]
    text = source.line(line)
    first = _column(text, getattr(node, "col_offset", 0))
    last = len(text)
    if getattr(node, "end_lineno", line) == line:
        last = _column(text, getattr(node, "end_col_offset", 0))
    if isinstance(node, python.FunctionDef):
        first = text.find(node.name, first)
        last = first + len(node.name)
    return Span(source, start + first, start + max(last, first + 1))


def _column(text: str, offset: int) -> int:
    """Python counts bytes."""
    return len(text.encode()[:offset].decode(errors="ignore"))

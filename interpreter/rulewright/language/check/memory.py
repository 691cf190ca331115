"""Looking back inside a turn: `ACTION.x` and `turn.x` (semantics D8)."""

from __future__ import annotations

from ...rules import expressions as rx
from ...rules.types import Type
from ...source.diagnostics import one_of, suggestion
from ...source.source import Span
from ..syntax import ast
from .scope import ACTION_FIELDS, PART_WORDS, TURN_FIELDS, WORD_TYPES, Scope
from .symbols import FUNCTIONS, What
from .world import World

TURN = "turn"


def read_memory(world: World, scope: Scope, node: ast.Register) -> rx.Expr:
    if scope.memories is None:
        message = f'"{node.span.text}" looks back into a turn, but {scope.title} sees only the position.'
        return world.reject("scope-memory", message, node.span, "keep what you need in a variable under vars:")
    if node.owner == TURN:
        if node.field not in TURN_FIELDS:
            _unknown_field(world, node, TURN_FIELDS, "a turn")
            return world.broken(node.span)
        _record(scope, TURN)
        several = node.field in ("origin", "target", "passed")
        return rx.Memory(node.span, Type.SET if several else WORD_TYPES[node.field], None, node.field)
    draft = world.actions.get(node.owner)
    owner_span = Span(node.span.source, node.span.start, node.span.start + len(node.owner))
    if draft is None and node.owner in PART_WORDS:
        message = f'"{node.owner}" is no action, and has no "{node.field}".'
        row = world.symbols.get(node.field)
        asked = node.field in FUNCTIONS or (row is not None and row.what is What.STATES)
        help_text = f'write "{node.field}({node.owner})"' if asked else f'write "{node.owner}" alone'
        return world.reject("name-unknown", message, node.span, help_text)
    if draft is None:
        world.unknown(node.owner, owner_span, [*world.actions, TURN], "the action ")
        return world.broken(node.span)
    if not can_remember(world, scope, node.owner, f'"{node.span.text}" looks back at "{node.owner}"', node.span):
        return world.broken(node.span)
    _record(scope, node.owner)
    type_ = draft.field_type(node.field)
    if type_ is None:
        _unknown_field(world, node, (*ACTION_FIELDS, *draft.own_names()), f'the action "{node.owner}"')
        return world.broken(node.span)
    return rx.Memory(node.span, type_, draft.index, node.field)


def can_remember(world: World, scope: Scope, action: str, saying: str, span: Span) -> bool:
    """Whether the action can have been done before this place; told if not. Bodies are asked where they are used."""
    if action == TURN or scope.uses is not None:
        if scope.memories is None:
            message = f"{saying}, but {scope.title} sees only the position."
            world.report.error("scope-memory", message, span, "keep what you need in a variable under vars:")
            return False
        return True
    if scope.memories is not None and action in scope.memories:
        return True
    why = f"{scope.title} sees only the position" if scope.memories is None else f'no turn does "{action}" before this'
    world.report.error(
        "scope-memory", f"{saying}, but {why}.", span,
        f'put "{action}" earlier in the turn, as in "{action} then {scope.action or "…"}"'
        if scope.memories is not None else "keep what you need in a variable under vars:",
    )  # fmt: skip
    return False


def _record(scope: Scope, action: str) -> None:
    if scope.uses is not None:
        scope.uses.memories[action] = None


def _unknown_field(world: World, node: ast.Register, known: tuple[str, ...], whose: str) -> None:
    start = node.span.start + len(node.owner) + 1
    message = f'{whose} has no "{node.field}" to look back at.'
    help = suggestion(node.field, known, f"it has {one_of(known)}")
    world.report.error("name-unknown", message, Span(node.span.source, start, node.span.end), help)

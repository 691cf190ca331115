"""Checked turns: which actions, in which order."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Expr, Node


@dataclass(frozen=True, slots=True)
class Turn(Node):
    pass


@dataclass(frozen=True, slots=True)
class Do(Turn):
    """One action; `leaf` is its place in the turn expression from the left (for the order of moves)."""

    action: int
    leaf: int


@dataclass(frozen=True, slots=True)
class FirstOf(Turn):
    """`a else b`."""

    items: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class OneOf(Turn):
    """`a or b`."""

    items: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class InOrder(Turn):
    """`a then b`."""

    items: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Optional(Turn):
    item: Turn


@dataclass(frozen=True, slots=True)
class Chance(Turn):
    item: Turn


@dataclass(frozen=True, slots=True)
class Guarded(Turn):
    """`a if c`: obligatory when c holds, skipped when not."""

    item: Turn
    condition: Expr


@dataclass(frozen=True, slots=True)
class Repeat(Turn):
    item: Turn
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class RepeatWhile(Turn):
    item: Turn
    condition: Expr

"""Checked turns: which actions, in which order."""

from __future__ import annotations

from .expressions import Expr, Node
from .frozen import node


@node
class Turn(Node):
    pass


@node
class Do(Turn):
    """One action; `leaf` is its place in the turn expression from the left (for the order of moves)."""

    action: int
    leaf: int


@node
class FirstOf(Turn):
    """`a else b`."""

    items: tuple[Turn, ...]


@node
class OneOf(Turn):
    """`a or b`."""

    items: tuple[Turn, ...]


@node
class InOrder(Turn):
    """`a then b`."""

    items: tuple[Turn, ...]


@node
class Optional(Turn):
    item: Turn


@node
class Chance(Turn):
    item: Turn


@node
class Guarded(Turn):
    """`a if c`: obligatory when c holds, skipped when not."""

    item: Turn
    condition: Expr


@node
class Repeat(Turn):
    item: Turn
    low: int
    high: int | None


@node
class RepeatWhile(Turn):
    item: Turn
    condition: Expr

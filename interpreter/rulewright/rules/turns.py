"""Checked turns: which actions, in which order."""

from __future__ import annotations

from .expressions import Expr, Node


class Turn(Node):
    pass


class Do(Turn):
    """One action; `leaf` is its place in the turn expression from the left (for the order of moves)."""

    action: int
    leaf: int


class FirstOf(Turn):
    """`a else b`."""

    items: tuple[Turn, ...]


class OneOf(Turn):
    """`a or b`."""

    items: tuple[Turn, ...]


class InOrder(Turn):
    """`a then b`."""

    items: tuple[Turn, ...]


class Optional(Turn):
    item: Turn


class Chance(Turn):
    item: Turn


class Together(Turn):
    """Every player chooses one of these actions, nobody sees it, then all is carried out."""

    actions: tuple[Do, ...]


class Secret(Turn):
    """One player's choice within a `Together`, which is a segment of its own; `last`: then all is carried out."""

    actions: tuple[Do, ...]
    last: bool


class Guarded(Turn):
    """`a if c`: obligatory when c holds, skipped when not."""

    item: Turn
    condition: Expr


class Repeat(Turn):
    item: Turn
    low: int
    high: int | None


class RepeatWhile(Turn):
    """Goes on while the condition holds, so often at the most; a turn in which it goes on less often is none."""

    item: Turn
    condition: Expr
    low: int
    high: int | None

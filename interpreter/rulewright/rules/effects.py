"""Checked effects: how the position changes."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Expr, Node, Owner


@dataclass(frozen=True, slots=True)
class Effect(Node):
    pass


@dataclass(frozen=True, slots=True)
class Conditional(Effect):
    """The effect happens only if the condition holds when its turn comes."""

    effect: Effect
    condition: Expr


@dataclass(frozen=True, slots=True)
class Capture(Effect):
    item: Expr
    layer: int


@dataclass(frozen=True, slots=True)
class Remove(Effect):
    item: Expr
    layer: int


@dataclass(frozen=True, slots=True)
class Flip(Effect):
    item: Expr
    layer: int


@dataclass(frozen=True, slots=True)
class NewValue(Node):
    """What `set` writes: an owner, a kind, a state, a direction (facing), or a chosen value."""

    owner: Owner | None
    player: int | None
    kind: int | None
    state: int | None
    direction: int | None
    local: Expr | None


@dataclass(frozen=True, slots=True)
class SetTo(Effect):
    item: Expr
    layer: int
    values: tuple[NewValue, ...]


@dataclass(frozen=True, slots=True)
class TrayGoal(Node):
    tray: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Effect):
    item: Expr
    layer: int
    goal: Expr | TrayGoal


@dataclass(frozen=True, slots=True)
class PieceSpec(Node):
    """A piece to bring in; kind None: anything. Owner None: nobody's."""

    kind: int | None
    owner: Expr | None
    states: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Put(Effect):
    piece: PieceSpec
    item: Expr


@dataclass(frozen=True, slots=True)
class ShiftToward(Effect):
    item: Expr
    layer: int
    direction: Expr


@dataclass(frozen=True, slots=True)
class ShiftAlong(Effect):
    item: Expr
    layer: int
    track: Expr
    against: bool
    steps: Expr


@dataclass(frozen=True, slots=True)
class Sow(Effect):
    item: Expr
    track: Expr
    against: bool
    skipping: Expr | None


@dataclass(frozen=True, slots=True)
class Assign(Effect):
    variable: int
    index: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class NextPlayer(Effect):
    player: Expr


@dataclass(frozen=True, slots=True)
class EndTurn(Effect):
    pass


@dataclass(frozen=True, slots=True)
class SwapSides(Effect):
    pass


@dataclass(frozen=True, slots=True)
class May(Effect):
    effect: Effect


@dataclass(frozen=True, slots=True)
class HookEffect(Effect):
    hook: int
    args: tuple[Expr, ...]

"""Checked effects: how the position changes."""

from __future__ import annotations

from .expressions import Expr, Node, Owner
from .frozen import node


@node
class Effect(Node):
    pass


@node
class Conditional(Effect):
    """The effect happens only if the condition holds when its turn comes."""

    effect: Effect
    condition: Expr


@node
class Capture(Effect):
    item: Expr
    layer: int


@node
class Remove(Effect):
    item: Expr
    layer: int


@node
class Flip(Effect):
    item: Expr
    layer: int


@node
class NewValue(Node):
    """What `set` writes: an owner, a kind, a state, a direction (facing), or a chosen value."""

    owner: Owner | None
    player: int | None
    kind: int | None
    state: int | None
    direction: int | None
    local: Expr | None


@node
class SetTo(Effect):
    item: Expr
    layer: int
    values: tuple[NewValue, ...]


@node
class TrayGoal(Node):
    tray: str
    owner: Expr | None


@node
class Move(Effect):
    item: Expr
    layer: int
    goal: Expr | TrayGoal


@node
class PieceSpec(Node):
    """A piece to bring in; kind None: anything. Owner None: nobody's."""

    kind: int | None
    owner: Expr | None
    states: tuple[int, ...]


@node
class Put(Effect):
    piece: PieceSpec
    item: Expr


@node
class ShiftToward(Effect):
    item: Expr
    layer: int
    direction: Expr


@node
class ShiftAlong(Effect):
    item: Expr
    layer: int
    track: Expr
    against: bool
    steps: Expr


@node
class Sow(Effect):
    item: Expr
    track: Expr
    against: bool
    skipping: Expr | None


@node
class Assign(Effect):
    variable: int
    index: Expr | None
    value: Expr


@node
class NextPlayer(Effect):
    player: Expr


@node
class EndTurn(Effect):
    pass


@node
class SwapSides(Effect):
    pass


@node
class May(Effect):
    effect: Effect


@node
class HookEffect(Effect):
    hook: int
    args: tuple[Expr, ...]

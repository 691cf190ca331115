"""Checked effects: how the position changes."""

from __future__ import annotations

from .expressions import Expr, Node, Owner


class Effect(Node):
    pass


class Conditional(Effect):
    """The effect happens only if the condition holds when its turn comes."""

    effect: Effect
    condition: Expr


class Branch(Effect):
    """A condition, tested once when its turn comes, over several effects."""

    condition: Expr
    effects: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


class Named(Effect):
    """A define of effects where it is used: they see its arguments, whose values are found before the first of them."""

    args: tuple[Expr, ...]
    effects: tuple[Effect, ...]


class Capture(Effect):
    item: Expr
    layer: int


class Remove(Effect):
    item: Expr
    layer: int


class Flip(Effect):
    item: Expr
    layer: int


class NewValue(Node):
    """What `set` writes: an owner, a kind, a state, a direction (facing), or a chosen value."""

    owner: Owner | None
    player: int | None
    kind: int | None
    state: int | None
    direction: int | None
    local: Expr | None


class SetTo(Effect):
    item: Expr
    layer: int
    values: tuple[NewValue, ...]


class TrayGoal(Node):
    tray: str
    owner: Expr | None


class Move(Effect):
    item: Expr
    layer: int
    goal: Expr | TrayGoal


class TakeSome(Effect):
    """So many pieces off the top of one site, in their order; without a goal they leave the game."""

    amount: Expr
    item: Expr
    layer: int
    goal: Expr | TrayGoal | None


class PieceSpec(Node):
    """A piece to bring in; kind None: anything. Owner None: nobody's."""

    kind: int | None
    owner: Expr | None
    states: tuple[int, ...]


class Put(Effect):
    amount: Expr | None  # on each site; None: one
    piece: PieceSpec
    item: Expr


class ShiftToward(Effect):
    item: Expr
    layer: int
    direction: Expr


class ShiftAlong(Effect):
    item: Expr
    layer: int
    track: Expr
    against: bool
    steps: Expr


class Sow(Effect):
    """`start`: where it begins, if not at the item; `each`: effects after each piece, which know how many are left."""

    item: Expr
    track: Expr
    against: bool
    start: Expr | None
    skipping: Expr | None
    each: tuple[Effect, ...]


class Assign(Effect):
    variable: int
    index: Expr | None
    value: Expr


class NextPlayer(Effect):
    player: Expr


class EndTurn(Effect):
    pass


class SwapSides(Effect):
    pass


class SetUpAgain(Effect):
    """Pieces and trays are as before the first turn; variables stay."""


class May(Effect):
    effect: Effect


class HookEffect(Effect):
    hook: int
    args: tuple[Expr, ...]

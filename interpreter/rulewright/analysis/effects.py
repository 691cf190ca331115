"""What effects can do: fail, change owners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules.game import Rules
from ..rules.types import Type
from .roots import walk_all


def may_fail(rules: Rules, effects: Iterable[fx.Effect]) -> bool:
    """Whether effects can be illegal: they bring pieces somewhere, change kinds, or capture where that does."""
    bringing = (fx.Put, fx.Move, fx.TakeSome, fx.ShiftToward, fx.ShiftAlong, fx.Sow, fx.HookEffect)
    classes = any(kind.classes for kind in rules.kinds)
    for node in walk_all(effects):
        if isinstance(node, bringing) or (isinstance(node, fx.SetTo) and classes):
            return True
        if isinstance(node, fx.Capture) and may_fail(rules, rules.when_captured or ()):
            return True
    return False


def names_owner(value: fx.NewValue) -> bool:
    """Whether a new value of a piece is one of the players."""
    if value.local is not None:
        return value.local.type is Type.PLAYER
    return value.owner is not None and value.owner is not rx.Owner.NEUTRAL


def changes_sides(node: rx.Node) -> bool:
    """Whether an effect gives pieces another owner, or takes it from them."""
    if not isinstance(node, fx.SetTo):
        return False
    return any(value.owner is not None or names_owner(value) for value in node.values)


def simple(effects: Iterable[fx.Effect]) -> Iterator[fx.Effect]:
    """Effects out of their conditions and blocks, in order; `may` stays."""
    for effect in effects:
        match effect:
            case fx.Conditional():
                yield from simple((effect.effect,))
            case fx.Branch():
                yield from simple((*effect.effects, *effect.otherwise))
            case fx.Named():
                yield from simple(effect.effects)
            case fx.Sow():
                yield effect
                yield from simple(effect.each)
            case _:
                yield effect


def choices(effects: Iterable[fx.Effect]) -> int:
    """How many choices a player may have among effects."""
    found = 0
    for effect in simple(effects):
        found += is_choice(effect)
        if isinstance(effect, fx.May):
            found += choices((effect.effect,))
    return found


def unwrapped(effect: fx.Effect) -> fx.Effect:
    """An effect without its condition."""
    return effect.effect if isinstance(effect, fx.Conditional) else effect


def is_choice(effect: fx.Effect) -> bool:
    """Whether the player chooses what happens: `may`, or one of several values."""
    return isinstance(effect, fx.May) or (isinstance(effect, fx.SetTo) and len(effect.values) > 1)

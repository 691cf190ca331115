"""Effects lowered: how a position changes. An illegal effect ends its branch."""

from __future__ import annotations

from dataclasses import replace

from ...analysis.variables import entry_count
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .effect_context import Doing
from .scope import Scope, kept


class EffectLowering(Lowering):
    def apply(self, effect: fx.Effect, f: Builder, doing: Doing) -> Ex:
        """Carries out an effect without choices; gives whether it was legal."""
        expressions, scope = self.c.expressions, doing.scope
        match effect:
            case fx.Conditional():
                fine = f.var(k.TRUE, "fine")
                with f.when(expressions.holds(effect.condition, f, scope)):
                    f.set(fine, self.apply(effect.effect, f, doing))
                return fine
            case fx.Branch():
                return self._branch(effect, f, doing)
            case fx.Named():
                return self.all_of(effect.effects, f, self.inside(effect, f, doing))
            case fx.Capture():
                sites = f.let(expressions.sites(effect.item, f, scope))
                return self.c.captures.each_captured(sites, effect.layer, f, doing)
            case fx.Remove():
                with f.each(expressions.sites(effect.item, f, scope)) as site:
                    self.c.captures.clear(effect.layer, site, f, doing)
            case fx.Flip():
                self.c.changing.flip(effect, f, doing)
            case fx.SetTo():
                if effect.values:
                    return self.c.changing.set_to(effect, effect.values[0], f, doing)
            case fx.Move():
                return self.c.arriving.move(effect, f, doing)
            case fx.TakeSome():
                return self.c.arriving.take_some(effect, f, doing)
            case fx.Put():
                return self.c.arriving.put(effect, f, doing)
            case fx.ShiftToward():
                return self.c.shifting.shift_toward(effect, f, doing)
            case fx.ShiftAlong():
                return self.c.shifting.shift_along(effect, f, doing)
            case fx.Sow():
                return self.c.shifting.sow(effect, f, doing)
            case fx.Assign():
                self._assign(effect, f, doing)
            case fx.NextPlayer():
                player = expressions.number(effect.player, f, scope)
                self.unit.write(f, 64, self.layout.next_player, player + 1)
            case fx.EndTurn():
                f.set(doing.ended, k.TRUE)
            case fx.SetUpAgain():
                self.c.arriving.set_up_again(f, doing)
            case fx.SwapSides():
                self.unit.write(f, 64, self.layout.seats, k.load(64, self.layout.seats) ^ 1)
                self.unit.write(f, 64, self.layout.swapped, 1)
            case fx.HookEffect():
                return self.c.hooks.effect(effect, f, doing)
            case _:
                raise NotImplementedError(type(effect).__name__)
        return k.TRUE

    # ------------------------------------------------------------ blocks

    def all_of(self, effects: tuple[fx.Effect, ...], f: Builder, doing: Doing) -> Ex:
        """Carries out effects without choices, up to the first that is illegal."""
        fine = k.TRUE
        for effect in effects:
            if fine.const is not None:  # nothing so far can be illegal
                found = self.apply(effect, f, doing)
                fine = found if found.const is not None else f.var(found, "fine")
                continue
            with f.when(fine):
                f.set(fine, self.apply(effect, f, doing))
        return fine

    def _branch(self, effect: fx.Branch, f: Builder, doing: Doing) -> Ex:
        fine = f.var(k.TRUE, "fine")
        condition = f.let(self.c.expressions.holds(effect.condition, f, doing.scope), "holds")
        with f.when(condition):
            f.set(fine, self.all_of(effect.effects, f, doing))
        if effect.otherwise:
            with f.when(k.negate(condition)):
                f.set(fine, self.all_of(effect.otherwise, f, doing))
        return fine

    def inside(self, effect: fx.Named, f: Builder, doing: Doing) -> Doing:
        """What effects with a name see: their arguments, and no names of the action."""
        if not effect.args:
            return doing
        given = tuple(kept(f, self.c.expressions.value(arg, f, doing.scope), "given") for arg in effect.args)
        return replace(doing, scope=doing.scope.copy(params=given, names={}))

    # ------------------------------------------------------------ variables

    def _assign(self, effect: fx.Assign, f: Builder, doing: Doing) -> None:
        spec = self.rules.variables[effect.variable]
        if spec.type is Type.SET:
            self._assign_sites(effect, f, doing.scope)
            return
        value = f.let(self._stored(effect.value, spec.type, f, doing.scope), "value")
        at = self.layout.variables[effect.variable]
        registers = self.c.registers
        if effect.index is None:
            for entry in range(entry_count(self.rules, spec)):
                registers.assign(f, spec, at + 8 * entry, value)
            return
        index = f.let(self.c.expressions.number(effect.index, f, doing.scope), "index")
        if spec.per_player:
            registers.assign(f, spec, index * 8 + at, value)
            return
        low, high = spec.per_range or (0, 0)
        with f.when(k.both(index.ge(low), index.le(high))):
            registers.assign(f, spec, (index - low) * 8 + at, value)

    def _assign_sites(self, effect: fx.Assign, f: Builder, scope: Scope) -> None:
        spec, at, size = (
            self.rules.variables[effect.variable],
            self.layout.variables[effect.variable],
            self.layout.set_size,
        )
        value = f.let(self.c.expressions.sites(effect.value, f, scope), "value")
        first = spec.per_range[0] if spec.per_range else 0
        index = None if effect.index is None else f.let(self.c.expressions.number(effect.index, f, scope), "index")
        for entry in range(entry_count(self.rules, spec)):
            with f.when(k.TRUE if index is None else index.eq(first + entry)):
                self.unit.write_set(f, at + size * entry, value)

    def _stored(self, node: rx.Expr, type_: Type, f: Builder, scope: Scope) -> Ex:
        if type_ is Type.SITE:
            if node.type is Type.SITE:
                return self.c.expressions.site(node, f, scope)
            return k.first(self.c.expressions.sites(node, f, scope))
        if type_ is Type.DIRECTION:
            return self.c.changing.lowest(self.c.expressions.directions(node, f, scope))
        if type_ is Type.TRUTH:
            return k.as_int(self.c.expressions.holds(node, f, scope))
        return self.c.expressions.number(node, f, scope)

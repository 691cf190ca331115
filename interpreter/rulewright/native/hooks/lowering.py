"""Hooks in the kernel: the phrase of their `same_as` in their place, and where there is none a callback into Python."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...analysis.conditions import has_facing
from ...analysis.variables import entry_count
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import Builder, Ex, Function, k
from ..lower.scope import Scope, Val
from ..lowering_part import Lowering
from .callbacks import Callbacks
from .records import OPS, RECORD_SIZE, WORDS

if TYPE_CHECKING:
    from ..lower.effect_context import Doing
    from ..runtime.position_codec import Block


_KERNEL = {"set": k.SET, "bool": k.BOOL}  # all else is a whole number


class HookLowering(Lowering):
    def setup(self) -> None:
        self.callbacks = Callbacks(self.c)
        self._within = False

    def attach(self, block: Block) -> None:
        """Tells a block where native code finds Python."""
        if self.layout.hook_words >= 0:
            block.put_word(self.layout.callback, self.callbacks.address)

    # ------------------------------------------------------------ values

    def call(self, node: rx.HookCall, f: Builder, scope: Scope) -> Val:
        hook = self.rules.hooks[node.hook]
        if hook.same_as is not None:
            return self.c.expressions.value(hook.same_as, f, scope)
        return Val(hook.gives, self._ask(node.hook, node.args, f, scope))

    def _ask(self, number: int, args: tuple[rx.Expr, ...], f: Builder, scope: Scope) -> Ex:
        hook = self.rules.hooks[number]
        given = [self._argument(takes, arg, f, scope) for takes, arg in zip(hook.takes, args, strict=True)]
        words = [f.let(self._word(word, scope)) for word in WORDS]
        return f.call(self.function(number), scope.me, *words, *given, name=f"said_{hook.name}")

    def _word(self, word: str, scope: Scope) -> Ex:
        val = self.c.expressions.word(word, scope)
        return val.ex if val.kind == "site" else k.first(val.as_set)

    def _argument(self, takes: str, arg: rx.Expr, f: Builder, scope: Scope) -> Ex:
        expressions = self.c.expressions
        if takes == "set":
            return f.let(expressions.sites(arg, f, scope))
        if takes == "site":
            return f.let(expressions.site(arg, f, scope))
        if takes == "bool":
            return f.let(expressions.holds(arg, f, scope))
        if takes == "dir":
            return f.let(self.c.changing.lowest(expressions.directions(arg, f, scope)))
        return f.let(expressions.number(arg, f, scope))

    def function(self, number: int) -> Function:
        """Asks Python for a hook: who asks, the words of the part and the arguments go through the block."""
        hook, layout = self.rules.hooks[number], self.layout
        words = [("me", k.INT), *((word, k.INT) for word in WORDS)]
        taken = [(f"given_{place}", _KERNEL.get(takes, k.INT)) for place, takes in enumerate(hook.takes)]

        def write(f: Builder) -> None:
            for place, word in enumerate(f.params[: len(words)]):
                f.store(64, layout.hook_words + 8 * place, word)
            for place, arg in enumerate(f.params[len(words) :]):
                at = layout.hook_args + place * layout.set_size
                if arg.ty == k.SET:
                    f.store_set(at, arg)
                else:
                    f.store(64, at, k.as_int(arg) if arg.ty == k.BOOL else arg)
            answer = f.var(Ex("callback", (k.num(layout.callback), k.num(number)), k.INT), "answer")
            if hook.gives == "set":
                f.ret(k.load_set(layout.hook_result))
            else:
                f.ret(answer.ne(0) if hook.gives == "bool" else answer)

        gives = _KERNEL.get(hook.gives, k.INT)
        return self.unit.function(
            ("asks", number), f"ask_{hook.name}", [*words, *taken], gives, write, f"the hook @{hook.name}"
        )

    # ------------------------------------------------------------ effects

    def effect(self, effect: fx.HookEffect, f: Builder, doing: Doing) -> Ex:
        """Carries out what the hook gives, line by line; an illegal line ends it."""
        if self._within:
            raise NotImplementedError("an effect hook inside when_captured")
        amount = self._ask(effect.hook, effect.args, f, doing.scope)
        fine = f.var(k.TRUE, "fine")
        self._within = True
        try:
            with f.count_to(amount, "line") as line:
                f.leave_if(k.negate(fine))
                at = f.let(line * RECORD_SIZE + self.layout.hook_records, "at")
                op, *given = (f.let(k.load(64, at + 8 * place), name) for place, name in enumerate("oabcd"))
                for word, number in OPS.items():
                    with f.when(op.eq(number)):
                        self._carry_out(word, given, effect, f, doing, fine)
        finally:
            self._within = False
        return fine

    def _carry_out(self, word: str, given: list[Ex], effect: fx.HookEffect, f: Builder, doing: Doing, fine: Ex) -> None:
        span, first, second = effect.span, " first", " second"
        site = rx.Local(span, Type.SITE, first)
        names = {**doing.scope.names, first: Val("site", given[0]), second: Val("site", given[1])}
        inner = replace(doing, scope=doing.scope.copy(names=names))
        done: fx.Effect
        match word.split():
            case ["capture"]:
                done = fx.Capture(span, site, 0)
            case ["remove"]:
                done = fx.Remove(span, site, 0)
            case ["flip"]:
                done = fx.Flip(span, site, 0)
            case ["move"]:
                done = fx.Move(span, site, 0, rx.Local(span, Type.SITE, second))
            case ["set", what]:
                self._set(what, given, effect, f, inner, fine)
                return
            case ["put"]:
                self._put(given, f, doing, fine)
                return
            case _:
                self._assign(given, f)
                return
        f.set(fine, self.c.effects.apply(done, f, inner))

    def _set(self, what: str, given: list[Ex], effect: fx.HookEffect, f: Builder, doing: Doing, fine: Ex) -> None:
        span, name = effect.span, " second"
        type_ = {"owner": Type.PLAYER, "kind": Type.KIND, "state": Type.STATE, "facing": Type.DIRECTION}[what]
        if what == "facing" and not has_facing(self.c.rules):
            return
        val = Val("dirs", k.num(1) << given[1]) if what == "facing" else Val("int", given[1])
        inner = replace(doing, scope=doing.scope.copy(names={**doing.scope.names, name: val}))
        site = rx.Local(span, Type.SITE, " first")
        chosen = fx.NewValue(span, None, None, None, None, None, rx.Local(span, type_, name))
        if what != "owner":
            f.set(fine, self.c.effects.apply(fx.SetTo(span, site, 0, (chosen,)), f, inner))
            return
        nobody = fx.NewValue(span, rx.Owner.NEUTRAL, None, None, None, None, None)
        for condition, value in ((given[1].lt(0), nobody), (given[1].ge(0), chosen)):
            with f.when(condition):
                f.set(fine, self.c.effects.apply(fx.SetTo(span, site, 0, (value,)), f, inner))

    def _put(self, given: list[Ex], f: Builder, doing: Doing, fine: Ex) -> None:
        owner, kind, state, site = given
        cell = f.let(self.c.pieces.cell_of(owner, kind, state), "cell")
        layers = [spec.layer for spec in self.rules.kinds]
        for layer in sorted(set(layers)):
            here = k.look(self.unit.table("layer_of", 8, layers), kind).eq(layer)
            with f.when(k.TRUE if len(set(layers)) == 1 else here):
                f.set(fine, self.c.arriving.land_cell(layer, site, cell, f, doing))

    def _assign(self, given: list[Ex], f: Builder) -> None:
        for number, spec in enumerate(self.rules.variables):
            with f.when(given[0].eq(number)):
                for entry in range(entry_count(self.rules, spec)):
                    self.c.registers.assign(f, spec, self.layout.variables[number] + 8 * entry, given[1])

"""Hooks in the kernel: compiled if they are in the integer subset, else through `same_as`, else by asking Python."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from ...analysis.conditions import has_facing
from ...analysis.variables import entry_count
from ...hooks import types as t
from ...hooks.file import HookFile, Outside
from ...hooks.typing import Surroundings, Typed
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Hook
from ...rules.types import Type
from ...source.source import Source
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder, Function
from ..lower.scope import Scope, Val
from .body import KERNEL, Compiled
from .callbacks import Callbacks
from .looks import Seen
from .records import OPS, RECORD_SIZE

if TYPE_CHECKING:
    from ..compiler import Compiler
    from ..lower.effect_context import Doing
    from ..runtime.blocks import Block


class HookLowering:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.layout = compiler.unit.layout
        self.rules = compiler.rules
        self.allowed = compiler.unit.engine.hooks.allowed
        self.compiled = Compiled(compiler)
        self.callbacks = Callbacks(compiler)
        self._typed: dict[int, Typed | None] = {}
        self._files: dict[Source, HookFile | None] = {}
        self._within = False

    def attach(self, block: Block) -> None:
        """Tells a block where native code finds Python."""
        if self.layout.hook_words >= 0:
            block.put_word(self.layout.callback, self.callbacks.address)

    # ------------------------------------------------------------ which way

    def way(self, number: int) -> str:
        """How a hook is asked natively: "compiled", "same_as" or "callback"."""
        if self.typed(number) is not None:
            return "compiled"
        return "same_as" if self.rules.hooks[number].same_as is not None else "callback"

    def typed(self, number: int) -> Typed | None:
        """The hook's function, if it may run and is in the subset."""
        if number not in self._typed:
            self._typed[number] = None
            hook = self.rules.hooks[number]
            file = self._file(hook) if self.allowed else None
            if file is not None and hook.name in file.functions:
                names = frozenset(spec.name for spec in self.rules.variables)
                types = (t.VIEW, *(t.of_argument(takes) for takes in hook.takes))
                with suppress(Outside, RecursionError):
                    self._typed[number] = Typed(Surroundings(file, names), hook.name, types, hook.gives)
        return self._typed[number]

    def _file(self, hook: Hook) -> HookFile | None:
        source = hook.source
        if source is None:
            return None
        if source not in self._files:
            try:
                self._files[source] = HookFile.parse(source.text)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                self._files[source] = None
        return self._files[source]

    # ------------------------------------------------------------ values

    def call(self, node: rx.HookCall, f: Builder, scope: Scope) -> Val:
        hook = self.rules.hooks[node.hook]
        if self.way(node.hook) == "same_as":
            assert hook.same_as is not None
            return self.c.expressions.value(hook.same_as, f, scope)
        return Val(hook.gives, self._ask(node.hook, node.args, f, scope))

    def _ask(self, number: int, args: tuple[rx.Expr, ...], f: Builder, scope: Scope) -> Ex:
        hook = self.rules.hooks[number]
        given = [self._argument(takes, arg, f, scope) for takes, arg in zip(hook.takes, args, strict=True)]
        words = {word: f.let(self._word(word, scope)) for word in t.WORDS}
        function = self._function(number, scope.me)
        who = [] if scope.me.const is not None else [scope.me]
        return f.call(function, *who, *words.values(), *given, name=f"said_{hook.name}")

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

    def _function(self, number: int, me: Ex) -> Function:
        """Asks a hook: the compiled function, and Python if that gives up."""
        hook = self.rules.hooks[number]
        taken = [(f"p_{place}", KERNEL[t.of_argument(takes)]) for place, takes in enumerate(hook.takes)]
        who = [] if me.const is not None else [("w_me", k.INT)]
        params = [*who, *((f"w_{word}", k.INT) for word in t.WORDS), *taken]
        gives = KERNEL[hook.gives]

        def write(f: Builder) -> None:
            given = list(f.params)
            asking = me if me.const is not None else given.pop(0)
            seen = Seen(asking, {word: given.pop(0) for word in t.WORDS})
            typed = self.typed(number)
            if typed is not None:
                try:
                    self._compiled(number, typed, seen, given, f)
                    return
                except Outside:  # what only the board shows
                    self._typed[number] = None
                    f.block.clear()
            f.ret(self._callback(number, seen, given, f))

        return self.unit.function(
            ("asks", number, me.const), f"ask_{hook.name}", params, gives, write, f"the hook @{hook.name}"
        )

    def _compiled(self, number: int, typed: Typed, seen: Seen, args: list[Ex], f: Builder) -> None:
        function = self.compiled.function(typed, seen.me, number)
        found = f.call(function, *self.compiled.arguments(typed, seen, args))
        if self.compiled.bails(function):
            with f.when(k.load(64, self.layout.hook_bail).ne(0)):
                f.store(64, self.layout.hook_bail, 0)
                f.ret(self._callback(number, seen, args, f))
        f.ret(found)

    def _callback(self, number: int, seen: Seen, args: list[Ex], f: Builder) -> Ex:
        hook, layout = self.rules.hooks[number], self.layout
        for place, word in enumerate((seen.me, *(seen.words[name] for name in t.WORDS))):
            f.store(64, layout.hook_words + 8 * place, word)
        for place, arg in enumerate(args):
            at = layout.hook_args + place * layout.set_size
            if arg.ty == k.SET:
                f.store_set(at, arg)
            else:
                f.store(64, at, k.as_int(arg) if arg.ty == k.BOOL else arg)
        given = f.var(Ex("callback", (k.num(layout.callback), k.num(number)), k.INT), "given")
        if hook.gives == "set":
            return k.load_set(layout.hook_result)
        return given.ne(0) if hook.gives == "bool" else given

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

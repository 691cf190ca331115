"""Hooks in the kernel: through their `same_as`, or compiled from Python's integer subset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import effects as fx
from ..rules import expressions as rx
from .kernel import Builder, Ex
from .scope import Scope, Val

if TYPE_CHECKING:
    from .compiler import Compiler
    from .effects import Doing


class HookLowering:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler

    def call(self, node: rx.HookCall, f: Builder, scope: Scope) -> Val:
        hook = self.c.rules.hooks[node.hook]
        if hook.same_as is not None:
            return self.c.expressions.value(hook.same_as, f, scope)
        raise NotImplementedError(f"the hook @{hook.name}")

    def effect(self, effect: fx.HookEffect, f: Builder, doing: Doing) -> Ex:
        raise NotImplementedError(f"the hook @{self.c.rules.hooks[effect.hook].name}")

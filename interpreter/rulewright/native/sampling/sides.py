"""Incremental flood fill: in playouts, the pieces that are joined to where a rule begins are kept up to date.

Pieces that are only placed never part what is joined, so a new piece adds to it or leaves it as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope

if TYPE_CHECKING:
    from ..compiler import Compiler


class Sides:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self._kept: dict[int, int] = {}  # for the number of a condition: where the sets of the players begin

    def keep(self, condition: rx.Expr) -> None:
        if id(condition) not in self._kept:
            self._kept[id(condition)] = self.unit.layout.keep(self.unit.players * self.unit.layout.set_size)

    def _at(self, condition: rx.Expr, player: Ex) -> Ex:
        return player * self.unit.layout.set_size + self._kept[id(condition)]

    def begin(self, f: Builder, conditions: dict[int, rx.Expr]) -> None:
        for number, condition in conditions.items():
            inner = condition.item if isinstance(condition, rx.NotEmpty) else condition
            if number not in self._kept or not isinstance(inner, rx.Intersection):
                continue
            for player in range(self.unit.players):
                scope = Scope(k.num(player), {}, registers=False)
                f.store_set(self._at(condition, k.num(player)), self.c.expressions.sites(inner.items[0], f, scope))

    def joins(self, condition: rx.Expr, inner: rx.Intersection, target: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether a new piece joins the two. It can only add to what is joined if it touches that: then whatever
        hangs on the new piece is added too."""
        joined, goal = inner.items
        assert isinstance(joined, rx.Joined)
        at = self._at(condition, scope.me)
        seeds = f.let(self.c.expressions.sites(joined.seeds, f, scope), "seeds")
        known = f.var(k.load_set(at), "known")
        near = k.look_set(self.unit.table("reach", 0, self.c.space.near), target)
        found = f.var(k.FALSE, "joins")
        with f.when(k.either(k.has(seeds, target), k.some(k.set_and(near, known)))):
            within = f.let(self.c.expressions.sites(joined.within, f, scope), "within")
            fresh = f.var(k.one(target), "fresh")
            with f.loop():
                f.set(known, known | fresh)
                near = self.c.space.grow(f, fresh, self.c.space.near)
                f.set(fresh, k.set_minus(k.set_and(near, within), known))
                f.leave_if(k.negate(k.some(fresh)))
            if at.const is not None:
                self.unit.write_set(f, at.const, known)
            else:
                f.store_set(at, known)
            f.set(found, k.some(k.set_and(known, self.c.expressions.sites(goal, f, scope))))
        return found

"""Incremental flood fill: in playouts, the pieces that are joined to where a rule begins are kept up to date.

Pieces that are only placed never part what is joined, so a new piece adds to it or leaves it as it is.

Serves: hex
Gain: 1.7 times in playouts of hex
Needs: an end rule `some (SITES and mine joined to SITES)` of fixed sites, in a game that only places pieces on empty
sites.
"""

from __future__ import annotations

from ...rules import expressions as rx
from ..decide.plan import EndRulePlan, Refusal
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope
from ..lowering_part import Lowering

NAME = "incremental_flood"


def plan(node: rx.Expr) -> rx.Intersection | Refusal:
    """A connection of fixed sites by pieces of the mover."""
    inner = node.item if isinstance(node, rx.NotEmpty) else node
    if not isinstance(inner, rx.Intersection) or len(inner.items) != 2:
        return Refusal("it asks for no connection")
    joined, goal = inner.items
    if not isinstance(joined, rx.Joined) or joined.way is not None:
        return Refusal("it asks for no connection, or one of its own way")
    mine = isinstance(joined.within, rx.Pattern) and joined.within.owner is rx.Owner.MINE
    fixed = isinstance(goal, rx.FixedOf | rx.Fixed) and isinstance(joined.seeds, rx.FixedOf | rx.Fixed)
    return inner if mine and fixed else Refusal("what is connected is not fixed, or not by pieces of the mover")


class Sides(Lowering):
    def setup(self) -> None:
        self._kept: dict[int, int] = {}  # for the number of a condition: where the sets of the players begin

    def keep(self, condition: rx.Expr) -> None:
        if id(condition) not in self._kept:
            self._kept[id(condition)] = self.unit.layout.keep(self.unit.players * self.unit.layout.set_size)

    def _at(self, condition: rx.Expr, player: Ex) -> Ex:
        return player * self.unit.layout.set_size + self._kept[id(condition)]

    def begin(self, f: Builder, rules: tuple[EndRulePlan, ...]) -> None:
        for rule in rules:
            if rule.strategy == NAME:
                assert isinstance(rule.inner, rx.Intersection)
                for player in range(self.unit.players):
                    scope = Scope(k.num(player), {}, registers=False)
                    joined = self.c.expressions.sites(rule.inner.items[0], f, scope)
                    f.store_set(self._at(rule.condition, k.num(player)), joined)

    def joins(self, rule: EndRulePlan, target: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether a new piece joins the two. It can only add to what is joined if it touches that: then whatever
        hangs on the new piece is added too."""
        assert isinstance(rule.inner, rx.Intersection)
        joined, goal = rule.inner.items
        assert isinstance(joined, rx.Joined)
        at = self._at(rule.condition, scope.me)
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

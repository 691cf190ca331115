"""Rejection sampling of two-part turns: the first part is done, then the second is drawn among as many as could be.

A draw beyond those that there are says nothing against the first part: all is taken back, and both are drawn again.

Serves: dara, mylna
Gain: 4.9 times in playouts of mylna
Needs: a turn `a then b` or `a then (b if c)`; the first part changes pieces of the mover, the second others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ...rules import expressions as rx
from ..decide.plan import TRIAL, Leaf, Refusal, TurnPlan
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope
from ..lowering_part import Lowering
from ..sampling.draw import Draw
from ..sampling.slots import Slot
from .factoring import asked_line

NAME = "late_second_part"
MOST_DRAWS = 4000  # then the list has to tell whether there is a turn at all


def plan(ask: Questions, turn: TurnPlan) -> TurnPlan | Refusal:
    if turn.second is None:
        return Refusal("the turn has one part")
    return replace(turn, strategy=NAME, mode=TRIAL, tried="the second part is drawn after the first is done")


@dataclass(frozen=True, slots=True)
class Second:
    """The second part of a turn while the first one is lowered."""

    leaf: Leaf
    guard: rx.Expr | None
    bound: Ex
    again: Ex  # a variable: the draw was not accepted, which says nothing against the candidate
    draw: Ex

    @property
    def drawn(self) -> Ex:
        return ((self.draw & 0xFFFFFFFF) * self.bound) >> 32


class LateSecondPart(Lowering):
    def play(self, turn: TurnPlan, f: Builder, me: Ex, random: Ex) -> None:
        assert turn.second is not None
        draws = f.var(k.num(0), "draws")
        bound = self._bound(turn.second, f, me)
        second = Second(turn.second, turn.guard, bound, f.var(k.FALSE, "again"), random)
        for group in turn.groups:
            self.c.sampler.group(group, f, me, random, draws, second)

    def _bound(self, leaf: Leaf, f: Builder, me: Ex) -> Ex:
        """How many candidates the second part has at most."""
        action = leaf.action
        if action.verb == "pick":
            assert action.subject is not None
            enemies = k.count(self.c.expressions.of_enemies(action.layer, me))
            return f.let(k.select(enemies.lt(1), 1, enemies), "bound")
        return k.num(self.c.ask.reach.most(action.path, me.const) or self.unit.n)

    def skip_early(self, second: Second, f: Builder, me: Ex, target: Ex) -> None:
        """Another draw, if the second part was drawn and there is none: not even a look at the first is needed."""
        line = asked_line(self.c.ask, second.guard)
        if line is None:
            return
        # The first part takes nothing and changes no owner, so no other site can come to belong to the set.
        possible = self.c.lines.would_be_in_line(line, target, f, Scope(me))
        if possible is not None:
            with f.when(k.both(second.drawn.gt(0), k.negate(possible))):
                f.again()

    def go_on(self, second: Second, f: Builder, me: Ex, whole: Callable[[Builder], None]) -> None:
        """The first part is done: the second one is drawn among as many as there are at most."""
        drawn = f.var(second.drawn, "drawn")
        guarded = k.TRUE
        if second.guard is not None:
            guarded = f.let(self.c.expressions.holds(second.guard, f, Scope(me)), "guarded")
        with f.when(k.negate(guarded)):
            yes, no = f.branch(drawn.eq(0))
            with f.within(yes):
                whole(f)
            with f.within(no):
                f.set(second.again, k.TRUE)
        with f.when(guarded):
            slot = self.slot(second.leaf, f, me)
            with f.when(slot.amount.gt(0)):
                with f.when(drawn.lt(slot.amount)):
                    self.c.sampler.play(slot, f, me, Draw.begin(f, drawn))
                f.set(second.again, k.TRUE)

    def slot(self, leaf: Leaf, f: Builder, me: Ex) -> Slot:
        """The candidates of the second part."""
        action = leaf.action
        scope, allowed = Scope(me, {}, action=leaf.node.action), self.c.slots.allowed(leaf, f, me)
        if action.verb == "pick":
            assert action.subject is not None
            picked = k.set_select(allowed, self.c.expressions.sites(action.subject, f, scope), k.NOTHING)
            members = f.var(picked, "members")
            return Slot(leaf, members, f.var(k.count(members), "amount"))
        if action.path is None:
            return self.c.slots.placing(leaf, f, scope, allowed)
        if self.c.ask.routes.gathers(action):
            return self.c.rows.second(leaf, f, me, allowed)
        return self.c.collecting.slot(leaf, f, me, allowed)

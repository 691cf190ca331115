"""Weighted sampling of two-part turns by counting: a first part counts as often as there are second parts.

Whoever closes a line may take something: which sites close one, and what could be taken then, are sets that are known
before the turn. So a first part that closes counts as often as there is something to take, any other counts once, and
one draw decides both parts. Nothing is tried and taken back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ...analysis.paths import landings
from ...analysis.sets import is_vacant
from ...board import bits, mask_of
from ...rules import expressions as rx
from ...rules.game import Action
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder, Function
from ..lower.lines import MOST_STRETCHES
from ..lower.scope import Scope
from .slots import Slot

if TYPE_CHECKING:
    from ..compiler import Compiler
    from .plans import Leaf, Plan


class Factoring:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.board = compiler.rules.board

    # ------------------------------------------------------------ does it apply?

    def line(self, guard: rx.Expr | None) -> rx.LineOf | None:
        """The line that the piece just moved has to be part of, if a condition asks for that and nothing else."""
        node = guard
        while isinstance(node, rx.NotEmpty | rx.DefineCall):
            node = node.item if isinstance(node, rx.NotEmpty) else self.rules.defines[node.define].body
        parts = node.items if isinstance(node, rx.Intersection) else ()
        it = [part for part in parts if isinstance(part, rx.PartWord) and part.word in ("it", "target")]
        lines = [part for part in parts if isinstance(part, rx.LineOf)]
        if len(parts) != 2 or not it or not lines or not isinstance(lines[0].item, rx.Pattern):
            return None
        return lines[0]

    def fits(self, group: list[Leaf], guard: rx.Expr | None, second: Leaf) -> bool:
        """Whether both parts can be counted: a moved piece closes a line, and then an enemy is picked."""
        line = self.line(guard)
        if line is None or self.unit.layout.words > 1 or line.exactly or not self._is_of_all_mine(line.item):
            return False
        if not self._has_known_directions(line):
            return False
        if not all(0 < len(self._stretches(line, player)) <= 2 * MOST_STRETCHES for player in range(self.unit.players)):
            return False
        action = second.action
        if self.c.plans.may_fail([*group, second]):
            return False
        if action.verb != "pick" or action.condition is not None or action.lets or action.subject is None:
            return False
        return self._is_of_enemies(action.subject) and all(self._is_first(leaf.action) for leaf in group)

    def _is_of_all_mine(self, node: rx.Expr) -> bool:
        if not isinstance(node, rx.Pattern) or node.layer != 0 or not self.unit.facts.covers(node):
            return False
        return node.owner is rx.Owner.MINE and not node.states

    def _is_of_enemies(self, node: rx.Expr) -> bool:
        """Whether a set, or a question about it, stays as it is while a piece of mine goes to an empty site."""
        match node:
            case rx.Pattern():
                return node.owner is rx.Owner.ENEMY
            case rx.LineOf():
                return self._is_of_enemies(node.item) and self._has_known_directions(node)
            case rx.Intersection() | rx.Union():
                return all(self._is_of_enemies(item) for item in node.items)
            case rx.Difference():
                return self._is_of_enemies(node.left) and self._is_of_enemies(node.right)
            case rx.Either():
                return all(self._is_of_enemies(item) for item in (node.condition, node.value, node.otherwise))
            case rx.NotEmpty():
                return self._is_of_enemies(node.item)
            case rx.DefineCall():
                return self._is_of_enemies(self.rules.defines[node.define].body)
        return isinstance(node, rx.Fixed)

    def _has_known_directions(self, line: rx.LineOf) -> bool:
        if line.directions is None:
            return True
        idle = Builder(Function("idle", [], None))
        return self.c.expressions.directions(line.directions, idle, Scope(k.num(0), {})).fixed is not None

    def _is_first(self, action: Action) -> bool:
        """Whether a piece lands on an empty site, and its targets can be told as sets."""
        if action.condition is not None and not is_general(self.rules, action.condition):
            return False
        if action.lets or action.layer != 0:
            return False
        if action.verb == "place":
            one = len(self.c.unit.facts.trays.entries(action)) == 1
            return one and action.to is not None and is_vacant(self.unit.facts, action.to, 0)
        if action.path is None:
            return action.to is not None and is_vacant(self.unit.facts, action.to, 0) and self.c.actions.gathers(action)
        lands = all(
            item.item is not None and not item.off and is_vacant(self.unit.facts, item.item, 0)
            for item in landings(self.rules, action.path)
        )
        return lands and (self._strides(action) or self.c.actions.gathers(action))

    def _strides(self, action: Action) -> bool:
        idle, number = Builder(Function("idle", [], None)), self.unit.facts.number(action)
        scopes = [Scope(k.num(player), {}, action=number) for player in range(self.unit.players)]
        known = all(self.c.steps.strides(action, idle, scope) is not None for scope in scopes)
        return known and self.c.steps.kinds_known(action)

    def _stretches(self, line: rx.LineOf, me: int) -> tuple[int, ...]:
        """All stretches of the line's length, as sets."""
        idle = Builder(Function("idle", [], None))
        axes = self.c.lines.axes_of(line, idle, Scope(k.num(me), {}))
        return self.c.lines.stretches(axes, line.length, me)

    # ------------------------------------------------------------ drawing

    def play(self, plan: Plan, f: Builder, me: Ex, random: Ex) -> None:
        """One draw decides both parts: first all that close nothing, then those that close, times what can be taken."""
        second, line = plan.second, self.line(plan.guard)
        assert second is not None and line is not None and second.action.subject is not None
        scope = Scope(me, {}, action=second.node.action)
        takeable = f.let(self.c.expressions.sites(second.action.subject, f, scope), "takeable")
        takes = f.let(k.count(takeable), "takes")
        mine = f.let(self.c.expressions.sites(line.item, f, Scope(me)), "mine")
        quiet: list[Slot] = []
        closing: list[Slot] = []
        for leaf in plan.groups[0]:
            self._part(leaf, line, mine, f, me, quiet, closing)
        once, often = k.num(0), k.num(0)
        for slot in quiet:
            once = once + slot.amount
        for slot in closing:
            often = often + slot.amount
        once = f.let(once, "once")
        total = f.let(once + often * takes, "total")
        with f.when(total.le(0)):
            f.ret(0)
        drawn = f.var(((random >> 32) * total) >> 32, "drawn")
        yes, no = f.branch(drawn.lt(once))
        with f.within(yes):
            self.c.sampler.choose(quiet, f, me, drawn)
        with f.within(no):
            rest = f.let(drawn - once, "rest")
            f.set(drawn, Ex("divide", (rest, takes), INT))
            taken = f.let(k.nth(takeable, rest - drawn * takes), "taken")
            self.c.carrying.follow = lambda g: self.c.carrying.perform(second, g, me, taken, taken, k.num(0), None)
            self.c.sampler.choose(closing, f, me, drawn)
            self.c.carrying.follow = None

    def _part(
        self, leaf: Leaf, line: rx.LineOf, mine: Ex, f: Builder, me: Ex, quiet: list[Slot], closing: list[Slot]
    ) -> None:
        """The candidates of a leaf that close nothing, and those that close a line."""
        action, stretches = leaf.action, self._stretches(line, me.const or 0)
        if action.verb == "move" and not self._strides(action):
            self._rows(leaf, line, f, me, quiet, closing)
            return
        for slot in self.c.slots.of(leaf, f, me):
            members, wanted = slot.members, stretches
            if slot.stride is not None:
                length = self.c.steps.length(slot.stride)
                origins = self.c.steps.origin_table(slot.direction, length, me.const or 0)
                wanted = tuple(_left_over(stretch, origins) for stretch in stretches)
            else:
                members = k.set_select(slot.amount.gt(0), members, k.NOTHING)
            ends = f.let(k.completing(stretches, wanted, mine), "ends")
            for part, into in ((k.set_minus(members, ends), quiet), (k.set_and(members, ends), closing)):
                part = f.let(part, "members")
                into.append(replace(slot, members=part, amount=f.let(k.count(part), "amount")))

    def _rows(self, leaf: Leaf, line: rx.LineOf, f: Builder, me: Ex, quiet: list[Slot], closing: list[Slot]) -> None:
        """The same piece by piece: a piece that leaves is not there for the line it goes to."""
        stretches = self._stretches(line, me.const or 0)

        def ends(g: Builder, origin: Ex) -> Ex:
            others = k.set_minus(self.c.expressions.sites(line.item, g, Scope(me)), k.one(origin))
            return k.completing(stretches, stretches, others)

        allowed = k.TRUE
        if leaf.action.condition is not None:
            scope = Scope(me, {}, action=leaf.node.action)
            allowed = f.let(self.c.expressions.holds(leaf.action.condition, f, scope), "allowed")
        rows = self.c.rows
        quiet.append(rows.slot(leaf, f, me, allowed, lambda g, at, to: k.set_minus(to, ends(g, at)), "quiet"))
        closing.append(rows.slot(leaf, f, me, allowed, lambda g, at, to: k.set_and(to, ends(g, at)), "closing"))


def _left_over(stretch: int, origins: list[int]) -> int:
    """The sites of a stretch that a piece can come to without leaving it."""
    return mask_of(site for site in bits(stretch) if origins[site] < 0 or not stretch >> origins[site] & 1)


__all__ = ["Factoring"]

"""Perft without lists: candidates of clear leaves are carried out one after the other, and taken back.

What the sampler knows (plans.py) serves here too: where different candidates lead to different positions they need
not be listed, merged or sorted, and where nothing can go wrong the last ply is only counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..kernel import program as k
from ..kernel.program import INT, Builder, Ex, Function
from ..lowering.candidate import NOWHERE
from ..lowering.scope import Scope
from ..lowering.unit import TRIAL
from .plans import Leaf, Plan
from .slots import Slot

if TYPE_CHECKING:
    from ..compiler import Compiler


Whole = Callable[[Builder, Ex], None]


class Counting:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout
        self._here: Function | None = None

    def program(self) -> bool:
        """Writes the program; no if there is no turn it could count."""
        unit, plans = self.unit, self._plans()
        if not plans:
            return False
        with unit.lowering(unit.counting, TRIAL):
            general = Function("rw_perft_node", [("depth", INT)], INT)
            unit.counting.externals.append(general)
            here = self._here = Function("count_here", [("depth", INT)], INT, "ways to play so many moves")
            f = Builder(here)
            (depth,) = f.params
            for (phase, player), plan in plans.items():
                node = self._node(plan, phase, player)
                at = k.load(64, self.layout.me).eq(player)
                if len(self.rules.phases) > 1:
                    at = k.both(at, k.load(64, self.layout.phase).eq(phase))
                with f.when(at):
                    found = f.call(node, depth)
                    with f.when(found.ge(0)):
                        f.ret(found)
            f.ret(f.call(general, depth))
            unit.counting.functions.append(here)

            def write(g: Builder) -> None:
                self.c.drivers._reset(g)
                self.c.connections.note_connected(g)
                with g.when(g.params[0].eq(0)):
                    g.ret(1)
                with g.when(k.load(64, self.layout.result).ne(0)):
                    g.ret(0)
                g.ret(g.call(here, g.params[0]))

            unit.function("rw_count", "rw_count", [("depth", INT)], INT, write, "perft without lists", exported=True)
        return True

    def _plans(self) -> dict[tuple[int, int], Plan]:
        found = {}
        for phase in range(len(self.rules.phases)):
            for player in range(self.unit.players):
                plan = self.c.plans.plan(phase, player)
                drawn = plan is not None and any(leaf.shape is not None for group in plan.groups for leaf in group)
                if plan is not None and plan.second is None and not drawn:
                    found[phase, player] = plan
        return found

    # ------------------------------------------------------------ one position

    def _node(self, plan: Plan, phase: int, player: int) -> Function:
        """How many ways there are from a position; -1 if the list of moves has to tell."""

        def write(f: Builder) -> None:
            (depth,) = f.params
            me = k.num(player)
            with f.when(k.load(64, self.layout.stop).ne(0)):
                f.ret(0)
            self.c.registers.clear(f, logged=False)
            for group in plan.groups:
                self.c.sampler.murky(group, f, me)
                legal, total = f.var(k.num(0), "legal"), f.var(k.num(0), "total")
                for leaf in group:
                    if leaf.clear:
                        self._leaf(leaf, f, me, depth, legal, total)
                with f.when(legal.gt(0)):
                    f.ret(total)
            f.ret(-1)

        name = f"count_{phase}_{player}"
        return self.unit.function(name, name, [("depth", INT)], INT, write, "ways from a position", "never")

    def _leaf(self, leaf: Leaf, f: Builder, me: Ex, depth: Ex, legal: Ex, total: Ex) -> None:
        def whole(g: Builder, placed: Ex) -> None:
            self._whole(g, me, depth, legal, total)

        for slot in self._slots(leaf, f, me):
            if not self._bulk(leaf):
                self._each(slot, f, me, whole)
                continue
            yes, no = f.branch(depth.eq(1))
            with f.within(yes):
                f.set(legal, legal + slot.amount)
                f.set(total, total + slot.amount)
            with f.within(no):
                self._each(slot, f, me, whole)

    def _bulk(self, leaf: Leaf) -> bool:
        """Whether all candidates are legal, so that they need only be counted."""
        rules, action = self.rules, leaf.action
        if rules.must is not None or self.c.forbids_repetition or self.c.plans.can_fail(leaf):
            return False
        if self.unit.engine.course._may_fail(rules.when_turn_ends):
            return False
        return action.condition is None or self.c.plans.is_general(action.condition)

    def _whole(self, f: Builder, me: Ex, depth: Ex, legal: Ex, total: Ex) -> None:
        """A turn is complete and `must` holds: it counts, or its followers do."""
        judged = self.c.forbids_repetition or self.unit.engine.course._may_fail(self.rules.when_turn_ends)
        if not judged:
            with f.when(depth.eq(1)):
                f.set(legal, legal + 1)
                f.set(total, total + 1)
        with f.when(k.TRUE if judged else depth.ne(1)):
            did = f.let(k.load(64, self.layout.did_something))
            fine = f.var(f.call(self.c.course.finish(me)), "fine")
            if self.c.forbids_repetition:
                with f.when(k.both(fine, did.ne(0))):
                    f.set(fine, f.call(self.c.course.occurrences()).le(1))
            with f.when(fine):
                f.set(legal, legal + 1)
                with f.when(depth.eq(1)):
                    f.set(total, total + 1)
                with f.when(k.both(depth.ne(1), k.load(64, self.layout.result).eq(0))):
                    self.c.course.accept(f)
                    assert self._here is not None
                    f.set(total, total + f.call(self._here, depth - 1))

    # ------------------------------------------------------------ candidates

    def _slots(self, leaf: Leaf, f: Builder, me: Ex) -> list[Slot]:
        if leaf.action.verb == "move" and self.c.lifting.lift_is_seen(leaf.action):
            return [self._collected(leaf, f, me)]
        slots = self.c.slots.of(leaf, f, me, self._collected)
        return slots

    def _collected(self, leaf: Leaf, f: Builder, me: Ex) -> Slot:
        """Candidates one by one, on a stack of their own: the plies below collect theirs above."""
        action, scope = leaf.action, Scope(me, {}, action=leaf.node.action)
        amount = f.var(k.num(0), "amount")
        base = f.let(k.load(64, self.layout.record_top) * 8 + self.layout.records, "base")
        allowed = k.TRUE
        if action.condition is not None and self.c.plans.is_general(action.condition):
            allowed = f.let(self.c.expressions.holds(action.condition, f, scope), "allowed")
        with f.when(allowed):
            f.set(amount, f.call(self.c.collecting.collector_at(leaf, me), base))
        return Slot(leaf, base, amount)

    def _each(self, slot: Slot, f: Builder, me: Ex, whole: Whole) -> None:
        """Carries out every candidate of a slot."""
        action, perform = slot.leaf.action, self.c.carrying.perform
        entries = self.c.placing.entries(action) if action.verb == "place" else []
        nowhere, first = k.num(NOWHERE), k.num(0)
        if action.verb is None:
            with f.when(slot.amount.ne(0)):
                perform(slot.leaf, f, me, nowhere, nowhere, first, (0, 0), whole=whole)
        elif slot.members.ty == k.SET and slot.stride is None:
            with f.each(slot.members, "target") as target:
                for number, piece in enumerate(entries):
                    there = k.TRUE
                    if slot.offers is not None:
                        there = (slot.offers >> number & 1).ne(0)
                    with f.when(k.both(there, slot.amount.gt(0))):
                        perform(slot.leaf, f, me, nowhere, target, first, piece, whole=whole)
        elif slot.members.ty == k.SET:
            with f.each(slot.members, "target") as target:
                origin, kind, went = self.c.slots.stride_from(slot, target, me, f)
                perform(slot.leaf, f, me, origin, target, first, None, kind, went, whole)
        else:
            top = f.let(k.load(64, self.layout.record_top))
            f.store(64, self.layout.record_top, top + slot.amount)
            with f.count_to(slot.amount, "number") as place:
                entry = f.let(k.load(64, place * 8 + slot.members), "entry")
                origin, target = f.let(entry & 0xFFFF, "origin"), f.let(entry >> 16 & 0xFFFF, "target")
                of_kind = entries[0] if entries else None
                way = f.let(entry >> 32, "way")
                perform(slot.leaf, f, me, origin, target, way, of_kind, whole=whole)
            f.store(64, self.layout.record_top, top)

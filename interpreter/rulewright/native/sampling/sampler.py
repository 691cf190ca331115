"""Uniform sampling with late tests: candidates are counted or collected, one is drawn, and only that one is tested.

Every legal turn is equally likely. A leaf of the turn is *clear* if its candidates lead to different positions and
need nothing but tests that can be made on the drawn one; a drawn candidate that fails its tests is taken out and
another one is drawn. If a leaf that is not clear has a candidate, the list of moves is used for that turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder, Function
from ..lower.candidate import NOWHERE, Candidate
from ..lower.lowering_context import FAST, TRIAL
from ..lower.scope import Scope, Val
from ..lower.walk import Walk, Wish
from .plans import Leaf, Plan
from .play_candidate import Second
from .rejection_draw import Draft
from .slots import Slot, Went

if TYPE_CHECKING:
    from ..compiler import Compiler


class Sampler:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.layout = compiler.unit.layout

    def ply(self, phase: int, player: int) -> Function | None:
        """A function that plays one random turn: 1 done, 0 no legal turn, -1 use the list."""
        plan = self.c.plans.plan(phase, player)
        if plan is None:
            return None
        with self.unit.lowering(self.unit.sampling, plan.mode):

            def write(f: Builder) -> None:
                self._write_ply(plan, f, k.num(player))

            name = f"ply_{phase}_{player}"
            params = [("random", INT), ("count", INT)]
            return self.unit.function(name, name, params, INT, write, "one random turn", "never")

    def _write_ply(self, plan: Plan, f: Builder, me: Ex) -> None:
        random, _ = f.params
        layout = self.layout
        if plan.mode == TRIAL:
            f.store(64, layout.log_top, 0)
        self.c.registers.clear(f, logged=False)
        self.c.carrying.second = None
        if plan.second is not None and plan.mode == FAST:
            way = self.c.ahead if plan.guard is None else self.c.factoring
            way.play(plan, f, me, random)
            f.ret(0)
            return
        draws = f.var(k.num(0), "draws")
        if plan.second is not None:
            self.c.carrying.second = Second(
                plan.second, plan.guard, self._bound(plan.second, f, me), f.var(k.FALSE, "again"), draws, random
            )
        for group in plan.groups:
            self.murky(group, f, me)
            drawn = [leaf for leaf in group if leaf.clear or (leaf.chain and self.unit.mode == FAST)]
            if drawn:
                self._sample_group(drawn, f, me, random, draws)
        f.ret(0)

    def _bound(self, leaf: Leaf, f: Builder, me: Ex) -> Ex:
        """How many candidates the second part has at most."""
        action = leaf.action
        if action.verb == "pick":
            assert action.subject is not None
            enemies = k.count(self.c.expressions.of_enemies(action.layer, me))
            return f.let(k.select(enemies.lt(1), 1, enemies), "bound")
        return k.num(self.c.reach.most(action.path, me) or self.unit.n)

    # ------------------------------------------------------------ leaves that need the list

    def murky(self, group: list[Leaf], f: Builder, me: Ex) -> None:
        """Is there a candidate of a leaf that is not clear? Then the list decides."""
        for leaf in group:
            if leaf.clear or (leaf.chain and self.unit.mode == FAST):
                continue
            action = leaf.action
            scope = Scope(me, {}, action=leaf.node.action)
            strides = self.c.steps.strides(action, f, scope) if action.verb == "move" and not action.choices else None
            if strides is not None and self.c.steps.kinds_known(action):
                found = k.NOTHING
                for stride in strides:
                    movers = f.let(self.c.steps.movers(action, stride, f, scope))
                    for direction in stride.directions:
                        found = k.set_or(found, self.c.steps.targets(stride, direction, movers, f, scope))
                with f.when(k.some(found)):
                    f.ret(-1)
                continue
            exists = self._exists(leaf, me)
            with f.when(f.call(exists).ne(0)):
                f.ret(-1)

    def _exists(self, leaf: Leaf, me: Ex) -> Function:
        with self.unit.lowering(self.unit.program, TRIAL):

            def write(f: Builder) -> None:
                self.c.begin_count(f)
                mark = self.unit.mark(f)

                def found(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                    if g.function is f.function:
                        self.unit.undo(g, mark)
                    g.ret(1)

                wish = self.c.actions.wish(leaf.action, first=True)
                wish = Wish(wish.passed, False, True)
                self.c.actions.candidates(leaf.action, f, me, found, wish=wish)
                f.ret(0)

            key = ("exists", leaf.node.action, leaf.node.leaf, me.const)
            return self.unit.function(key, f"any_{leaf.action.name}", [], INT, write, "is there a candidate?")

    # ------------------------------------------------------------ drawing

    def _sample_group(self, leaves: list[Leaf], f: Builder, me: Ex, random: Ex, draws: Ex) -> None:
        slots: list[Slot | Draft] = []
        for leaf in leaves:
            if leaf.shape is None:
                made = self.c.slots.of(leaf, f, me)
                if leaf.chain:
                    self._give_up_on_chains(leaf, made, f, me)
                slots.extend(made)
        drafts = self.c.drafts.of([leaf for leaf in leaves if leaf.shape is not None], f, me)
        slots.extend(drafts)
        amount = k.num(0)
        for slot in slots:
            amount = amount + slot.amount
        total = f.var(amount, "total")
        sure = [slot for slot in slots if isinstance(slot, Slot) and self._is_sure(slot)]
        if len(sure) == len(slots) and sure:
            with f.when(total.gt(0)):
                self.choose(sure, f, me, f.var(((random >> 32) * total) >> 32, "drawn"))
            return
        origin, target = f.var(k.num(NOWHERE), "origin"), f.var(k.num(NOWHERE), "target")
        way, offer = f.var(k.num(0), "way"), f.var(k.num(0), "offer")
        with f.loop():
            f.leave_if(total.le(0))
            # The random number of the turn serves for the first draw; redraws mix it again.
            number = f.var(random, "number")
            with f.when(draws.gt(0)):
                f.set(number, self.unit.mix(f, random + draws))
            f.set(draws, draws + 1)
            if self.c.carrying.second is not None:
                with f.when(draws.gt(4000)):
                    f.ret(-1)
                self.c.carrying.second.draw = number
            if drafts:  # what is drawn in vain is not taken out: perhaps there is nothing to find
                with f.when(draws.gt(total * 6 + 50)):
                    f.ret(-1)
            drawn = f.var(((number >> 32) * total) >> 32, "drawn")
            self._pick(slots, 0, f, me, drawn, total, origin, target, way, offer)

    def _give_up_on_chains(self, leaf: Leaf, slots: list[Slot], f: Builder, me: Ex) -> None:
        """If a chain may go on after its first hop, the list decides."""
        amount = k.num(0)
        for slot in slots:
            amount = amount + slot.amount
        with f.when(amount.gt(0)):
            scope = Scope(me, {}, action=leaf.node.action)
            with f.when(self.c.chains.may_go_on(leaf.action, slots, f, scope)):
                f.ret(-1)

    def _is_sure(self, slot: Slot) -> bool:
        """Whether a candidate of a slot is legal whatever it is: strides of which nothing more is asked."""
        action = slot.leaf.action
        if self.unit.mode != FAST or slot.stride is None or self.c.carrying.second is not None:
            return False
        known = action.condition is None or is_general(self.c.rules, action.condition)
        return known and not action.lets and action.must is None

    def _are_alike(self, slots: list[Slot]) -> bool:
        """Whether slots are strides that differ in nothing but their direction, and none can fail."""
        first = slots[0]
        for slot in slots:
            if slot.stride is None or first.stride is None or slot.leaf is not first.leaf or not self._is_sure(slot):
                return False
            if slot.stride.kind != first.stride.kind:
                return False
            if self.c.steps.length(slot.stride) != self.c.steps.length(first.stride):
                return False
        return True

    def choose(self, slots: list[Slot], f: Builder, me: Ex, drawn: Ex) -> None:
        """Plays the candidate that a number falls on, where none can fail."""
        alike = len(slots)
        while alike > 1 and not self._are_alike(slots[:alike]):
            alike -= 1
        amount = k.num(0)
        for slot in slots[:alike]:
            amount = amount + slot.amount
        with f.when(drawn.lt(amount) if alike < len(slots) else k.TRUE):
            if alike > 1:
                self._pick_at_once(slots[:alike], f, me, drawn)
            else:
                names = ("origin", "target", "way", "offer")
                self.play(slots[0], f, me, drawn, *(f.var(k.num(NOWHERE), name) for name in names))
        if alike < len(slots):
            f.set(drawn, drawn - amount)
            self.choose(slots[alike:], f, me, drawn)

    def _pick_at_once(self, slots: list[Slot], f: Builder, me: Ex, drawn: Ex) -> None:
        """Plays the candidate that a number falls on, of slots that are alike."""
        origin, target, went = self.at_once(slots, f, me, drawn)
        stride = slots[0].stride
        assert stride is not None
        self.c.carrying.perform(slots[0].leaf, f, me, origin, target, k.num(0), None, stride.kind, went)

    def at_once(self, slots: list[Slot], f: Builder, me: Ex, drawn: Ex) -> tuple[Ex, Ex, Went | None]:
        """Which slot the number falls into, without a jump: that cannot be foreseen."""
        stride = slots[0].stride
        assert stride is not None
        steps, length, player = self.c.steps, self.c.steps.length(stride), me.const or 0
        back = [site for slot in slots for site in steps.origin_table(slot.direction, length, player)]
        members, before, start = slots[0].members, k.num(0), k.num(0)
        way = k.num(slots[0].direction)
        total = k.num(0)
        for number, slot in enumerate(slots[1:], 1):
            total = f.let(total + slots[number - 1].amount, "upto")
            here = f.let(drawn.ge(total), "here")
            members = f.let(k.set_select(here, slot.members, members), "members")
            before = f.let(k.select(here, total, before), "before")
            start = f.let(k.select(here, number * self.unit.n, start), "start")
            way = f.let(k.select(here, slot.direction, way), "way")
        target = f.let(k.nth(members, drawn - before), "target")
        origin = f.let(k.look(self.unit.table("back_from", 16, back), start + target), "origin")
        if not self.unit.facts.observed(slots[0].leaf.action):
            return origin, target, None
        rows = [row for slot in slots for row in steps.passed_table(slot.direction, length, player)]
        passed = k.look_set(self.unit.table("went_by", 0, rows), start + target)
        return origin, target, (passed, Val("dirs", f.let(k.num(1) << way, "dir")))

    def _pick(
        self, slots: list[Slot | Draft], at: int, f: Builder, me: Ex, drawn: Ex, total: Ex, origin: Ex, target: Ex,
        way: Ex, offer: Ex,
    ) -> None:  # fmt: skip
        """Which slot the number falls into; there it is played, or taken out."""
        slot = slots[at]
        last = at + 1 == len(slots)

        def here() -> None:
            if isinstance(slot, Draft):
                self.c.drafts.play(slot, f, me, drawn, lambda leaf: self.c.carrying.carrying_out(leaf, me))
                return
            if slot.origins is not None:
                self._play_bounded(slot, f, me, drawn, total, origin, target, way)
                return
            self.play(slot, f, me, drawn, origin, target, way, offer)
            f.set(total, total - 1)

        if last:
            here()
            return
        yes, no = f.branch(drawn.lt(slot.amount))
        with f.within(yes):
            here()
        with f.within(no):
            f.set(drawn, drawn - slot.amount)
            self._pick(slots, at + 1, f, me, drawn, total, origin, target, way, offer)

    def play(self, slot: Slot, f: Builder, me: Ex, drawn: Ex, origin: Ex, target: Ex, way: Ex, offer: Ex) -> None:
        """Plays the drawn candidate and returns 1, or takes it out of its slot."""
        action = slot.leaf.action
        entries = self.c.unit.facts.trays.entries(action) if action.verb == "place" else []
        if action.verb is None:
            f.set(slot.amount, 0)
            self.c.carrying.perform(slot.leaf, f, me, k.num(NOWHERE), k.num(NOWHERE), k.num(0), (0, 0))
            return
        if slot.listed:
            f.set(target, self.c.empties.take(f, drawn))
            self.c.carrying.perform(slot.leaf, f, me, k.num(NOWHERE), target, k.num(0), entries[0])
            return
        if slot.offers is not None:
            # Sites times pieces: the piece is the rest of a division, done by counting down.
            pieces = f.let(Ex("bits", (slot.offers,), INT))
            place = f.let(Ex("divide", (drawn, pieces), INT))
            which = f.let(drawn - place * pieces)
            f.set(target, k.nth(slot.members, place))
            f.set(offer, Ex("nth_bit", (slot.offers, which), INT))
            for number, (kind, state) in enumerate(entries):
                with f.when(offer.eq(number)):
                    self.c.carrying.perform(slot.leaf, f, me, k.num(NOWHERE), target, k.num(0), (kind, state))
            # A rejected piece on a site: neither can be taken out alone, so the list decides.
            f.ret(-1)
            return
        if slot.members.ty == k.SET:
            f.set(target, k.nth(slot.members, drawn))
            if action.verb == "pick":
                self.c.carrying.perform(slot.leaf, f, me, target, target, k.num(0), None)
            elif slot.stride is not None:
                start, of_kind, went = self.c.slots.stride_from(slot, target, me, f)
                f.set(origin, start)
                self.c.carrying.perform(slot.leaf, f, me, origin, target, k.num(0), None, of_kind, went)
            else:
                start = slot.start if slot.start is not None else k.num(NOWHERE)
                self.c.carrying.perform(slot.leaf, f, me, start, target, k.num(0), entries[0] if entries else None)
            f.set(slot.members, k.set_minus(slot.members, k.one(target)))
            f.set(slot.amount, slot.amount - 1)
            return
        base = slot.members.const or 0
        if slot.rows:
            row, start, end = self.c.rows.drawn(slot, f, drawn)
            f.set(origin, start)
            f.set(target, end)
            self.c.carrying.perform(slot.leaf, f, me, origin, target, k.num(0), None)
            self.c.rows.take_out(slot, f, row, target)
            return
        at = f.let(drawn * 8 + base)
        entry = f.let(k.load(64, at), "entry")
        f.set(origin, entry & 0xFFFF)
        f.set(target, entry >> 16 & 0xFFFF)
        f.set(way, entry >> 32)
        self.c.carrying.perform(slot.leaf, f, me, origin, target, way, entries[0] if entries else None)
        f.set(slot.amount, slot.amount - 1)
        f.store(64, at, k.load(64, slot.amount * 8 + base))

    def _play_bounded(
        self, slot: Slot, f: Builder, me: Ex, drawn: Ex, total: Ex, origin: Ex, target: Ex, way: Ex
    ) -> None:
        """Which piece the number falls on; its candidates are collected now, and the bound becomes their number."""
        base, action = slot.members.const or 0, slot.leaf.action
        assert slot.origins is not None and slot.collect is not None
        entries = self.c.unit.facts.trays.entries(action) if action.verb == "place" else []
        at, word = f.var(k.num(base), "at"), f.var(k.num(0), "word")
        with f.loop():
            f.set(word, k.load(64, at))
            f.leave_if(drawn.lt(word >> 16))
            f.set(drawn, drawn - (word >> 16))
            f.set(at, at + 8)
        f.set(origin, word & 0xFFFF)
        bound = f.let(word >> 16, "bound")
        found = f.call(slot.collect, origin)
        with f.when(drawn.lt(found)):
            entry = f.let(k.load(64, drawn * 8 + self.c.collecting.collected_at(slot)), "entry")
            f.set(target, entry >> 16 & 0xFFFF)
            f.set(way, entry >> 32)
            self.c.carrying.perform(slot.leaf, f, me, origin, target, way, entries[0] if entries else None)
            f.ret(-1)  # it cannot be taken out alone
        less = f.let(bound - found)
        f.store(64, at, origin | (found << 16))
        f.set(slot.amount, slot.amount - less)
        f.set(total, total - less)


__all__ = ["Sampler"]

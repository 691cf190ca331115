"""Kernel of a drawn turn: which slot a number falls into, and the candidate that is played there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..decide.plan import FAST, TRIAL, Leaf, TurnPlan
from ..ir import INT, Builder, Ex, Function, k
from ..lower.candidate import NOWHERE, Candidate, Search
from ..lower.scope import Scope, Val
from ..lower.walk import Walk, Wish
from ..lowering_part import Lowering
from ..strategies import factoring, late_second_part, one_part, two_part_draw
from ..strategies.late_second_part import Second
from ..strategies.rejection_draw import Draft
from .draw import Chosen, Draw, Rest, Went
from .slots import Slot


class Sampler(Lowering):
    def ply(self, turn: TurnPlan) -> Function:
        """A function that plays one random turn: 1 done, 0 no legal turn, -1 use the list."""
        ways = {
            factoring.NAME: self.c.factoring.play,
            two_part_draw.NAME: self.c.two_part_draw.play,
            late_second_part.NAME: self.c.late_second_part.play,
            one_part.NAME: self.c.one_part.play,
        }

        def write(f: Builder) -> None:
            random, _ = f.params
            if turn.mode == TRIAL:
                f.store(64, self.layout.log_top, 0)
            self.c.registers.clear(f, logged=False)
            ways[turn.strategy](turn, f, k.num(turn.player), random)
            f.ret(0)

        with self.unit.lowering(self.unit.sampling, turn.mode):
            name = f"ply_{turn.phase}_{turn.player}"
            params = [("random", INT), ("count", INT)]
            return self.unit.function(name, name, params, INT, write, "one random turn", "never")

    def group(
        self, group: Sequence[Leaf], f: Builder, me: Ex, random: Ex, draws: Ex, second: Second | None = None
    ) -> None:
        """Draws from the candidates of several actions, until one is played or none is left."""
        self.murky(group, f, me)
        drawn = [leaf for leaf in group if leaf.clear or (leaf.chain and self.unit.mode == FAST)]
        if drawn:
            self._sample(drawn, f, me, random, draws, second)

    # ------------------------------------------------------------ leaves that need the list

    def murky(self, group: Sequence[Leaf], f: Builder, me: Ex) -> None:
        """Is there a candidate of a leaf that is not clear, or what a guard forbids? Then the list decides."""
        for guard in dict.fromkeys(guard for leaf in group if leaf.clear for guard in leaf.guards):
            with f.when(k.some(self.c.expressions.sites(guard, f, Scope(me, {}, registers=False)))):
                f.ret(-1)
        for leaf in group:
            if leaf.clear or (leaf.chain and self.unit.mode == FAST):
                continue
            action = leaf.action
            scope = Scope(me, {}, action=leaf.node.action)
            others: tuple[int, ...] | None = None
            if action.verb == "move" and not action.choices and self.c.ask.strides.kinds_known(action):
                strides, others = self.c.ask.strides.of_some(action, me.const)
                found = k.NOTHING
                for stride in strides:
                    movers = f.let(self.c.steps.movers(action, stride, f, scope))
                    for direction in stride.directions:
                        found = k.set_or(found, self.c.steps.targets(stride, direction, movers, f, scope))
                with f.when(k.some(found)):
                    if action.condition is None:
                        f.ret(-1)
                    else:
                        with f.when(f.call(self._exists(leaf, me, None)).ne(0)):
                            f.ret(-1)
            if others == ():
                continue
            exists = self._exists(leaf, me, others)
            with f.when(f.call(exists).ne(0)):
                f.ret(-1)

    def _exists(self, leaf: Leaf, me: Ex, kinds: tuple[int, ...] | None) -> Function:
        """Whether there is a candidate, of these kinds at least, if only they matter."""
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
                among = self.c.steps.among(leaf.action, kinds)
                self.c.actions.candidates(f, me, Search(leaf.action, found, wish=wish, among=among))
                f.ret(0)

            key = ("exists", leaf.node.action, leaf.node.leaf, me.const, kinds)
            return self.unit.function(key, f"any_{leaf.action.name}", [], INT, write, "is there a candidate?")

    # ------------------------------------------------------------ drawing

    def _sample(self, leaves: list[Leaf], f: Builder, me: Ex, random: Ex, draws: Ex, second: Second | None) -> None:
        slots: list[Slot | Draft] = []
        for leaf in leaves:
            if leaf.shape is None:
                made = self.c.slots.of(leaf, f, me)
                if leaf.chain:
                    self._give_up_on_chains(leaf, made, f, me)
                slots.extend(made)
        drafts = self.c.drafts.of([leaf for leaf in leaves if leaf.shape is not None], f, me)
        slots.extend(drafts)
        if not slots:  # no piece can ever do any of this
            return
        total = f.var(sum((slot.amount for slot in slots), k.num(0)), "total")
        sure = [slot for slot in slots if isinstance(slot, Slot) and self._is_sure(slot)]
        if len(sure) == len(slots) and sure and second is None:
            with f.when(total.gt(0)):
                self.choose(sure, f, me, f.var(((random >> 32) * total) >> 32, "drawn"), Rest())
            return
        draw = Draw.begin(f, random)
        with f.loop():
            f.leave_if(total.le(0))
            # The random number of the turn serves for the first draw; redraws mix it again.
            number = f.var(random, "number")
            with f.when(draws.gt(0)):
                f.set(number, self.unit.mix(f, random + draws))
            f.set(draws, draws + 1)
            if second is not None:
                with f.when(draws.gt(late_second_part.MOST_DRAWS)):
                    f.ret(-1)
            if drafts:  # what is drawn in vain is not taken out: perhaps there is nothing to find
                with f.when(draws.gt(total * 6 + 50)):
                    f.ret(-1)
            drawn = f.var(((number >> 32) * total) >> 32, "drawn")
            rest = Rest(replace(second, draw=number)) if second is not None else Rest()
            self._pick(slots, f, me, replace(draw, number=drawn, rest=rest), total)

    def _give_up_on_chains(self, leaf: Leaf, slots: list[Slot], f: Builder, me: Ex) -> None:
        """If a chain may go on after its first hop, the list decides."""
        with f.when(sum((slot.amount for slot in slots), k.num(0)).gt(0)):
            scope = Scope(me, {}, action=leaf.node.action)
            with f.when(self.c.chains.may_go_on(leaf.action, slots, f, scope)):
                f.ret(-1)

    def _is_sure(self, slot: Slot) -> bool:
        """Whether a candidate of a slot is legal whatever it is: strides of which nothing more is asked."""
        action = slot.leaf.action
        if self.unit.mode != FAST or slot.stride is None:
            return False
        return self.c.ask.static.asks_generally(action) and not action.lets and action.must is None

    def _are_alike(self, slots: list[Slot]) -> bool:
        """Whether slots are strides that differ in nothing but their direction, and none can fail."""
        first = slots[0]
        for slot in slots:
            if slot.stride is None or first.stride is None or slot.leaf is not first.leaf or not self._is_sure(slot):
                return False
            if (slot.stride.kind, slot.stride.length) != (first.stride.kind, first.stride.length):
                return False
        return True

    def choose(self, slots: list[Slot], f: Builder, me: Ex, drawn: Ex, rest: Rest) -> None:
        """Plays the candidate that a number falls on, where none can fail."""
        alike = len(slots)
        while alike > 1 and not self._are_alike(slots[:alike]):
            alike -= 1
        amount = sum((slot.amount for slot in slots[:alike]), k.num(0))
        with f.when(drawn.lt(amount) if alike < len(slots) else k.TRUE):
            if alike > 1:
                self._pick_at_once(slots[:alike], f, me, drawn, rest)
            else:
                origin, target, way, offer = (f.var(k.num(NOWHERE), n) for n in ("origin", "target", "way", "offer"))
                self.play(slots[0], f, me, Draw(drawn, origin, target, way, offer, rest))
        if alike < len(slots):
            f.set(drawn, drawn - amount)
            self.choose(slots[alike:], f, me, drawn, rest)

    def _pick_at_once(self, slots: list[Slot], f: Builder, me: Ex, drawn: Ex, rest: Rest) -> None:
        """Plays the candidate that a number falls on, of slots that are alike."""
        origin, target, went = self.at_once(slots, f, me, drawn)
        stride = slots[0].stride
        assert stride is not None
        self.c.carrying.perform(slots[0].leaf, f, me, Chosen(origin, target, kind=stride.kind, went=went), rest)

    def at_once(self, slots: list[Slot], f: Builder, me: Ex, drawn: Ex) -> tuple[Ex, Ex, Went | None]:
        """Which slot the number falls into, without a jump: that cannot be foreseen."""
        stride = slots[0].stride
        assert stride is not None
        strides, length, player = self.c.ask.strides, stride.length, me.const or 0
        back = [site for slot in slots for site in strides.origin_table(slot.direction, length, player)]
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
        rows = [row for slot in slots for row in strides.passed_table(slot.direction, length, player)]
        passed = k.look_set(self.unit.table("went_by", 0, rows), start + target)
        return origin, target, (passed, Val("dirs", f.let(k.num(1) << way, "dir")))

    def _pick(self, slots: Sequence[Slot | Draft], f: Builder, me: Ex, draw: Draw, total: Ex) -> None:
        """Which slot the number falls into; there it is played, or taken out."""
        slot, others = slots[0], slots[1:]

        def here() -> None:
            if isinstance(slot, Draft):
                self.c.drafts.play(
                    slot, f, me, draw.number, lambda leaf: self.c.carrying.carrying_out(leaf, me, Rest())
                )
            elif slot.origins is not None:
                self._play_bounded(slot, f, me, draw, total)
            else:
                self.play(slot, f, me, draw)
                f.set(total, total - 1)

        if not others:
            here()
            return
        yes, no = f.branch(draw.number.lt(slot.amount))
        with f.within(yes):
            here()
        with f.within(no):
            f.set(draw.number, draw.number - slot.amount)
            self._pick(others, f, me, draw, total)

    def play(self, slot: Slot, f: Builder, me: Ex, draw: Draw) -> None:
        """Plays the drawn candidate and returns 1, or takes it out of its slot."""
        action, origin, target, drawn = slot.leaf.action, draw.origin, draw.target, draw.number
        entries = self.c.unit.facts.trays.entries(action) if action.verb == "place" else []
        piece, nowhere = entries[0] if entries else None, k.num(NOWHERE)

        def perform(chosen: Chosen) -> None:
            self.c.carrying.perform(slot.leaf, f, me, chosen, draw.rest)

        if action.verb is None:
            f.set(slot.amount, 0)
            perform(Chosen(nowhere, nowhere, piece=(0, 0)))
            return
        if slot.listed:
            f.set(target, self.c.empties.take(f, drawn))
            perform(Chosen(nowhere, target, piece=piece))
            return
        if slot.offers is not None:
            # Sites times pieces: the piece is the rest of a division, done by counting down.
            pieces = f.let(Ex("bits", (slot.offers,), INT))
            place = f.let(Ex("divide", (drawn, pieces), INT))
            which = f.let(drawn - place * pieces)
            f.set(target, k.nth(slot.members, place))
            f.set(draw.offer, Ex("nth_bit", (slot.offers, which), INT))
            for number, entry in enumerate(entries):
                with f.when(draw.offer.eq(number)):
                    perform(Chosen(nowhere, target, piece=entry))
            # A rejected piece on a site: neither can be taken out alone, so the list decides.
            f.ret(-1)
            return
        if slot.members.ty == k.SET:
            f.set(target, k.nth(slot.members, drawn))
            if action.verb == "pick":
                perform(Chosen(target, target))
            elif slot.stride is not None:
                start, of_kind, went = self.c.slots.stride_from(slot, target, me, f)
                f.set(origin, start)
                perform(Chosen(origin, target, kind=of_kind, went=went))
            else:
                perform(Chosen(slot.start if slot.start is not None else nowhere, target, piece=piece))
            f.set(slot.members, k.set_minus(slot.members, k.one(target)))
            f.set(slot.amount, slot.amount - 1)
            return
        base = slot.members.const or 0
        if slot.rows:
            row, start, end = self.c.rows.drawn(slot, f, drawn)
            f.set(origin, start)
            f.set(target, end)
            perform(Chosen(origin, target))
            self.c.rows.take_out(slot, f, row, target)
            return
        at = f.let(drawn * 8 + base)
        entry_word = f.let(k.load(64, at), "entry")
        f.set(origin, entry_word & 0xFFFF)
        f.set(target, entry_word >> 16 & 0xFFFF)
        f.set(draw.way, entry_word >> 32)
        perform(Chosen(origin, target, draw.way, piece))
        f.set(slot.amount, slot.amount - 1)
        f.store(64, at, k.load(64, slot.amount * 8 + base))

    def _play_bounded(self, slot: Slot, f: Builder, me: Ex, draw: Draw, total: Ex) -> None:
        """Which piece the number falls on; its candidates are collected now, and the bound becomes their number."""
        base, action, origin, drawn = slot.members.const or 0, slot.leaf.action, draw.origin, draw.number
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
            f.set(draw.target, entry >> 16 & 0xFFFF)
            f.set(draw.way, entry >> 32)
            piece = entries[0] if entries else None
            self.c.carrying.perform(slot.leaf, f, me, Chosen(origin, draw.target, draw.way, piece), draw.rest)
            f.ret(-1)  # it cannot be taken out alone
        less = f.let(bound - found)
        f.store(64, at, origin | (found << 16))
        f.set(slot.amount, slot.amount - less)
        f.set(total, total - less)

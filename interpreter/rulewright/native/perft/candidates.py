"""The candidates of a turn: how many there are, or each of them carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ..decide.plan import LEAN, Leaf
from ..decide.watching import Quiet
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder, Function
from ..lower.candidate import NOWHERE, Candidate, Search, Test
from ..lower.scope import Scope
from ..lower.walk import Walk
from ..lowering_part import Lowering
from ..sampling.draw import Chosen, Rest
from ..sampling.slots import Slot
from ..strategies.quiet_turns import Watched
from .draws import Draws

if TYPE_CHECKING:
    from .turn import Turn


class Candidates(Lowering):
    def setup(self) -> None:
        self.draws = Draws(self.c)

    # ------------------------------------------------------------ how many

    def count(self, leaves: list[Leaf], f: Builder, me: Ex, add: Callable[[Builder, Ex], None]) -> None:
        """Adds up the candidates that pass their tests."""
        for leaf in leaves:
            if leaf.shape is not None:
                continue
            if self.is_set(leaf, me) and not self.is_tested(leaf, me):
                for slot in self.c.slots.of(leaf, f, me):
                    add(f, slot.amount)
            elif leaf.action.verb in (None, "place"):
                self.c.actions.candidates(f, me, Search(leaf.action, lambda g, *_: add(g, k.num(1))))
            elif self._gathers(leaf):
                with f.when(self.c.slots.allowed(leaf, f, me)):
                    add(f, f.call(self._counted(leaf, me)))
            else:
                add(f, self.collected(leaf, f, me).amount)
        self.draws.count([leaf for leaf in leaves if leaf.shape is not None], f, me, add)

    def _counted(self, leaf: Leaf, me: Ex) -> Function:
        """How many targets all pieces have together."""

        def write(f: Builder) -> None:
            total = f.var(k.num(0), "total")

            def gather(g: Builder, origin: Ex, targets: Ex) -> None:
                g.set(total, total + k.count(targets))

            self.c.actions.gather(leaf.action, f, me, gather)
            f.ret(total)

        key = ("counted", leaf.node.action, leaf.node.leaf, me.const)
        return self.unit.function(key, f"count_{leaf.action.name}", [], INT, write, "how many targets there are")

    # ------------------------------------------------------------ each of them

    def walk(self, leaves: list[Leaf], f: Builder, turn: Turn) -> None:
        """Carries out every candidate."""
        me, rest = turn.me, turn.first
        for leaf in leaves:
            if leaf.shape is not None:
                continue
            if self.is_set(leaf, me):
                for slot in self.c.slots.of(leaf, f, me):
                    self.each(slot, f, turn, rest)
            elif self._gathers(leaf):
                with f.when(self.c.slots.allowed(leaf, f, me)):
                    self._each_gathered(leaf, f, turn, rest)
            else:
                self.each(self.collected(leaf, f, me), f, turn, rest)

        def carried(leaf: Leaf) -> Test:
            perform = self.c.carrying.carrying_out(leaf, me, rest)

            def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                perform(g, scope, candidate, walk)
                turn.take_back()

            return tested

        shaped = [leaf for leaf in leaves if leaf.shape is not None]
        noted = not turn.counting.counts and all(leaf.sure for leaf in shaped)  # what is done with each is short
        self.draws.walk(shaped, f, me, carried, by_value=noted)

    def each(self, slot: Slot, f: Builder, turn: Turn, rest: Rest) -> None:
        """Carries out every candidate of a slot."""
        action, me = slot.leaf.action, turn.me
        entries = self.c.unit.facts.trays.entries(action) if action.verb == "place" else []
        nowhere, piece = k.num(NOWHERE), entries[0] if entries else None

        def perform(chosen: Chosen) -> None:
            self.c.carrying.perform(slot.leaf, f, me, chosen, rest)
            turn.take_back()

        if action.verb is None:
            with f.when(slot.amount.ne(0)):
                perform(Chosen(nowhere, nowhere, piece=(0, 0)))
        elif slot.members.ty == k.SET and slot.stride is not None:
            with f.each(slot.members, "target") as target:
                origin, kind, went = self.c.slots.stride_from(slot, target, me, f)
                perform(Chosen(origin, target, kind=kind, went=went))
        elif slot.members.ty == k.SET and action.verb == "pick":
            with f.each(slot.members, "target") as target:
                perform(Chosen(target, target))
        elif slot.members.ty == k.SET and slot.offers is not None:
            with f.each(slot.members, "target") as target:
                for number, entry in enumerate(entries):
                    with f.when((slot.offers >> number & 1).ne(0)):
                        perform(Chosen(nowhere, target, piece=entry))
        elif slot.members.ty == k.SET:
            with f.when(slot.amount.gt(0)), f.each(slot.members, "target") as target:
                perform(Chosen(slot.start if slot.start is not None else nowhere, target, piece=piece))
        else:
            top = f.let(k.load(64, self.layout.record_top))
            f.store(64, self.layout.record_top, top + slot.amount)
            with f.count_to(slot.amount, "number") as place:
                entry_word = f.let(k.load(64, place * 8 + slot.members), "entry")
                origin, target = f.let(entry_word & 0xFFFF, "origin"), f.let(entry_word >> 16 & 0xFFFF, "target")
                perform(Chosen(origin, target, f.let(entry_word >> 32, "way"), piece))
            f.store(64, self.layout.record_top, top)

    def _each_gathered(self, leaf: Leaf, f: Builder, turn: Turn, rest: Rest) -> None:
        def gather(g: Builder, origin: Ex, targets: Ex) -> None:
            with g.each(targets, "target") as target:
                self.c.carrying.perform(leaf, g, turn.me, Chosen(origin, target), rest)
                turn.take_back()

        self.c.actions.gather(leaf.action, f, turn.me, gather)

    # ------------------------------------------------------------ some counted, some carried out

    def try_loud(self, leaves: list[Leaf], f: Builder, turn: Turn) -> None:
        """Counts the quiet candidates of the last ply, and carries out the others."""
        for number, leaf in enumerate(leaves):
            assert leaf.quiet is not None
            if number == 0:
                watched = self.c.quiet_turns.watched(leaf.quiet, f, turn.me)
            if leaf.action.verb == "place":
                self._place_loud(leaf, leaf.quiet, f, turn, watched)
            else:
                with f.when(self.c.slots.allowed(leaf, f, turn.me)):
                    self._move_loud(leaf, leaf.quiet, f, turn, watched)

    def _move_loud(self, leaf: Leaf, quiet: Quiet, f: Builder, turn: Turn, watched: Watched) -> None:
        def gather(g: Builder, origin: Ex, targets: Ex) -> None:
            targets = g.let(targets, "targets")
            tried, occasions = self.c.quiet_turns.tried(quiet, g, turn.me, watched, origin, targets)
            turn.quiet(g, leaf, origin, k.set_minus(targets, tried))
            with g.each(tried, "target") as target:
                if leaf.ways == 1:
                    perform(g, Chosen(origin, target))
                    return
                ways = g.let(k.select(k.has(occasions, target), leaf.ways, 1), "ways")
                with g.count_to(ways, "way") as way:
                    perform(g, Chosen(origin, target, way))

        def perform(g: Builder, chosen: Chosen) -> None:
            self.c.carrying.perform(leaf, g, turn.me, chosen, turn.first)
            turn.take_back()

        self.c.actions.gather(leaf.action, f, turn.me, gather)

    def _place_loud(self, leaf: Leaf, quiet: Quiet, f: Builder, turn: Turn, watched: Watched) -> None:
        (slot,) = self.c.slots.of(leaf, f, turn.me)
        entries = self.unit.facts.trays.entries(leaf.action)
        free = sum(1 << number for number in quiet.free)
        offers = slot.offers if slot.offers is not None else f.let(k.as_int(slot.amount.gt(0)), "offers")
        quietly = k.count(k.set_minus(slot.members, watched.targets)) * Ex("bits", (offers & free,), INT)
        turn.add(f, quietly)
        loud = k.set_and(slot.members, watched.targets)
        every = f.let(k.set_select((offers & ~free).ne(0), slot.members, loud), "tried")
        with f.each(k.set_select(offers.ne(0), every, k.NOTHING), "target") as target:
            watching = f.let(k.has(watched.targets, target), "watching")
            for number, entry in enumerate(entries):
                tried = watching if number in quiet.free else k.TRUE
                with f.when(k.both((offers >> number & 1).ne(0), tried)):
                    self.c.carrying.perform(leaf, f, turn.me, Chosen(k.num(NOWHERE), target, piece=entry), turn.first)
                    turn.take_back()

    def second(self, leaf: Leaf, f: Builder, me: Ex) -> Slot:
        """The candidates of the second part of a turn."""
        action = leaf.action
        if action.verb == "move" or (action.path is not None and not self.c.ask.routes.gathers(action)):
            return self.collected(leaf, f, me)
        return self.c.late_second_part.slot(leaf, f, me)

    def is_clear(self, leaf: Leaf) -> bool:
        """Whether the candidates of a leaf can be counted; hops of chains as long as none goes on."""
        return leaf.clear or (leaf.chain and self.unit.mode == LEAN)

    def murky(self, group: Sequence[Leaf], f: Builder, me: Ex, by_list: Callable[[], Ex]) -> None:
        """Is there a candidate of a leaf that is not clear, or a chain that goes on? Then the list decides."""
        unclear = [leaf for leaf in group if not self.is_clear(leaf) or leaf.guards]
        if unclear:
            found = f.call(self._is_murky(unclear, me))
            with f.when(found.lt(0)):
                f.ret(by_list())
        for leaf in group:
            if leaf.chain and self.is_clear(leaf):
                slots, scope = self.c.slots.of(leaf, f, me), Scope(me, {}, action=leaf.node.action)
                with f.when(self.c.chains.may_go_on(leaf.action, slots, f, scope)):
                    f.ret(by_list())

    def _is_murky(self, group: list[Leaf], me: Ex) -> Function:
        def write(f: Builder) -> None:
            self.c.sampler.murky(group, f, me)
            f.ret(0)

        key = ("murky", tuple((leaf.node.action, leaf.node.leaf) for leaf in group), me.const)
        return self.unit.function(key, "needs_list", [], INT, write, "-1 if the list of moves has to tell")

    # ------------------------------------------------------------ what kinds there are

    def is_set(self, leaf: Leaf, me: Ex) -> bool:
        """Whether the candidates are sets of sites."""
        action = leaf.action
        if action.verb in (None, "place"):
            return True
        ask = self.c.ask
        if ask.lifts.lift_is_seen(action) or leaf.ways > 1 or not ask.strides.kinds_known(action):
            return False
        return ask.strides.of(action, me.const) is not None

    def is_tested(self, leaf: Leaf, me: Ex) -> bool:
        """Whether each candidate has to be looked at."""
        condition, scope = leaf.action.condition, Scope(me, {}, action=leaf.node.action)
        if condition is None or is_general(self.c.rules, condition):
            return False
        return not self.c.slots.asks(leaf.action, scope)

    def _gathers(self, leaf: Leaf) -> bool:
        action = leaf.action
        return action.verb == "move" and leaf.ways == 1 and self.c.ask.routes.gathers(action) and not (
            self.c.ask.lifts.lift_is_seen(action)
        )  # fmt: skip

    def collected(self, leaf: Leaf, f: Builder, me: Ex) -> Slot:
        """Candidates one by one, on a stack of their own: the plies below collect theirs above."""
        amount = f.var(k.num(0), "amount")
        base = f.let(k.load(64, self.layout.record_top) * 8 + self.layout.records, "base")
        with f.when(self.c.slots.allowed(leaf, f, me)):
            f.set(amount, f.call(self.c.collecting.collector_at(leaf, me), base))
        return Slot(leaf, base, amount)

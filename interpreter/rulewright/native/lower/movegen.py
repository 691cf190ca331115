"""Move generation: complete turns as a list, merged by where they lead (hashing), sorted by their keys (Shell sort)."""

from __future__ import annotations

from ...analysis.effects import may_fail
from ...rules import turns as rt
from ...rules.game import Outcome
from ..decide.plan import GENERAL, LIGHT
from ..decide.variables import wiped_variables
from ..ir import INT, Builder, Ex, Function, k, kernel
from ..layout.memory_layout import MOVE_SIZE, STOPPED, TOO_MANY_TURNS
from ..lowering_part import Lowering
from .candidate import Candidate, Search
from .effect_context import Part
from .reservoir import begin_offers, offer
from .scope import Scope
from .walk import Walk

# The words of an entry.
# The weight of a player's move is 0: there is nothing to add up when turns are merged.
KEY, KEY_LENGTH, PATCH, PATCH_LENGTH, SIGN, WEIGHT, RECORD, SAME = range(0, 64, 8)


class Listing(Lowering):
    # ------------------------------------------------------------ the end of a turn

    def final(self, me: Ex, last: bool) -> Function:
        """F of section 11: is the complete turn legal? Then it goes into the list."""
        layout = self.layout

        def write(f: Builder) -> None:
            mark = self.unit.mark(f)
            light = self.unit.mode == LIGHT
            if not last:
                self._carry(f)
                self._offer(f, last)
                self.unit.undo(f, mark)
                f.ret(1)
                return
            with f.when(k.load(64, layout.empty_action).eq(0)):
                start = k.load(64, layout.turn_mark)
                with f.when(self.unit.signs.is_unchanged() if light else self.unit.same_since(f, f.let(start))):
                    f.ret(0)
            after = Scope(me if me.const is not None else f.let(k.load(64, layout.me), "me"))
            with f.when(k.negate(self.c.expressions.holds(self.rules.must, f, after))):
                f.ret(0)
            value = k.num(0)
            if self.rules.prefer is not None:
                value = f.let(self.c.expressions.number(self.rules.prefer, f, after), "value")
                if not self.c.forbids_repetition and not may_fail(self.rules, self.rules.when_turn_ends):
                    with f.when(value.lt(k.load(64, layout.best))):
                        f.ret(1)  # legal, and there is a better one
            if light:
                self._light_end(f, after, mark, value)
                return
            did = f.let(k.load(64, layout.did_something), "did")
            fine = f.var(f.call(self.c.course.finish(me)), "fine")
            self.c.course.must_be_new(f, fine, did)
            with f.when(fine):
                self._preferred(f, value)
            self.unit.undo(f, mark)
            f.ret(k.as_int(fine))

        name = "turn_complete" if last else "segment_complete"
        made = self.unit.function(("final", me.const, last), name, [], INT, write, "a complete turn")
        self.unit.keeping.close(made)
        return made

    def _light_end(self, f: Builder, after: Scope, mark: Ex, value: Ex) -> None:
        """A complete turn is told apart by what its end makes of the board; the rest of it waits until it is drawn."""
        ends = wiped_variables(self.rules) is None  # otherwise its end sets back what the sign leaves out
        fine = f.var(self.c.course.end_effects(f, after), "fine") if ends else k.TRUE
        sign = self.unit.signs.lasting()
        if self.unit.facts.names_next:
            named = f.let(k.load(64, self.layout.next_player), "named")
            following = k.select((after.me + 1).ge(self.unit.players), 0, after.me + 1)
            sign = sign + self.unit.mix(f, k.select(named.ne(0), named - 1, following))
        sign = f.let(sign, "sign")
        if ends:
            self.unit.undo(f, mark)
        with f.when(fine):
            self._preferred(f, value, sign)
        f.ret(k.as_int(fine))

    def _offer(self, f: Builder, last: bool, sign: Ex | None = None) -> None:
        """A turn, or a segment of one, that may be the drawn one; in a list that is kept whole, all are.

        In light turns `sign` tells it apart; in the middle of a turn nothing is set back yet, and what later segments
        look back at counts too.
        """
        if self.unit.mode == LIGHT:
            sign = self.unit.signs.all() if sign is None else sign
            offer(self.unit, f, sign, lambda g, _: self.c.light.keep(g, unfinished=last))
        elif last:
            offer(self.unit, f, None, self.record)
        else:
            self.record(f, k.num(0))

    def _preferred(self, f: Builder, value: Ex, sign: Ex | None = None) -> None:
        """Only turns with the greatest value of `prefer` stay."""
        layout = self.layout
        if self.rules.prefer is None:
            self._offer(f, True, sign)
            return
        with f.when(value.gt(k.load(64, layout.best))):
            f.store(64, layout.best, value)
            f.store(64, layout.move_top, k.load(64, layout.list_start))
            begin_offers(self.unit, f)
        with f.when(value.ge(k.load(64, layout.best))):
            self._offer(f, True, sign)

    def _carry(self, f: Builder) -> None:
        """The state between two segments of a turn."""
        self.unit.write(f, 64, self.layout.segment, k.load(64, self.layout.segment) + 1)
        self.c.registers.clear_last(f)

    def record(self, f: Builder, weight: Ex) -> None:
        f.call(self._into_the_list, weight)

    @kernel(None, "never")
    def _into_the_list(self, f: Builder, weight: Ex) -> None:
        """A turn goes into the list: its key, and every word of the state that it changes."""
        layout = self.layout
        number = f.let(k.load(64, layout.move_top), "number")
        key_top = f.let(k.load(64, layout.key_top), "key_top")
        patch_top = f.let(k.load(64, layout.patch_top), "patch_top")
        full = k.either(
            number.ge(layout.limits["moves"] - 2), patch_top.ge(layout.limits["patches"] - layout.state_end // 8)
        )
        with f.when(k.rarely((number - k.load(64, layout.list_start)).ge(self.engine.limits.turns.value))):
            f.store(64, layout.error, TOO_MANY_TURNS)
            f.ret()
        with f.when(k.either(full, key_top.ge(layout.limits["keys"] - layout.longest_key - 2))):
            f.store(64, layout.error, 2)
            f.ret()
        entry = f.let(number * MOVE_SIZE + layout.moves, "entry")
        length = f.let(k.load(64, layout.key_length), "length")
        with f.count_to(length) as place:
            f.store(16, (key_top + place) * 2 + layout.keys, k.load(16, place * 2 + layout.key))
        f.store(16, (key_top + length) * 2 + layout.keys, 0)
        key_end, size = key_top + length + 1, length + 1
        if self.unit.facts.repeats_chains:  # where keys are equal, a chain that ends comes before one that goes on
            hops = f.let(k.load(64, layout.hops_length), "hops")
            with f.count_to(hops) as hop:
                f.store(16, (key_end + hop) * 2 + layout.keys, k.load(16, hop * 2 + layout.hops))
            key_end, size = key_end + hops, size + hops
        f.store(64, layout.key_top, key_end)
        sign, patch = f.var(k.num(0), "sign"), f.var(patch_top, "patch")
        start, top = f.let(k.load(64, layout.turn_mark)), f.let(k.load(64, layout.log_top))
        # Only the oldest line of an address counts: addresses are stamped when they are first met.
        stamp = f.let(k.load(64, layout.stamp) + 1, "stamp")
        f.store(64, layout.stamp, stamp)
        with f.count_to(top, "line", start) as line:
            at = f.let(k.load(64, line * 16 + layout.log), "at")
            with f.when(at.ge(layout.state_end)):
                f.again()
            stamped = f.let(at + layout.stamps)
            with f.when(k.load(64, stamped).eq(stamp)):
                f.again()
            f.store(64, stamped, stamp)
            value = f.let(k.load(64, at), "value")
            with f.when(value.ne(k.load(64, line * 16 + (layout.log + 8)))):
                f.store(64, patch * 16 + layout.patches, at)
                f.store(64, patch * 16 + (layout.patches + 8), value)
                f.set(patch, patch + 1)
                with f.when(k.both(at.lt(layout.result_end), self._merges())):
                    f.set(sign, sign + self.unit.mix(f, self.unit.mix(f, at) ^ value))
        if self.unit.facts.together:  # what is chosen unseen is told apart by nothing else
            with f.when(k.load(64, layout.choice_sign).ne(0)):
                f.set(sign, k.load(64, layout.choice_sign))
        if self.rules.distinct == "route":
            f.set(sign, sign + self.unit.mix(f, k.load(64, layout.route_hash)))
        f.store(64, layout.patch_top, patch)
        f.store(64, entry + KEY, key_top)
        f.store(64, entry + KEY_LENGTH, size)
        f.store(64, entry + PATCH, patch_top)
        f.store(64, entry + PATCH_LENGTH, patch - patch_top)
        f.store(64, entry + SIGN, sign)
        f.store(64, entry + WEIGHT, weight)
        with f.when(k.load(64, layout.recording).ne(0)):
            self._keep_record(f, entry)
        f.store(64, layout.move_top, number + 1)

    def _keep_record(self, f: Builder, entry: Ex) -> None:
        layout = self.layout
        top = f.let(k.load(64, layout.record_top), "top")
        length = f.let(k.load(64, layout.part_top), "length")
        with f.when((top + length).lt(layout.limits["records"] - 2)):
            f.store(64, top * 8 + layout.records, length)
            with f.count_to(length) as word:
                f.store(64, (top + word) * 8 + (layout.records + 8), k.load(64, word * 8 + layout.parts))
            f.store(64, entry + RECORD, top)
            f.store(64, layout.record_top, top + length + 1)

    # ------------------------------------------------------------ chance

    def _outcomes(self, node: rt.Chance, me: Ex, last: bool) -> Function:
        """What chance can do, with integer weights (D70)."""
        layout = self.layout

        def write(f: Builder) -> None:
            item = node.item
            total = self.c.begin_count(f)
            if isinstance(item, rt.Do):
                action = self.rules.actions[item.action]
                here = me if me.const is not None else f.let(k.load(64, layout.me), "me")

                def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                    weight = self._weight(g, scope, candidate)
                    parts = g.let(k.load(64, layout.part_count))
                    did = g.let(k.load(64, layout.did_something))

                    def made(h: Builder, part: Part) -> None:
                        self.c.turns.remember(h, part, item, False)
                        self.after_chance(h, me, last, parts, did)
                        self.record(h, weight)
                        self.c.count(h, k.num(1), False)

                    with g.when(self.c.turns.goes_on()):
                        self.c.performing.perform(g, scope, candidate, walk, item.leaf, made)

                self.c.actions.candidates(f, here, Search(action, tested))
            with f.when(total.eq(0)):  # no outcome: the part is skipped
                mark = self.unit.mark(f)
                self.go_on(f, me, last)
                self.record(f, k.num(1))
                self.unit.undo(f, mark)
                f.set(total, 1)
            f.ret(total)

        return self.unit.function(object(), "chance", [], INT, write, "what chance can do")

    def _weight(self, f: Builder, scope: Scope, candidate: Candidate) -> Ex:
        """How many pieces an outcome can take where it takes one."""
        if candidate.piece is None or candidate.owner is None:
            return k.num(1)
        kind, state = candidate.piece
        holder = f.let(k.select(candidate.owner.eq(-1), scope.me, candidate.owner))
        amount = f.var(k.num(1), "weight")
        for tray, chosen in candidate.tray or ():
            with f.when(chosen):
                f.set(amount, self.c.trays.count(tray, holder, kind, state))
        return f.let(amount, "weight")

    def after_chance(self, f: Builder, me: Ex, last: bool, parts: Ex, did: Ex) -> None:
        """Chance has done its part: nobody has done anything, and the turn goes on or ends."""
        self.unit.write(f, 64, self.layout.part_count, parts)
        self.unit.write(f, 64, self.layout.did_something, did)
        self.unit.write(f, 64, self.layout.empty_action, 1)
        self.unit.write(f, 64, self.layout.route_hash, 0)  # outcomes are told apart by where they lead
        self.go_on(f, me, last)

    def go_on(self, f: Builder, me: Ex, last: bool) -> None:
        if last:
            f.call(self.c.course.finish(me))
        else:
            self._carry(f)

    # ------------------------------------------------------------ all of them

    @kernel(INT)
    def all_turns(self, f: Builder) -> None:
        """All complete turns of the side to move go into the list."""
        layout = self.layout
        phase, me, segment = (f.let(k.load(64, at)) for at in (layout.phase, layout.me, layout.segment))
        for number in range(len(self.rules.phases)):
            of_phase = k.TRUE if len(self.rules.phases) == 1 else phase.eq(number)
            with f.when(of_phase):
                self._of_phase(f, number, me, segment)
        f.ret(0)

    def _of_phase(self, f: Builder, phase: int, me: Ex, segment: Ex) -> None:
        turns = self.unit.facts.segments[phase]
        everybody = all(turn is self.rules.phases[phase].turns[0] for turn in self.rules.phases[phase].turns)
        if self.c.clones or not everybody:
            for player in range(self.unit.players):
                with f.when(me.eq(player)):
                    self._segments(f, turns[player], k.num(player), segment)
        else:
            self._segments(f, turns[0], me, segment)

    def _segments(self, f: Builder, segments: tuple[rt.Turn, ...], me: Ex, segment: Ex) -> None:
        for number, node in enumerate(segments):
            last = number + 1 == len(segments)
            with f.when(k.TRUE if len(segments) == 1 else segment.eq(number)):
                if isinstance(node, rt.Chance) and self.unit.mode == LIGHT:
                    f.ret(0)  # chance has a draw of its own
                else:
                    f.ret(f.call(self._segment(node, me, last)))

    def _segment(self, node: rt.Turn, me: Ex, last: bool) -> Function:
        who = me if me.const is not None else k.load(64, self.layout.me)
        if isinstance(node, rt.Chance):
            return self._outcomes(node, who, last)
        if isinstance(node, rt.Secret):
            return self.c.together.choose(node, who, last)
        final = self.final(who, last)
        return self.c.turns.lower(node, who, final, final)

    def begin(self, f: Builder) -> Ex:
        """A list begins; where it does."""
        layout = self.layout
        start = f.let(k.load(64, layout.move_top), "start")
        f.store(64, layout.list_start, start)
        f.store(64, layout.spent, 0)
        f.store(64, layout.list_number, k.load(64, layout.list_number) + 1)
        f.store(64, layout.turn_mark, k.load(64, layout.log_top))
        for at in (layout.key_length, layout.part_top, layout.mark_top, layout.runs_length, layout.passed_length):
            f.store(64, at, 0)
        if self.unit.facts.repeats_chains:
            f.store(64, layout.hops_length, 0)
        if layout.met >= 0 and self.unit.mode == GENERAL:
            f.store(64, layout.met_top, 0)
        if self.unit.facts.together:
            f.store(64, layout.choice_sign, 0)
        f.store(64, layout.route_hash, 0)
        f.store(64, layout.route_rest, 0)
        f.store(64, layout.route_mark, k.load(64, layout.log_top))
        begin_offers(self.unit, f)
        f.store(64, layout.best, -(1 << 62))
        if not self.unit.facts.segmented:
            self.c.registers.clear(f, logged=False)
        if self.unit.mode == LIGHT:
            self.unit.signs.begin(f)
        self.c.connections.note_connected(f)
        return start

    @kernel(INT)
    def moves(self, f: Builder) -> None:
        """The list from `list_start` on: merged and sorted. Gives how many moves there are."""
        layout = self.layout
        every = self.all_turns
        start = self.begin(f)
        f.call(every)
        with f.when(k.rarely(k.load(64, layout.stop).ne(0))):
            f.store(64, layout.error, STOPPED)  # whatever was found is not the list
        with f.when(self._merges()):
            f.call(self._merge, start)
        if self.unit.mode == GENERAL:  # for a random choice the order does not matter
            f.call(self._sort, start)
        f.ret(k.load(64, layout.move_top) - start)

    def _merges(self) -> Ex:
        """Whether turns of a list may have to be merged. With their records it is looked at in any case."""
        return k.load(64, self.layout.recording).ne(0) if self.c.plan.has_distinct_turns else k.TRUE

    @kernel(None)
    def _merge(self, f: Builder, start: Ex) -> None:
        """Turns with the same sign are one move: the one with the smallest key (D72)."""
        layout = self.layout
        top = f.let(k.load(64, layout.move_top), "top")
        amount = f.let(top - start, "amount")
        with f.when(amount.lt(2)):
            with f.when(amount.eq(1)):
                f.store(64, start * MOVE_SIZE + (layout.moves + SAME), start)
            f.ret()
        size = f.var(k.num(16), "size")
        with f.loop():
            f.leave_if(size.ge(amount * 2))
            f.set(size, size << 1)
        with f.count_to(size) as place:
            f.store(32, place * 4 + layout.table, 0)
        kept = f.var(start, "kept")
        recording = f.let(k.load(64, layout.recording))
        with f.count_to(top, "number", start) as number:
            entry = f.let(number * MOVE_SIZE + layout.moves, "entry")
            sign = f.let(k.load(64, entry + SIGN), "sign")
            place = f.var((sign ^ (sign >> 29)) & (size - 1), "place")
            other = f.var(k.num(0), "other")
            with f.loop():
                f.set(other, k.load(32, place * 4 + layout.table))
                f.leave_if(other.eq(0))
                f.leave_if(k.load(64, (other - 1) * MOVE_SIZE + (layout.moves + SIGN)).eq(sign))
                f.set(place, place + 1 & (size - 1))
            yes, no = f.branch(other.eq(0))
            with f.within(yes):
                target = f.let(k.select(recording.ne(0), number, kept))
                f.store(32, place * 4 + layout.table, target + 1)
                with f.when(target.ne(number)):
                    self._copy(f, target * MOVE_SIZE + layout.moves, entry)
                f.store(64, target * MOVE_SIZE + (layout.moves + SAME), target)
                f.set(kept, kept + 1)
            with f.within(no):
                known = f.let((other - 1) * MOVE_SIZE + layout.moves, "known")
                weight = f.let(k.load(64, known + WEIGHT) + k.load(64, entry + WEIGHT))
                with f.when(f.call(self._comes_before, entry, known).ne(0)):
                    # The better way takes the place; its twin takes the other's.
                    for word in range(0, MOVE_SIZE, 8):
                        if word == SAME:
                            continue
                        swapped = f.let(k.load(64, known + word))
                        f.store(64, known + word, k.load(64, entry + word))
                        f.store(64, entry + word, swapped)
                f.store(64, known + WEIGHT, weight)
                f.store(64, entry + SAME, other - 1)
        with f.when(recording.eq(0)):
            f.store(64, layout.move_top, kept)

    def _copy(self, f: Builder, to: Ex, source: Ex) -> None:
        for word in range(0, MOVE_SIZE, 8):
            f.store(64, to + word, k.load(64, source + word))

    @kernel(INT)
    def _comes_before(self, f: Builder, a: Ex, b: Ex) -> None:
        """Whether one key comes before another."""
        layout = self.layout
        left, right = f.let(k.load(64, a + KEY)), f.let(k.load(64, b + KEY))
        one, two = f.let(k.load(64, a + KEY_LENGTH)), f.let(k.load(64, b + KEY_LENGTH))
        shorter = f.let(k.select(one.lt(two), one, two))
        with f.count_to(shorter) as place:
            x = f.let(k.load(16, (left + place) * 2 + layout.keys))
            y = f.let(k.load(16, (right + place) * 2 + layout.keys))
            with f.when(x.ne(y)):
                f.ret(k.as_int(x.lt(y)))
        f.ret(k.as_int(one.lt(two)))

    @kernel(None)
    def _sort(self, f: Builder, start: Ex) -> None:
        """Shell sort; the list is almost always in order already."""
        layout = self.layout
        with f.when(k.load(64, layout.recording).ne(0)):
            f.ret()
        top = f.let(k.load(64, layout.move_top))
        less = self._comes_before
        sorted_already = f.var(k.TRUE, "sorted")
        with f.count_to(top, "number", start + 1) as number:
            entry = f.let(number * MOVE_SIZE + layout.moves)
            with f.when(f.call(less, entry, entry - MOVE_SIZE).ne(0)):
                f.set(sorted_already, k.FALSE)
                f.leave()
        with f.when(sorted_already):
            f.ret()
        held = layout.moves + MOVE_SIZE * (layout.limits["moves"] - 1)
        gap = f.var(k.num(1), "gap")
        with f.loop():
            f.leave_if((gap * 3).ge(top - start))
            f.set(gap, gap * 3 + 1)
        with f.loop():
            with f.count_to(top, "number", start + gap) as number:
                self._copy(f, k.num(held), number * MOVE_SIZE + layout.moves)
                place = f.var(number, "place")
                with f.loop():
                    f.leave_if((place - gap).lt(start))
                    before = f.let((place - gap) * MOVE_SIZE + layout.moves)
                    f.leave_if(f.call(less, held, before).eq(0))
                    self._copy(f, place * MOVE_SIZE + layout.moves, before)
                    f.set(place, place - gap)
                self._copy(f, place * MOVE_SIZE + layout.moves, k.num(held))
            f.leave_if(gap.le(1))
            third = f.var(k.num(0), "third")
            rest = f.var(gap, "rest")
            with f.loop():
                f.leave_if(rest.lt(3))
                f.set(rest, rest - 3)
                f.set(third, third + 1)
            f.set(gap, k.select(third.lt(1), 1, third))

    # ------------------------------------------------------------ no move

    @kernel(INT)
    def stuck(self, f: Builder) -> None:
        """The side to move has no move: a forced pass goes into the list, or the game is over (D85)."""
        layout = self.layout
        me = f.let(k.load(64, layout.me), "me")
        for player in range(self.unit.players):
            with f.when(me.eq(player)):
                self._stuck_player(f, k.num(player))
        f.ret(0)

    def _stuck_player(self, f: Builder, me: Ex) -> None:
        layout, course = self.layout, self.c.course
        scope = Scope(me, {}, registers=False)
        result = f.var(k.num(0), "result")

        def decide(outcome: Outcome) -> None:
            mark = self.unit.mark(f)
            if outcome.what == "pass":
                self.unit.write(f, 64, layout.empty_action, 1)
                who = me if self.c.clones else k.load(64, layout.me)
                f.call(course.finish(who))
                f.store(64, layout.key_length, 0)
                self.record(f, k.num(0))
                self.unit.undo(f, mark)
                f.ret(1)
                return
            course._decide(outcome, f, scope, result)
            with f.when(result.ne(0)):
                self.unit.write(f, 64, layout.result, result)
                f.ret(0)
            # The player went out and the others play on: as a forced move of its own.
            if self.unit.players > 2:
                self.unit.write(f, 64, layout.me, course._next_player(f, me))
                self.unit.write(f, 64, layout.segment, 0)
                if self.unit.facts.segmented:
                    self.c.registers.clear(f, logged=True)
                course._history(f)
                f.store(64, layout.key_length, 0)
                self.record(f, k.num(0))
                self.unit.undo(f, mark)
                f.ret(1)

        def nothing_applies() -> None:
            course._conclude(f, result, course._in_mask(f), True, None)
            self.unit.write(f, 64, layout.result, result)
            f.ret(0)

        course.first(self.rules.stuck, f, scope, decide, nothing_applies)

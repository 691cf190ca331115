"""Simultaneous choice lowered: each player's choice is noted in the state, and after the last one all is carried out.

What is chosen lies in rows of words, a row for each player: leaf + 1 (0: nothing), take, kind, state, origin, target,
values of `with`.
"""

from __future__ import annotations

from ...rules import turns as rt
from ..ir import INT, Builder, Ex, Function, k
from ..lowering_part import Lowering
from .candidate import Candidate, Search
from .effect_context import Part
from .scope import Scope
from .walk import Walk


class TogetherLowering(Lowering):
    def choose(self, node: rt.Secret, me: Ex, last: bool) -> Function:
        """What a player can choose, as if nobody else did anything; `last`: the turn ends with what is carried out."""
        for item in node.actions:
            action = self.rules.actions[item.action]
            if action.path is not None and self.facts.observed(action):
                raise NotImplementedError("choices made together of a way that rules look at")
        record, follower = len(self.unit.program.functions), self._carry_out(node, me, last)

        def write(f: Builder) -> None:
            total = self.c.begin_count(f)
            here = self._player(f, me)
            with f.when((self.c.course._in_mask(f) >> here & 1).ne(0)):
                for item in node.actions:
                    self._offered(f, item, me, here, follower, record)
            with f.when(total.eq(0)):
                mark, length = self.unit.mark(f), f.let(k.load(64, self.layout.key_length))
                self._keep(f)
                f.store(64, self.layout.choice_sign, 1)
                self._go_on(f, me, follower)
                self.unit.undo(f, mark)
                f.store(64, self.layout.key_length, length)
                f.set(total, 1)
            f.ret(total)

        return self.unit.function(object(), "choose", [], INT, write, "what a player chooses unseen")

    def _player(self, f: Builder, me: Ex) -> Ex:
        return me if me.const is not None else f.let(k.load(64, self.layout.me), "me")

    def _after(self, me: Ex) -> Ex:
        return k.num((me.const + 1) % self.players) if me.const is not None else me

    def _offered(self, f: Builder, item: rt.Do, me: Ex, here: Ex, follower: Function, number: int) -> None:
        layout, action = self.layout, self.rules.actions[item.action]

        def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            name = f"choose_{action.name}_{item.leaf}_{number}"
            self.c.count(g, self.c.performing.outlined(g, scope, candidate, walk, name, choose), False)

        def choose(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            inner = self.c.begin_count(g)
            length = g.let(k.load(64, layout.key_length), "length")
            g.store(64, layout.choice_sign, 0)
            with g.when(self.c.turns.goes_on()):
                self.c.performing.perform(g, scope, candidate, walk, item.leaf, done)
            with g.when(k.load(64, layout.choice_sign).ne(0)):  # it could be done
                if candidate.mark is not None:
                    self.unit.undo(g, candidate.mark)
                mark = self.unit.mark(g)
                self._give_back(g)
                self._note(g, scope.me, self._words(candidate, walk, item.leaf))
                self._go_on(g, me, follower)
                self.unit.undo(g, mark)
                if candidate.mark is not None:
                    self.c.lifting.lift(g, action, candidate.origin, candidate.take)
                g.set(inner, 1)
            g.store(64, layout.key_length, length)
            g.ret(inner)

        def done(g: Builder, part: Part) -> None:
            self.c.turns.remember(g, part, item, False)
            self._keep(g)
            g.store(64, layout.choice_sign, 1)

        self.c.actions.candidates(f, here, Search(action, tested))

    def _keep(self, f: Builder) -> None:
        """The key and the text of the move are those of the choice, whatever is carried out afterwards."""
        layout = self.layout
        f.store(64, layout.choice_key, k.load(64, layout.key_length))
        f.store(64, layout.choice_parts, k.load(64, layout.part_top))
        if self.facts.repeats_chains:
            f.store(64, layout.choice_hops, k.load(64, layout.hops_length))

    def _give_back(self, f: Builder) -> None:
        layout = self.layout
        f.store(64, layout.key_length, k.load(64, layout.choice_key))
        self.unit.write(f, 64, layout.part_top, k.load(64, layout.choice_parts))
        if self.facts.repeats_chains:
            f.store(64, layout.hops_length, k.load(64, layout.choice_hops))

    def _note(self, f: Builder, player: Ex, words: list[Ex]) -> None:
        """A choice goes into the state."""
        row, sign = f.let(self._row(player), "row"), k.num(0)
        for number, word in enumerate(words):
            self.unit.write(f, 64, row + 8 * number, word, self.layout.chosen)
            sign = self.unit.mix(f, sign + word)
        f.store(64, self.layout.choice_sign, sign | 1)

    def _go_on(self, f: Builder, me: Ex, follower: Function) -> None:
        """The next one in turn order is to move."""
        here = self._player(f, me)
        self.unit.write(f, 64, self.layout.me, k.select((here + 1).ge(self.players), 0, here + 1))
        f.call(follower)

    def _row(self, player: Ex) -> Ex:
        return player * (8 * self.facts.choice_words) + self.layout.chosen

    def _words(self, candidate: Candidate, walk: Walk, leaf: int) -> list[Ex]:
        first, *values, take, kind, state, origin, target = self.c.performing.key_of(candidate, walk, leaf)
        return [first, take, kind, state, origin, target, *values]

    # ------------------------------------------------------------ and then

    def _carry_out(self, node: rt.Secret, me: Ex, last: bool) -> Function:
        """What follows a choice, when the next one is to move already."""
        onward = self._over(node, last, self._after(me))
        if node.last:
            for place in reversed(range(self.players)):
                who = me if me.const is None else k.num((me.const + 1 + place) % self.players)
                onward = self._carried_out(node, who, onward, place)
        return onward

    def _carried_out(self, node: rt.Secret, me: Ex, onward: Function, place: int) -> Function:
        """One player's choice is done, if it still can be; then those of the players after it."""

        def write(f: Builder) -> None:
            total = self.c.begin_count(f)
            here = self._player(f, me)
            leaf = f.let(k.load(64, self._row(here)), "leaf")
            for item in node.actions:
                with f.when(leaf.eq(item.leaf + 1)):
                    self._found(f, item, me, here, onward, place)
            with f.when(total.eq(0)):
                mark = self.unit.mark(f)
                self._go_on(f, me, onward)
                self.unit.undo(f, mark)
            f.ret(1)

        name = f"carry_out_{place}"
        return self.unit.function(
            object(), name, [], INT, write, f"what the player in place {place} has chosen is done"
        )

    def _found(self, f: Builder, item: rt.Do, me: Ex, here: Ex, onward: Function, place: int) -> None:
        action = self.rules.actions[item.action]

        def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            row = g.let(self._row(scope.me), "row")
            same = k.TRUE
            for number, word in enumerate(self._words(candidate, walk, item.leaf)):
                same = k.both(same, k.load(64, row + 8 * number).eq(word))
            with g.when(same):
                self.c.performing.perform(g, scope, candidate, walk, item.leaf, done)

        def done(g: Builder, part: Part) -> None:
            length = g.let(k.load(64, self.layout.key_length), "length")
            self.c.turns.remember(g, part, item, False)
            self._go_on(g, me, onward)
            g.store(64, self.layout.key_length, length)
            self.c.count(g, k.num(1), False)

        self.c.actions.candidates(f, here, Search(action, tested))

    def _over(self, node: rt.Secret, last: bool, me: Ex) -> Function:
        """The next one chooses; or all is carried out, and the turn goes on or is over."""
        layout = self.layout

        def write(f: Builder) -> None:
            mark = self.unit.mark(f)
            if node.last:
                for at in range(layout.chosen, layout.chosen + 8 * self.players * self.facts.choice_words, 8):
                    with f.when(k.load(64, at).ne(0)):
                        self.unit.write(f, 64, at, 0)
                self.unit.write(f, 64, layout.empty_action, 1)
            self.c.listing.go_on(f, me, last and node.last)
            self._give_back(f)
            self.c.listing.record(f, k.num(0))
            f.store(64, layout.choice_sign, 0)
            self.unit.undo(f, mark)
            f.ret(1)

        return self.unit.function(object(), "all_chosen", [], INT, write, "what follows when somebody has chosen")

"""The course of a game lowered: the end of a turn, results, whose turn it is (semantics section 14)."""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.effects import may_fail
from ...analysis.players import mates
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Outcome, ResultRule
from ..decide.plan import LEAN
from ..ir import BOOL, INT, Builder, Ex, Function, k, kernel
from ..layout import widths
from ..layout.memory_layout import FILTER
from ..lowering_part import Lowering
from .effect_context import Doing
from .scope import Scope, Val

DRAW = 1 << 16
OVER = 1 << 17
_WORDS = ("origin", "target", "passed", "dir", "kind", "load")


class CourseLowering(Lowering):
    def setup(self) -> None:
        self.result_nodes: list[rx.Node | None] = [None]
        self.placed: Ex | None = None  # in playouts: the site of the piece just placed
        self._teams = [sum(1 << mate for mate in mates(self.rules, player)) for player in range(self.players)]

    # ------------------------------------------------------------ the end of a turn

    def finish(self, me: Ex, placed: bool = False) -> Function:
        """Steps 1 to 7 of section 14 for the side that has moved; gives whether everything was legal.

        `placed`: it is told where a piece was placed, -1 for nowhere.
        """
        layout = self.layout

        def write(f: Builder) -> None:
            mover = me if me.const is not None else f.let(k.load(64, layout.me), "me")
            scope = Scope(mover)
            did = k.load(64, layout.did_something).ne(0)
            if self.c.registers.is_read(layout.passes):
                self.unit.write(f, 64, layout.passes, k.select(did, 0, k.load(64, layout.passes) + 1))
            legal = self.end_effects(f, scope)
            self.c.registers.expire(f)
            result = f.var(k.num(0), "result")
            self._out(f, scope, result)
            if placed:
                self.placed = f.params[0]
                self.c.fresh.note(f, scope, self.placed)
            with f.when(result.eq(0)):
                self._first(self.rules.end, f, scope, result)
            self.placed = None
            self._next_phase(f, scope)
            following = self._next_player(f, mover)
            self.unit.write(f, 64, layout.ply, k.load(64, layout.ply) + 1)
            if self.c.registers.is_read(layout.turns):
                turns = f.let(mover * 8 + layout.turns)
                self.unit.write(f, 64, turns, k.load(64, turns) + 1)
            self.unit.write(f, 64, layout.me, following)
            facts = self.unit.facts
            used = {layout.swapped: facts.swaps, layout.next_player: facts.names_next, layout.segment: facts.segmented}
            for at in (at for at, is_used in used.items() if is_used):
                with f.when(k.load(64, at).ne(0)):
                    self.unit.write(f, 64, at, 0)
            self._history(f)
            self._follow(f, scope)
            self._note_kept(f, scope)
            gone = f.let(k.load(64, layout.out), "gone") if self._loses_late() else None
            with f.when(result.eq(0)):
                self._repeated(f, scope, result)
            if self.unit.mode != LEAN:  # counting begins only where no game can come to its limit
                with f.when(result.eq(0)), f.when(k.rarely(k.load(64, layout.ply).gt(self.rules.limit.turns))):
                    self._decide(self.rules.limit.result, f, scope, result)
            if gone is not None:  # whoever has lost only now does not move next, and the history knows (D86)
                with f.when(k.rarely(k.load(64, layout.out).ne(gone))):
                    self.unit.write(f, 64, layout.me, self._in_game(f, following))
                    self._history(f, again=True)
            with f.when(result.ne(0)):
                self.unit.write(f, 64, layout.result, result)
            if self.unit.facts.segmented:
                self.c.registers.clear(f, logged=True)
            f.ret(legal)

        params = [("placed", INT)] if placed else []
        return self.unit.function(("finish", me.const, placed), "finish_turn", params, BOOL, write, "the end of a turn")

    def _doing(self, f: Builder, scope: Scope) -> Doing:
        it = f.var(self.c.expressions.word("it", scope).ex, "it")
        words = {name: self.c.expressions.word(name, scope) for name in _WORDS} | {"it": Val("site", it)}
        layers = {action.layer for action in self.rules.actions}
        return Doing.begin(f, scope.copy(words=words), it, layers.pop() if len(layers) == 1 else 0)

    def end_effects(self, f: Builder, scope: Scope) -> Ex:
        """What happens when a turn ends; whether that is legal."""
        return self._all_or_nothing(self.rules.when_turn_ends, f, scope)

    def _all_or_nothing(self, effects: tuple[fx.Effect, ...], f: Builder, scope: Scope) -> Ex:
        """Whether effects are legal. If not, nothing of them happens."""
        if not effects:
            return k.TRUE
        mark = self.unit.mark(f)
        doing = self._doing(f, scope)
        fine = f.var(k.TRUE, "fine")
        for effect in effects:
            with f.when(fine):
                f.set(fine, self.c.effects.apply(effect, f, doing))
        if may_fail(self.rules, effects):
            with f.when(k.negate(fine)):
                self.unit.undo(f, mark)
        return fine

    def _loses_late(self) -> bool:
        """Whether repetition or the limit may put a player out while others play on."""
        outcomes = [self.rules.limit.result, *(node for rule in self.rules.if_repeated for node in rule.outcomes)]
        return self.players > 2 and any(outcome.what == "lose" for outcome in outcomes)

    def _history(self, f: Builder, again: bool = False) -> None:
        """Notes the new position; `again`: in the place of the one that was noted last."""
        layout = self.layout
        if not self.unit.facts.repeats:
            return
        found = f.call(self.c.hashes.remembered(), name="hash")
        self.unit.write(f, 64, layout.hash, found)
        length = f.let(k.load(64, layout.history_length) - int(again))
        f.store(64, length * 8 + layout.history, found)
        if not again:
            self.unit.write(f, 64, layout.history_length, length + 1)

    @kernel(INT)
    def occurrences(self, f: Builder) -> None:
        """How often the newest position is in the history."""
        layout = self.layout
        length = f.let(k.load(64, layout.history_length))
        newest = f.let(k.load(64, layout.hash))
        # Most positions are new: no hash of the history falls where this one does.
        with f.when(k.load(16, self._slot(newest)).eq(0)):
            f.ret(1)
        found = f.var(k.num(0), "times")
        eights = f.let(length >> 3, "eights")
        with f.count_to(eights) as number:
            f.set(found, found + k.equal_words(number * 64 + layout.history, newest))
        with f.count_to(length, start=eights << 3) as number:
            f.set(found, found + k.as_int(k.load(64, number * 8 + layout.history).eq(newest)))
        f.ret(found)

    def must_be_new(self, f: Builder, fine: Ex, did: Ex) -> None:
        """Where positions must not be repeated, a turn that did something is only legal if it leads to a new one."""
        if self.c.forbids_repetition:
            with f.when(k.both(fine, did.ne(0))):
                f.set(fine, f.call(self.occurrences).le(1))

    def _slot(self, hashed: Ex) -> Ex:
        return ((hashed >> 7) & (FILTER - 1)) * 2 + self.layout.filter

    def accept(self, f: Builder) -> None:
        """A turn was played: its position counts from now on."""
        if not self.unit.facts.repeats:
            return
        at = f.let(self._slot(f.let(k.load(64, self.layout.hash))))
        self.unit.write(f, 16, at, self.counted(k.load(16, at), 1))

    def forget(self, f: Builder, length: Ex) -> None:
        """Takes back the positions of the history from a length on."""
        if not self.unit.facts.repeats:
            return
        with f.count_to(k.load(64, self.layout.history_length), "number", length) as number:
            at = f.let(self._slot(f.let(k.load(64, number * 8 + self.layout.history))))
            f.store(16, at, self.counted(k.load(16, at), -1))

    def counted(self, amount: Ex, by: int) -> Ex:
        """One more or less in the filter; where it is full it stays so, and says "perhaps"."""
        if self.rules.limit.turns + widths.HISTORY < widths.FULL_SLOT:
            return amount + by
        return k.select(amount.eq(widths.FULL_SLOT), amount, amount + by)

    def _repeated(self, f: Builder, scope: Scope, result: Ex) -> None:
        repetition = self.rules.repetition
        if repetition is None or repetition.times is None:
            return
        with f.when(k.rarely(f.call(self.occurrences).ge(repetition.times))):
            self._first(repetition.results, f, scope, result)

    def _note_kept(self, f: Builder, scope: Scope) -> None:
        """Asks after a turn what somebody may have kept to, and notes the place in the history."""
        if self.rules.repetition is None:
            return
        for number, condition in enumerate(self.rules.repetition.kept):
            held = self.c.expressions.holds(condition, f, scope)
            at = f.let(self._kept_at(number, scope.me) + k.select(held, 0, 8), "kept")
            self.unit.write(f, 64, at, k.load(64, self.layout.history_length) - 1)

    def _kept_at(self, number: int, player: Ex) -> Ex:
        return (player + number * self.players) * 16 + self.layout.kept

    def kept(self, node: rx.Kept, f: Builder, scope: Scope) -> Ex:
        """`P kept C` (D127), in the result of a repetition."""
        first = f.call(self._first_occurrence, name="first")
        at = f.let(self._kept_at(node.number, self.c.expressions.number(node.player, f, scope)))
        return k.both(k.load(64, at).gt(first), k.load(64, at + 8).le(first))

    def _follow(self, f: Builder, scope: Scope) -> None:
        """Goes after the pieces that somebody may have kept in a set all the time (D127)."""
        if self.rules.repetition is None:
            return
        asked, n = self.c.expressions, self.layout.n
        for number, followed in enumerate(self.rules.repetition.followed):
            tables = self.layout.followed + 8 * n * self.players * number
            with f.when(asked.holds(followed.left, f, scope)):
                origin = f.let(asked.site(followed.origin, f, scope), "origin")
                target = f.let(asked.site(followed.target, f, scope), "target")
                with f.when(origin.ne(target)):
                    for player in range(self.players):
                        table = tables + 8 * n * player
                        since = f.let(k.load(64, origin * 8 + table), "since")
                        self.unit.write(f, 64, origin * 8 + table, 0)
                        with f.when(target.ge(0)):
                            self.unit.write(f, 64, target * 8 + table, since)
            sites = f.let(asked.sites(followed.sites, f, scope), "sites")
            at = f.let(self._kept_at(followed.condition, scope.me), "kept")
            held, failed = f.let(k.load(64, at), "held"), f.let(k.load(64, at + 8), "failed")
            before = f.let(k.select(held.gt(failed), held, failed) + 1, "before")
            own = f.let(scope.me * (8 * n) + tables, "own")
            with f.count_to(n) as site:
                place = f.let(site * 8 + own, "place")
                since = f.let(k.load(64, place), "since")
                with f.when(k.has(sites, site)):
                    with f.when(since.eq(0)):
                        self.unit.write(f, 64, place, before)
                with f.when(k.both(since.ne(0), k.negate(k.has(sites, site)))):
                    self.unit.write(f, 64, place, 0)

    def kept_one(self, node: rx.KeptOne, f: Builder, scope: Scope) -> Ex:
        """`P kept one S` (D127), in the result of a repetition."""
        first = f.call(self._first_occurrence, name="first")
        n, player = self.layout.n, self.c.expressions.number(node.player, f, scope)
        table = f.let((player + node.number * self.players) * (8 * n) + self.layout.followed, "table")
        found = f.var(k.FALSE, "found")
        with f.count_to(n) as site:
            since = f.let(k.load(64, site * 8 + table), "since")
            with f.when(k.both(since.ne(0), since.le(first + 1))):
                f.set(found, k.TRUE)
        return k.both(self.kept(node.held, f, scope), found)

    @kernel(INT)
    def _first_occurrence(self, f: Builder) -> None:
        """Where the newest position is in the history for the first time."""
        newest = f.let(k.load(64, self.layout.hash))
        with f.count_to(k.load(64, self.layout.history_length)) as number:
            with f.when(k.load(64, number * 8 + self.layout.history).eq(newest)):
                f.ret(number)
        f.ret(0)

    # ------------------------------------------------------------ phases and players

    def _next_phase(self, f: Builder, scope: Scope) -> None:
        layout, phases = self.layout, self.rules.phases
        timed = any(phase.length is not None for phase in phases)
        if len(phases) == 1:
            return
        turns = f.var(k.load(64, layout.phase_turns) + 1, "turns")
        phase = f.var(k.load(64, layout.phase), "phase")
        if all(spec.following in (None, number + 1) for number, spec in enumerate(phases)):
            for number in range(len(phases) - 1):
                with f.when(phase.eq(number)), f.when(self._is_over(number, turns, f, scope)):
                    f.set(phase, number + 1)
                    f.set(turns, 0)
        else:
            self._switch_phases(phase, turns, f, scope)
        with f.when(phase.ne(k.load(64, layout.phase))):
            self.unit.write(f, 64, layout.phase, phase)
        if timed:
            table = self.unit.table("phase_timed", 8, [int(spec.length is not None) for spec in phases])
            kept = f.let(k.select(k.look(table, phase).ne(0), turns, 0))
            with f.when(kept.ne(k.load(64, layout.phase_turns))):
                self.unit.write(f, 64, layout.phase_turns, kept)

    def _is_over(self, number: int, turns: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether a phase is over after so many turns of it."""
        spec, over = self.rules.phases[number], f.var(k.FALSE, "over")
        if spec.length is not None:
            f.set(over, turns.ge(spec.length))
        if spec.until is not None:
            with f.when(k.negate(over)):
                f.set(over, self.c.expressions.holds(spec.until, f, scope))
        return over

    def _switch_phases(self, phase: Ex, turns: Ex, f: Builder, scope: Scope) -> None:
        """Phases that lead anywhere: on and on, but to none twice."""
        seen = f.var(k.num(1) << phase, "seen")
        with f.loop():
            goal = f.var(k.num(-1), "goal")
            for number, spec in enumerate(self.rules.phases):
                if spec.following is not None:
                    with f.when(phase.eq(number)), f.when((seen & (1 << spec.following)).eq(0)):
                        with f.when(self._is_over(number, turns, f, scope)):
                            f.set(goal, spec.following)
            f.leave_if(goal.lt(0))
            f.set(phase, goal)
            f.set(turns, 0)
            f.set(seen, seen | (k.num(1) << goal))

    def _is_out(self, f: Builder, player: Ex) -> Ex:
        """Whether a player is out."""
        return f.call(self._among_out, player) if self._anybody_leaves() else k.FALSE

    @kernel(BOOL, name="is_out")
    def _among_out(self, f: Builder, player: Ex) -> None:
        """Is a player out?"""
        out = f.var(k.load(64, self.layout.out), "out")
        with f.loop():
            with f.when(out.eq(0)):
                f.ret(k.FALSE)
            with f.when((out & 15).eq(player + 1)):
                f.ret(k.TRUE)
            f.set(out, out >> 4)

    def _anybody_leaves(self) -> bool:
        return self.rules.out is not None or self.players > 2

    def _next_player(self, f: Builder, mover: Ex) -> Ex:
        layout = self.layout
        named = f.let(k.load(64, layout.next_player)) if self.unit.facts.names_next else k.num(0)
        after = k.select((mover + 1).ge(self.players), 0, mover + 1)
        if any(phase.player is not None for phase in self.rules.phases):
            players = [-1 if phase.player is None else phase.player for phase in self.rules.phases]
            alone = f.let(k.look(self.unit.table("player_of_phase", 8, players), k.load(64, layout.phase)), "alone")
            after = k.select(alone.ge(0), alone, after)
        found = self._in_game(f, k.select(named.ne(0), named - 1, after))
        if self.unit.facts.swaps:
            with f.when(k.both(named.eq(0), k.load(64, layout.swapped).ne(0))):
                f.set(found, mover)
        return found

    def _in_game(self, f: Builder, player: Ex) -> Ex:
        """A player, or the next one after who is still in."""
        found = f.var(player, "following")
        if self._anybody_leaves():
            with f.count_to(self.players):  # if everybody is out, round to where it began
                f.leave_if(k.negate(self._is_out(f, found)))
                f.set(found, k.select((found + 1).ge(self.players), 0, found + 1))
        return found

    # ------------------------------------------------------------ results

    def _node(self, node: rx.Node | None) -> int:
        for number, known in enumerate(self.result_nodes):
            if known is node:
                return number
        self.result_nodes.append(node)
        return len(self.result_nodes) - 1

    def _conclude(self, f: Builder, result: Ex, winners: Ex, draw: bool, node: rx.Node | None) -> None:
        f.set(result, winners | (OVER | (DRAW if draw else 0)))
        self.unit.write(f, 64, self.layout.rule, self._node(node))

    def _first(self, rules: tuple[ResultRule, ...], f: Builder, scope: Scope, result: Ex) -> None:
        self.first(rules, f, scope, lambda outcome: self._decide(outcome, f, scope, result), rarely=True)

    def first(
        self,
        rules: tuple[ResultRule, ...],
        f: Builder,
        scope: Scope,
        decide: Callable[[Outcome], None],
        otherwise: Callable[[], None] = lambda: None,
        rarely: bool = False,
    ) -> None:
        """The first rule that applies, and no other."""
        if not rules:
            otherwise()
            return
        rule = rules[0]

        def does_not_apply() -> None:
            if rule.otherwise is not None:
                decide(rule.otherwise)
            else:
                self.first(rules[1:], f, scope, decide, otherwise, rarely)

        if self.placed is not None and rule.condition is not None and self.c.fresh.asks(rule.condition):
            condition = self.c.fresh.holds(rule.condition, f, scope, self.placed)
        else:
            condition = self.c.expressions.holds(rule.condition, f, scope)
        if condition.const is not None:
            if condition.const:
                decide(rule.outcome)
            else:
                does_not_apply()
            return
        yes, no = f.branch(k.rarely(condition) if rarely and rule.otherwise is None else condition)
        with f.within(yes):
            decide(rule.outcome)
        with f.within(no):
            does_not_apply()

    def _in_mask(self, f: Builder) -> Ex:
        """The players still in, as bits."""
        everybody = (1 << self.players) - 1
        if not self._anybody_leaves():
            return k.num(everybody)
        mask = f.var(k.num(everybody), "playing")
        out = f.var(k.load(64, self.layout.out), "out")
        with f.loop():
            f.leave_if(out.eq(0))
            f.set(mask, mask & ((k.num(1) << ((out & 15) - 1)) ^ -1))
            f.set(out, out >> 4)
        return mask

    def _team_of(self, player: Ex) -> Ex:
        if player.const is not None:
            return k.num(self._teams[player.const])
        return k.look(self.unit.table("team_of", 32, self._teams), player)

    def _decide(self, outcome: Outcome, f: Builder, scope: Scope, result: Ex) -> None:
        """What an outcome means; the result stays 0 if the game goes on."""
        me = scope.me
        if outcome.what == "win":
            self._conclude(f, result, self._team_of(me), False, outcome)
        elif outcome.what == "wins" and outcome.player is not None:
            self._conclude(f, result, k.num(self._teams[outcome.player]), False, outcome)
        elif outcome.what == "draw":
            self._conclude(f, result, self._in_mask(f), True, outcome)
        elif outcome.what == "lose":
            with f.when(k.negate(self._is_out(f, me))):
                self._lose(outcome, f, me, result)
        elif outcome.what == "score":
            self._by_score(outcome, f, scope, result)
        else:
            raise NotImplementedError(outcome.what)

    def _lose(self, outcome: Outcome, f: Builder, me: Ex, result: Ex) -> None:
        playing = f.let(self._in_mask(f), "playing")
        others, first = f.var(k.num(0), "others"), f.var(k.num(-1), "first")
        for team in sorted(set(self._teams)):
            mine = (k.num(team) >> me & 1).ne(0) if me.const is None else k.truth(bool(team >> me.const & 1))
            with f.when(k.both((playing & team).ne(0), k.negate(mine))):
                f.set(others, others + 1)
                f.set(first, k.select(first.lt(0), team, first))
        with f.when(others.eq(1)):
            self._conclude(f, result, first, False, outcome)
        with f.when(others.eq(0)):
            self._conclude(f, result, k.num(0), False, outcome)
        with f.when(others.gt(1)):
            self._leave(f, k.num(1) << me, me, outcome, result)

    def _out(self, f: Builder, scope: Scope, result: Ex) -> None:
        """`out:` for each player still in, from the mover on; all for whom it holds go together (D86)."""
        if self.rules.out is None:
            return
        gone = f.var(k.num(0), "gone")
        for player in range(self.players):
            inner = scope.copy(me=k.num(player))
            with f.when(k.negate(self._is_out(f, k.num(player)))):
                with f.when(self.c.expressions.holds(self.rules.out, f, inner)):
                    f.set(gone, gone | (1 << player))
        with f.when(gone.ne(0)):
            self._leave(f, gone, scope.me, self.rules.out, result)

    def _leave(self, f: Builder, gone: Ex, mover: Ex, node: rx.Node, result: Ex) -> None:
        """Players leave the game, from the mover on; one team left wins."""
        gone = f.let(gone, "gone")
        player = f.var(mover, "player")
        with f.count_to(self.players):
            with f.when((gone >> player & 1).ne(0)):
                self.unit.write(f, 64, self.layout.out, (k.load(64, self.layout.out) << 4) | (player + 1))
            f.set(player, k.select((player + 1).ge(self.players), 0, player + 1))
        if self.rules.when_out:
            f.set(player, mover)
            with f.count_to(self.players):
                with f.when((gone >> player & 1).ne(0)):
                    self._all_or_nothing(self.rules.when_out, f, Scope(f.let(player), {}, registers=False))
                f.set(player, k.select((player + 1).ge(self.players), 0, player + 1))
        playing = f.let(self._in_mask(f), "playing")
        if self.players > 1:
            teams, last = f.var(k.num(0), "teams"), f.var(k.num(0), "last")
            for team in sorted(set(self._teams)):
                with f.when((playing & team).ne(0)):
                    f.set(teams, teams + 1)
                    f.set(last, team)
            with f.when(teams.eq(1)):
                self._conclude(f, result, last, False, node)
        with f.when(playing.eq(0)):
            self._conclude(f, result, gone, True, node)

    def _by_score(self, outcome: Outcome, f: Builder, scope: Scope, result: Ex) -> None:
        layout = self.layout
        playing = f.let(self._in_mask(f), "playing")
        best = f.var(k.num(-(1 << 60)), "best")
        for player in range(self.players):
            value = f.let(self.doubled(f, scope.copy(me=k.num(player))), "score")
            self.unit.write(f, 64, layout.scores + 8 * player, value)
            with f.when(k.both((playing >> player & 1).ne(0), value.gt(best))):
                f.set(best, value)
        self.unit.write(f, 64, layout.scored, 1)
        winners, closed = f.var(k.num(0), "winners"), f.var(k.num(0), "closed")
        for player in range(self.players):
            wins = k.both((playing >> player & 1).ne(0), k.load(64, layout.scores + 8 * player).eq(best))
            with f.when(wins):
                f.set(winners, winners | (1 << player))
        for node in self.rules.tie_breaks:
            self._break_ties(node, winners, f, scope)
        for player in range(self.players):
            with f.when((winners >> player & 1).ne(0)):
                f.set(closed, closed | self._teams[player])
        draw = k.both(winners.eq(playing), (playing & (playing - 1)).ne(0))
        f.set(result, closed | OVER | k.select(draw, DRAW, 0))
        self.unit.write(f, 64, layout.rule, self._node(outcome))

    def _break_ties(self, node: rx.Expr, winners: Ex, f: Builder, scope: Scope) -> None:
        """Of several winners those stay who have most of this."""
        best, left = f.var(k.num(-(1 << 60)), "best"), f.var(winners, "left")
        with f.when((winners & (winners - 1)).ne(0)):
            for player in range(self.players):
                with f.when((winners >> player & 1).ne(0)):
                    value = f.let(self.c.expressions.number(node, f, scope.copy(me=k.num(player))), "value")
                    with f.when(value.gt(best)):
                        f.set(best, value)
                        f.set(left, 0)
                    with f.when(value.eq(best)):
                        f.set(left, left | (1 << player))
            f.set(winners, left)

    def doubled(self, f: Builder, scope: Scope) -> Ex:
        """The score times two; a bonus, which may be a half, counts as such."""
        score = self.rules.score
        return k.num(0) if score is None else self._doubled(score, f, scope)

    def _doubled(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        if isinstance(node, rx.SumOf):
            found = k.num(0)
            for item, sign in zip(node.items, node.signs, strict=True):
                value = self._doubled(item, f, scope)
                found = found + value if sign > 0 else found - value
            return f.let(found)
        if isinstance(node, rx.BonusOf):
            return self.c.expressions.number(node, f, scope)
        return f.let(self.c.expressions.number(node, f, scope) * 2)

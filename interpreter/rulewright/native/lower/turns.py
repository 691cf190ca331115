"""Continuation-passing style: every node of a turn becomes a function that ends in the function of what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ...analysis.turns import turn_nodes
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Action
from ..decide.plan import GENERAL, LIGHT
from ..ir import BOOL, EXPORTED, INT, SET, Builder, Ex, Function, k, kernel
from ..layout.memory_layout import COUNTERS, ROOM, STEPS_OF_A_PART, TOO_MANY_STEPS
from ..lowering_part import Lowering
from ..strategies.memoised_repeats import known_states
from .candidate import Candidate, Search
from .effect_context import Doing, Part
from .scope import Scope, Val
from .walk import Walk


@dataclass(frozen=True, slots=True)
class CandidateLoop:
    """A function that goes through the candidates of an action; that of a chain is called again for each hop."""

    action: Action
    function: Function
    f: Builder
    name: str
    made: str  # the name of what carries a candidate out
    ends: bool  # whether an effect may end the turn


class TurnLowering(Lowering):
    """All functions give the number of complete turns that were found."""

    def setup(self) -> None:
        self._counters = 0
        repeats = (rt.Repeat, rt.RepeatWhile)
        repeated = any(isinstance(node, repeats) and node.high is None for node in turn_nodes(self.rules))
        # Whether a turn can have so many parts that there may be no room for another.
        self._long = repeated or any(item.again for item in self.rules.actions) or self._fills_a_row()
        self._long = self._long or self.unit.facts.walks_far
        self._followers: dict[Function, int] = {}  # numbers, so that the same game is always the same text

    def _fills_a_row(self) -> bool:
        """Whether the parts of a turn without endless repeats may be too much for the room before its last one."""
        before = max((most_parts(turn) for phase in self.rules.phases for turn in phase.turns), default=0) - 1
        walk, record = self.layout.walk, self.c.records.size
        one = {"runs": walk.runs, "passed": walk.passed, "parts": record, "key": record + walk.runs + walk.passed}
        one |= {"log": self.layout.limits["log"] - ROOM["log"], "marks": 2}
        return any(before * size > ROOM[name] for name, size in one.items())

    def lower(self, node: rt.Turn, me: Ex, then: Function, final: Function) -> Function:
        match node:
            case rt.Do():
                return self._do(node, me, then, final)
            case rt.OneOf():
                items = [self.lower(item, me, then, final) for item in node.items]
                return self._sum("one_of", items)
            case rt.FirstOf():
                items = [self.lower(item, me, then, final) for item in node.items]
                return self._first_of(items)
            case rt.InOrder():
                for item in reversed(node.items):
                    then = self.lower(item, me, then, final)
                return then
            case rt.Optional():
                return self._sum("may", [self.lower(node.item, me, then, final), then])
            case rt.Guarded():
                return self._guarded(node, me, then, final)
            case rt.Repeat():
                return self._repeat(node, me, then, final)
            case rt.RepeatWhile():
                return self._while(node, me, then, final)
        raise NotImplementedError(type(node).__name__)

    def _function(self, name: str, write: Callable[[Builder], None], about: str) -> Function:
        made = self.unit.function(object(), name, [], INT, write, about)
        self.unit.keeping.close(made)
        return made

    def _sum(self, name: str, items: list[Function]) -> Function:
        def write(f: Builder) -> None:
            total = f.var(k.num(0), "turns")
            for item in items:
                f.set(total, total + f.call(item))
            f.ret(total)

        return self._function(name, write, "any of these")

    def _first_of(self, items: list[Function]) -> Function:
        def write(f: Builder) -> None:
            for item in items:
                found = f.call(item)
                with f.when(found.ne(0)):
                    f.ret(found)
            f.ret(0)

        return self._function("else", write, "the first of these that can be done")

    def _guarded(self, node: rt.Guarded, me: Ex, then: Function, final: Function) -> Function:
        item = self.lower(node.item, me, then, final)

        def write(f: Builder) -> None:
            with f.when(self.c.expressions.holds(node.condition, f, Scope(me))):
                f.ret(f.call(item))
            f.ret(f.call(then))

        return self._function("if", write, "only if a condition holds")

    # ------------------------------------------------------------ repeats

    def _counter(self) -> tuple[int, int]:
        if self._counters >= COUNTERS:
            raise NotImplementedError("so many repeats in one game")
        at = self.layout.counters + 16 * self._counters
        self._counters += 1
        return at, at + 8

    @kernel(BOOL)
    def _seen_on_this_route(self, f: Builder, at: Ex) -> None:
        """Whether the exact state is one of those in a chain of marks: the route rule."""
        at = f.var(at, "at")
        with f.loop():
            f.leave_if(at.eq(0))
            then = k.load(64, at * 16 + self.layout.marks)
            same = self.unit.signs.exact().eq(then) if self.unit.mode == LIGHT else self.unit.same_since(f, then)
            with f.when(same):
                f.ret(k.TRUE)
            f.set(at, k.load(64, at * 16 + (self.layout.marks + 8)))
        f.ret(k.FALSE)

    def _here(self, f: Builder) -> Ex:
        """What tells later on whether the exact state is the one of now: the length of the log, or the sign."""
        return f.let(self.unit.signs.exact(), "sign") if self.unit.mode == LIGHT else self.unit.mark(f)

    def push_mark(self, f: Builder, head: Ex, position: Ex) -> Ex:
        """A new link in front of a chain of marks (`_here`); its number."""
        top = f.let(k.load(64, self.layout.mark_top) + 1, "link")
        f.store(64, top * 16 + self.layout.marks, position)
        f.store(64, top * 16 + (self.layout.marks + 8), head)
        f.store(64, self.layout.mark_top, top)
        return top

    def pop_mark(self, f: Builder) -> None:
        f.store(64, self.layout.mark_top, k.load(64, self.layout.mark_top) - 1)

    def _repeat(self, node: rt.Repeat, me: Ex, then: Function, final: Function) -> Function:
        times, head = self._counter()
        body = Function("repeat", [], INT)
        onward = self.c.plan.memoises(node.item)
        again = self._again(times, head, body, onward)
        item = self.lower(node.item, me, again, final)

        def write(f: Builder) -> None:
            total = f.var(k.num(0), "turns")

            def stop() -> None:
                with f.when(k.load(64, times).ge(node.low)):
                    f.set(total, total + f.call(then))

            # Where long turns are preferred, short ones are left out more quickly after them.
            long_first = self.unit.mode != GENERAL and self.rules.prefer is not None
            if not long_first:
                stop()
            more = k.TRUE if node.high is None else k.load(64, times).lt(node.high)
            with f.when(more):
                f.set(total, total + f.call(item))
            if long_first:
                stop()
            f.ret(total)

        return self._begin_repeat(body, write, times, head, onward)

    def _while(self, node: rt.RepeatWhile, me: Ex, then: Function, final: Function) -> Function:
        times, head = self._counter()
        body = Function("while", [], INT)
        onward = self.c.plan.memoises(node.item)
        again = self._again(times, head, body, onward)
        item = self.lower(node.item, me, again, final)

        def write(f: Builder) -> None:
            goes_on = self.c.expressions.holds(node.condition, f, Scope(me))
            with f.when(goes_on if node.high is None else k.both(k.load(64, times).lt(node.high), goes_on)):
                f.ret(f.call(item))
            if node.low:
                with f.when(k.load(64, times).lt(node.low)):
                    f.ret(0)
            f.ret(f.call(then))

        return self._begin_repeat(body, write, times, head, onward)

    def _again(self, times: int, head: int, body: Function, onward: bool) -> Function:
        """One pass is done: on with the next, unless the state was there before.

        `onward`: it never was. Then all that can follow depends on the state alone, and where the order of turns does
        not matter a state that was met by another route is not gone on from again.
        """

        def write(f: Builder) -> None:
            known = None
            if not onward:
                with f.when(f.call(self._seen_on_this_route, f.let(k.load(64, head)))):
                    f.ret(0)
            else:
                known = known_states(self.unit, f, times)
            if known is not None:
                with f.when(known.is_there()):
                    f.ret(known.found())
            mark = self.unit.mark(f)
            if not onward:
                link = self.push_mark(f, f.let(k.load(64, head)), self._here(f))
                self.unit.write(f, 64, head, link)
            self.unit.write(f, 64, times, k.load(64, times) + 1)
            if known is not None:
                known.go_on()
            found = f.call(body)
            self.unit.undo(f, mark)
            if not onward:
                self.pop_mark(f)
            if known is not None:
                known.keep(found)
            f.ret(found)

        return self._function("again", write, "one more pass")

    def _begin_repeat(
        self, body: Function, write: Callable[[Builder], None], times: int, head: int, onward: bool
    ) -> Function:
        body.name = self.unit.unused(f"{body.name}_{len(self.unit.program.functions)}")
        self.unit.keeping.close(body)
        write(Builder(body))
        self.unit.program.functions.append(body)

        def begin(f: Builder) -> None:
            mark = self.unit.mark(f)
            if not onward:
                self.unit.write(f, 64, head, self.push_mark(f, k.num(0), self._here(f)))
            self.unit.write(f, 64, times, 0)
            found = f.call(body)
            self.unit.undo(f, mark)
            if not onward:
                self.pop_mark(f)
            f.ret(found)

        return self._function("repeat_begins", begin, "the first pass")

    def goes_on(self) -> Ex:
        """Whether a list is still worth going on with."""
        return (k.load(64, self.layout.error) | k.load(64, self.layout.stop)).eq(0)

    @kernel(INT)
    def _turn_is_too_long(self, f: Builder) -> None:
        """Whether a turn has become too long for one more part: then the reference interpreter takes over."""
        layout = self.layout
        rows = {"log": layout.log_top, "marks": layout.mark_top}
        if self.unit.mode == GENERAL:
            rows |= {"key": layout.key_length, "runs": layout.runs_length, "passed": layout.passed_length}
            rows |= {"parts": layout.part_top}
        for name, at in rows.items():
            with f.when(k.load(64, at).ge(ROOM[name])):
                f.store(64, layout.error, 2)
                f.ret(1)
        if self.unit.mode in (GENERAL, LIGHT):  # it is part of a list
            spent = f.let(k.load(64, layout.spent) + STEPS_OF_A_PART, "spent")
            f.store(64, layout.spent, spent)
            with f.when(k.rarely(spent.gt(self.unit.most_steps))):
                f.store(64, layout.error, TOO_MANY_STEPS)
                f.ret(1)
        f.ret(0)

    # ------------------------------------------------------------ one action

    def open_loop(self, node: rt.Do, me: Ex, then: Function) -> CandidateLoop:
        action = self.rules.actions[node.action]
        follower = self._followers.setdefault(then, len(self._followers))
        name = f"{action.name}_{me.const}" if me.const is not None else action.name
        params = [("only", INT), ("first", INT), ("went", SET), ("head", INT)] if action.again is not None else []
        called = self.unit.unused(f"do_{name}_{len(self.unit.program.functions)}")
        function = Function(called, list(params), INT, f"the action {action.name}")
        effects = (*action.before, *action.effects, *(self.rules.when_captured or ()))
        ends = any(isinstance(part, fx.EndTurn) for effect in effects for part in rx.walk(effect))
        return CandidateLoop(action, function, Builder(function), name, f"make_{name}_{node.leaf}_{follower}", ends)

    def knows(self, loop: CandidateLoop) -> dict[str, Val]:
        """What a chain knows so far goes along as words of the part."""
        if loop.action.again is None:
            return {}
        only, first, went, head = loop.f.params
        start = self._here(loop.f)
        return {
            "chain only": Val("int", only), "chain first": Val("int", first), "chain went": Val("set", went),
            "chain head": Val("int", head), "chain start": Val("int", start),
        }  # fmt: skip

    def close_loop(self, loop: CandidateLoop, total: Ex) -> Function:
        """The function that begins: the loop itself, or its first hop."""
        loop.f.ret(total)
        self.unit.program.functions.append(loop.function)
        if loop.action.again is None:
            return loop.function

        def begin(g: Builder) -> None:
            g.ret(g.call(loop.function, -1, -1, k.NOTHING, 0))

        return self._function(f"begin_{loop.name}", begin, "the first hop")

    def _do(self, node: rt.Do, me: Ex, then: Function, final: Function) -> Function:
        loop = self.open_loop(node, me, then)
        self.unit.keeping.close(loop.function)
        f, again = loop.f, loop.action.again is not None
        total = self.c.begin_count(f)
        chain = self.knows(loop)

        def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            scope = scope.copy(words={**chain, **(scope.words or {})})
            self.c.count(g, self.c.performing.outlined(g, scope, candidate, walk, loop.made, perform), False)

        def perform(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            inner_total = self.c.begin_count(g)
            # A list that does not fit is given up, and so is one that nobody waits for any more.
            with g.when(k.rarely(k.negate(self.goes_on()))):
                g.ret(0)
            self._leave_if_too_long(g)
            with self._counted(g):
                self.c.performing.perform(g, scope, candidate, walk, node.leaf, made)
            self.unit.keeping.close(g.function)
            g.ret(inner_total)

        def made(g: Builder, part: Part) -> None:
            self._made(g, part, node, loop, then, final)

        self.c.actions.candidates(f, me, Search(loop.action, tested, only=f.params[0] if again else None, along=chain))
        return self.close_loop(loop, total)

    def _leave_if_too_long(self, f: Builder) -> None:
        if self._long:
            with f.when(f.call(self._turn_is_too_long).ne(0)):
                f.ret(0)

    @contextmanager
    def _counted(self, f: Builder) -> Iterator[None]:
        """One part more while it lasts; in light turns, whose parts leave no records, too many are told by that."""
        if not self._long or self.unit.mode != LIGHT:
            yield
            return
        at = self.layout.part_depth
        depth = f.let(k.load(64, at) + 1, "depth")
        with f.when(k.rarely(depth.gt(self.engine.limits.turn_parts.value))):
            f.store(64, self.layout.error, 2)
            f.ret(0)
        f.store(64, at, depth)
        yield
        f.store(64, at, depth - 1)

    def _made(self, f: Builder, part: Part, node: rt.Do, loop: CandidateLoop, then: Function, final: Function) -> None:
        """A candidate was carried out: its chain goes on, or what follows it."""
        again = loop.action.again is not None
        self.remember(f, part, node, again)
        if again:
            self._chain(f, part.doing, node, loop.function, then, final, loop.ends)
        else:
            self._go_on(f, part.doing, then, final, loop.ends)

    def _go_on(self, f: Builder, doing: Doing, then: Function, final: Function, ends: bool) -> None:
        if not ends or then is final:
            self.c.count(f, f.call(then), False)
            return
        yes, no = f.branch(doing.ended)
        with f.within(yes):
            self.c.count(f, f.call(final), False)
        with f.within(no):
            self.c.count(f, f.call(then), False)

    def _chain(
        self, f: Builder, doing: Doing, node: rt.Do, function: Function, then: Function, final: Function, ends: bool
    ) -> None:
        """The same piece goes on: `again: may | must`, never to an exact state seen on this route."""
        action, words = self.rules.actions[node.action], doing.scope.words or {}

        def word(name: str) -> Ex:
            return words[name].ex

        only, head = word("chain only"), f.var(word("chain head"), "head")
        hop = f.let(only.ge(0), "hop")
        fine = f.var(k.TRUE, "fine")
        with f.when(hop):
            f.set(fine, k.negate(f.call(self._seen_on_this_route, head)))
        with f.when(fine):
            origin_word, passed_word = words["origin"], words["passed"]
            origin = f.let(k.select(hop, word("chain first"), origin_word.ex), "first")
            passed = f.let(k.set_or(word("chain went"), passed_word.as_set), "went")
            stops = f.var(k.TRUE, "stops")
            goes_on = k.both(k.negate(doing.ended), doing.it.ge(0)) if ends else doing.it.ge(0)
            with f.when(goes_on):
                top = f.let(k.load(64, self.layout.mark_top))
                with f.when(k.negate(hop)):
                    f.set(head, self.push_mark(f, k.num(0), word("chain start")))
                link = self.push_mark(f, head, self._here(f))

                def onward() -> Ex:
                    return f.call(function, doing.it, origin, passed, link)

                more = onward()
                self.c.count(f, more, False)
                if action.again == "must":
                    f.set(stops, more.eq(0))
                    self._ask_again(f, stops, onward)
                f.store(64, self.layout.mark_top, top)

            def stop() -> None:
                with f.when(hop):
                    self.c.registers.whole_chain(f, node.action, origin, passed)
                self._go_on(f, doing, then, final, ends)

            with f.when(stops):
                self._stop(f, k.negate(doing.ended) if ends else k.TRUE, stop)

    def _ask_again(self, f: Builder, stops: Ex, onward: Callable[[], Ex]) -> None:
        """A chain that must go on stops (a variable), since no turn goes on: was all of it looked at?"""

    def _stop(self, f: Builder, might_go_on: Ex, stop: Callable[[], None]) -> None:
        """A chain ends here, though it might have gone on."""
        stop()

    def remember(self, f: Builder, part: Part, node: rt.Do, again: bool) -> None:
        """A part was made: registers, the end of its key, and its record for labels."""
        action = part.candidate.action
        self.c.registers.remember(f, node.action, part.doing.scope)
        if action.is_empty:
            self.unit.write(f, 64, self.layout.empty_action, 1)
        elif self.c.registers.is_read(self.layout.did_something):
            self.unit.write(f, 64, self.layout.did_something, 1)
        if self.unit.mode != GENERAL:
            return
        length = f.let(k.load(64, self.layout.key_length))
        f.store(16, length * 2 + self.layout.key, 0)
        f.store(64, self.layout.key_length, length + 1)
        if self.unit.facts.repeats_chains:
            hop = (part.doing.scope.words or {})["chain only"].ex.ge(0) if again else k.FALSE
            number = f.let(k.load(64, self.layout.hops_length))
            f.store(16, number * 2 + self.layout.hops, k.as_int(hop))
            f.store(64, self.layout.hops_length, number + 1)
        self.c.records.part(f, part, node, again)

    # ------------------------------------------------------------ questions of rules

    def can_do(self, node: rx.CanDo, f: Builder, scope: Scope) -> Ex:
        """`P can A`, `P could A` (D58): a complete legal turn of that one action, with the game's `must`."""
        player = f.let(self.c.expressions.number(node.player, f, scope))
        found = f.var(k.num(1), "can")
        with f.when(k.load(64, self.layout.granted).eq(0) if node.could else k.TRUE):
            for number in range(self.unit.players) if player.const is None else (player.const,):
                with f.when(player.eq(number)):
                    f.set(found, f.call(self._can(node, k.num(number))))
        return found.ne(0)

    def _can(self, node: rx.CanDo, player: Ex) -> Function:
        """The question is rare and its answer long: playouts ask the general program."""
        if self.unit.program is self.unit.general:
            return self._can_function(node, player)
        asking = self.unit.program
        with self.unit.lowering(self.unit.general, GENERAL):
            made = self._can_function(node, player)
        if made not in asking.externals:
            asking.externals.append(made)
        return made

    def _can_function(self, node: rx.CanDo, player: Ex) -> Function:
        layout, action = self.layout, node.action

        def write(f: Builder) -> None:
            def final(g: Builder) -> None:
                with g.when(k.load(64, layout.empty_action).eq(0)):
                    with g.when(self.unit.same_since(g, g.let(k.load(64, layout.can_mark)))):
                        g.ret(0)
                with g.when(k.negate(self.c.expressions.holds(self.rules.must, g, Scope(player)))):
                    g.ret(0)
                g.ret(1)

            last = self._function("can_end", final, "may the turn end so?")
            begin = self.lower(rt.Do(self.rules.actions[action].span, action, 0), player, last, last)
            mark = self.unit.mark(f)
            # Memory of the turn is empty while the question is asked, and as before afterwards.
            self.unit.write(f, 64, layout.can_mark, mark)
            self.unit.write(f, 64, layout.me, player)
            if node.could:
                self.unit.write(f, 64, layout.granted, 1)
            inside = self.unit.mark(f)
            self.c.registers.clear(f, logged=True)
            self.unit.write(f, 64, layout.can_mark, inside)
            length = f.let(k.load(64, layout.key_length))
            found = f.call(begin)
            self.unit.undo(f, mark)
            f.store(64, layout.key_length, length)
            f.ret(found)

        about = "can somebody do something?"
        # Playouts call it too, so it is no secret of its program.
        return self.unit.function(("can", action, player.const, node.could), "can_do", [], INT, write, about, EXPORTED)


def most_parts(turn: rt.Turn) -> int:
    """How many parts a turn without endless repeats has at most."""
    if isinstance(turn, rt.Do):
        return 1
    if isinstance(turn, rt.Repeat | rt.RepeatWhile) and turn.high is not None:
        return turn.high * most_parts(turn.item)
    found = [most_parts(item) for item in turn.children() if isinstance(item, rt.Turn)]
    return sum(found) if isinstance(turn, rt.InOrder) else max(found, default=0)

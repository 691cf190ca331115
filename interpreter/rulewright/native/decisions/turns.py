"""Turns by decisions: those are gone through that begin as the path does, until it is known how it can go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Action
from ..decide.plan import GENERAL
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder, Function
from ..lower.candidate import Candidate, Search
from ..lower.effect_context import Part
from ..lower.scope import Scope
from ..lower.turns import TurnLowering
from ..lower.walk import Walk
from ..strategies.memoised_repeats import Known
from .placement_masks import PlacementMasks
from .script import KNOWN, Script

if TYPE_CHECKING:
    from ..compiler import Compiler


class AskingTurns(TurnLowering):
    """Turns that rules ask for (`can`): as the list finds them."""

    def _can(self, node: rx.CanDo, player: Ex) -> Function:
        with self.unit.lowering(self.unit.general, GENERAL):
            return self._can_function(node, player)


class DecisionTurns(TurnLowering):
    """All functions give how many legal turns they met: beyond the path, one stands for all that go on like it."""

    def __init__(self, compiler: Compiler, script: Script) -> None:
        super().__init__(compiler)
        self.script = script
        self.placement_masks = PlacementMasks(compiler, script)

    # ------------------------------------------------------------ what is asked whatever was decided

    def _probe(self, f: Builder, ask: Callable[[], Ex]) -> Ex:
        """Whether there is a legal turn at all, where those with other decisions were left out."""
        memory = self.script.memory
        found = f.var(k.num(0), "there")
        top = self.script.top(f)
        with f.when(self.script.is_given(top)):
            f.store(64, memory.probing, top + 1)
            f.set(found, ask())
            f.store(64, memory.probing, 0)
            f.store(64, memory.top, top)
            self.script.look_on(f)
        return found

    def _first_of(self, items: list[Function]) -> Function:
        def write(f: Builder) -> None:
            for number, item in enumerate(items):
                found = f.call(item)
                with f.when(found.ne(0)):
                    f.ret(found)
                if number + 1 < len(items):
                    with f.when(self._probe(f, lambda item=item: f.call(item)).ne(0)):  # type: ignore[misc]
                        f.ret(0)
            f.ret(0)

        return self._function("else", write, "the first of these that can be done")

    # ------------------------------------------------------------ repeats

    def _again(self, times: int, head: int, body: Function, onward: bool) -> Function:
        """One pass is done. Where no state comes twice, those that lead to no legal turn are gone on with once."""
        if not onward or self.rules.distinct == "route":
            return super()._again(times, head, body, onward)
        memory = self.script.memory

        def write(f: Builder) -> None:
            known = Known(self.unit, f, times)
            # While turns with other decisions are left out, nothing is known of a state as such.
            given, probing = k.load(64, memory.given), k.load(64, memory.probing)
            whole = f.let(k.either(k.load(64, memory.top).ge(given), probing.ne(0)), "whole")
            with f.when(k.both(whole, k.both(known.is_there(), known.found().eq(0)))):
                f.ret(0)
            mark = self.unit.mark(f)
            self.unit.write(f, 64, times, k.load(64, times) + 1)
            known.go_on()
            found = f.call(body)
            self.unit.undo(f, mark)
            with f.when(k.both(whole, found.eq(0))):
                known.keep(k.num(0))
            f.ret(found)

        return self._function("again", write, "one more pass")

    # ------------------------------------------------------------ one action

    def _do(self, node: rt.Do, me: Ex, then: Function, final: Function) -> Function:
        loop, script = self.open_loop(node, me, then), self.script
        action, again, function, f = loop.action, loop.action.again is not None, loop.function, loop.f
        total = self.c.begin_count(f)
        top = script.top(f)
        with f.when(script.is_enough(f, top)):
            f.ret(1)
        script.look_on(f)
        if self.placement_masks.serves(node, me):
            self.placement_masks.offer(node, f, me, top)
        sure = id(node) in self.placement_masks.whole and then is final and not again
        # Where nothing has to be put back, the other candidates need not be gone through when one was enough.
        lifted = action.verb == "move" and self.c.ask.lifts.lift_is_seen(action)
        leaves_at_once = not lifted and not self.unit.facts.observed(action)
        chain = self.knows(loop)

        def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            scope = scope.copy(words={**chain, **(scope.words or {})})
            self.c.count(g, self.c.performing.outlined(g, scope, candidate, walk, loop.made, perform), False)
            if leaves_at_once and g.function is function:
                with g.when(script.is_enough(g, top)):
                    g.ret(1)

        def perform(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            inner_total = self.c.begin_count(g)
            with g.when(k.rarely(k.negate(self.goes_on()))):
                g.ret(0)
            here = script.top(g)
            with g.when(script.is_enough(g, here)):
                g.ret(1)
            script.look_on(g)
            with g.when(k.rarely(script.is_too_much(g))):
                g.ret(0)
            self._leave_if_too_long(g)
            hop = (scope.words or {})["chain only"].ex.ge(0) if again else k.FALSE
            self._say_row(g, node, candidate, walk, hop, here)
            if sure:
                with g.when(script.sure(g).ne(0)):
                    script.back(g, here)
                    g.ret(1)
            row, key = script.top(g), g.let(k.load(64, self.layout.key_length), "key")

            def made(h: Builder, part: Part) -> None:
                script.back(h, row)
                # What was enough of one way a choice can go is not of another.
                with h.when(row.le(k.load(64, script.memory.enough))):
                    script.look_on(h)
                with h.when(self._say_choices(h, key)):
                    self._made(h, part, node, loop, then, final)

            self.c.performing.perform(g, scope, candidate, walk, node.leaf, made)
            script.back(g, here)
            g.ret(inner_total)

        def look(only: Ex | None, goal: Ex | None) -> None:
            self.c.actions.candidates(f, me, Search(action, tested, only=only, goal=goal, along=chain))

        self._look(f, action, top, f.params[0] if again else k.num(-1), again, total, look)
        return self.close_loop(loop, total)

    def _look(
        self, f: Builder, action: Action, top: Ex, only: Ex, again: bool, total: Ex,
        look: Callable[[Ex | None, Ex | None], None],
    ) -> None:  # fmt: skip
        """Looks for candidates; only for those of the piece, or on the site, that is decided already."""
        memory = self.script.memory
        if action.verb in ("move", "pick"):
            piece = f.var(only, "only")
            with f.when(k.both(piece.lt(0), self.script.is_given(top))):
                f.set(piece, memory.told(memory.path, top) >> 1)
                with f.when(piece.ge(self.unit.n)):
                    f.ret(total)
            look(piece, None)
        elif action.verb == "place" and action.to is not None and action.start is None and action.path is None:
            yes, no = f.branch(self.script.is_given(top + 1))
            with f.within(yes):
                goal = f.let(memory.told(memory.path, top + 1) >> 1, "goal")
                with f.when(goal.ge(self.unit.n)):
                    f.ret(total)
                look(None, goal)
            with f.within(no):
                look(None, None)
        else:
            look(only if again else None, None)

    # ------------------------------------------------------------ its row

    def _say_row(self, f: Builder, node: rt.Do, candidate: Candidate, walk: Walk, hop: Ex, here: Ex) -> None:
        """The decisions of a candidate before it is carried out; the function returns where they do not go on."""
        script = self.script

        def say(number: Ex, asked: Ex) -> None:
            said = script.say(f, number, asked)
            with f.when(said.ne(0)):
                script.back(f, here)
                f.ret(said - 1)

        for number, asked, there in script.numbers.entries(node, candidate, walk, hop, here.gt(0)):
            with f.when(there):
                say(number, asked)
        if not self.unit.facts.observed(candidate.action):
            return
        if candidate.action.path is not None:
            layout = self.layout
            direction = f.let(self.c.changing.lowest(walk.dir), "direction")
            with f.when(direction.ge(0)):
                say(script.numbers.direction(direction), k.FALSE)
            for base, end, row, block in (
                (layout.runs_base, layout.runs_length, layout.runs, script.numbers.amount(k.num(0))),
                (layout.passed_base, layout.passed_length, layout.passed_row, k.num(0)),
            ):
                with f.count_to(k.load(64, end), "entry", k.load(64, base)) as entry:
                    say(f.let(k.load(16, entry * 2 + row) - 1 + block), k.FALSE)
        say(k.num(script.numbers.done), k.FALSE)

    def _say_choices(self, f: Builder, start: Ex) -> Ex:
        """The choices of effects, which stand in the key; whether the turn goes on."""
        script, goes_on = self.script, f.var(k.TRUE, "goes_on")
        with f.count_to(k.load(64, self.layout.key_length), "entry", start) as entry:
            number = f.let(k.load(16, entry * 2 + self.layout.key) - 1)
            said = script.say(f, script.numbers.choice(number))
            with f.when(said.ne(0)):
                self.c.count(f, said - 1, False)
                f.set(goes_on, k.FALSE)
                f.leave()
        return goes_on

    # ------------------------------------------------------------ chains

    def _ask_again(self, f: Builder, stops: Ex, onward: Callable[[], Ex]) -> None:
        with f.when(stops):
            f.set(stops, self._probe(f, onward).eq(0))

    def _stop(self, f: Builder, might_go_on: Ex, stop: Callable[[], None]) -> None:
        """That a chain ends is a decision, if it might have gone on."""
        script = self.script
        here = script.top(f)
        with f.when(here.le(k.load(64, script.memory.enough))):
            script.look_on(f)
        said = f.var(k.num(0), "said")
        with f.when(might_go_on):
            f.set(said, script.say(f, script.numbers.done))
        with f.when(said.eq(0)):
            stop()
        with f.when(said.eq(KNOWN)):
            self.c.count(f, k.num(1), False)
        script.back(f, here)


__all__ = ["AskingTurns", "DecisionTurns"]

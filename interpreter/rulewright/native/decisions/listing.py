"""The end of a turn that is looked at for its decisions, and the outcomes of chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.effects import may_fail
from ...rules import turns as rt
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder, Function
from ..lower.candidate import Candidate, Search
from ..lower.effect_context import Part
from ..lower.movegen import Listing
from ..lower.scope import Scope
from ..lower.walk import Walk
from .script import Script
from .turns import DecisionTurns

if TYPE_CHECKING:
    from ..compiler import Compiler


class DecisionListing(Listing):
    def __init__(self, compiler: Compiler, script: Script) -> None:
        super().__init__(compiler)
        self.script = script
        self.turns = DecisionTurns(compiler, script)

    def _segment(self, node: rt.Turn, me: Ex, last: bool) -> Function:
        who = me if me.const is not None else k.load(64, self.layout.me)
        if isinstance(node, rt.Chance):
            return self._outcomes(node, who, last)
        if isinstance(node, rt.Secret):
            raise NotImplementedError("decisions of those who choose together")
        final = self.final(who, last)
        return self.turns.lower(node, who, final, final)

    # ------------------------------------------------------------ the end of a turn

    def final(self, me: Ex, last: bool) -> Function:
        """Is the complete turn legal? Then it says how the path can go on."""
        layout, memory, script = self.layout, self.script.memory, self.script
        # The end of the turn is only gone through where it can refuse a turn, or where the path is that turn.
        judged = last and (self.c.forbids_repetition or may_fail(self.rules, self.rules.when_turn_ends))

        def write(f: Builder) -> None:
            mark = self.unit.mark(f)
            fine, value = f.var(k.TRUE, "fine"), f.var(k.num(0), "value")
            if last:
                f.set(fine, k.both(k.load(64, layout.empty_action).eq(0), self._is_unchanged(f)))
                f.set(fine, k.negate(fine))
                after = Scope(me if me.const is not None else f.let(k.load(64, layout.me), "me"))
                with f.when(fine):
                    f.set(fine, self.c.expressions.holds(self.rules.must, f, after))
                if self.rules.prefer is not None:
                    with f.when(fine):
                        f.set(value, self.c.expressions.number(self.rules.prefer, f, after))
                if judged:
                    with f.when(fine):
                        f.set(fine, self._finished(f, me))
            with f.when(k.negate(fine)):
                self.unit.undo(f, mark)
                f.ret(0)
            with f.when(k.load(64, memory.probing).ne(0)):
                f.store(64, memory.enough, k.load(64, memory.probing) - 2)
                self.unit.undo(f, mark)
                f.ret(1)
            if self.rules.prefer is not None and last:
                self._prefer(f, value, mark)
            top = script.top(f)
            said = f.var(script.say(f, k.select(top.gt(0), script.numbers.done, script.numbers.passed), top.eq(0)))
            with f.when(said.eq(0)):

                def finish() -> None:
                    if not last:
                        self._carry(f)
                    elif not judged:
                        f.call(self.c.course.finish(me))

                script.legal(f, finish)
                f.set(said, 2)
            script.back(f, top)
            self.unit.undo(f, mark)
            f.ret(said - 1)

        name = "turn_complete" if last else "segment_complete"
        return self.unit.function(("decisions", "final", me.const, last), name, [], INT, write, "a complete turn")

    def _is_unchanged(self, f: Builder) -> Ex:
        return self.unit.same_since(f, f.let(k.load(64, self.layout.turn_mark)))

    def _finished(self, f: Builder, me: Ex) -> Ex:
        did = f.let(k.load(64, self.layout.did_something), "did")
        fine = f.var(f.call(self.c.course.finish(me)), "legal")
        if self.rules.repetition is not None and self.rules.repetition.forbidden:
            with f.when(k.both(fine, did.ne(0))):
                f.set(fine, f.call(self.c.course.occurrences).le(1))
        return fine

    def _prefer(self, f: Builder, value: Ex, mark: Ex) -> None:
        """Of legal turns only the best count; what they are worth is found out before."""
        memory = self.script.memory
        with f.when(k.load(64, memory.measuring).ne(0)):
            with f.when(value.gt(k.load(64, memory.best))):
                f.store(64, memory.best, value)
        with f.when(k.either(k.load(64, memory.measuring).ne(0), value.lt(k.load(64, memory.best)))):
            self.unit.undo(f, mark)
            f.ret(1)

    # ------------------------------------------------------------ chance

    def _outcomes(self, node: rt.Chance, me: Ex, last: bool) -> Function:
        """What chance can do (D117): each outcome is a path of one row."""
        layout, script, turns, item = self.layout, self.script, self.turns, node.item

        def write(f: Builder) -> None:
            total = self.c.begin_count(f)
            f.store(64, script.memory.by_chance, 1)
            if isinstance(item, rt.Do):
                action = self.rules.actions[item.action]
                here = me if me.const is not None else f.let(k.load(64, layout.me), "me")

                def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                    found = self.c.performing.outlined(g, scope, candidate, walk, f"outcome_{action.name}", outcome)
                    self.c.count(g, found, False)

                def outcome(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                    inner_total = self.c.begin_count(g)
                    assert isinstance(item, rt.Do)
                    weight = self._weight(g, scope, candidate)
                    parts = g.let(k.load(64, layout.part_count))
                    did = g.let(k.load(64, layout.did_something))
                    start = script.top(g)
                    turns._say_row(g, item, candidate, walk, k.FALSE, start)
                    row, key = script.top(g), g.let(k.load(64, layout.key_length), "key")

                    def made(h: Builder, part: Part) -> None:
                        script.back(h, row)
                        with h.when(turns._say_choices(h, key)):
                            assert isinstance(item, rt.Do)
                            turns.remember(h, part, item, False)
                            with h.when(self._counted(h, weight)):
                                script.legal(h, lambda: self.after_chance(h, me, last, parts, did))
                            self.c.count(h, k.num(1), False)

                    self.c.performing.perform(g, scope, candidate, walk, item.leaf, made)
                    script.back(g, start)
                    g.ret(inner_total)

                self.c.actions.candidates(f, here, Search(action, tested))
            with f.when(k.both(total.eq(0), k.load(64, script.memory.given).eq(0))):
                self._nothing_happens(f, me, last, total)
            with f.when(k.both(total.eq(0), memory_passes(script))):
                self._nothing_happens(f, me, last, total)
            f.ret(total)

        return self.unit.function(object(), "chance", [], INT, write, "what chance can do")

    def _nothing_happens(self, f: Builder, me: Ex, last: bool, total: Ex) -> None:
        """No outcome: the part is skipped."""
        mark, script = self.unit.mark(f), self.script
        top = script.top(f)
        said = script.say(f, script.numbers.passed, k.TRUE)
        with f.when(said.eq(0)):
            with f.when(self._counted(f, k.num(1))):
                script.legal(f, lambda: self.go_on(f, me, last))
        script.back(f, top)
        self.unit.undo(f, mark)
        f.set(total, 1)

    def _counted(self, f: Builder, weight: Ex) -> Ex:
        """While outcomes are weighed: how likely the decision at the front is. Otherwise an outcome is a turn."""
        memory = self.script.memory
        front, weighs = k.load(64, memory.front), f.let(k.load(64, memory.measuring).ne(0), "weighs")
        with f.when(k.both(weighs, front.lt(k.load(64, memory.top)))):
            at = f.let((memory.told(memory.row, front) >> 1) * 8 + memory.weights, "at")
            f.store(64, at, k.load(64, at) + weight)
        return k.negate(weighs)


def memory_passes(script: Script) -> Ex:
    """Whether the path is a turn without parts."""
    memory = script.memory
    passes = (memory.told(memory.path, 0) >> 1).eq(script.numbers.passed)
    return k.both(k.load(64, memory.given).eq(1), passes)


__all__ = ["DecisionListing"]

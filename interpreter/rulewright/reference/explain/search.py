"""Looks for the turn a text means, with the tests switched off, and for the test that stops it.

Mirrors `engine.turns` (semantics section 11). Parts before the one that fails are those the engine allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ...rules import turns as rt
from ..candidates import Made, Step
from ..exploring import Exploring
from ..labels import Labels
from ..position import Position
from ..turns import Continuation, Unfinished
from ..view import Memory
from .failures import Attempt, Failure, Stage
from .phrasing import Words
from .trials import Trials, Wanted, shown_fields

_MANY_TRIALS = 40_000  # a safeguard; a text that names its sites needs a handful

Parts = tuple[tuple[Step, ...], ...]


@dataclass(frozen=True, slots=True)
class Then:
    """What follows a part: with the tests switched off, and as the engine does it."""

    tried: Callable[[Unfinished, Failure | None], None]
    strict: Continuation


class _Reached(Exception):
    """One turn was wanted, and here it is."""

    def __init__(self, turn: Unfinished) -> None:
        self.turn = turn


class Search:
    """`fits(parts, whole)` says whether parts can be the beginning of what is looked for, or the whole of it."""

    def __init__(
        self, trials: Trials, labels: Labels, wanted: Wanted, fits: Callable[[Parts, bool], bool],
        found: Callable[[Attempt, Parts], None],
    ) -> None:  # fmt: skip
        self.trials = trials
        self.engine = trials.engine
        self.words: Words = trials.words
        self.labels = labels
        self.wanted = wanted
        self.fits = fits
        self.found = found
        self.left = _MANY_TRIALS
        self.before: object = None
        self.reached: Callable[[Unfinished], None] = lambda _: None  # told the complete turns that the engine allows
        self.understood = (0, "")  # the parts of the text that can be done, and their label

    def run(self, position: Position) -> None:
        course = self.engine.course
        segments = course.segments(position)
        if position.segment >= len(segments):
            return
        node = segments[position.segment]
        last = position.segment + 1 == len(segments)
        carried = position.carried if isinstance(position.carried, Memory) else Memory()
        start = Unfinished(position.copy(), position.me, carried, Exploring(self.engine.rules, position))
        self.before = position.exact()
        if isinstance(node, rt.Chance):
            node, last = node.item, False

        def final(turn: Unfinished) -> int:
            if last and self._final_failure(turn) is not None:
                return 0
            self.reached(turn)
            return 1

        def tried(turn: Unfinished, blocked: Failure | None) -> None:
            if not self.fits(turn.parts, True):
                return
            failure = self._final_failure(turn) if last else None
            failure = failure or blocked
            if failure is None and last:
                failure = self._not_preferred(node, start, turn, final)
            if failure is not None:
                self._record(turn.parts, failure)

        self._explore(node, start, Then(tried, final))

    # ------------------------------------------------------------ whole turns

    def _final_failure(self, turn: Unfinished) -> Failure | None:
        rules, view = self.engine.rules, self.engine.turns.after(turn)
        if turn.position.exact() == self.before and not turn.memory.empty_action:
            return Failure(Stage.NULL, None, "nothing would change")
        if rules.must is not None and not self.engine.evaluator.holds(rules.must, view):
            because = self.trials.conditions.failing(rules.must, view)
            return Failure(Stage.GAME_MUST, because.test.span, because.sentence(self.words), because.sites)
        repetition = rules.repetition
        if repetition is not None and repetition.forbidden and turn.memory.did_something:
            reached, _ = self.engine.course.finish(turn)
            if reached.history[-1] in reached.history[:-1]:
                text = "this position has been on the board before"
                return Failure(Stage.REPETITION, repetition.span, text)
        return None

    def _not_preferred(self, node: rt.Turn, start: Unfinished, turn: Unfinished, final: Continuation) -> Failure | None:
        prefer = self.engine.rules.prefer
        if prefer is None:
            return None
        after, value = self.engine.turns.after, self.engine.evaluator.value
        here = value(prefer, after(turn))
        values = [here]
        with self._reaching(lambda other: values.append(value(prefer, after(other)))):
            self.engine.turns.complete(node, start, final)
        best = max(values)
        if best <= here:
            return None
        text = f"{self.words.quoted(prefer)} is {here} here, and another move has {best}"
        return Failure(Stage.PREFER, prefer.span, text)

    @contextmanager
    def _reaching(self, reached: Callable[[Unfinished], None]) -> Iterator[None]:
        """Inside, every complete turn that the engine allows is told."""
        before, self.reached = self.reached, reached
        try:
            yield
        finally:
            self.reached = before

    def _first(
        self, node: rt.Turn, turn: Unfinished, then: Continuation, fits: Callable[[Unfinished], bool] = lambda _: True
    ) -> Unfinished | None:
        """The first fitting turn that the engine allows."""

        def reached(other: Unfinished) -> None:
            if fits(other):
                raise _Reached(other)

        try:
            with self._reaching(reached):
                self.engine.turns.complete(node, turn, then)
        except _Reached as first:
            return first.turn
        return None

    def _record(self, parts: Parts, failure: Failure) -> None:
        hops = sum(len(steps) for steps in parts)
        key = tuple(step.key for steps in parts for step in steps)
        whole = self.fits(parts, True)
        self.found(Attempt(hops, failure, key, self._subject(parts), whole), parts)

    def _subject(self, parts: Parts) -> str:
        """The part that is spoken of: "drop on a3", "walk a1-a2"."""
        if not parts:
            return "the turn"
        steps = parts[-1]
        action = self.engine.rules.actions[steps[-1].action]
        origin = self.words.site(steps[0].origin) if steps[0].origin >= 0 else ""
        target = self.words.site(steps[-1].target) if steps[-1].target >= 0 else ""
        if action.verb is None:
            return action.name
        if not origin or origin == target:
            return f"{action.name} on {target}"
        if "target" not in shown_fields(action):
            return f"{action.name} from {origin}"
        return f"{action.name} {origin}-{target or 'off'}"

    # ------------------------------------------------------------ turn expressions

    def _explore(self, node: rt.Turn, turn: Unfinished, then: Then) -> None:
        if self.left <= 0:
            return
        match node:
            case rt.Do():
                self._do(node, turn, then)
            case rt.OneOf():
                for item in node.items:
                    self._explore(item, turn, then)
            case rt.FirstOf():
                self._first_of(node, turn, then)
            case rt.InOrder():
                self._in_order(node.items, turn, then)
            case rt.Optional():
                self._explore(node.item, turn, then)
                then.tried(turn, None)
            case rt.Guarded():
                self._guarded(node, turn, then)
            case rt.Repeat():
                self._repeat(node, turn, then, 0, frozenset({turn.position.exact()}))
            case rt.RepeatWhile():
                self._while(node, turn, then, frozenset({turn.position.exact()}))

    def _first_of(self, node: rt.FirstOf, turn: Unfinished, then: Then) -> None:
        blocked: Failure | None = None
        for item in node.items:
            stop = blocked

            def tried(reached: Unfinished, other: Failure | None, stop: Failure | None = stop) -> None:
                then.tried(reached, other or stop)

            self._explore(item, turn, Then(tried, then.strict))
            if blocked is None:
                better = self._first(item, turn, then.strict)
                if better is not None:
                    label = self.labels.turn(better.parts[len(turn.parts) :])
                    text = f'{self.words.quoted(item)} comes first, and it is possible: "{label}"'
                    sites = better.memory.origins
                    blocked = Failure(Stage.ELSE, node.span, text, sites)

    def _in_order(self, items: tuple[rt.Turn, ...], turn: Unfinished, then: Then) -> None:
        if not items:
            then.tried(turn, None)
            return
        rest = items[1:]
        strict = self.engine.turns

        def tried(reached: Unfinished, blocked: Failure | None) -> None:
            if reached.ended:
                then.tried(reached, blocked)
            else:
                outer = Then(lambda end, other: then.tried(end, other or blocked), then.strict)
                self._in_order(rest, reached, outer)

        def follow(reached: Unfinished) -> int:
            if reached.ended:
                return then.strict(reached)
            return strict.complete(rt.InOrder(items[0].span, rest), reached, then.strict)

        self._explore(items[0], turn, Then(tried, follow))
        ends = turn.parts and self.fits(turn.parts, True)
        if ends and self._without(items, turn, then) is None:
            # The text ends here, but the turn does not.
            text = f"the turn goes on with {self.words.quoted(items[0])}"
            self._record(turn.parts, Failure(Stage.GO_ON, items[0].span, text))

    def _without(self, items: tuple[rt.Turn, ...], turn: Unfinished, then: Then) -> Unfinished | None:
        """A turn that ends here because the remaining parts may be left out."""
        rest = rt.InOrder(items[0].span, items)
        return self._first(rest, turn, then.strict, lambda reached: reached.length == turn.length)

    def _guarded(self, node: rt.Guarded, turn: Unfinished, then: Then) -> None:
        view = self.engine.turns.after(turn)
        if self.engine.evaluator.holds(node.condition, view):
            self._explore(node.item, turn, then)
            return
        then.tried(turn, None)
        because = self.trials.conditions.failing(node.condition, view)
        failure = Failure(Stage.GUARD, because.test.span, because.sentence(self.words), because.sites)

        def tried(reached: Unfinished, blocked: Failure | None) -> None:
            if self.fits(reached.parts, False):
                self._record(reached.parts, failure)

        self._explore(node.item, turn, Then(tried, lambda reached: 0))

    def _repeat(self, node: rt.Repeat, turn: Unfinished, then: Then, times: int, seen: frozenset[object]) -> None:
        if times >= node.low:
            then.tried(turn, None)
        if node.high is not None and times >= node.high:
            return

        def tried(reached: Unfinished, blocked: Failure | None) -> None:
            state = reached.position.exact()
            if reached.ended:
                then.tried(reached, blocked)
            elif state not in seen:
                self._repeat(node, reached, then, times + 1, seen | {state})

        self._explore(node.item, turn, Then(tried, then.strict))

    def _while(self, node: rt.RepeatWhile, turn: Unfinished, then: Then, seen: frozenset[object]) -> None:
        if not self.engine.evaluator.holds(node.condition, self.engine.turns.after(turn)):
            then.tried(turn, None)
            return

        def tried(reached: Unfinished, blocked: Failure | None) -> None:
            state = reached.position.exact()
            if reached.ended:
                then.tried(reached, blocked)
            elif state not in seen:
                self._while(node, reached, then, seen | {state})

        self._explore(node.item, turn, Then(tried, then.strict))

    # ------------------------------------------------------------ actions and chains

    def _do(self, node: rt.Do, turn: Unfinished, then: Then) -> None:
        action = self.engine.rules.actions[node.action]
        here = (turn.position, turn.me, turn.memory)
        for trial in self.trials.of(here, action, node.leaf, self.wanted):
            self.left -= 1
            if self.left <= 0:
                return
            if trial.failure is not None:
                parts = (*turn.parts, (trial.made.step,))
                if self.fits(parts, False):
                    self._record_failed(turn.parts, (), trial.made.step, trial.failure)
                continue
            seen = frozenset({turn.position.exact(), trial.made.position.exact()})
            self._chain(node, turn, (trial.made,), seen, then)

    def _chain(
        self, node: rt.Do, turn: Unfinished, hops: tuple[Made, ...], seen: frozenset[object], then: Then
    ) -> None:
        action, made = self.engine.rules.actions[node.action], hops[-1]
        blocked: Failure | None = None
        it = made.step.part.it
        if action.again is not None and not made.ended and it:
            steps = tuple(hop.step for hop in hops)
            here = (made.position, turn.me, made.memory)
            for trial in self.trials.of(here, action, node.leaf, Wanted(None), it.bit_length() - 1):
                self.left -= 1
                if self.left <= 0:
                    return
                hop, failure = trial.made, trial.failure
                reached = hop.position.exact()
                if failure is None and reached in seen:
                    failure = Failure(Stage.NULL, action.span, "the turn would come back to where it has been")
                if failure is not None:
                    if self.fits((*turn.parts, (*steps, hop.step)), False):
                        self._record_failed(turn.parts, steps, hop.step, failure)
                    continue
                if action.again == "must" and blocked is None:
                    target = self.words.site(hop.step.target) if hop.step.target >= 0 else "off"
                    text = f"it must go on, for example to {target}"
                    blocked = Failure(Stage.GO_ON, action.span, text, hop.step.part.target)
                self._chain(node, turn, (*hops, hop), seen | {reached}, then)
        self._finish_chain(node, turn, hops, blocked, then)

    def _finish_chain(
        self, node: rt.Do, turn: Unfinished, hops: tuple[Made, ...], blocked: Failure | None, then: Then
    ) -> None:
        last = hops[-1]
        memory = last.memory
        if len(hops) > 1:
            passed = 0
            for hop in hops:
                passed |= hop.step.part.passed
            part = replace(last.step.part, origin=hops[0].step.part.origin, passed=passed)
            memory = memory.remember(node.action, part)
        reached = turn.after(tuple(hop.step for hop in hops), last.position, memory, last.ended)
        parts = reached.parts
        if self.fits(parts, False):
            count = sum(len(steps) for steps in parts)
            if count > self.understood[0]:
                self.understood = (count, self.labels.turn(parts))
            then.tried(reached, blocked)

    def _record_failed(self, parts: Parts, steps: tuple[Step, ...], step: Step, failure: Failure) -> None:
        hops = sum(len(known) for known in parts) + len(steps)
        shown = (*parts, (*steps, step))
        key = tuple(one.key for known in shown for one in known)
        whole = self.fits(shown, True)
        self.found(Attempt(hops, failure, key, self._subject(shown), whole), shown)

"""Complete turns: T(E, s, r, K) of semantics section 11, with continuations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..rules import turns as rt
from .candidates import Made, Step
from .position import Position
from .view import Memory, View

if TYPE_CHECKING:
    from .engine import Engine


@dataclass(slots=True)
class Unfinished:
    """A turn so far: a position, what is remembered, and its parts (a chain is one tuple of steps)."""

    position: Position
    me: int
    memory: Memory
    parts: tuple[tuple[Step, ...], ...] = ()
    ended: bool = False


Continuation = Callable[[Unfinished], Iterator[Unfinished]]


def done(turn: Unfinished) -> Iterator[Unfinished]:
    yield turn


class Turns:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def complete(self, node: rt.Turn, turn: Unfinished, then: Continuation) -> Iterator[Unfinished]:
        """All complete turns that begin as `turn`, do `node` and go on with `then`."""
        match node:
            case rt.Do():
                yield from self._do(node, turn, then)
            case rt.OneOf():
                for item in node.items:
                    yield from self.complete(item, turn, then)
            case rt.FirstOf():
                for item in node.items:
                    found = list(self.complete(item, turn, then))
                    if found:
                        yield from found
                        return
            case rt.InOrder():
                yield from self._in_order(node.items, turn, then)
            case rt.Optional():
                yield from self.complete(node.item, turn, then)
                yield from then(turn)
            case rt.Guarded():
                if self.engine.evaluator.holds(node.condition, self.after(turn)):
                    yield from self.complete(node.item, turn, then)
                else:
                    yield from then(turn)
            case rt.Repeat():
                yield from self._repeat(node, turn, then, 0, frozenset({turn.position.exact()}))
            case rt.RepeatWhile():
                yield from self._while(node, turn, then, frozenset({turn.position.exact()}))

    def after(self, turn: Unfinished) -> View:
        """What guards and the rules at the end of a turn see: the words of the last part."""
        return View(turn.position, turn.me, turn.memory, turn.memory.last)

    def _in_order(self, items: tuple[rt.Turn, ...], turn: Unfinished, then: Continuation) -> Iterator[Unfinished]:
        if not items:
            yield from then(turn)
            return
        rest = items[1:]
        yield from self.complete(
            items[0], turn, lambda reached: then(reached) if reached.ended else self._in_order(rest, reached, then)
        )

    def _do(self, node: rt.Do, turn: Unfinished, then: Continuation) -> Iterator[Unfinished]:
        action = self.engine.rules.actions[node.action]
        for candidate in self.engine.candidates.of(turn.position, turn.me, action, turn.memory):
            for made in self.engine.candidates.perform(candidate, node.leaf):
                start = frozenset({turn.position.exact(), made.position.exact()}) if action.again else frozenset()
                yield from self._chain(node, turn, (made,), start, then)

    def _chain(
        self, node: rt.Do, turn: Unfinished, hops: tuple[Made, ...], seen: frozenset[object], then: Continuation
    ) -> Iterator[Unfinished]:
        """The same piece goes on: `again: may | must`, never to an exact state seen on this route."""
        action, made = self.engine.rules.actions[node.action], hops[-1]
        if action.again is None or made.ended:
            yield from self._finish_chain(node.action, turn, hops, then)
            return
        more: list[Unfinished] = []
        it = made.step.part.it
        if it:
            origin = it.bit_length() - 1
            candidates = self.engine.candidates.of(made.position, turn.me, action, made.memory, only=origin)
            for candidate in candidates:
                for hop in self.engine.candidates.perform(candidate, node.leaf):
                    reached = hop.position.exact()
                    if reached not in seen:
                        more.extend(self._chain(node, turn, (*hops, hop), seen | {reached}, then))
        if action.again == "may" or not more:
            yield from self._finish_chain(node.action, turn, hops, then)
        yield from more

    def _finish_chain(
        self, action: int, turn: Unfinished, hops: tuple[Made, ...], then: Continuation
    ) -> Iterator[Unfinished]:
        last = hops[-1]
        memory = last.memory
        if len(hops) > 1:
            passed = 0
            for hop in hops:
                passed |= hop.step.part.passed
            memory = memory.remember(
                action, replace(last.step.part, origin=hops[0].step.part.origin, passed=passed)
            )
        steps = tuple(hop.step for hop in hops)
        yield from then(Unfinished(last.position, turn.me, memory, (*turn.parts, steps), last.ended))

    def _repeat(
        self, node: rt.Repeat, turn: Unfinished, then: Continuation, times: int, seen: frozenset[object]
    ) -> Iterator[Unfinished]:
        if times >= node.low:
            yield from then(turn)
        if node.high is not None and times >= node.high:
            return

        def again(reached: Unfinished) -> Iterator[Unfinished]:
            if reached.ended:
                yield from then(reached)
                return
            state = reached.position.exact()
            if state not in seen:
                yield from self._repeat(node, reached, then, times + 1, seen | {state})

        yield from self.complete(node.item, turn, again)

    def _while(
        self, node: rt.RepeatWhile, turn: Unfinished, then: Continuation, seen: frozenset[object]
    ) -> Iterator[Unfinished]:
        if not self.engine.evaluator.holds(node.condition, self.after(turn)):
            yield from then(turn)
            return

        def again(reached: Unfinished) -> Iterator[Unfinished]:
            if reached.ended:
                yield from then(reached)
                return
            state = reached.position.exact()
            if state not in seen:
                yield from self._while(node, reached, then, seen | {state})

        yield from self.complete(node.item, turn, again)

    # ------------------------------------------------------------ questions of rules

    def can_do(self, position: Position, player: int, action: int) -> bool:
        """`P can A` (D58): a complete legal turn of that one action, with the game's `must`."""
        inner = position.copy()
        inner.me = player
        start = Unfinished(inner, player, Memory(), ())
        before = inner.exact()

        def final(turn: Unfinished) -> Iterator[Unfinished]:
            changed = turn.position.exact() != before or turn.memory.empty_action
            if changed and self.engine.evaluator.holds(self.engine.rules.must, self.after(turn)):
                yield turn

        node = rt.Do(self.engine.rules.actions[action].span, action, 0)
        return next(self.complete(node, start, final), None) is not None



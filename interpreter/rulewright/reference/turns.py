"""Continuation-passing style: complete turns, T(E, s, r, K) of semantics section 11."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..rules import turns as rt
from ..source.limits import LIMITS
from .candidates import Made, Step
from .depth import deeply
from .exploring import Exploring, too_large
from .position import Position
from .view import Memory, View

if TYPE_CHECKING:
    from .engine import Engine


@dataclass(frozen=True, slots=True)
class Trail:
    """The last part of a turn, and the trail before it: turns that begin alike share their beginning."""

    before: Trail | None
    steps: tuple[Step, ...]
    length: int  # of all steps up to here


@dataclass(slots=True)
class Unfinished:
    """A turn so far: a position, what is remembered, and its parts (a chain is one tuple of steps)."""

    position: Position
    me: int
    memory: Memory
    exploring: Exploring
    trail: Trail | None = None
    ended: bool = False

    @property
    def length(self) -> int:
        return 0 if self.trail is None else self.trail.length

    @property
    def parts(self) -> tuple[tuple[Step, ...], ...]:
        found = []
        trail = self.trail
        while trail is not None:
            found.append(trail.steps)
            trail = trail.before
        return tuple(reversed(found))

    def after(self, steps: tuple[Step, ...], position: Position, memory: Memory, ended: bool) -> Unfinished:
        """The turn with one part more."""
        trail = Trail(self.trail, steps, self.length + len(steps))
        return Unfinished(position, self.me, memory, self.exploring, trail, ended)


Continuation = Callable[[Unfinished], int]
"""What follows a part: it gives the number of complete turns that it found."""


class Turns:
    """Functions that call one another, one deeper for each part: each gives the number of complete turns it found.

    They are no generators, because those get the slower the deeper they are, and take minutes to stop.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def complete(self, node: rt.Turn, turn: Unfinished, then: Continuation) -> int:
        """All complete turns that begin as `turn`, do `node` and go on with `then`."""
        match node:
            case rt.Do():
                return self._do(node, turn, then)
            case rt.OneOf():
                found = 0
                for item in node.items:
                    found += self.complete(item, turn, then)
                return found
            case rt.FirstOf():
                for item in node.items:
                    found = self.complete(item, turn, then)
                    if found:
                        return found
                return 0
            case rt.InOrder():
                return self._in_order(node.items, turn, then)
            case rt.Optional():
                return self.complete(node.item, turn, then) + then(turn)
            case rt.Guarded():
                if self.engine.evaluator.holds(node.condition, self.after(turn)):
                    return self.complete(node.item, turn, then)
                return then(turn)
            case rt.Repeat():
                return self._repeat(node, turn, then, 0, {turn.position.exact()})
            case rt.RepeatWhile():
                return self._while(node, turn, then, {turn.position.exact()})
        raise TypeError(f"{type(node).__name__} is no part of a turn between two parts of chance")

    def after(self, turn: Unfinished) -> View:
        """What guards and the rules at the end of a turn see: the words of the last part."""
        return View(turn.position, turn.me, turn.memory, turn.memory.last)

    def _in_order(self, items: tuple[rt.Turn, ...], turn: Unfinished, then: Continuation) -> int:
        if not items:
            return then(turn)
        rest = items[1:]
        return self.complete(
            items[0], turn, lambda reached: then(reached) if reached.ended else self._in_order(rest, reached, then)
        )

    # What is seen on a route is one set: a state goes in before what follows it is looked for, and out afterwards.

    def _do(self, node: rt.Do, turn: Unfinished, then: Continuation) -> int:
        action, found = self.engine.rules.actions[node.action], 0
        for candidate in self.engine.candidates.of(turn.position, turn.me, action, turn.memory):
            for made in self.engine.candidates.perform(candidate, node.leaf):
                turn.exploring.step(node.action, made.position, turn.length + 1)
                seen: set[object] = {turn.position.exact(), made.position.exact()} if action.again else set()
                found += self._chain(node, turn, (made,), seen, then)
        return found

    def _chain(
        self, node: rt.Do, turn: Unfinished, hops: tuple[Made, ...], seen: set[object], then: Continuation
    ) -> int:
        """The same piece goes on: `again: may | must`, never to an exact state seen on this route."""
        action, made = self.engine.rules.actions[node.action], hops[-1]
        if action.again is None or made.ended:
            return self._finish_chain(node.action, turn, hops, then)
        found = self._finish_chain(node.action, turn, hops, then) if action.again == "may" else 0
        it = made.step.part.it
        if it:
            origin = it.bit_length() - 1
            for candidate in self.engine.candidates.of(made.position, turn.me, action, made.memory, only=origin):
                for hop in self.engine.candidates.perform(candidate, node.leaf):
                    turn.exploring.step(node.action, hop.position, turn.length + len(hops) + 1)
                    reached = hop.position.exact()
                    if reached not in seen:
                        seen.add(reached)
                        found += self._chain(node, turn, (*hops, hop), seen, then)
                        seen.discard(reached)
        if action.again == "must" and not found:
            return self._finish_chain(node.action, turn, hops, then)
        return found

    def _finish_chain(self, action: int, turn: Unfinished, hops: tuple[Made, ...], then: Continuation) -> int:
        last = hops[-1]
        memory = last.memory
        if len(hops) > 1:
            passed = 0
            for hop in hops:
                passed |= hop.step.part.passed
            memory = memory.remember(action, replace(last.step.part, origin=hops[0].step.part.origin, passed=passed))
        return then(turn.after(tuple(hop.step for hop in hops), last.position, memory, last.ended))

    def _repeat(self, node: rt.Repeat, turn: Unfinished, then: Continuation, times: int, seen: set[object]) -> int:
        found = then(turn) if times >= node.low else 0
        if node.high is not None and times >= node.high:
            return found

        def again(reached: Unfinished) -> int:
            if reached.ended:
                return then(reached)
            state = reached.position.exact()
            if state in seen:
                return 0
            seen.add(state)
            more = self._repeat(node, reached, then, times + 1, seen)
            seen.discard(state)
            return more

        return found + self.complete(node.item, turn, again)

    def _while(self, node: rt.RepeatWhile, turn: Unfinished, then: Continuation, seen: set[object]) -> int:
        if not self.engine.evaluator.holds(node.condition, self.after(turn)):
            return then(turn)

        def again(reached: Unfinished) -> int:
            if reached.ended:
                return then(reached)
            state = reached.position.exact()
            if state in seen:
                return 0
            seen.add(state)
            more = self._while(node, reached, then, seen)
            seen.discard(state)
            return more

        return self.complete(node.item, turn, again)

    # ------------------------------------------------------------ questions of rules

    def can_do(self, position: Position, player: int, action: int) -> bool:
        """`P can A` (D58): a complete legal turn of that one action, with the game's `must`."""
        inner = position.copy()
        inner.me = player
        start = Unfinished(inner, player, Memory(), Exploring(self.engine.rules, inner))
        before = inner.exact()

        def final(turn: Unfinished) -> int:
            changed = turn.position.exact() != before or turn.memory.empty_action
            if changed and self.engine.evaluator.holds(self.engine.rules.must, self.after(turn)):
                raise _Enough
            return 0

        node = rt.Do(self.engine.rules.actions[action].span, action, 0)
        try:
            deeply(lambda: self.complete(node, start, final))
        except _Enough:
            return True
        except RecursionError:
            raise too_large(self.engine.rules, position.ply, LIMITS.turn_parts, action) from None
        return False


class _Enough(Exception):
    """One turn was wanted, and it is there."""

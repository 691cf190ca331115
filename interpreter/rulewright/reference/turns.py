"""Onward-passing style: complete turns, T(E, s, r, K) of semantics section 11."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING

from ..analysis.repeats import meeting, never_returns
from ..analysis.turns import has_several_parts
from ..rules import turns as rt
from .candidates import Made, PartKey, Step
from .depth import deeply
from .exploring import Exploring, First, Reached, too_large
from .merging import Onward
from .position import Position
from .refusals import Refusal, Stage
from .trails import Junction, Parts, Trail, parts_of
from .view import Memory, View

if TYPE_CHECKING:
    from .engine import Engine

_granted: ContextVar[bool] = ContextVar("granted", default=False)  # inside the answer to a `could`


@dataclass(slots=True)
class Unfinished:
    """A turn so far: a position, what is remembered, and its parts (a chain is one tuple of steps)."""

    position: Position
    me: int
    memory: Memory
    exploring: Exploring
    trail: Trail | Junction | None = None
    ended: bool = False
    refusal: Refusal | None = None  # why it is not legal though it can be done: only if that is asked
    _exact: object = None

    @property
    def length(self) -> int:
        return 0 if self.trail is None else self.trail.length

    @property
    def parts(self) -> Parts:
        return parts_of(self.trail)

    def exact(self) -> object:
        """The exact state; the position of a turn does not change any more."""
        if self._exact is None:
            self._exact = self.position.exact()
        return self._exact

    @property
    def key(self) -> tuple[PartKey, ...]:
        return tuple(step.key for steps in self.parts for step in steps)

    @property
    def view(self) -> View:
        """What guards and the rules at the end of a turn see: the words of the last part."""
        return View(self.position, self.me, self.memory, self.memory.last)

    def after(self, steps: tuple[Step, ...], position: Position, memory: Memory, ended: bool) -> Unfinished:
        """The turn with one part more."""
        trail = Trail(self.trail, steps, self.length + len(steps))
        return Unfinished(position, self.me, memory, self.exploring, trail, ended, self.refusal)

    def at(self, junction: Junction) -> Unfinished:
        """The turn where other ways may meet it."""
        return Unfinished(
            self.position, self.me, self.memory, self.exploring, junction, self.ended, self.refusal, self._exact
        )


class Turns:
    """Functions that call one another, one deeper for each part: each gives the number of complete turns it found.

    They are no generators, because those get the slower the deeper they are, and take minutes to stop.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._onward: dict[int, bool] = {}
        self._several: dict[int, bool] = {}

    @cached_property
    def ways_meet(self) -> bool:
        """Whether there are repeats after whose passes ways meet."""
        return bool(meeting(self.engine.rules))

    def complete(self, node: rt.Turn, turn: Unfinished, then: Onward) -> int:
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
                return self._first_of(node, turn, then)
            case rt.InOrder():
                return self._in_order(node.items, turn, then)
            case rt.Optional():
                return self.complete(node.item, turn, then) + then(turn)
            case rt.Guarded():
                refusal = self.engine.evaluator.refusal(Stage.GUARD, node.condition, turn.view)
                if refusal is None:
                    return self.complete(node.item, turn, then)
                if turn.exploring.tolerant:
                    self.complete(node.item, turn, Onward(partial(_refused, refusal)))
                return then(turn)
            case rt.Repeat():
                return self._repeat(node, turn, then, 0, self._seen(node, turn))
            case rt.RepeatWhile():
                return self._while(node, turn, then, 0, self._seen(node, turn))
        raise TypeError(f"{type(node).__name__} is no part of a turn between two parts of chance")

    def refusal(self, turn: Unfinished, before: object) -> Refusal | None:
        """What the game itself asks of a complete turn that began with an exact state."""
        if turn.exact() == before and not turn.memory.empty_action:
            return Refusal(Stage.NULL, None, turn.view)
        return self.engine.evaluator.refusal(Stage.GAME_MUST, self.engine.rules.must, turn.view)

    def _first(self, node: rt.Turn, turn: Unfinished, then: Onward, length: float = inf) -> Unfinished | None:
        """A legal turn that begins as `turn`, does `node` and goes on with `then`, of at most so many steps."""
        try:
            self.complete(node, replace(turn, exploring=First(self.engine.candidates, turn.position, length)), then)
        except Reached as reached:
            return reached.turn
        return None

    def _first_of(self, node: rt.FirstOf, turn: Unfinished, then: Onward) -> int:
        explained = not turn.exploring.tolerant
        for item in node.items:
            found = self.complete(item, turn, then)
            if found:
                return found
            if not explained and (better := self._first(item, turn, then)) is not None:
                explained = True
                parts = better.parts[len(turn.parts) :]
                turn = replace(turn, refusal=Refusal(Stage.ELSE, node, better.view, detail=(item, parts)))
        return 0

    def _in_order(self, items: tuple[rt.Turn, ...], turn: Unfinished, then: Onward, several: bool = False) -> int:
        """`several`: more than one part may have been done before; then ways may meet."""
        if not items:
            return then(turn)
        if turn.exploring.ends_with(turn):
            onward = rt.InOrder(items[0].span, items)
            if self._first(onward, turn, then, turn.length) is None:
                turn.exploring.refused(turn, Refusal(Stage.GO_ON, items[0], turn.view))
        rest = items[1:]
        if not rest:
            return self.complete(items[0], turn, then)
        several = several or turn.trail is not None or self.has_several_parts(items[0])

        def go_on(reached: Unfinished) -> int:
            return then(reached) if reached.ended else self._in_order(rest, reached, then, several)

        place = None if then.place is None else (*map(id, rest), then.place)
        return self.complete(items[0], turn, Onward(go_on, place, several))

    def has_several_parts(self, node: rt.Turn) -> bool:
        """Whether parts of it can be done in different orders, or ways."""
        known = self._several.get(id(node))
        if known is None:
            known = self._several[id(node)] = has_several_parts(self.engine.rules, node)
        return known

    # What is seen on a route is one set: a state goes in before what follows it is looked for, and out afterwards.

    def _do(self, node: rt.Do, turn: Unfinished, then: Onward) -> int:
        action, exploring, found = self.engine.rules.actions[node.action], turn.exploring, 0
        for candidate in exploring.candidates.of(turn.position, turn.me, action, turn.memory):
            for made in exploring.candidates.perform(candidate, node.leaf):
                exploring.step(node.action, made.position, turn.length + 1, made.step.choices)
                if made.refusal is not None:
                    exploring.refused(turn, made.refusal, (made.step,))
                    continue
                seen: set[object] = {turn.position.exact(), made.position.exact()} if action.again else set()
                found += self._chain(node, turn, (made,), seen, then)
        return found

    def _chain(self, node: rt.Do, turn: Unfinished, hops: tuple[Made, ...], seen: set[object], then: Onward) -> int:
        """The same piece goes on: `again: may | must`, never to an exact state seen on this route."""
        action, exploring, made = self.engine.rules.actions[node.action], turn.exploring, hops[-1]
        if action.again is None or made.ended:
            return self._finish_chain(node.action, turn, hops, then)
        found = self._finish_chain(node.action, turn, hops, then) if action.again == "may" else 0
        it, onward = made.step.part.it, None
        if it:
            origin = it.bit_length() - 1
            for candidate in exploring.candidates.of(made.position, turn.me, action, made.memory, only=origin):
                for hop in exploring.candidates.perform(candidate, node.leaf):
                    exploring.step(node.action, hop.position, turn.length + len(hops) + 1, hop.step.choices)
                    reached, refusal = hop.position.exact(), hop.refusal
                    if refusal is None and reached in seen:
                        refusal = Refusal(Stage.NULL, action, candidate.view)
                    if refusal is not None:
                        if exploring.tolerant:  # a chain may be long, and mostly nobody asks
                            exploring.refused(turn, refusal, tuple(each.step for each in (*hops, hop)))
                        continue
                    onward = onward or hop
                    seen.add(reached)
                    found += self._chain(node, turn, (*hops, hop), seen, then)
                    seen.discard(reached)
        if action.again == "must" and not found:
            if onward is not None and exploring.tolerant:
                refusal = Refusal(Stage.GO_ON, action, turn.view, onward.step.target)
                turn = replace(turn, refusal=refusal)
            return self._finish_chain(node.action, turn, hops, then)
        return found

    def _finish_chain(self, action: int, turn: Unfinished, hops: tuple[Made, ...], then: Onward) -> int:
        last = hops[-1]
        reached = turn.after(tuple(hop.step for hop in hops), last.position, chain_memory(action, hops), last.ended)
        return then(reached) if turn.exploring.wants(reached) else 0

    def _seen(self, node: rt.Repeat | rt.RepeatWhile, turn: Unfinished) -> set[object] | None:
        """The states on the route since a repeat began; None if none of them can come again."""
        return None if self.goes_onward(node) else {turn.exact()}

    def goes_onward(self, node: rt.Repeat | rt.RepeatWhile) -> bool:
        """Whether no state can come again in a repeat."""
        onward = self._onward.get(id(node))
        if onward is None:
            onward = self._onward[id(node)] = never_returns(self.engine.rules, node.item)
        return onward

    def _repeat(self, node: rt.Repeat, turn: Unfinished, then: Onward, times: int, seen: set[object] | None) -> int:
        found = then(turn) if times >= node.low else 0
        if node.high is not None and times >= node.high:
            return found
        # A repeat without an end does not care how often it was done once that is often enough.
        counted = times + 1 if node.high is not None else min(times + 1, node.low)

        def again(reached: Unfinished) -> int:
            return self._repeat(node, reached, then, counted, seen)

        return found + self._once_more(node, turn, then, again, counted, seen)

    def _while(self, node: rt.RepeatWhile, turn: Unfinished, then: Onward, times: int, seen: set[object] | None) -> int:
        more = node.high is None or times < node.high
        if not more or not self.engine.evaluator.asked(node.condition, turn.view):
            return then(turn) if times >= node.low else 0
        counted = times + 1 if node.high is not None else min(times + 1, node.low)

        def again(reached: Unfinished) -> int:
            return self._while(node, reached, then, counted, seen)

        return self._once_more(node, turn, then, again, counted, seen)

    def _once_more(
        self, node: rt.Repeat | rt.RepeatWhile, turn: Unfinished, then: Onward, again: Callable[[Unfinished], int],
        counted: int, seen: set[object] | None,
    ) -> int:  # fmt: skip
        """A pass of a repeat, never to an exact state seen on this route; after `end turn` there is no other."""

        def reached(turn: Unfinished) -> int:
            if turn.ended:
                return then(turn)
            if seen is None:
                return again(turn)
            state = turn.exact()
            if state in seen:
                return 0
            seen.add(state)
            try:
                return again(turn)
            finally:  # also if one turn was enough for whoever asks in between
                seen.discard(state)

        if seen is None and then.place is not None:
            return self.complete(node.item, turn, Onward(reached, (id(node), counted, then.place), meets=True))
        return self.complete(node.item, turn, Onward(reached))

    # ------------------------------------------------------------ questions of rules

    def can_do(self, position: Position, player: int, action: int) -> bool:
        """`P can A` (D58): a complete legal turn of that one action, with the game's `must`."""
        inner = position.copy()
        inner.me = player
        start = Unfinished(inner, player, Memory(), Exploring(self.engine.candidates, inner))
        before = inner.exact()

        def final(turn: Unfinished) -> int:
            return turn.exploring.complete(turn, self.refusal(turn, before))

        node = rt.Do(self.engine.rules.actions[action].span, action, 0)
        try:
            return deeply(lambda: self._first(node, start, Onward(final, ()))) is not None
        except RecursionError:
            raise too_large(self.engine.rules, position.ply, self.engine.limits.turn_parts, action) from None

    def could_do(self, position: Position, player: int, action: int) -> bool:
        """`P could A` (D58): the same, but what is asked so on the way is taken for granted."""
        if _granted.get():
            return True
        token = _granted.set(True)
        try:
            return self.can_do(position, player, action)
        finally:
            _granted.reset(token)


def _refused(refusal: Refusal, turn: Unfinished) -> int:
    return turn.exploring.refused(turn, refusal)


def chain_memory(action: int, hops: tuple[Made, ...]) -> Memory:
    """What is remembered of a chain: one part, from its first origin to its last target (D8)."""
    last = hops[-1]
    if len(hops) == 1:
        return last.memory
    passed = 0
    for hop in hops:
        passed |= hop.step.part.passed
    part = replace(last.step.part, origin=hops[0].step.part.origin, passed=passed)
    return last.memory.remember(action, part)

"""Generate and test: the candidates of an action, in the order of work of semantics section 8."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from ..board import bits, mask_of
from ..rules import expressions as rx
from ..rules.game import Action
from ..rules.types import Type
from .effects import IllegalEffect, Work
from .exploring import look_up
from .geometry import OFF
from .position import Position, Stack
from .view import NO_KIND, Memory, Part, View
from .walks import Walk

if TYPE_CHECKING:
    from .engine import Engine

PartKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a turn as it was made: what labels and comparisons need of it."""

    action: int
    key: PartKey
    origin: int
    target: int  # a site, OFF, or -2 for none
    part: Part
    names: tuple[tuple[str, object], ...]
    piece: tuple[int, int] | None
    mover: int | None
    load: int
    may: bool
    chosen: tuple[str, ...]
    captures: int
    changed: int


@dataclass(slots=True)
class Made:
    """A candidate carried out: the position after it, the memory, and what was done."""

    position: Position
    memory: Memory
    step: Step
    ended: bool


@dataclass(slots=True)
class Candidate:
    """A choice whose tests up to `if` hold; nothing is changed yet."""

    action: Action
    values: tuple[int, ...]
    take: int
    piece: tuple[int, int, int, str | None] | None
    origin: int
    walk: Walk
    before: Position
    lifted: Position
    block: Stack
    view: View
    names: dict[str, object]


NOWHERE = -2


class Candidates:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.codes = engine.codes

    # ------------------------------------------------------------ choosing

    def of(
        self,
        position: Position,
        me: int,
        action: Action,
        memory: Memory,
        only: int | None = None,
        goal: int | None = None,
    ) -> Iterator[Candidate]:
        """All candidates; `only`: with this origin (a chain goes on), `goal`: with this target (`attacked`)."""
        domains = [self.domain(position, me, choice.values, choice.type) for choice in action.choices]
        for values in product(*(range(len(domain)) for domain in domains)):
            look_up()
            names = {
                choice.name: domain[value]
                for choice, domain, value in zip(action.choices, domains, values, strict=True)
            }
            view = View(position, me, memory, Part(action=self.engine.number(action)), names)
            if action.verb is None:
                yield from self._just_happens(action, view, values)
            elif action.verb == "place":
                yield from self._placed(action, view, values, goal)
            else:
                yield from self._chosen(action, view, values, only, goal)

    def domain(self, position: Position, me: int, values: tuple[rx.Expr, ...], type_: Type) -> list[object]:
        view = View(position, me)
        found: list[object] = []
        for value in values:
            read = self.engine.evaluator.value(value, view)
            if type_ is Type.DIRECTION:
                found.extend((number,) for number in read)
            else:
                found.append(read)
        return found

    def _just_happens(self, action: Action, view: View, values: tuple[int, ...]) -> Iterator[Candidate]:
        candidate = Candidate(
            action, values, 0, None, NOWHERE, Walk(NOWHERE), view.position, view.position, (), view, view.names
        )  # fmt: skip
        if self.tests(candidate):
            yield candidate

    def _placed(self, action: Action, view: View, values: tuple[int, ...], goal: int | None) -> Iterator[Candidate]:
        piece = action.piece
        owner = view.me
        if piece is not None and piece.owner is not None:
            owner = self.engine.evaluator.value(piece.owner, view)
        for offer in self.engine.trays.offers(view.position, action, owner, view.me):
            kind, state, owned_by, _ = offer
            starts = [NOWHERE]
            if action.start is not None:
                starts = list(bits(self.engine.evaluator.value(action.start, view)))
            for origin in starts:
                part = replace(view.part, kind=kind, origin=0 if origin < 0 else 1 << origin)
                inner = view.copy()
                inner.part = part
                inner.mover = self.codes.code(owned_by, kind, state)
                inner.facing = self.engine.facing(inner.mover)
                for walk in self._walks(action, origin, inner, goal):
                    layer = self.rules.kinds[kind].layer
                    if not self.has_room(view.position, layer, walk.target):
                        continue
                    here = view.position
                    candidate = Candidate(action, values, 0, offer, origin, walk, here, here, (), inner, view.names)
                    if self.tests(candidate):
                        yield candidate

    def has_room(self, position: Position, layer: int, site: int) -> bool:
        standing = position.layers[layer].get(site, ())
        return len(standing) < (self.rules.stack if layer == 0 else 1)

    def _chosen(
        self, action: Action, view: View, values: tuple[int, ...], only: int | None, goal: int | None
    ) -> Iterator[Candidate]:
        subject = self.engine.evaluator.value(action.subject, view) if action.subject is not None else 0
        if only is not None:
            subject &= 1 << only
        for origin in bits(subject):
            stack = view.position.layers[action.layer].get(origin, ())
            if action.verb == "move":
                if stack and stack[-1] != self.engine.ghost:
                    yield from self._moved(action, view, values, origin, stack, goal)
                continue
            inner = view.copy()
            kind = self.codes.kind(stack[-1]) if stack and stack[-1] != self.engine.ghost else NO_KIND
            inner.part = replace(view.part, origin=1 << origin, kind=kind)
            inner.mover = stack[-1] if kind != NO_KIND else None
            inner.facing = self.engine.facing(inner.mover)
            for walk in self._walks(action, origin, inner, goal):
                here = view.position
                candidate = Candidate(action, values, 0, None, origin, walk, here, here, (), inner, view.names)
                if self.tests(candidate):
                    yield candidate

    def _moved(
        self, action: Action, view: View, values: tuple[int, ...], origin: int, stack: Stack, goal: int | None
    ) -> Iterator[Candidate]:
        for take in self.takes(action, view, origin, len(stack)):
            block, rest = stack[len(stack) - take :], stack[: len(stack) - take]
            lifted = view.position.copy()
            if rest:
                lifted.layers[action.layer][origin] = rest
            else:
                del lifted.layers[action.layer][origin]
            inner = view.at(lifted)
            inner.part = replace(view.part, origin=1 << origin, kind=self.codes.kind(block[-1]), load=take)
            inner.mover = block[-1]
            inner.facing = self.engine.facing(block[-1])
            if not self.engine.evaluator.holds(action.if_lifted, inner):
                continue
            for walk in self._walks(action, origin, inner, goal):
                here = view.position
                candidate = Candidate(action, values, take, None, origin, walk, here, lifted, block, inner, view.names)
                if self.tests(candidate):
                    yield candidate

    def takes(self, action: Action, view: View, origin: int, height: int) -> list[int]:
        take = action.take
        if take.everything:
            return [height]
        if take.amount is not None:
            inner = view.copy()
            inner.part = replace(view.part, origin=1 << origin)
            amount = self.engine.evaluator.value(take.amount, inner)
            return [amount] if 1 <= amount <= height else []
        return list(range(take.low, min(take.high, height) + 1))

    def _walks(self, action: Action, origin: int, view: View, goal: int | None) -> Iterator[Walk]:
        """Where it goes: along the path, or to a site of `to`; a pick without a path stays."""
        contact = self.engine.contact(action, view)
        if action.path is not None:
            targets_only = not self.engine.facts.observed(action)
            inner = view.copy()
            inner.contact = contact
            for walk in self.engine.walks.from_site(action.path, origin, inner, targets_only):
                # Who has gone nowhere has made no leg, and lands all the same.
                touching = contact is None or walk.target == OFF or contact >> walk.target & 1
                if touching and (goal is None or walk.target == goal):
                    yield walk
        elif action.to is not None:
            sites = self.engine.evaluator.value(action.to, view)
            if action.verb == "move":
                sites &= ~(1 << origin)
            if contact is not None:
                sites &= contact
            for site in bits(sites):
                if goal is None or site == goal:
                    yield Walk(site)
        else:
            yield Walk(origin)

    def tests(self, candidate: Candidate) -> bool:
        """`let` in order, then `if`: both see the board before anything is lifted."""
        action, walk, view = candidate.action, candidate.walk, candidate.view
        old = view.part
        target = 1 << walk.target if walk.target >= 0 else 0
        part = Part(old.action, old.origin, target, mask_of(walk.passed), 0, old.kind, walk.dir, old.load)
        names = {**view.names, **dict(walk.names)}
        inner = view.copy()
        inner.position = candidate.before
        inner.part = part
        inner.names = names
        for let in action.lets:
            names[let.name] = self.engine.evaluator.value(let.value, inner)
        candidate.names = names
        candidate.view = inner
        return self.engine.evaluator.holds(action.condition, inner)

    # ------------------------------------------------------------ carrying out

    def perform(self, candidate: Candidate, leaf: int) -> Iterator[Made]:
        """Before, land, do, must: all ways a candidate can turn out."""
        action, view = candidate.action, candidate.view
        work = Work(candidate.lifted.copy(), view.me, view.part, view.memory, candidate.names, facing=view.facing)
        try:
            for before in self.engine.effects.run(action.before, work):
                self.land(candidate, before)
                for done in self.engine.effects.run(action.effects, before):
                    if self.engine.evaluator.holds(action.must, done.view()):
                        yield self.made(candidate, done, leaf)
        except IllegalEffect:
            return

    def land(self, candidate: Candidate, work: Work) -> None:
        action, target = candidate.action, candidate.walk.target
        if action.verb == "move":
            if action.layer == 0:
                work.position.unmoved &= ~(1 << candidate.origin)
            if target == OFF:
                work.part = replace(work.part, it=0)
                return
            self.engine.effects.land(work, action.layer, target, candidate.block)
            work.part = replace(work.part, it=1 << target)
        elif action.verb == "place" and candidate.piece is not None:
            kind, state, owner, tray = candidate.piece
            if tray is not None:
                if not self.engine.trays.has(work.position, tray, kind, state, owner, work.me):
                    raise IllegalEffect  # `before` has taken the last one
                self.engine.trays.take(work.position, tray, kind, state, owner, work.me)
            if target == OFF:  # an arrow shot off the board: it is out of the game
                work.part = replace(work.part, it=0)
                return
            code = self.codes.code(owner, kind, state)
            self.engine.effects.land(work, self.rules.kinds[kind].layer, target, (code,))
            work.part = replace(work.part, it=1 << target)
        elif action.verb == "pick":
            work.part = replace(work.part, it=1 << candidate.origin)

    def made(self, candidate: Candidate, work: Work, leaf: int) -> Made:
        action, walk = candidate.action, candidate.walk
        number = self.engine.number(action)
        names = tuple((name, value) for name, value in candidate.names.items())
        part = replace(work.part, names=names)
        piece = candidate.piece[:2] if candidate.piece else None
        # A route that no rule looks at is no part of the key: which of several was found first must not show (D73).
        route: tuple[object, ...] = ((), (), ())
        if self.engine.facts.observed(action):
            route = (walk.dir, walk.runs, walk.passed)
        key: PartKey = (
            leaf,
            candidate.values,
            candidate.take,
            piece or (0, 0),
            max(candidate.origin, 0),
            len(self.rules.board) if walk.target == OFF else max(walk.target, 0),
            *route,
            work.choices,
        )
        memory = work.memory
        memory = replace(
            memory,
            origins=memory.origins | part.origin,
            targets=memory.targets | part.target,
            passed=memory.passed | part.passed,
            parts=memory.parts + 1,
            empty_action=memory.empty_action or action.is_empty,
            did_something=memory.did_something or not action.is_empty,
        ).remember(number, part)
        step = Step(
            number, key, candidate.origin, walk.target, part, names, piece,
            candidate.block[-1] if candidate.block else None, candidate.take, work.may, work.chosen, work.captures,
            work.changed,
        )  # fmt: skip
        return Made(work.position, memory, step, work.ended)

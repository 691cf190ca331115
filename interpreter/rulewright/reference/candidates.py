"""Generate and test: the candidates of an action, in the order of work of semantics section 8.

Each test answers with a refusal or nothing. Legal moves leave out at once what is refused; for `why`, who is tolerant,
it is carried out as far as that is possible, so that it has a text by which it can be known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from ..board import bits, mask_of
from ..rules import expressions as rx
from ..rules.game import Action
from ..rules.types import Type
from .budget import spend
from .effect_context import EffectContext, IllegalEffect
from .exploring import look_up, too_large
from .geometry import NOWHERE, OFF
from .position import Position, Stack
from .refusals import Leg, Refusal, Stage
from .view import NO_KIND, Memory, Part, View
from .walks import Walk, Walks

if TYPE_CHECKING:
    from .engine import Engine

PartKey = tuple[object, ...]
Offer = tuple[int, int, int, str | None]
_SITES_OF_A_STEP = 64  # sites whose pieces are copied in the time of one step


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a turn as it was made: what labels and comparisons need of it."""

    action: int
    key: PartKey
    origin: int
    target: int  # a site, OFF or NOWHERE
    part: Part
    names: tuple[tuple[str, object], ...]
    piece: tuple[int, int] | None
    mover: int | None
    load: int
    may: bool
    chosen: tuple[str, ...]
    captures: int
    changed: int

    @property
    def choices(self) -> int:
        """How many choices its effects have left."""
        choices = self.key[-1]
        assert isinstance(choices, tuple)
        return len(choices)


@dataclass(slots=True)
class Made:
    """A candidate carried out: the position after it, the memory, and what was done."""

    position: Position
    memory: Memory
    step: Step
    ended: bool
    refusal: Refusal | None = None
    words: tuple[str, ...] = ()  # what each choice of its effects is called


@dataclass(slots=True)
class Candidate:
    """A choice, tested up to `if`; nothing is changed yet."""

    action: Action
    values: tuple[int, ...]
    take: int
    piece: Offer | None
    origin: int
    walk: Walk
    before: Position
    lifted: Position
    block: Stack
    view: View
    names: dict[str, object]
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Sought:
    """An action with values for what it chooses first; `only`: with this origin, `goal`: with this target."""

    action: Action
    values: tuple[int, ...]
    view: View
    only: int | None
    goal: int | None


class Candidates:
    """What can be done; `walks` decide whether what is refused is left out."""

    def __init__(self, engine: Engine, walks: Walks) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.codes = engine.codes
        self.walks = walks
        self.tolerant = walks.tolerant
        weights = engine.weights
        self._of_a_start = 1 + len(self.rules.board) // _SITES_OF_A_STEP  # a position is copied
        self._of_a_test = [1 + weights.all(each.lets) for each in self.rules.actions]

    # ------------------------------------------------------------ what is looked at

    def offers(self, action: Action, view: View) -> Iterable[tuple[Offer, Refusal | None]]:
        """What can be placed."""
        owner = view.me
        if action.piece is not None and action.piece.owner is not None:
            owner = self.engine.evaluator.value(action.piece.owner, view)
        return [(offer, None) for offer in self.engine.trays.offers(view.position, action, owner, view.me)]

    def origins(self, action: Action, view: View, allowed: int) -> Iterable[int]:
        """Where it begins: the sites that the rule allows."""
        return bits(allowed)

    def targets(self, action: Action, view: View, allowed: int) -> Iterable[int]:
        """Where `to` leads: the sites that the rule allows."""
        return bits(allowed)

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
        if prod(map(len, domains)) > self.engine.limits.turns.value:
            raise too_large(self.rules, position.ply, self.engine.limits.turns, self.engine.number(action))
        for values in product(*(range(len(domain)) for domain in domains)):
            look_up()
            names = {
                choice.name: domain[value]
                for choice, domain, value in zip(action.choices, domains, values, strict=True)
            }
            view = View(position, me, memory, Part(action=self.engine.number(action)), names)
            sought = Sought(action, values, view, only, goal)
            if action.verb is None:
                candidate = Candidate(
                    action, values, 0, None, NOWHERE, Walk(NOWHERE), position, position, (), view, names
                )
                if self.passes(candidate):
                    yield candidate
            elif action.verb == "place":
                yield from self._placed(sought)
            else:
                yield from self._chosen(sought)

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

    def _placed(self, sought: Sought) -> Iterator[Candidate]:
        action, values, view = sought.action, sought.values, sought.view
        for offer, missing in self.offers(action, view):
            kind, state, owned_by, _ = offer
            layer = self.rules.kinds[kind].layer
            allowed = 0 if action.start is None else self.engine.evaluator.value(action.start, view)
            for origin in [NOWHERE] if action.start is None else self.origins(action, view, allowed):
                refusal = missing
                if action.start is not None and not allowed >> origin & 1:
                    refusal = refusal or Refusal(Stage.CHOICE, action.start, view, origin)
                inner = view.copy()
                inner.part = Part(view.part.action, 0 if origin < 0 else 1 << origin, kind=kind)
                inner.mover = self.codes.code(owned_by, kind, state)
                inner.facing = self.engine.facing(inner.mover)
                here = view.position
                for walk in self.ways(sought, origin, inner):
                    stopped = refusal or walk.refusal
                    if stopped is None and not self._has_room(here, layer, walk.target):
                        if not self.tolerant:
                            continue
                        stopped = Refusal(Stage.ROOM, action, inner, walk.target)
                    candidate = Candidate(
                        action, values, 0, offer, origin, walk, here, here, (), inner, view.names, stopped
                    )
                    if self.passes(candidate):
                        yield candidate

    def _has_room(self, position: Position, layer: int, site: int) -> bool:
        standing = position.layers[layer].get(site, ())
        return len(standing) < (self.rules.stack if layer == 0 else 1)

    def _chosen(self, sought: Sought) -> Iterator[Candidate]:
        action, view = sought.action, sought.view
        subject = action.subject
        allowed = self.engine.evaluator.value(subject, view) if subject is not None else 0
        for origin in self.origins(action, view, allowed) if sought.only is None else [sought.only]:
            refusal = None if allowed >> origin & 1 else Refusal(Stage.CHOICE, subject, view, origin)
            if refusal is not None and not self.tolerant:
                continue
            stack = view.position.layers[action.layer].get(origin, ())
            if stack and stack[-1] == self.engine.ghost:
                stack = ()
            if action.verb == "move":
                yield from self._moved(sought, origin, stack, refusal)
                continue
            inner = view.copy()
            kind = self.codes.kind(stack[-1]) if stack else NO_KIND
            inner.part = Part(view.part.action, 1 << origin, kind=kind)
            inner.mover = stack[-1] if stack else None
            inner.facing = self.engine.facing(inner.mover)
            for walk in self.ways(sought, origin, inner):
                here = view.position
                candidate = Candidate(
                    action, sought.values, 0, None, origin, walk, here, here, (), inner, view.names,
                    refusal or walk.refusal,
                )  # fmt: skip
                if self.passes(candidate):
                    yield candidate

    def _moved(self, sought: Sought, origin: int, stack: Stack, refusal: Refusal | None) -> Iterator[Candidate]:
        action, view = sought.action, sought.view
        takes = self._takes(action, view, origin, len(stack)) if stack else []
        if not takes and self.tolerant:
            takes = [min(1, len(stack))]
            nothing = Refusal(Stage.TAKE if stack else Stage.CHOICE, action.take if stack else action, view, origin)
            refusal = refusal or nothing
        for take in takes:
            block, rest = stack[len(stack) - take :], stack[: len(stack) - take]
            lifted = view.position.copy()
            lifted.layers[action.layer].pop(origin, None)
            if rest:
                lifted.layers[action.layer][origin] = rest
            inner = view.at(lifted)
            kind = self.codes.kind(block[-1]) if block else NO_KIND
            inner.part = Part(view.part.action, 1 << origin, kind=kind, load=take)
            inner.mover = block[-1] if block else None
            inner.facing = self.engine.facing(inner.mover)
            stopped = refusal or self.engine.evaluator.refusal(Stage.LIFTED, action.if_lifted, inner)
            if stopped is not None and not self.tolerant:
                continue
            for walk in self.ways(sought, origin, inner):
                candidate = Candidate(
                    action, sought.values, take, None, origin, walk, view.position, lifted, block, inner, view.names,
                    stopped or walk.refusal,
                )  # fmt: skip
                if self.passes(candidate):
                    yield candidate

    def _takes(self, action: Action, view: View, origin: int, height: int) -> list[int]:
        take = action.take
        if take.everything:
            return [height]
        if take.amount is not None:
            inner = view.copy()
            inner.part = Part(view.part.action, 1 << origin)
            amount = self.engine.evaluator.value(take.amount, inner)
            return [amount] if 1 <= amount <= height else []
        return list(range(take.low, min(take.high, height) + 1))

    def ways(self, sought: Sought, origin: int, view: View) -> Iterator[Walk]:
        """Where it goes: along the path, or to a site of `to`; a pick without a path stays."""
        action, goal = sought.action, sought.goal
        spend(self._of_a_start + self.engine.weights.of(action.to), action)
        contact = self.engine.contact(action, view)
        if action.path is not None:
            targets_only = not self.engine.facts.observed(action)
            inner = view.copy()
            inner.contact = contact
            for walk in self.walks.from_site(action.path, origin, inner, targets_only):
                if goal is not None and walk.target != goal:
                    continue
                # Who has gone nowhere has made no leg, and lands all the same.
                if contact is None or walk.refusal or walk.target == OFF or contact >> walk.target & 1:
                    yield walk
                elif self.tolerant:
                    yield replace(walk, refusal=_out_of_touch(action, view, walk.target))
        elif action.to is not None:
            allowed = self.engine.evaluator.value(action.to, view)
            for site in self.targets(action, view, allowed):
                refusal = None
                if not allowed >> site & 1:
                    refusal = Refusal(Stage.WAY, action.to, view, site)
                elif action.verb == "move" and site == origin:
                    refusal = Refusal(Stage.WAY, action, view, site)
                elif contact is not None and not contact >> site & 1:
                    refusal = _out_of_touch(action, view, site)
                if (goal is None or site == goal) and (refusal is None or self.tolerant):
                    yield Walk(site, refusal=refusal)
        else:
            yield Walk(origin)

    def passes(self, candidate: Candidate) -> bool:
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
        spend(self._of_a_test[self.engine.number(action)], action)
        for let in action.lets:
            names[let.name] = self.engine.evaluator.value(let.value, inner)
        candidate.names = names
        candidate.view = inner
        if candidate.refusal is None:
            candidate.refusal = self.engine.evaluator.refusal(Stage.CONDITION, action.condition, inner)
        return candidate.refusal is None or self.tolerant

    # ------------------------------------------------------------ carrying out

    def perform(self, candidate: Candidate, leaf: int, every: bool = False) -> Iterator[Made]:
        """Before, land, do, must: all ways a candidate can turn out; `every`: also by choices that come to the same."""
        action, view, run = candidate.action, candidate.view, self.engine.blocks.run
        before_stage, effect_stage = (Stage.BEFORE, Stage.EFFECT) if self.tolerant else (None, None)
        work = EffectContext(
            candidate.lifted.copy(), view.me, view.part, view.memory, candidate.names, facing=view.facing
        )
        work.refusal = candidate.refusal
        if action.verb == "move" and not candidate.block:
            # There is nothing that could be moved; its text is all that is wanted.
            yield self._made(candidate, work, leaf)
            return
        spend(self._of_a_start, action)
        for before in run(action.before, work, before_stage, every):
            try:
                self._land(candidate, before)
            except IllegalEffect:
                if not self.tolerant:
                    continue
                before.refusal = before.refusal or Refusal(Stage.LANDING, action, view, candidate.walk.target)
            for done in run(action.effects, before, effect_stage, every):
                done.refusal = done.refusal or self.engine.evaluator.refusal(Stage.MUST, action.must, done.view())
                if done.refusal is None or self.tolerant:
                    yield self._made(candidate, done, leaf)

    def _land(self, candidate: Candidate, work: EffectContext) -> None:
        action, target = candidate.action, candidate.walk.target
        if action.verb == "move":
            if action.layer == 0:
                work.position.unmoved &= ~(1 << candidate.origin)
            if target == OFF:
                work.part = work.part.on(0)
                return
            self.engine.effects.land(work, action.layer, target, candidate.block)
            work.part = work.part.on(1 << target)
        elif action.verb == "place" and candidate.piece is not None:
            kind, state, owner, tray = candidate.piece
            if tray is not None:
                if not self.engine.trays.has(work.position, tray, kind, state, owner, work.me):
                    raise IllegalEffect  # `before` has taken the last one
                self.engine.trays.take(work.position, tray, kind, state, owner, work.me)
            if target == OFF:  # an arrow shot off the board: it is out of the game
                work.part = work.part.on(0)
                return
            code = self.codes.code(owner, kind, state)
            self.engine.effects.land(work, self.rules.kinds[kind].layer, target, (code,))
            work.part = work.part.on(1 << target)
        elif action.verb == "pick":
            work.part = work.part.on(1 << candidate.origin)

    def _made(self, candidate: Candidate, work: EffectContext, leaf: int) -> Made:
        action, walk = candidate.action, candidate.walk
        number = self.engine.number(action)
        names = tuple((name, value) for name, value in candidate.names.items())
        part = work.part.naming(names)
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
        memory = work.memory.after(number, part, action.is_empty)
        step = Step(
            number, key, candidate.origin, walk.target, part, names, piece,
            candidate.block[-1] if candidate.block else None, candidate.take, work.may, work.chosen, work.captures,
            work.changed,
        )  # fmt: skip
        return Made(work.position, memory, step, work.ended, work.refusal, work.words)


def _out_of_touch(action: Action, view: View, site: int) -> Refusal:
    return Refusal(Stage.WAY, action, view, site, (Leg.CONTACT,))

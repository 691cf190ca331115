"""Candidates of an action with the tests switched off, and the first test each of them fails.

Mirrors `engine.candidates` step by step; the steps themselves are the engine's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from ...board import bits
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Action
from ..candidates import NOWHERE, Candidate, Made
from ..effects import IllegalEffect, Work
from ..engine import Engine
from ..geometry import OFF
from ..position import Position
from ..view import NO_KIND, Memory, Part, View
from ..walks import Walk
from .conditions import Conditions
from .failures import Failure, Stage
from .phrasing import Words, article
from .ways import Ways

Offer = tuple[int, int, int, str | None]


@dataclass(frozen=True, slots=True)
class Trial:
    """A candidate carried out as far as that is possible; without a failure it is one of the engine's."""

    made: Made
    failure: Failure | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which candidates are looked for: `sites` those a text names (None: all that are in play)."""

    sites: frozenset[int] | None
    off: bool = True


class Trials:
    def __init__(self, engine: Engine, words: Words) -> None:
        self.engine = engine
        self.words = words
        self.conditions = Conditions(engine, words)
        self.ways = Ways(engine, words, self.conditions)

    def of(
        self, turn: tuple[Position, int, Memory], action: Action, leaf: int, wanted: Wanted, only: int | None = None
    ) -> Iterator[Trial]:
        """All trials; `only`: with this origin (a chain goes on)."""
        position, me, memory = turn
        candidates = self.engine.candidates
        domains = [candidates.domain(position, me, choice.values, choice.type) for choice in action.choices]
        for values in product(*(range(len(domain)) for domain in domains)):
            names = {
                choice.name: domain[value]
                for choice, domain, value in zip(action.choices, domains, values, strict=True)
            }
            view = View(position, me, memory, Part(action=self.engine.number(action)), names)
            if action.verb is None:
                candidate = Candidate(
                    action, values, 0, None, NOWHERE, Walk(NOWHERE), position, position, (), view, view.names
                )
                yield from self._carried_out(candidate, None, leaf)
            elif action.verb == "place":
                yield from self._placed(action, view, values, leaf, wanted)
            else:
                yield from self._chosen(action, view, values, leaf, wanted, only)

    # ------------------------------------------------------------ which sites are looked at

    def _in_play(self, position: Position) -> Iterator[int]:
        """All sites; on an unbounded board those near the pieces."""
        geometry = self.engine.geometry
        if self.engine.rules.unbounded is None:
            return bits(geometry.all_sites)
        occupied = 0
        for layer in range(len(position.layers)):
            occupied |= position.occupied(layer)
        return bits(occupied | geometry.neighbours(occupied) | 1)

    def _origins(self, action: Action, position: Position, wanted: Wanted) -> list[int]:
        if wanted.sites is not None and "origin" in shown_fields(action):
            return sorted(wanted.sites)
        return list(self._in_play(position))

    def _goals(self, action: Action, position: Position, wanted: Wanted) -> frozenset[int] | None:
        """Where the label says that it goes; None if the label does not say it."""
        if "target" not in shown_fields(action) or action.again:
            return None
        sites = frozenset(self._in_play(position)) if wanted.sites is None else wanted.sites
        return sites | {OFF} if wanted.off else sites

    # ------------------------------------------------------------ placing

    def _placed(
        self, action: Action, view: View, values: tuple[int, ...], leaf: int, wanted: Wanted
    ) -> Iterator[Trial]:
        for offer, failure in self._offers(action, view):
            kind, state, owner, _ = offer
            starts = [NOWHERE] if action.start is None else self._origins(action, view.position, wanted)
            for origin in starts:
                stopped = failure
                if action.start is not None and not self.engine.evaluator.value(action.start, view) >> origin & 1:
                    why = self.conditions.outside(action.start, origin, view)
                    text = f"{self.words.quoted(action.start)} fails because {why}"
                    stopped = stopped or Failure(Stage.CHOICE, action.start.span, text, 1 << origin)
                inner = view.copy()
                inner.part = replace(view.part, kind=kind, origin=0 if origin < 0 else 1 << origin)
                inner.mover = self.engine.codes.code(owner, kind, state)
                inner.facing = self.engine.facing(inner.mover)
                for walk, failed in self._walks(action, origin, inner, wanted):
                    if walk.target < 0:
                        continue
                    candidate = Candidate(
                        action, values, 0, offer, origin, walk, view.position, view.position, (), inner, view.names
                    )
                    crowded = None
                    layer = self.engine.rules.kinds[kind].layer
                    if not self.engine.candidates.has_room(view.position, layer, walk.target):
                        standing = self.words.standing(view.position, walk.target, layer)
                        crowded = Failure(Stage.ROOM, action.span, standing, 1 << walk.target)
                    yield from self._carried_out(candidate, stopped or failed or crowded, leaf)

    def _offers(self, action: Action, view: View) -> Iterator[tuple[Offer, Failure | None]]:
        """What can be placed, and what could if its tray were not empty."""
        piece, trays, kinds = action.piece, self.engine.trays, self.engine.rules.kinds
        if piece is None:
            return
        owner = view.me if piece.owner is None else self.engine.evaluator.value(piece.owner, view)
        offers = trays.offers(view.position, action, owner, view.me)
        for offer in offers:
            yield offer, None
        offered = {kind for kind, *_ in offers}
        thinkable = sorted(trays.tracked) if piece.kind is None else [piece.kind]
        for kind in thinkable:
            if kind not in offered:
                owned_by = -1 if kinds[kind].neutral else owner
                state = trays.first_state(kind, piece.states if piece.kind is not None else ())
                where = " or ".join(_TRAYS[tray] for tray in action.trays or trays.default_trays(kind))
                text = f"there is no {kinds[kind].name} left in {where or 'any tray'}"
                yield (kind, state, owned_by, None), Failure(Stage.TRAY, piece.span, text)

    # ------------------------------------------------------------ moving and picking

    def _chosen(
        self, action: Action, view: View, values: tuple[int, ...], leaf: int, wanted: Wanted, only: int | None
    ) -> Iterator[Trial]:
        subject = action.subject
        allowed = 0 if subject is None else self.engine.evaluator.value(subject, view)
        origins = self._origins(action, view.position, wanted) if only is None else [only]
        for origin in origins:
            failure = None
            if subject is not None and not allowed >> origin & 1:
                why = self.conditions.outside(subject, origin, view)
                text = f"{self.words.quoted(subject)} fails because {why}"
                failure = Failure(Stage.CHOICE, subject.span, text, 1 << origin)
            stack = view.position.layers[action.layer].get(origin, ())
            if stack and stack[-1] == self.engine.ghost:
                stack = ()
            if action.verb == "move":
                yield from self._moved(action, view, values, origin, leaf, wanted, failure)
                continue
            inner = view.copy()
            kind = self.engine.codes.kind(stack[-1]) if stack else NO_KIND
            inner.part = replace(view.part, origin=1 << origin, kind=kind)
            inner.mover = stack[-1] if stack else None
            inner.facing = self.engine.facing(inner.mover)
            for walk, failed in self._walks(action, origin, inner, wanted):
                candidate = Candidate(
                    action, values, 0, None, origin, walk, view.position, view.position, (), inner, view.names
                )
                yield from self._carried_out(candidate, failure or failed, leaf)

    def _moved(
        self, action: Action, view: View, values: tuple[int, ...], origin: int, leaf: int, wanted: Wanted,
        failure: Failure | None,
    ) -> Iterator[Trial]:  # fmt: skip
        stack = view.position.layers[action.layer].get(origin, ())
        takes = self.engine.candidates.takes(action, view, origin, len(stack)) if stack else []
        if not stack:
            text = self.words.standing(view.position, origin, action.layer)
            failure = failure or Failure(Stage.CHOICE, action.span, text, 1 << origin)
        elif not takes:
            text = f"the stack on {self.words.site(origin)} is {len(stack)} high"
            failure = failure or Failure(Stage.TAKE, action.take.span, text, 1 << origin)
        for take in takes or [min(1, len(stack))]:
            block, rest = stack[len(stack) - take :], stack[: len(stack) - take]
            lifted = view.position.copy()
            lifted.layers[action.layer].pop(origin, None)
            if rest:
                lifted.layers[action.layer][origin] = rest
            inner = view.at(lifted)
            kind = self.engine.codes.kind(block[-1]) if block else NO_KIND
            inner.part = replace(view.part, origin=1 << origin, kind=kind, load=take)
            inner.mover = block[-1] if block else None
            inner.facing = self.engine.facing(inner.mover)
            stopped = failure or self._unless_holds(Stage.LIFTED, action.if_lifted, inner)
            for walk, failed in self._walks(action, origin, inner, wanted):
                candidate = Candidate(
                    action, values, take, None, origin, walk, view.position, lifted, block, inner, view.names
                )
                yield from self._carried_out(candidate, stopped or failed, leaf)

    # ------------------------------------------------------------ where it goes

    def _walks(self, action: Action, origin: int, view: View, wanted: Wanted) -> Iterator[tuple[Walk, Failure | None]]:
        goals = self._goals(action, view.position, wanted)
        contact = self.engine.contact(action, view)
        if action.path is not None:
            reached = set()
            inner = view.copy()
            inner.contact = contact
            for way in self.ways.of(action.path, origin, inner, goals):
                reached.add(way.walk.target)
                yield way.walk, way.failure or self._untouched(contact, way.walk.target, action)
            for goal in sorted((goals or frozenset()) - reached - {OFF}):
                start, end = self.words.site(origin) if origin >= 0 else "", self.words.site(goal)
                text = f"{self.words.quoted(action.path)} does not lead from {start} to {end}"
                if goal == origin:
                    text = f"it stands on {end} already"
                yield Walk(goal), Failure(Stage.WAY, action.path.span, text, 1 << goal)
        elif action.to is not None:
            allowed = self.engine.evaluator.value(action.to, view)
            for site in sorted((goals - {OFF}) if goals is not None else self._in_play(view.position)):
                failure = None
                if not allowed >> site & 1:
                    test = self.conditions.chosen(action.to, view)
                    why = self.conditions.outside(test, site, view)
                    text = f"{self.words.quoted(test)} fails because {why}"
                    failure = Failure(Stage.WAY, test.span, text, 1 << site)
                elif action.verb == "move" and site == origin:
                    text = f"it stands on {self.words.site(site)} already"
                    failure = Failure(Stage.WAY, action.to.span, text, 1 << site)
                yield Walk(site), failure or self._untouched(contact, site, action)
        else:
            yield Walk(origin), None

    def _untouched(self, contact: int | None, site: int, action: Action) -> Failure | None:
        if contact is None or site == OFF or contact >> site & 1:
            return None
        text = f"{self.words.site(site)} does not touch the other pieces"
        return Failure(Stage.WAY, action.span, text, 1 << site)

    # ------------------------------------------------------------ carrying out

    def _carried_out(self, candidate: Candidate, failure: Failure | None, leaf: int) -> Iterator[Trial]:
        """`let`, `if`, `before`, landing, `do`, `must`; what has failed before is kept."""
        action = candidate.action
        self.engine.candidates.tests(candidate)  # binds what `let` names
        failure = failure or self._unless_holds(Stage.CONDITION, action.condition, candidate.view)
        view = candidate.view
        work = Work(candidate.lifted.copy(), view.me, view.part, view.memory, candidate.names, facing=view.facing)
        if action.verb == "move" and not candidate.block:
            # There is nothing that could be moved; the label is all that is wanted.
            yield Trial(self.engine.candidates.made(candidate, work, leaf), failure)
            return
        for before, stopped in self._effects(Stage.BEFORE, action.before, work, failure):
            try:
                self.engine.candidates.land(candidate, before)
            except IllegalEffect:
                text = self._no_landing(candidate)
                stopped = stopped or Failure(Stage.LANDING, action.span, text, before.part.target)
            for done, illegal in self._effects(Stage.EFFECT, action.effects, before, stopped):
                illegal = illegal or self._unless_holds(Stage.MUST, action.must, done.view())
                yield Trial(self.engine.candidates.made(candidate, done, leaf), illegal)

    def _unless_holds(self, stage: Stage, test: rx.Expr | None, view: View) -> Failure | None:
        """The failure of a test; None if it holds."""
        if test is None or self.engine.evaluator.holds(test, view):
            return None
        because = self.conditions.failing(test, view)
        return Failure(stage, because.test.span, because.sentence(self.words), because.sites)

    def _effects(
        self, stage: Stage, effects: tuple[fx.Effect, ...], work: Work, failure: Failure | None
    ) -> Iterator[tuple[Work, Failure | None]]:
        """All ways the effects turn out; one that cannot be done is a failure, and the next ones are tried."""
        if not effects:
            yield work, failure
            return
        kept = work.copy()
        branches = 0
        for branch in self.engine.effects.run(effects[:1], work):
            branches += 1
            yield from self._effects(stage, effects[1:], branch, failure)
        if not branches:
            text = f"{self.words.quoted(effects[0])} cannot be done: {_cannot(effects[0])}"
            stopped = failure or Failure(stage, effects[0].span, text, kept.part.target)
            yield from self._effects(stage, effects[1:], kept, stopped)

    def _no_landing(self, candidate: Candidate) -> str:
        target, rules = candidate.walk.target, self.engine.rules
        code = candidate.view.mover
        if target >= 0 and code is not None:
            kind = rules.kinds[self.engine.codes.kind(code)]
            cls = rules.board.sites[target].cls
            if kind.classes and cls not in kind.classes:
                wanted = " or ".join(article(name) for name in kind.classes)
                return f"{self.words.site(target)} is {article(cls)}; a {kind.name} stands on {wanted}"
        return f"the stack would be higher than {rules.stack}"


_TRAYS = {"hand": "the hand", "supply": "the supply", "taken": "what was taken"}


def _cannot(effect: fx.Effect) -> str:
    if isinstance(effect, fx.Conditional | fx.May):
        return _cannot(effect.effect)
    if isinstance(effect, fx.Put):
        return "the place is taken, or nothing is left to put there"
    if isinstance(effect, fx.Sow):
        return "there is nowhere to sow"
    return "there is no room, or the piece may not stand there"


def shown_fields(action: Action) -> frozenset[str]:
    """The fields whose text stands in the label of an action."""
    if action.say is not None:
        return frozenset(part.field for part in action.say if part.field and not part.shown and not part.detail)
    if action.verb is None:
        return frozenset()
    if action.verb == "place":
        return frozenset({"target"})
    return frozenset({"origin", "target"})

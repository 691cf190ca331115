"""Nondeterministic automaton, run part by part: what can be decided next in a turn (specification chapter 21).

What is left of a turn is an agenda: the continuation of `turns.py`, as data. A place in a turn is what was done so
far, and every agenda that allows it (subset construction). So nobody lists turns: only the next part is looked at, and
whether some legal turn goes on from it, which is remembered for every state of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ..rules import turns as rt
from .budget import allowed
from .candidates import Made, Step
from .depth import deeply
from .exploring import too_large
from .geometry import OFF
from .position import Position
from .turns import Unfinished, chain_memory
from .view import Memory
from .vocabulary import DONE, PASS, Decision, Kind

if TYPE_CHECKING:
    from .engine import Engine


Row: TypeAlias = tuple[tuple[Decision, bool], ...]
"""The decisions of a part, each with whether it is asked even where there is no other (D114)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A part of a turn that is still to be done; of a repeat, how many passes are made and what was seen since."""

    node: rt.Turn
    passes: int = 0
    seen: frozenset[object] = frozenset()

    @property
    def key(self) -> object:
        return id(self.node), self.passes, self.seen


Agenda: TypeAlias = tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Hops of one piece that may go on."""

    node: rt.Do
    hops: tuple[Made, ...]
    seen: frozenset[object]


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a turn: what was done, and what is still to be done."""

    turn: Unfinished
    agenda: Agenda
    chain: Chain | None = None

    @property
    def position(self) -> Position:
        return self.turn.position if self.chain is None else self.chain.hops[-1].position

    @property
    def key(self) -> object:
        """Places with the same key have the same future."""
        chain, seen = self.chain, self.turn.exploring.registers
        if chain is None:
            return self.position.exact(), seen(self.turn.memory), self.turn.ended, tuple(f.key for f in self.agenda)
        whole, last = chain_memory(chain.node.action, chain.hops), chain.hops[-1]
        hops = id(chain.node), chain.seen, last.step.part.it, seen(last.memory), seen(whole)
        return self.position.exact(), hops, tuple(frame.key for frame in self.agenda)


@dataclass(frozen=True, slots=True)
class Following:
    """How it goes on: with a part or a hop that was made, or (`made` is None) with the end of a chain or of the turn.

    `place` is where it leads; None if the turn is complete with it.
    """

    turn: Unfinished
    made: Made | None
    place: Place | None
    hop: bool = False
    weight: int = 1  # of an outcome of chance


class Decisions:
    """The decisions of one position."""

    def __init__(self, engine: Engine, position: Position) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.position = position
        course = engine.course
        self._last = course.ends_turn(position)
        self._before = position.exact()
        self._best: dict[object, int | None] = {}
        self.start = course.begin(position)
        self._by_leaf = engine.rules.distinct == "route"

    @cached_property
    def root(self) -> Choices:
        """Before anything is decided; offers nothing if there is no legal turn."""
        return Choices(self, self._entries(None), Place(self.start, ()), ()).settled()

    def at(self, places: list[Place], path: tuple[Decision, ...]) -> Choices:
        """What follows at places of which all were reached by the same decisions."""
        return Choices(self, self._entries(places), places[0], path).settled()

    def parts(self, places: list[Place] | None) -> list[list[Following]]:
        """How it goes on part by part, at the start or at some places; what has the same row is together."""
        found: dict[Row, list[Following]] = {}
        for row, following in self._entries(places):
            found.setdefault(row, []).append(following)
        return list(found.values())

    def _entries(self, places: list[Place] | None) -> list[Entry]:
        """Everything that some legal turn goes on with, with its row."""
        segments = self.engine.course.segments(self.position)
        if places is None and self.position.segment >= len(segments):
            return []
        node = segments[self.position.segment]
        if isinstance(node, rt.Chance):
            with allowed(self.engine, self.position):
                return [(self._row(each, False), each) for each in self._outcomes(node)]
        if isinstance(node, rt.Secret):
            with allowed(self.engine, self.position):
                chosen = [Following(turn, made, None) for turn, made in self.engine.together.choices(self.start, node)]
            return [(self._row(each, False), each) for each in chosen or [Following(self.start, None, None)]]
        here = [Place(self.start, (Frame(node),))] if places is None else places
        begun = here[0].turn.trail is not None or here[0].chain is not None
        try:
            with allowed(self.engine, self.position):
                return deeply(lambda: [(self._row(each, begun), each) for each in self._legal(here)])
        except RecursionError:
            raise too_large(self.rules, self.position.ply, self.engine.limits.turn_parts) from None

    def _legal(self, places: list[Place]) -> list[Following]:
        """How it goes on so that some legal turn comes of it, of those that are preferred (D113)."""
        distinct = {place.key: place for place in places}.values()
        found = [(self._value(each), each) for place in distinct for each in self._following(place, True)]
        best = max((value for value, _ in found if value is not None), default=None)
        return [each for value, each in found if value is not None and value == best]

    # ------------------------------------------------------------ looking ahead

    def _value(self, following: Following) -> int | None:
        """What `prefer` says of the best legal turn that goes on so; None if there is none."""
        return self._end(following.turn) if following.place is None else self._ahead(following.place)

    def _ahead(self, place: Place) -> int | None:
        key = place.key
        if key not in self._best:
            most = self.engine.limits.turns
            if len(self._best) >= most.value:
                raise place.turn.exploring.too_large(most)
            best: int | None = None
            for following in self._following(place):
                value = self._value(following)
                if value is not None and (best is None or value > best):
                    best = value
                    if self.rules.prefer is None:
                        break
            self._best[key] = best
        return self._best[key]

    def _end(self, turn: Unfinished) -> int | None:
        """What `prefer` says of a complete turn; None if it is not legal."""
        if not self._last:
            return 0
        course = self.engine.course
        return None if course.refusal(turn, self._before) is not None else course.preference(turn)

    # ------------------------------------------------------------ one part further

    def _following(self, place: Place, every: bool = False) -> Iterator[Following]:
        """All that can be done next, whether or not a legal turn comes of it; `every`: by all choices of effects."""
        turn = place.turn
        if place.chain is not None:
            yield from self._hops(place, place.chain, every)
            return
        for node, rest in self._starts(turn, place.agenda):
            if node is None:
                yield Following(turn, None, None)
                continue
            for made in self._made(turn, node, turn.memory, every):
                yield Following(turn, made, self._reached(turn, rest, node, (made,), frozenset()))

    def _made(
        self, turn: Unfinished, node: rt.Do, memory: Memory, every: bool, hops: tuple[Made, ...] = ()
    ) -> Iterator[Made]:
        """What an action can do; after hops of a chain, with the piece that made them."""
        last = hops[-1] if hops else None
        action, exploring = self.rules.actions[node.action], turn.exploring
        position = turn.position if last is None else last.position
        only = None if last is None else last.step.part.it.bit_length() - 1
        for candidate in exploring.candidates.of(position, turn.me, action, memory, only=only):
            for made in exploring.candidates.perform(candidate, node.leaf, every):
                exploring.step(node.action, made.position, turn.length + len(hops) + 1)
                yield made

    def _reached(
        self, turn: Unfinished, rest: Agenda, node: rt.Do, hops: tuple[Made, ...], seen: frozenset[object]
    ) -> Place:
        action, last = self.rules.actions[node.action], hops[-1]
        if action.again is None or last.ended:
            return self._finished(turn, rest, node, hops)
        if len(hops) == 1:
            seen = frozenset({turn.position.exact()})
        turn.exploring.remembers(len(seen))
        return Place(turn, rest, Chain(node, hops, seen | {last.position.exact()}))

    def _finished(self, turn: Unfinished, rest: Agenda, node: rt.Do, hops: tuple[Made, ...]) -> Place:
        steps, last = tuple(hop.step for hop in hops), hops[-1]
        return Place(turn.after(steps, last.position, chain_memory(node.action, hops), last.ended), rest)

    def _hops(self, place: Place, chain: Chain, every: bool) -> Iterator[Following]:
        """The same piece goes on, or the chain ends: `again: may | must`."""
        turn, node, last = place.turn, chain.node, chain.hops[-1]
        must = self.rules.actions[node.action].again == "must"
        ended = Following(turn, None, self._finished(turn, place.agenda, node, chain.hops))
        if not must:  # first: who only asks whether some turn follows does not go to the end of a long way
            yield ended
        goes_on = False
        if last.step.part.it:
            for made in self._made(turn, node, last.memory, every, chain.hops):
                if made.position.exact() not in chain.seen:
                    reached = self._reached(turn, place.agenda, node, (*chain.hops, made), chain.seen)
                    goes_on = goes_on or (must and self._ahead(reached) is not None)
                    yield Following(turn, made, reached, hop=True)
        if must and not goes_on:
            yield ended

    def _starts(self, turn: Unfinished, agenda: Agenda) -> Iterator[tuple[rt.Do | None, Agenda]]:
        """The actions an agenda goes on with, each with what is then left; none: the turn can end here."""
        if turn.ended or not agenda:
            yield None, ()
            return
        (frame, *others), node = agenda, agenda[0].node
        rest: Agenda = tuple(others)
        match node:
            case rt.Do():
                yield node, rest
            case rt.OneOf():
                for item in node.items:
                    yield from self._starts(turn, (Frame(item), *rest))
            case rt.FirstOf():
                yield from self._first_of(node, turn, rest)
            case rt.InOrder():
                yield from self._starts(turn, (*map(Frame, node.items), *rest))
            case rt.Optional():
                yield from self._starts(turn, (Frame(node.item), *rest))
                yield from self._starts(turn, rest)
            case rt.Guarded():
                holds = self.engine.evaluator.asked(node.condition, turn.view)
                yield from self._starts(turn, (Frame(node.item), *rest) if holds else rest)
            case rt.Repeat() | rt.RepeatWhile():
                yield from self._once_more(node, frame, turn, rest)
            case _:
                raise TypeError(f"{type(node).__name__} is no part of a turn between two parts of chance")

    def _first_of(self, node: rt.FirstOf, turn: Unfinished, rest: Agenda) -> Iterator[tuple[rt.Do | None, Agenda]]:
        """`a else b`: the first alternative that a legal turn comes of."""
        for item in node.items:
            agenda = (Frame(item), *rest)
            if self._ahead(Place(turn, agenda)) is not None:
                yield from self._starts(turn, agenda)
                return

    def _once_more(
        self, node: rt.Repeat | rt.RepeatWhile, frame: Frame, turn: Unfinished, rest: Agenda
    ) -> Iterator[tuple[rt.Do | None, Agenda]]:
        """Before the first pass of a repeat, or after one: never to an exact state seen on this route (D66)."""
        state = turn.position.exact()
        if state in frame.seen:
            return
        # Where no state can come again nobody need know which were there: then orders that meet have the same future.
        turn.exploring.remembers(len(frame.seen))
        seen = frame.seen if self.engine.turns.goes_onward(node) else frame.seen | {state}
        again = (Frame(node.item), Frame(node, frame.passes + 1, seen), *rest)
        more, enough = node.high is None or frame.passes < node.high, frame.passes >= node.low
        if isinstance(node, rt.RepeatWhile):
            more = more and bool(self.engine.evaluator.asked(node.condition, turn.view))
            enough = enough and not more
        if enough:
            yield from self._starts(turn, rest)
        if more:
            yield from self._starts(turn, again)

    def _outcomes(self, node: rt.Chance) -> list[Following]:
        """What chance can do (D117)."""
        drawn = self.engine.course.drawn(self.start, node)
        found = [Following(turn, made, None, weight=weight) for turn, made, weight in drawn]
        return found or [Following(self.start, None, None)]

    # ------------------------------------------------------------ rows

    def _row(self, following: Following, begun: bool) -> Row:
        """The decisions of a part (D111), or the one that there is none; `begun`: it is not the first of its turn."""
        made = following.made
        if made is None:
            return ((DONE, False),) if begun else ((PASS, True),)
        return tuple(self.row(made.step, following.hop, begun))

    def row(self, step: Step, hop: bool, begun: bool) -> Iterator[tuple[Decision, bool]]:
        """The decisions of a part that was made."""
        action = self.rules.actions[step.action]
        leaf, values, take, piece, _, _, directions, runs, passed, choices = cast("tuple[Any, ...]", step.key)
        doing = Decision(Kind.ACTION, (leaf if self._by_leaf else step.action,))
        if action.verb is None:
            yield doing, True
        else:
            if step.piece is not None:
                yield Decision(Kind.HAND, piece), False
            stays = action.verb == "pick" and action.path is None and action.to is None
            if step.origin >= 0 and not hop and not stays:
                yield Decision(Kind.SITE, (step.origin,)), not begun
            if action.verb == "move":
                yield Decision(Kind.AMOUNT, (take,)), False
            yield (Decision(Kind.OFF) if step.target == OFF else Decision(Kind.SITE, (step.target,))), True
        for number, value in enumerate(values):
            yield Decision(Kind.WITH, (step.action, number, value)), False
        if action.verb is not None:
            yield doing, False
        if self.engine.facts.observed(action):
            yield from ((Decision(Kind.DIRECTION, (number,)), False) for number in directions)
            yield from ((Decision(Kind.AMOUNT, (length,)), False) for length in runs)
            yield from ((Decision(Kind.SITE, (site,)), False) for site in passed)
            yield DONE, False
        yield from ((Decision(Kind.CHOICE, (index,)), False) for index in choices)


Entry: TypeAlias = tuple[Row, Following]


class Choices:
    """What is offered after a beginning of a path: rows that begin alike, which is `depth` decisions long."""

    def __init__(
        self,
        decisions: Decisions,
        entries: list[Entry],
        place: Place,
        path: tuple[Decision, ...],
        depth: int = 0,
        turn: Unfinished | None = None,
    ) -> None:
        self._decisions = decisions
        self._entries = entries
        self._depth = depth
        self.place = place
        """Where the parts that are made have led."""
        self.path = path
        """All decisions so far, also those that go without saying."""
        self.turn = turn
        """The whole turn, where the path is complete."""

    @cached_property
    def offered(self) -> dict[Decision, Choices]:
        """The decisions in their order, each with what comes after it."""
        found = {decision: self._after(decision, entries) for decision, entries in self._groups.items()}
        for kind in (Kind.HAND, Kind.AMOUNT):
            alone = [decision for decision in found if decision.kind is kind]
            if len(alone) == 1 and len(found) > 1:
                following = found[alone[0]].offered
                if following and not following.keys() & found.keys():
                    del found[alone[0]]
                    found |= following
        return dict(sorted(found.items()))

    def weight(self, decision: Decision) -> int:
        """How likely chance decides so, in whole numbers."""
        return sum(following.weight for _, following in self._meant(decision))

    def example(self, decision: Decision) -> tuple[Made | None, int]:
        """A part that a decision may mean, and how many choices of effects were made before in it: for texts."""
        for row, following in self._meant(decision):
            earlier = row[: [each for each, _ in row].index(decision)]
            return following.made, sum(1 for each, _ in earlier if each.kind is Kind.CHOICE)
        raise KeyError(decision)

    def _meant(self, decision: Decision) -> list[Entry]:
        """The parts that begin with a decision, or with it after what made way for it."""
        if decision in self._groups:
            return self._groups[decision]
        passed_over = (item for item in self._groups.items() if item[0].kind in (Kind.HAND, Kind.AMOUNT))
        ways = (self._after(each, entries) for each, entries in passed_over)
        return next((way._meant(decision) for way in ways if decision in way.offered), [])

    @cached_property
    def _groups(self) -> dict[Decision, list[Entry]]:
        found: dict[Decision, list[Entry]] = {}
        for row, following in self._entries:
            found.setdefault(row[self._depth][0], []).append((row, following))
        return found

    def settled(self) -> Choices:
        """After all that goes without saying (D114)."""
        if len(self._groups) != 1:
            return self
        ((decision, entries),) = self._groups.items()
        if any(row[self._depth][1] for row, _ in entries):
            return self
        return self._after(decision, entries)

    def _after(self, decision: Decision, entries: list[Entry]) -> Choices:
        """After a decision that these entries share."""
        path = (*self.path, decision)
        if self._depth + 1 < len(entries[0][0]):
            return Choices(self._decisions, entries, self.place, path, self._depth + 1).settled()
        places = [following.place for _, following in entries if following.place is not None]
        if not places:
            turn = entries[0][1].turn
            return Choices(self._decisions, [], Place(turn, ()), path, turn=turn)
        return self._decisions.at(places, path)

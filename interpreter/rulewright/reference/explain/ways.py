"""Walks with the tests switched off: every way a path could lead, and the first test that stops it.

Mirrors `engine.walks` leg by leg. Only the last leg of a way may fail: what would follow a leg that
cannot be made is not a way of this path.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from ...analysis.paths import borrows
from ...board import bits
from ...rules import expressions as rx
from ...rules import paths as rp
from ..engine import Engine
from ..geometry import OFF
from ..view import View
from ..walks import Walk
from .conditions import Conditions
from .failures import Failure, Stage
from .phrasing import Words

_MANY_WALKS = 400  # of a leg that others follow: enough to explain, few enough to be quick


@dataclass(frozen=True, slots=True)
class Way:
    walk: Walk
    failure: Failure | None


class Ways:
    def __init__(self, engine: Engine, words: Words, conditions: Conditions) -> None:
        self.engine = engine
        self.words = words
        self.conditions = conditions

    def of(self, path: rp.Path, site: int, view: View, goals: frozenset[int] | None) -> Iterator[Way]:
        """All ways from a site; `goals`: only those that end there."""
        start = Walk(site, visited=frozenset({site}))
        for way in self._path(path, start, view, False, goals):
            if goals is None or way.walk.target in goals:
                yield way

    def _path(
        self, path: rp.Path, walk: Walk, view: View, borrowed: bool, goals: frozenset[int] | None
    ) -> Iterator[Way]:
        for route in path.routes:
            yield from self._legs(route.legs, walk, view, borrowed, goals)

    def _legs(
        self, legs: tuple[rp.Leg, ...], walk: Walk, view: View, borrowed: bool, goals: frozenset[int] | None
    ) -> Iterator[Way]:
        if len(legs) == 1:
            yield from self._leg(legs[0], walk, view, borrowed, goals)
            return
        for way in self._leg(legs[0], walk, view, borrowed, None):
            if way.failure is None and way.walk.target != OFF and _in_touch(way.walk, view):
                for end in self._legs(legs[1:], _stepped_on(way.walk), view, borrowed, goals):
                    failure = end.failure
                    if failure is not None:
                        failure = replace(failure, inner=(1, *failure.inner))
                    yield Way(end.walk, failure)

    def _leg(self, leg: rp.Leg, walk: Walk, view: View, borrowed: bool, goals: frozenset[int] | None) -> Iterator[Way]:
        inner = view.copy()
        inner.leaving = 1 << walk.target
        inner.names = {**view.names, **dict(walk.names)}
        for way in self._travel(leg.travel, walk, inner, borrowed, goals):
            if way.failure is None and leg.condition is not None:
                test = inner.copy()
                test.entering = 0 if way.walk.target == OFF else 1 << way.walk.target
                test.part = replace(view.part, dir=way.walk.dir)
                test.names = {**inner.names, **dict(way.walk.names)}
                if not self.engine.evaluator.holds(leg.condition, test):
                    because = self.conditions.failing(leg.condition, test)
                    text = because.sentence(self.words)
                    failed = Failure(Stage.WAY, because.test.span, text, because.sites, (9,))
                    yield Way(way.walk, failed)
                    continue
            yield way

    def _travel(
        self, travel: rp.Travel, walk: Walk, view: View, borrowed: bool, goals: frozenset[int] | None
    ) -> Iterator[Way]:
        match travel:
            case rp.LineTravel():
                yield from self._line(travel, walk, view, goals)
            case rp.Leap():
                targets = self.engine.geometry.leap(travel.first, travel.second)
                ends = targets[walk.target] if targets else ()
                yield from self._leapt(travel, travel.landing, ends, walk, view)
            case rp.LeapToward():
                yield from self._leapt(travel, travel.landing, self._leap_ends(travel, walk, view), walk, view)
            case rp.RepeatTravel():
                yield from self._repeat(travel, walk, view, borrowed, goals)
            case rp.ItsPath():
                path = self.engine.attribute(view.part.kind, view.mover, travel.attribute)
                if path is not None:
                    yield from self._closed(path, walk, view, borrowed, goals)
            case rp.LikePath():
                yield from self._like(travel, walk, view, borrowed, goals)
            case rp.NamedPath():
                yield from self._closed(self.engine.rules.paths[travel.path].path, walk, view, borrowed, goals)
            case rp.InnerPath():
                yield from self._path(travel.path, walk, view, borrowed, goals)

    def _closed(
        self, path: rp.Path, walk: Walk, view: View, borrowed: bool, goals: frozenset[int] | None
    ) -> Iterator[Way]:
        inner = view.copy()
        inner.names = {}
        for way in self._path(path, replace(walk, names=()), inner, borrowed, goals):
            yield Way(replace(way.walk, names=walk.names), way.failure)

    def _like(
        self, travel: rp.LikePath, walk: Walk, view: View, borrowed: bool, goals: frozenset[int] | None
    ) -> Iterator[Way]:
        if borrowed:
            return
        kinds: dict[int, int | None] = {} if travel.kind is None else {travel.kind: None}
        if travel.sites is not None and travel.kind is None:
            for site in bits(self.engine.evaluator.value(travel.sites, view)):
                for layer in view.position.layers:
                    stack = layer.get(site)
                    if stack and stack[-1] != self.engine.ghost:
                        kinds.setdefault(self.engine.codes.kind(stack[-1]), stack[-1])
        for kind in sorted(kinds):
            path = self.engine.attribute(kind, kinds[kind], travel.attribute)
            if path is not None and not borrows(self.engine.rules, path):
                yield from self._closed(path, walk, view, True, goals)

    def _repeat(
        self, travel: rp.RepeatTravel, walk: Walk, view: View, borrowed: bool, goals: frozenset[int] | None
    ) -> Iterator[Way]:
        """Passes that can be made, and after each of them one more that may fail."""
        low, high = travel.low, travel.high
        if travel.times is not None:
            low = high = self.engine.evaluator.value(travel.times, view)
        if low == 0:
            yield Way(walk, None)
        reached = [(walk, 0)]
        seen = {walk.target}
        for current, done in islice(_growing(reached), _MANY_WALKS):
            if (high is not None and done >= high) or current.target == OFF:
                continue
            onward = _stepped_on(current) if done else current
            for way in self._path(travel.path, onward, view, borrowed, None):
                goes_on = way.failure is None and _in_touch(way.walk, view)
                if way.failure is None and done + 1 < low:
                    reached.extend([(way.walk, done + 1)] * goes_on)
                    continue
                if goals is None or way.walk.target in goals:
                    failure = way.failure
                    yield Way(way.walk, failure and replace(failure, inner=(min(done, low), *failure.inner)))
                if goes_on and way.walk.target not in seen:
                    seen.add(way.walk.target)
                    reached.append((way.walk, done + 1))

    # ------------------------------------------------------------ single legs

    def _line(self, travel: rp.LineTravel, walk: Walk, view: View, goals: frozenset[int] | None) -> Iterator[Way]:
        evaluator, walks = self.engine.evaluator, self.engine.walks
        sets = [evaluator.value(item.item, view) for item in travel.run]
        bounds: list[tuple[int, int | None]] = []
        for item in travel.run:
            times = None if item.times is None else max(0, evaluator.value(item.times, view))
            bounds.append((item.low, item.high) if times is None else (times, times))
        for direction, ray in walks.rays(travel.way, walk.target, view):
            sites = list(ray)
            for place, end in enumerate(sites):
                if goals is not None and end not in goals:
                    continue
                counts, wrong = _laid(sites[:place], sets, bounds)
                if counts is None:
                    continue  # no run of this length: not a way of this leg
                reached = walks.landed(travel, walk, end, direction, sites, counts)
                failure = self._run_failure(travel, sites, counts, wrong, view)
                yield Way(reached, failure or self._landing_failure(travel, travel.landing, end, walk, view))

    def _run_failure(
        self, travel: rp.LineTravel, sites: list[int], counts: tuple[int, ...], wrong: int | None, view: View
    ) -> Failure | None:
        if wrong is None:
            return None
        number, place = 0, counts[0]
        while place <= wrong:
            number += 1
            place += counts[number]
        item = travel.run[number].item
        why = self.conditions.outside(item, sites[wrong], view)
        text = f"{self.words.quoted(travel)} fails because {why}"
        return Failure(Stage.WAY, travel.run[number].span, text, 1 << sites[wrong], (2, wrong))

    def _landing_failure(
        self, travel: rp.Travel, landing: rp.Landing, end: int, walk: Walk, view: View
    ) -> Failure | None:
        quoted = self.words.quoted(travel)
        if end == OFF:
            if landing.off:
                return None
            return Failure(Stage.WAY, landing.span, f"{quoted} does not lead off the board", 0, (3,))
        goal = self.engine.evaluator.value(landing.item, view) if landing.item is not None else 0
        if not goal >> end & 1:
            why = f"{self.words.site(end)} is on the board"
            if landing.item is not None:
                why = self.conditions.outside(landing.item, end, view)
            return Failure(Stage.WAY, landing.span, f"{quoted} fails because {why}", 1 << end, (4,))
        if end in walk.visited:
            text = f"{quoted} fails because the way has been on {self.words.site(end)} before"
            return Failure(Stage.WAY, landing.span, text, 1 << end, (5,))
        return None

    def _leapt(
        self, travel: rp.Travel, landing: rp.Landing, ends: tuple[int, ...], walk: Walk, view: View
    ) -> Iterator[Way]:
        for end in ends:
            names = dict(walk.names)
            if landing.name is not None:
                names[landing.name] = 1 << end
            reached = Walk(end, walk.passed, (), tuple(names.items()), walk.runs, walk.visited)
            yield Way(reached, self._landing_failure(travel, landing, end, walk, view))

    def _leap_ends(self, travel: rp.LeapToward, walk: Walk, view: View) -> tuple[int, ...]:
        board = self.engine.rules.board
        sites = {walk.target}
        for directions, steps in zip(travel.directions, travel.steps, strict=True):
            for _ in range(steps):
                tables = [board.directions[number].next_for(view.me) for number in self._numbers(directions, view)]
                sites = {table[site] for table in tables for site in sites if table[site] >= 0}
        return tuple(sorted(sites))

    def _numbers(self, directions: rx.Expr, view: View) -> tuple[int, ...]:
        found: tuple[int, ...] = self.engine.evaluator.value(directions, view)
        return found


def _in_touch(walk: Walk, view: View) -> bool:
    """Whether a walk may go on from where it is (D101); where it began it has not landed."""
    return view.contact is None or walk.target in (OFF, *walk.visited) or bool(view.contact >> walk.target & 1)


def _growing(items: list[tuple[Walk, int]]) -> Iterator[tuple[Walk, int]]:
    """The items of a list that gets longer on the way."""
    place = 0
    while place < len(items):
        yield items[place]
        place += 1


def _laid(
    sites: list[int], sets: list[int], bounds: list[tuple[int, int | None]]
) -> tuple[tuple[int, ...] | None, int | None]:
    """The best way to lay a run over exactly these sites: its counts, and the first site that does not fit."""
    best: tuple[tuple[int, ...] | None, int | None] = (None, -1)

    def lay(item: int, place: int, counts: tuple[int, ...], wrong: int | None) -> None:
        nonlocal best
        if best[0] is not None and best[1] is None:
            return
        if item == len(sets):
            further = best[0] is None or wrong is None or (best[1] is not None and wrong > best[1])
            if place == len(sites) and further:
                best = (counts, wrong)
            return
        low, high = bounds[item]
        most = len(sites) - place if high is None else min(high, len(sites) - place)
        for count in range(low, most + 1):
            misfit = wrong
            if misfit is None:
                run = range(place, place + count)
                misfit = next((spot for spot in run if not _fits(sites[spot], sets[item])), None)
            lay(item + 1, place + count, (*counts, count), misfit)

    lay(0, 0, (), None)
    return best


def _fits(site: int, allowed: int) -> bool:
    return site != OFF and bool(allowed >> site & 1)


def _stepped_on(walk: Walk) -> Walk:
    """A landing becomes a site on the way."""
    return replace(walk, passed=(*walk.passed, walk.target), visited=walk.visited | {walk.target})

"""Depth-first enumeration of walks: every way a path leads from a site (semantics D36 to D42).

Nothing changes during a walk. Tolerant walks are for `why`: they have those as well whose last leg fails a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..analysis.paths import borrows, floods
from ..board import bits
from ..rules import expressions as rx
from ..rules import paths as rp
from .budget import spend
from .exploring import look_up, too_large
from .geometry import OFF
from .refusals import Leg, Refusal, Stage
from .view import View

if TYPE_CHECKING:
    from .engine import Engine

_STEPS_OF_A_WALK = 8  # what it takes to go one leg further, whatever is asked there
_PAID_AT_ONCE = 64  # places on rays where a leg could end; few have more


@dataclass(frozen=True, slots=True)
class Walk:
    """A finished or unfinished walk: where it is, what it passed, its last direction, what it bound."""

    target: int  # a site, or OFF
    passed: tuple[int, ...] = ()
    dir: tuple[int, ...] = ()
    names: tuple[tuple[str, object], ...] = ()
    runs: tuple[int, ...] = ()  # lengths of the runs, for the order of moves
    visited: frozenset[int] = frozenset()  # start and landings: no leg lands there again
    refusal: Refusal | None = None  # the test that its last leg fails


class Walks:
    def __init__(self, engine: Engine, tolerant: bool = False) -> None:
        self.engine = engine
        self.board = engine.rules.board
        self.tolerant = tolerant

    def from_site(self, path: rp.Path, site: int, view: View, targets_only: bool) -> Iterator[Walk]:
        """All walks of a path from a site, equal ones once. `view` has the mover lifted and the part's words."""
        start = Walk(site, visited=frozenset({site}))
        seen: set[object] = set()
        for walk in self._path(path, start, view, None, targets_only):
            look_up()
            if walk.refusal is not None:
                yield walk
                continue
            shown = walk.target if targets_only else (walk.target, walk.passed, walk.dir, walk.names, walk.runs)
            if shown not in seen:
                seen.add(shown)
                if len(seen) > self.engine.limits.turns.value:
                    action = view.part.action if view.part.action >= 0 else None
                    raise too_large(self.engine.rules, view.position.ply, self.engine.limits.turns, action)
                yield walk

    def _path(self, path: rp.Path, walk: Walk, view: View, borrowed: str | None, targets_only: bool) -> Iterator[Walk]:
        for route in path.routes:
            yield from self._legs(route.legs, walk, view, borrowed, targets_only)

    def _legs(
        self, legs: tuple[rp.Leg, ...], walk: Walk, view: View, borrowed: str | None, targets_only: bool
    ) -> Iterator[Walk]:
        if not legs:
            yield walk
            return
        if walk.target == OFF:
            return  # after off nothing follows
        last = len(legs) == 1
        for reached in self._leg(legs[0], walk, view, borrowed, targets_only and last):
            if last:
                yield reached
            elif reached.target != OFF and reached.refusal is None:
                onward = self._legs(legs[1:], _step_on(reached), view, borrowed, targets_only)
                yield from map(_further, onward) if self.tolerant else onward

    def _leg(self, leg: rp.Leg, walk: Walk, view: View, borrowed: str | None, targets_only: bool) -> Iterator[Walk]:
        inner = view.copy()
        inner.leaving = 1 << walk.target
        inner.names = {**view.names, **dict(walk.names)}
        weights = self.engine.weights
        spend(_STEPS_OF_A_WALK + weights.of(leg.travel), leg)
        for reached in self._travel(leg.travel, walk, inner, borrowed, targets_only):
            spend(_STEPS_OF_A_WALK + weights.of(leg.condition), leg)
            if leg.condition is not None and reached.refusal is None:
                test = inner.copy()
                test.entering = 0 if reached.target == OFF else 1 << reached.target
                test.part = replace(view.part, dir=reached.dir)
                test.names = {**inner.names, **dict(reached.names)}
                if not self.engine.evaluator.value(leg.condition, test):
                    if not self.tolerant:
                        continue
                    reached = replace(reached, refusal=Refusal(Stage.WAY, leg.condition, test, inner=(Leg.CONDITION,)))
            yield reached

    def _travel(
        self, travel: rp.Travel, walk: Walk, view: View, borrowed: str | None, targets_only: bool
    ) -> Iterator[Walk]:
        match travel:
            case rp.LineTravel():
                yield from self._line(travel, walk, view)
            case rp.Leap():
                yield from self._leap(travel, walk, view)
            case rp.LeapToward():
                yield from self._leap_toward(travel, walk, view)
            case rp.RepeatTravel():
                yield from self._repeat(travel, walk, view, borrowed, targets_only)
            case rp.ItsPath():
                path = self.engine.attribute(view.part.kind, view.mover, travel.attribute)
                if path is not None:
                    yield from self._closed(path, walk, view, borrowed, targets_only)
            case rp.LikePath():
                yield from self._like(travel, walk, view, borrowed, targets_only)
            case rp.NamedPath():
                yield from self._closed(self.engine.rules.paths[travel.path].path, walk, view, borrowed, targets_only)
            case rp.InnerPath():
                yield from self._path(travel.path, walk, view, borrowed, targets_only)

    def _closed(
        self, path: rp.Path, walk: Walk, view: View, borrowed: str | None, targets_only: bool
    ) -> Iterator[Walk]:
        """A path with names of its own: what it binds is not seen outside."""
        inner = view.copy()
        inner.names = {}
        bare = Walk(walk.target, walk.passed, walk.dir, (), walk.runs, walk.visited)
        for reached in self._path(path, bare, inner, borrowed, targets_only):
            yield Walk(
                reached.target, reached.passed, reached.dir, walk.names, reached.runs, reached.visited, reached.refusal
            )  # fmt: skip

    # ------------------------------------------------------------ rays

    def _line(self, travel: rp.LineTravel, walk: Walk, view: View) -> Iterator[Walk]:
        evaluator = self.engine.evaluator
        sets = [evaluator.value(item.item, view) for item in travel.run]
        bounds = []
        for item in travel.run:
            if item.times is None:
                bounds.append((item.low, item.high))
            else:
                times = evaluator.value(item.times, view)
                if times < 0:
                    return
                bounds.append((times, times))
        landing = travel.landing
        goal = self.engine.evaluator.value(landing.item, view) if landing.item is not None else 0
        tried = 0
        for direction, ray in self._rays(travel.way, walk.target, view):
            sites: list[int] = []
            for counts, end, misfit in _matches(ray, sites, sets, bounds, self.tolerant):
                tried += 1
                if not tried % _PAID_AT_ONCE:
                    spend(_PAID_AT_ONCE, travel)
                stop = Leg.RUN if misfit else self._stop(landing, goal, end, walk, view)
                if stop is None:
                    yield self._landed(travel, walk, end, direction, sites, counts)
                elif self.tolerant:
                    reached = self._landed(travel, walk, end, direction, sites, counts)
                    refusal = Refusal(Stage.WAY, travel, view, end, (stop,))
                    if misfit:
                        place, member = misfit
                        refusal = Refusal(Stage.WAY, travel, view, sites[place], (stop, place), travel.run[member])
                    yield replace(reached, refusal=refusal)

    def _rays(self, way: rx.Way, site: int, view: View) -> Iterator[tuple[tuple[int, ...], Iterator[int]]]:
        evaluator, geometry = self.engine.evaluator, self.engine.geometry
        if way.tracks:
            for track in way.tracks:
                for ray in geometry.track_rays(site, evaluator.value(track, view), view.me, way.against):
                    yield (), ray
            return
        for number in sorted(set(evaluator.value(way.directions, view))) if way.directions is not None else ():
            yield (number,), geometry.ray(site, number, view.me)

    @staticmethod
    def _landed(
        travel: rp.LineTravel,
        walk: Walk,
        end: int,
        direction: tuple[int, ...],
        sites: list[int],
        counts: tuple[int, ...],
    ) -> Walk:
        names = dict(walk.names)
        if travel.name is not None:
            names[travel.name] = direction
        start = 0
        for item, count in zip(travel.run, counts, strict=True):
            if item.name is not None:
                mask = 0
                for site in sites[start : start + count]:
                    mask |= 1 << site
                names[item.name] = _joined(names.get(item.name), mask)
            start += count
        if travel.landing.name is not None:
            mask = 0 if end == OFF else 1 << end
            names[travel.landing.name] = _joined(names.get(travel.landing.name), mask)
        return Walk(
            end,
            (*walk.passed, *sites[:start]),
            direction,
            tuple(names.items()),
            (*walk.runs, *counts),
            walk.visited,
        )

    def _stop(self, landing: rp.Landing, goal: int, end: int, walk: Walk, view: View) -> Leg | None:
        """Why a leg cannot end on a site; None if it can. On an unbounded board each keeps in touch (D101)."""
        if end == OFF:
            return None if landing.off else Leg.OFF
        if not goal >> end & 1:
            return Leg.GOAL
        if end in walk.visited:
            return Leg.VISITED
        return None if view.contact is None or view.contact >> end & 1 else Leg.CONTACT

    # ------------------------------------------------------------ leaps

    def _leap(self, travel: rp.Leap, walk: Walk, view: View) -> Iterator[Walk]:
        targets = self.engine.geometry.leap(travel.first, travel.second)
        yield from self._leapt(travel, targets[walk.target] if targets else (), walk, view)

    def _leap_toward(self, travel: rp.LeapToward, walk: Walk, view: View) -> Iterator[Walk]:
        sites = {walk.target}
        for directions, steps in zip(travel.directions, travel.steps, strict=True):
            found: set[int] = set()
            for number in self.engine.evaluator.value(directions, view):
                ends = (self.board.directions[number].after(site, steps, view.me) for site in sites)
                found.update(end for end in ends if end >= 0)
            sites = found
        yield from self._leapt(travel, tuple(sorted(sites)), walk, view)

    def _leapt(
        self, travel: rp.Leap | rp.LeapToward, targets: tuple[int, ...], walk: Walk, view: View
    ) -> Iterator[Walk]:
        landing = travel.landing
        goal = self.engine.evaluator.value(landing.item, view) if landing.item is not None else 0
        for end in targets:
            stop = self._stop(landing, goal, end, walk, view)
            if stop is None or self.tolerant:
                names = dict(walk.names)
                if landing.name is not None:
                    names[landing.name] = _joined(names.get(landing.name), 1 << end)
                refusal = None if stop is None else Refusal(Stage.WAY, travel, view, end, (stop,))
                yield Walk(end, walk.passed, (), tuple(names.items()), walk.runs, walk.visited, refusal)

    # ------------------------------------------------------------ repeats and borrowed paths

    def _repeat(
        self, travel: rp.RepeatTravel, walk: Walk, view: View, borrowed: str | None, targets_only: bool
    ) -> Iterator[Walk]:
        low, high = travel.low, travel.high
        if travel.times is not None:
            low = high = self.engine.evaluator.value(travel.times, view)
            if low < 0:
                return
        if targets_only and floods(self.engine.rules, travel):
            yield from self._flood(travel.path, walk, view, borrowed, low)
            return
        if low == 0:
            yield walk
        waiting = [(walk, 0)]
        while waiting:
            look_up()
            current, done = waiting.pop()
            if (high is not None and done >= high) or current.target == OFF:
                continue
            inner = view.copy()
            inner.names = {**view.names, **dict(current.names)}
            onward = _step_on(current) if done else current
            for reached in self._path(travel.path, onward, inner, borrowed, False):
                if reached.refusal is not None:
                    yield _further(reached, min(done, low))
                    continue
                if done + 1 >= low:
                    yield reached
                # A pass that went nowhere leads to nothing new, however often it is made.
                if reached.target != onward.target or done + 1 < low:
                    waiting.append((reached, done + 1))

    def _flood(self, path: rp.Path, walk: Walk, view: View, borrowed: str | None, low: int) -> Iterator[Walk]:
        """Nobody looks at the route, so plain reachability gives the same targets (D40)."""
        if low == 0:
            yield walk
        seen = {walk.target, *walk.visited}
        waiting = [walk.target]  # breadth first: it grows on the way
        for site in waiting:
            here = Walk(site, visited=walk.visited)
            for reached in self._path(path, here, view, borrowed, True):
                found = Walk(reached.target, walk.passed, (), walk.names, walk.runs, walk.visited, reached.refusal)
                if reached.refusal is not None:
                    yield _further(found, min(site != walk.target, low))
                elif reached.target == OFF:
                    yield found
                elif reached.target not in seen:
                    seen.add(reached.target)
                    waiting.append(reached.target)
                    yield found

    def _like(
        self, travel: rp.LikePath, walk: Walk, view: View, borrowed: str | None, targets_only: bool
    ) -> Iterator[Walk]:
        """As other pieces move; what is borrowed is not borrowed again (D41)."""
        if borrowed is not None:
            return
        kinds: dict[int, int | None] = {}
        if travel.kind is not None:
            kinds[travel.kind] = None
        else:
            sites = self.engine.evaluator.value(travel.sites, view) if travel.sites is not None else 0
            for site in bits(sites):
                for layer in view.position.layers:
                    stack = layer.get(site)
                    if stack and stack[-1] != self.engine.ghost:
                        kinds.setdefault(self.engine.codes.kind(stack[-1]), stack[-1])
        for kind in sorted(kinds):
            path = self.engine.attribute(kind, kinds[kind], travel.attribute)
            if path is not None and not borrows(self.engine.rules, path):
                yield from self._closed(path, walk, view, travel.attribute, targets_only)


_Match = tuple[tuple[int, ...], int, tuple[int, int] | None]


def _matches(
    ray: Iterator[int], sites: list[int], sets: list[int], bounds: list[tuple[int, int | None]], tolerant: bool
) -> Iterator[_Match]:
    """All ways to lay the run over the ray: (counts, landing, misfit). The ray is read only as far as it is needed.

    The misfit is the first place that does not fit its member of the run: (place, member), if tolerant.
    """

    def site_at(place: int) -> int | None:
        while len(sites) <= place:
            if sites and sites[-1] == OFF:
                return None
            site = next(ray, None)
            if site is None:
                return None
            sites.append(site)
        return sites[place]

    def lay(place: int, number: int, counts: tuple[int, ...], misfit: tuple[int, int] | None) -> Iterator[_Match]:
        if number == len(sets):
            end = site_at(place)
            if end is not None:
                yield counts, end, misfit
            return
        low, high = bounds[number]
        count = 0
        while True:
            if count >= low:
                yield from lay(place + count, number + 1, (*counts, count), misfit)
            if high is not None and count >= high:
                return
            site = site_at(place + count)
            if site is None or site == OFF:
                return
            if not sets[number] >> site & 1:
                if not tolerant:
                    return
                misfit = misfit or (place + count, number)
            count += 1

    return lay(0, 0, (), None)


def _joined(known: object, mask: int) -> int:
    """In repeats a name is the union over the passes."""
    return (known if isinstance(known, int) else 0) | mask


def _step_on(walk: Walk) -> Walk:
    """The landing of a leg becomes a site on the way; a repeat of no times has not landed anywhere."""
    if walk.target in walk.visited:
        return walk
    return Walk(walk.target, (*walk.passed, walk.target), walk.dir, walk.names, walk.runs, walk.visited | {walk.target})


def _further(walk: Walk, legs: int = 1) -> Walk:
    """A walk that is refused, after so many legs; any other as it is."""
    return walk if walk.refusal is None else replace(walk, refusal=walk.refusal.further(legs))

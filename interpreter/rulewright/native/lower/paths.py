"""Depth-first enumeration in continuation-passing style: every walk of a path, as nested loops that end in its use."""

from __future__ import annotations

from dataclasses import replace

from ...analysis.roots import uses_word
from ...rules import expressions as rx
from ...rules import paths as rp
from ..ir import Builder, Ex, k
from ..layout.memory_layout import TOO_MANY_STEPS
from ..lowering_part import Lowering
from .scope import NO_DIRECTIONS, Scope, Val
from .walk import STEP, Continue, StepOn, Trip, Walk, Wish

_STEPS_OF_A_LEG = 8


class Paths(Lowering):
    def setup(self) -> None:
        self._legs_so_far = 0

    def from_site(
        self, path: rp.Path, f: Builder, scope: Scope, start: Ex, wish: Wish, targets_only: bool, then: Continue
    ) -> None:
        passed = k.NOTHING if wish.passed else None
        walk = Walk(start, (start,), None, passed, NO_DIRECTIONS, dict(scope.names))
        layout = self.layout
        rows = ((layout.runs_base, layout.runs_length), (layout.passed_base, layout.passed_length)) if wish.row else ()
        before = [f.let(k.load(64, base), "base") for base, _ in rows]
        for base, length in rows:
            f.store(64, base, k.load(64, length))
        self.path(path, f, scope, walk, Trip(wish, targets_only, False, then))
        for (base, _), value in zip(rows, before, strict=True):
            f.store(64, base, value)

    def path(self, path: rp.Path, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        for route in path.routes:
            self._legs(route.legs, f, scope, walk, trip)

    def _legs(self, legs: tuple[rp.Leg, ...], f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        if len(legs) == 1:
            self._leg(legs[0], f, scope, walk, trip)
            return

        def onward(g: Builder, inner: Scope, reached: Walk) -> None:
            goes_on = self.goes_on(g, reached, trip.wish)
            if self.unit.facts.asks_much:
                goes_on = k.both(goes_on, self._has_steps_left(g))
            with g.when(goes_on), StepOn(self.layout, g, reached, trip.wish) as on:
                self._legs(legs[1:], g, inner, on, trip)

        self._leg(legs[0], f, scope, walk, replace(trip, last=False, then=onward))

    def goes_on(self, f: Builder, reached: Walk, wish: Wish) -> Ex:
        """Whether a walk may go on from where it is: on the board, and in touch where it has to be (D101)."""
        on_board = reached.target.ge(0) if reached.may_be_off else k.TRUE
        if wish.contact is None or reached.stayed:
            return on_board
        return k.both(on_board, wish.contact(reached.target, f))

    def _has_steps_left(self, f: Builder) -> Ex:
        """Counts a walk that goes on with another leg: lines in a row lead on from everywhere to everywhere."""
        layout, most = self.layout, self.unit.most_steps
        spent = f.let(k.load(64, layout.spent) + _STEPS_OF_A_LEG, "spent")
        f.store(64, layout.spent, spent)
        with f.when(k.rarely(spent.gt(most))):
            f.store(64, layout.error, TOO_MANY_STEPS)
        return spent.le(most)

    def _leg(self, leg: rp.Leg, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        inner = scope.with_words(leaving=Val("site", walk.target)).copy(names=dict(walk.names))
        assert inner.words is not None
        inner.words.pop(STEP, None)  # of the leg before
        if leg.condition is None:
            self._travel(leg.travel, f, inner, walk, trip)
            return
        condition = leg.condition
        if self._known_before(leg):
            with f.when(self.c.expressions.holds(condition, f, inner)):
                self._travel(leg.travel, f, inner, walk, trip)
            return
        # The legs inside this one leave from elsewhere: where it began itself is kept under a name of its own.
        self._legs_so_far += 1
        start = f"leaving {self._legs_so_far}"
        inner = inner.with_words(**{start: Val("site", walk.target)})

        def tested(g: Builder, at: Scope, reached: Walk) -> None:
            assert at.words is not None
            words = {"leaving": at.words[start], "entering": Val("site", reached.target), "dir": reached.dir}
            test = at.with_words(**words).copy(names=dict(reached.names))
            with g.when(self.c.expressions.holds(condition, g, test)):
                trip.then(g, at, reached)

        self._travel(leg.travel, f, inner, walk, replace(trip, then=tested))

    def _known_before(self, leg: rp.Leg) -> bool:
        """Whether the condition of a leg does not depend on how the leg goes."""
        assert leg.condition is not None
        if uses_word(self.c.rules, leg.condition, "entering", "dir"):
            return False
        bound = set()
        for node in rx.walk(leg.travel):
            if isinstance(node, rp.RunItem | rp.Landing | rp.LineTravel) and node.name is not None:
                bound.add(node.name)
        return not any(isinstance(node, rx.Local) and node.name in bound for node in rx.walk(leg.condition))

    def _travel(self, travel: rp.Travel, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        match travel:
            case rp.LineTravel():
                self.c.rays.line(travel, f, scope, walk, trip)
            case rp.Leap():
                self.c.leaps.leap(travel, f, scope, walk, trip.then)
            case rp.LeapToward():
                self.c.leaps.leap_toward(travel, f, scope, walk, trip.then)
            case rp.RepeatTravel():
                self.c.repeats.repeat(travel, f, scope, walk, trip)
            case rp.ItsPath():
                self.c.kind_paths.its(travel, f, scope, walk, trip)
            case rp.LikePath():
                self.c.kind_paths.like(travel, f, scope, walk, trip)
            case rp.NamedPath():
                path = self.rules.paths[travel.path].path
                self.closed(path, f, scope, walk, trip)
            case rp.InnerPath():
                self.path(travel.path, f, scope, walk, trip)

    def closed(self, path: rp.Path, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        """A path with names of its own: what it binds is not seen outside."""

        def outside(g: Builder, inner: Scope, reached: Walk) -> None:
            # A path that went into a function of its own carried the outer names along under their own names.
            names = {name: inner.names.get(f"outer {name}", val) for name, val in walk.names.items()}
            trip.then(g, inner.copy(names=names), replace(reached, names=names))

        hidden = {f"outer {name}": val for name, val in walk.names.items()}
        bare = replace(walk, names=hidden)
        self.path(path, f, scope.copy(names=hidden), bare, replace(trip, then=outside))

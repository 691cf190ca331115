"""Reachability, or enumeration of simple routes by recursion: legs that are repeated."""

from __future__ import annotations

from dataclasses import replace

from ...analysis.paths import floods
from ...rules import expressions as rx
from ...rules import paths as rp
from ..ir import BOOL, INT, SET, Builder, Ex, Var, k
from ..lowering_part import Lowering
from .scope import NO_DIRECTIONS, Outline, Scope, Val, kept
from .walk import Gather, StepOn, Trip, Walk, Wish


class Repeats(Lowering):
    def setup(self) -> None:
        self._routes_so_far = 0

    def repeat(self, travel: rp.RepeatTravel, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        low: Ex = k.num(travel.low)
        high: Ex | None = None if travel.high is None else k.num(travel.high)
        if travel.times is not None:
            low = high = f.let(self.c.expressions.number(travel.times, f, scope), "times")
        if trip.last and floods(self.rules, travel):
            self._flood(travel, f, scope, walk, trip)
            return
        self._repeat_routes(travel, f, scope, walk, trip, low, high)

    def _flood(self, travel: rp.RepeatTravel, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        """Nobody looks at the route: plain reachability (D40)."""
        alone = walk.visited is None and len(walk.landings) == 1 and trip.wish.contact is None
        if isinstance(trip.then, Gather) and travel.low == 1 and alone:

            def step(g: Builder, site: Ex, way: Ex, found: Ex) -> None:
                here = Walk(site, (), None, None, NO_DIRECTIONS, dict(walk.names))
                self.c.paths.path(
                    travel.path, g, scope, here, Trip(Wish(False, False, way=way), True, trip.borrowed, Gather(found))
                )

            walked = self.c.space.torus.walk((id(travel), scope.known), step, f, walk.target)
            if walked is not None:
                trip.then.all(f, walked)
                return
        seen = f.var(k.one(walk.target), "seen")
        if walk.visited is not None:
            f.set(seen, k.set_or(seen, walk.visited))
        for landing in walk.landings:
            f.include(seen, landing)
        if travel.low == 0:
            trip.then(f, scope, replace(walk, stayed=True))
        row = f.buffer(2 * self.n, "waiting")
        waiting = f.var(k.num(1), "waiting")
        f.poke(row, 16, 0, walk.target)

        def reached(g: Builder, inner: Scope, found: Walk) -> None:
            plain = replace(walk, target=found.target, dir=NO_DIRECTIONS, may_be_off=found.may_be_off)
            if found.may_be_off:
                trip.then(g, scope, plain)
                return
            new = k.negate(k.has(seen, found.target))
            with g.when(k.both(new, self.c.paths.goes_on(g, found, trip.wish))):
                g.include(seen, found.target)
                g.poke(row, 16, waiting, found.target)
                g.set(waiting, waiting + 1)
                if trip.wish.trail is not None:
                    trip.wish.trail.note(g, inner, site, found.target)
                trip.then(g, scope, plain)

        # Where every pass is one leg, it need not be looked at if it ends where somebody was before.
        rays = (rp.LineTravel, rp.Leap, rp.LeapToward)
        single = all(len(route.legs) == 1 and isinstance(route.legs[0].travel, rays) for route in travel.path.routes)
        with f.loop():
            f.leave_if(waiting.le(0))
            f.set(waiting, waiting - 1)
            site = f.let(k.peek(row, 16, waiting), "site")
            known = seen if single else walk.visited
            here = Walk(site, (*walk.landings,), known, None, NO_DIRECTIONS, dict(walk.names))
            # Names and routes are of no interest inside.
            wish = Wish(False, False, toward=trip.wish.toward, contact=trip.wish.contact)
            self.c.paths.path(travel.path, f, scope, here, Trip(wish, True, trip.borrowed, reached))

    # ------------------------------------------------------------ routes one by one

    def _repeat_routes(
        self, travel: rp.RepeatTravel, f: Builder, scope: Scope, walk: Walk, trip: Trip, low: Ex, high: Ex | None
    ) -> None:
        """Every route: a function that calls itself for each further pass."""
        start = self._as_visited(f, walk)
        with f.when(low.ge(0)):
            with f.when(low.eq(0)):
                trip.then(f, scope, replace(walk, stayed=True))
            names = {name: kept(f, self._as_set(val), name) for name, val in walk.names.items()}
            # What a pass binds is joined with what the next ones bind.
            for node in rx.walk(travel.path):
                if isinstance(node, rp.RunItem | rp.Landing) and node.name is not None:
                    names.setdefault(node.name, Val("set", k.NOTHING))
            extra: dict[str, Val] = {
                "target": Val("site", f.let(walk.target)),
                "visited": Val("set", f.let(start)),
                "passed": Val("set", f.let(walk.passed if walk.passed is not None else k.NOTHING)),
                "low": Val("int", low),
                "high": Val("int", high if high is not None else k.num(1 << 30)),
                "done": Val("int", f.var(k.num(0), "done")),
            }
            # Not constant, whatever it is now: the function calls itself with other values.
            for name in ("visited", "passed"):
                if extra[name].ex.op == "const":
                    extra[name] = Val("set", f.var(extra[name].ex, name))
            for name, val in list(names.items()):
                if val.fixed is not None or val.ex.op == "const":
                    names[name] = Val(val.kind, f.var(val.ex, "named"))
            outline = Outline(scope.copy(names=names), extra)
            inner_extra = outline.outer()

            def write(g: Builder) -> None:
                self._one_pass(travel, g, outline, inner_extra, trip)

            made = self.unit.function(object(), "route", outline.params, INT, write, "one more pass of a repeat")
            found = f.call(made, *outline.args)
            self.c.count(f, found, trip.wish.first)

    def _one_pass(
        self, travel: rp.RepeatTravel, g: Builder, outline: Outline, extra: dict[str, Val], trip: Trip
    ) -> None:
        total = self.c.begin_count(g)
        me = g.function
        # A repeat inside this one goes on in a function of its own: what was given to this one goes along.
        self._routes_so_far += 1
        prefix = f"route {self._routes_so_far} "
        kinds = {SET: "set", BOOL: "bool"}
        given = {prefix + name: Val(kinds.get(ty, "int"), Var(name, ty)) for name, ty in outline.params}
        inner = outline.inner.with_words(**given)
        here = Walk(
            extra["target"].ex,
            (extra["target"].ex,),
            extra["visited"].ex,
            extra["passed"].ex if trip.wish.passed else None,
            NO_DIRECTIONS,
            dict(inner.names),
        )

        def reached(h: Builder, at: Scope, found: Walk) -> None:
            assert at.words is not None
            params = {name: at.words[prefix + name].ex for name, _ in outline.params}
            now = {name: params[val.ex.name] if val.ex.name else val.ex for name, val in extra.items()}
            done = h.let(now["done"] + 1)
            with h.when(done.ge(now["low"])):
                final = replace(found, landings=(now["target"],))
                trip.then(h, at.copy(names=dict(found.names)), final)
            more = k.both(done.lt(now["high"]), found.target.ge(0))
            if found.stayed:  # a pass that went nowhere leads to nothing new, however often it is made
                more = k.both(more, done.lt(now["low"]))
            if trip.wish.contact is not None:
                more = k.both(more, self.c.paths.goes_on(h, found, trip.wish))
            with h.when(more):
                with StepOn(self.layout, h, found, trip.wish) as onward:
                    values = {
                        "target": onward.target,
                        "visited": onward.visited if onward.visited is not None else now["visited"],
                        "passed": onward.passed if onward.passed is not None else k.NOTHING,
                        "done": done,
                    }
                    args = self._arguments(outline, extra, params, values, found)
                    self.c.count(h, h.call(me, *[h.let(arg) for arg in args]), trip.wish.first)

        self.c.paths.path(travel.path, g, inner, here, replace(trip, last=False, then=reached))
        g.ret(total)

    def _arguments(
        self, outline: Outline, extra: dict[str, Val], params: dict[str, Ex], values: dict[str, Ex], found: Walk
    ) -> list[Ex]:
        """What the function calls itself with: the parameters again, but for those that go on."""
        changed: dict[str | None, Ex] = {extra[name].ex.name: value for name, value in values.items()}
        for name, val in outline.inner.names.items():
            now = found.names.get(name)
            if now is not None:
                changed[val.ex.name] = now.as_set if val.kind == "set" else now.ex
        return [changed.get(name, params[name]) for name, _ in outline.params]

    @staticmethod
    def _as_set(val: Val) -> Val:
        return Val("set", val.as_set) if val.kind == "site" else val

    @staticmethod
    def _as_visited(f: Builder, walk: Walk) -> Ex:
        found = k.one(walk.target)
        for landing in walk.landings:
            found = k.set_or(found, k.one(landing))
        if walk.visited is not None:
            found = k.set_or(found, walk.visited)
        return f.let(found, "visited")

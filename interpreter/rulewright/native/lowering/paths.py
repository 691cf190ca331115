"""Paths lowered: every walk from a site, as nested loops that end in whatever is done with a walk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.types import Type
from ..kernel import program as k
from ..kernel.program import BOOL, INT, SET, Builder, Ex
from .scope import NO_DIRECTIONS, Outline, Scope, Val, fixed_directions, kept

if TYPE_CHECKING:
    from ..compiler import Compiler

OFF = -1
STEP = "step number"  # the word of a scope for the direction of a single step


@dataclass(slots=True)
class Walk:
    """A walk while it is lowered; `target` is OFF (-1) where it left the board."""

    target: Ex
    landings: tuple[Ex, ...]  # the start and the landings so far: no leg lands there again
    visited: Ex | None  # the same as a set, inside repeats
    passed: Ex | None  # None: nobody looks
    dir: Val
    names: dict[str, Val]
    may_be_off: bool = False
    stayed: bool = False  # a repeat of no times: it has not landed anywhere


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be known of a walk beside its target."""

    passed: bool
    row: bool  # keep run lengths and the row of passed sites, for the key of the move
    first: bool = False  # one walk is enough: the function returns 1 as soon as something was found
    way: Ex | None = None  # the number of the only direction to look in
    lengths: tuple[Ex, ...] = ()  # the only lengths of runs to look for
    gather: Callable[[Builder, Ex, Ex], None] | None = None  # gets a start and all its targets, instead of walks


Continue = Callable[[Builder, Scope, Walk], None]


class Gather:
    """What is done with a walk where only targets matter: they are taken into a set."""

    def __init__(self, found: Ex) -> None:
        self.found = found

    def __call__(self, f: Builder, scope: Scope, walk: Walk) -> None:
        f.include(self.found, walk.target)

    def all(self, f: Builder, targets: Ex) -> None:
        f.set(self.found, k.set_or(self.found, targets))


class Paths:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.board = compiler.rules.board
        self.layout = compiler.unit.layout
        self.n = len(self.board)
        self.longest = compiler.unit.engine.geometry.longest_ray
        self._legs_so_far = 0
        self._routes_so_far = 0
        self._cyclic = [self._has_cycle(number) for number in range(len(self.board.directions))]

    def _has_cycle(self, number: int) -> bool:
        for table in self.board.directions[number].tables:
            for start in range(self.n):
                site, steps = table[start], 0
                while site >= 0 and site != start and steps <= self.n:
                    site, steps = table[site], steps + 1
                if site == start:
                    return True
        return False

    # ------------------------------------------------------------ whole paths

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
        self._path(path, f, scope, walk, wish, targets_only, False, then)
        for (base, _), value in zip(rows, before, strict=True):
            f.store(64, base, value)

    def _path(
        self,
        path: rp.Path,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        for route in path.routes:
            self._legs(route.legs, f, scope, walk, wish, last, borrowed, then)

    def _legs(
        self,
        legs: tuple[rp.Leg, ...],
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        if len(legs) == 1:
            self._leg(legs[0], f, scope, walk, wish, last, borrowed, then)
            return

        def onward(g: Builder, inner: Scope, reached: Walk) -> None:
            if not reached.may_be_off:
                self._on_the_way(legs[1:], g, inner, reached, wish, last, borrowed, then)
                return
            with g.when(reached.target.ge(0)):
                self._on_the_way(legs[1:], g, inner, reached, wish, last, borrowed, then)

        self._leg(legs[0], f, scope, walk, wish, False, borrowed, onward)

    def _on_the_way(
        self,
        legs: tuple[rp.Leg, ...],
        f: Builder,
        scope: Scope,
        reached: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        with self._stepped_on(f, reached, wish) as walk:
            self._legs(legs, f, scope, walk, wish, last, borrowed, then)

    def _stepped_on(self, f: Builder, reached: Walk, wish: Wish) -> _StepOn:
        return _StepOn(self, f, reached, wish)

    def _leg(
        self,
        leg: rp.Leg,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        inner = scope.with_words(leaving=Val("site", walk.target)).copy(names=dict(walk.names))
        assert inner.words is not None
        inner.words.pop(STEP, None)  # of the leg before
        if leg.condition is None:
            self._travel(leg.travel, f, inner, walk, wish, last, borrowed, then)
            return
        condition = leg.condition
        if self._known_before(leg):
            with f.when(self.c.expressions.holds(condition, f, inner)):
                self._travel(leg.travel, f, inner, walk, wish, last, borrowed, then)
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
                then(g, at, reached)

        self._travel(leg.travel, f, inner, walk, wish, last, borrowed, tested)

    def _known_before(self, leg: rp.Leg) -> bool:
        """Whether the condition of a leg does not depend on how the leg goes."""
        assert leg.condition is not None
        if self.c.unit.facts.uses_word(leg.condition, "entering", "dir"):
            return False
        bound = set()
        for node in rx.walk(leg.travel):
            if isinstance(node, rp.RunItem | rp.Landing | rp.LineTravel) and node.name is not None:
                bound.add(node.name)
        return not any(isinstance(node, rx.Local) and node.name in bound for node in rx.walk(leg.condition))

    def _travel(
        self,
        travel: rp.Travel,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        match travel:
            case rp.LineTravel():
                self._line(travel, f, scope, walk, wish, then)
            case rp.Leap():
                self._leap(travel, f, scope, walk, then)
            case rp.LeapToward():
                self._leap_toward(travel, f, scope, walk, then)
            case rp.RepeatTravel():
                self._repeat(travel, f, scope, walk, wish, last, borrowed, then)
            case rp.ItsPath():
                self._its(travel, f, scope, walk, wish, last, borrowed, then)
            case rp.LikePath():
                self._like(travel, f, scope, walk, wish, last, borrowed, then)
            case rp.NamedPath():
                path = self.rules.paths[travel.path].path
                self._closed(path, f, scope, walk, wish, last, borrowed, then)
            case rp.InnerPath():
                self._path(travel.path, f, scope, walk, wish, last, borrowed, then)

    def _closed(
        self,
        path: rp.Path,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        """A path with names of its own: what it binds is not seen outside."""

        def outside(g: Builder, inner: Scope, reached: Walk) -> None:
            # A path that went into a function of its own carried the outer names along under their own names.
            names = {name: inner.names.get(f"outer {name}", val) for name, val in walk.names.items()}
            then(g, inner.copy(names=names), replace(reached, names=names))

        hidden = {f"outer {name}": val for name, val in walk.names.items()}
        bare = replace(walk, names=hidden)
        self._path(path, f, scope.copy(names=hidden), bare, wish, last, borrowed, outside)

    # ------------------------------------------------------------ rays

    def _line(self, travel: rp.LineTravel, f: Builder, scope: Scope, walk: Walk, wish: Wish, then: Continue) -> None:
        bounds: list[tuple[Ex, Ex | None]] = []
        fine = k.TRUE
        for number, item in enumerate(travel.run):
            if wish.lengths:
                bounds.append((wish.lengths[number], wish.lengths[number]))
            elif item.times is None:
                bounds.append((k.num(item.low), None if item.high is None else k.num(item.high)))
            else:
                times = f.let(self.c.expressions.number(item.times, f, scope), "times")
                fine = k.both(fine, times.ge(0))
                bounds.append((times, times))
        with f.when(fine):
            if travel.way.tracks:
                self._track_rays(travel, f, scope, walk, wish, bounds, then)
            elif travel.way.directions is not None:
                self._direction_rays(travel, f, scope, walk, wish, bounds, then)

    def _direction_rays(
        self,
        travel: rp.LineTravel,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        bounds: list[tuple[Ex, Ex | None]],
        then: Continue,
    ) -> None:
        assert travel.way.directions is not None
        if wish.way is not None:
            ray = _Ray(self, wish.way, scope.me, any(self._cyclic))
            direction = Val("dirs", f.let(k.num(1) << wish.way, "dir"))
            self._match(travel, f, self._stepping(scope, travel, wish.way), walk, wish, bounds, ray, direction, then)
            return
        dirs = self.c.expressions.directions(travel.way.directions, f, scope)
        if dirs.fixed is not None:
            numbers = tuple(sorted(set(dirs.fixed)))
            if not numbers:
                return
            if isinstance(then, Gather) and self.c.slides.fits(travel, walk, scope):
                numbers = self.c.slides.gather(travel, f, scope, walk.target, numbers, then)
                if not numbers:
                    return
            cyclic = any(self._cyclic[number] for number in numbers)
            if len(numbers) == 1:
                scope = self._stepping(scope, travel, k.num(numbers[0]))
                ray = _Ray(self, k.num(numbers[0]), scope.me, cyclic)
                self._match(travel, f, scope, walk, wish, bounds, ray, fixed_directions(numbers), then)
                return
            with f.count_to(len(numbers), "way") as index:
                table = self.unit.table("ways", 16, numbers)
                number = index if numbers == tuple(range(len(numbers))) else f.let(k.look(table, index), "dir")
                ray = _Ray(self, number, scope.me, cyclic)
                direction = Val("dirs", k.num(1) << number)
                self._match(travel, f, self._stepping(scope, travel, number), walk, wish, bounds, ray, direction, then)
            return
        mask = f.let(dirs.ex, "ways")
        with f.count_to(len(self.board.directions), "dir") as number:
            with f.when((mask >> number & 1).ne(0)):
                ray = _Ray(self, number, scope.me, any(self._cyclic))
                direction = Val("dirs", k.num(1) << number)
                self._match(travel, f, self._stepping(scope, travel, number), walk, wish, bounds, ray, direction, then)

    @staticmethod
    def _stepping(scope: Scope, travel: rp.LineTravel, number: Ex) -> Scope:
        """A scope that knows the direction from `leaving` to `entering`, if that is one step."""
        return scope if travel.run else scope.with_words(**{STEP: Val("int", number)})

    def _track_rays(
        self,
        travel: rp.LineTravel,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        bounds: list[tuple[Ex, Ex | None]],
        then: Continue,
    ) -> None:
        for track in travel.way.tracks:
            number = f.let(self.c.expressions.number(track, f, scope), "track")
            row = f.let(number * len(self.rules.players) + scope.me, "row")
            tables = self.c.tracks
            with f.count_to(tables.occurrences(row, walk.target), "turn") as index:
                start = f.let(tables.occurrence(row, walk.target, index), "place")
                ray = _TrackRay(self, row, start, travel.way.against)
                self._match(travel, f, scope, walk, wish, bounds, ray, NO_DIRECTIONS, then)

    def _match(
        self,
        travel: rp.LineTravel,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        bounds: list[tuple[Ex, Ex | None]],
        ray: _Ray | _TrackRay,
        direction: Val,
        then: Continue,
    ) -> None:
        """All ways to lay the run over a ray."""
        names = dict(walk.names)
        if travel.name is not None:
            names[travel.name] = direction
        tests = [self._membership(item.item, f, scope) for item in travel.run]
        landing = travel.landing
        goal = self._membership(landing.item, f, scope) if landing.item is not None else None
        row = _Row(self, f, wish, walk)

        def lay(number: int, cursor: Ex, total: Ex, passed: Ex | None, bound: dict[str, Val], counts: list[Ex]) -> None:
            if number == len(travel.run):
                self._land(
                    travel, f, scope, walk, ray, direction, cursor, total, passed, bound, goal, row, counts, then
                )
                return
            item = travel.run[number]
            low, high = bounds[number]
            mine = f.var(k.NOTHING, "run") if item.name is not None else None
            at = f.var(cursor, "at")
            count = f.var(k.num(0), "length")
            so_far = f.var(passed, "passed") if passed is not None else None

            def inner() -> None:
                named = dict(bound)
                if item.name is not None and mine is not None:
                    known = bound.get(item.name)
                    here = f.let(mine)
                    named[item.name] = Val("set", here if known is None else k.set_or(known.as_set, here))
                here_passed = f.let(so_far) if so_far is not None else None
                lay(number + 1, f.let(at), total + count, here_passed, named, [*counts, count])

            with f.loop():
                with f.when(count.ge(low)):
                    inner()
                if high is not None:
                    f.leave_if(count.ge(high))
                following = f.let(ray.step(f, at, total + count), "next")
                f.leave_if(following.lt(0))
                site = f.let(ray.site(following), "site")
                f.leave_if(k.negate(tests[number](site)))
                f.set(at, following)
                if mine is not None:
                    f.include(mine, site)
                if so_far is not None:
                    f.include(so_far, site)
                row.passed(total + count, site)
                f.set(count, count + 1)

        lay(0, ray.start(walk.target), k.num(0), walk.passed, names, [])

    def _membership(self, node: rx.Expr | None, f: Builder, scope: Scope) -> Callable[[Ex], Ex]:
        """A test for sites of a set: looked at site by site where that is cheap, else found once."""
        assert node is not None
        if not self._found_once(node):
            return lambda site: self.c.expressions.member(node, site, f, scope)
        found = f.let(self.c.expressions.sites(node, f, scope), "wanted")
        return lambda site: k.has(found, site)

    def _found_once(self, node: rx.Expr) -> bool:
        """Whether a set costs much: a flood, a walk, a question to the move generator."""
        heavy = (rx.Joined, rx.Reached, rx.PassedBy, rx.Attacked, rx.HookCall, rx.CrossedBy, rx.Holding)
        for inner in rx.walk(node):
            if isinstance(inner, heavy):
                return True
            if isinstance(inner, rx.DefineCall) and self._found_once(self.rules.defines[inner.define].body):
                return True
        return False

    def _land(
        self,
        travel: rp.LineTravel,
        f: Builder,
        scope: Scope,
        walk: Walk,
        ray: _Ray | _TrackRay,
        direction: Val,
        cursor: Ex,
        total: Ex,
        passed: Ex | None,
        names: dict[str, Val],
        goal: Callable[[Ex], Ex] | None,
        row: _Row,
        counts: list[Ex],
        then: Continue,
    ) -> None:
        landing = travel.landing
        following = f.let(ray.step(f, cursor, total), "next")

        def arrive(end: Ex, off: bool) -> None:
            bound = dict(names)
            if landing.name is not None:
                known = bound.get(landing.name)
                if known is not None and known.kind == "set":
                    bound[landing.name] = Val("set", k.set_or(known.ex, k.one(end)))
                else:
                    bound[landing.name] = Val("site", end)
            reached = Walk(end, walk.landings, walk.visited, passed, direction, bound, off)
            restore = row.matched(total, counts)
            then(f, scope, reached)
            restore()

        if landing.off:
            with f.when(following.eq(OFF)):
                arrive(k.num(OFF), True)
        if goal is None:
            return
        with f.when(following.ge(0)):
            end = f.let(ray.site(following), "end")
            with f.when(self._unvisited(end, walk, ray.may_return)):
                with f.when(goal(end)):
                    arrive(end, False)

    def _unvisited(self, end: Ex, walk: Walk, may_return: bool) -> Ex:
        if walk.visited is not None:
            return k.negate(k.has(walk.visited, end))
        test = k.TRUE
        for landing in walk.landings[0 if may_return or len(walk.landings) > 1 else 1 :]:
            test = k.both(test, end.ne(landing))
        return test

    # ------------------------------------------------------------ leaps

    def _leap(self, travel: rp.Leap, f: Builder, scope: Scope, walk: Walk, then: Continue) -> None:
        targets = self.unit.engine.geometry.leap(travel.first, travel.second)
        if targets:
            self._leapt(travel.landing, targets, f, scope, walk, then)

    def _leap_toward(self, travel: rp.LeapToward, f: Builder, scope: Scope, walk: Walk, then: Continue) -> None:
        dirs = [self.c.expressions.directions(item, f, scope) for item in travel.directions]
        fixed = [val.fixed for val in dirs if val.fixed is not None]
        if len(fixed) == len(dirs) and scope.me.const is not None:
            rows = self._leap_rows(fixed, travel.steps, scope.me.const)
            self._leapt(travel.landing, rows, f, scope, walk, then)
            return
        found_sites = f.var(k.one(walk.target), "leapt")
        for val, steps in zip(dirs, travel.steps, strict=True):
            mask = f.let(val.ex)
            ends_set = f.var(k.NOTHING, "ends")
            with f.count_to(len(self.board.directions), "dir") as number:
                with f.when((mask >> number & 1).ne(0)), f.each(found_sites) as start_site:
                    at = f.var(start_site, "at")
                    for _ in range(steps):
                        with f.when(at.ge(0)):
                            f.set(at, self.c.space.next(number, at, scope.me))
                    f.set(ends_set, k.set_or(ends_set, k.one(at)))
            f.set(found_sites, ends_set)
        with f.each(found_sites) as end_site:
            self._leap_lands(travel.landing, f, scope, walk, end_site, then)

    def _leap_rows(
        self, directions: list[tuple[int, ...]], lengths: tuple[int, ...], me: int
    ) -> tuple[tuple[int, ...], ...]:
        """For each site where a leap by directions known in advance leads."""
        rows = []
        for site in range(self.n):
            found = {site}
            for numbers, steps in zip(directions, lengths, strict=True):
                ends = set()
                for table in (self.board.directions[number].next_for(me) for number in numbers):
                    for end in found:
                        for _ in range(steps):
                            end = table[end] if end >= 0 else end
                        if end >= 0:
                            ends.add(end)
                found = ends
            rows.append(tuple(sorted(found - {site})))
        return tuple(rows)

    def _leapt(
        self,
        landing: rp.Landing,
        targets: tuple[tuple[int, ...], ...],
        f: Builder,
        scope: Scope,
        walk: Walk,
        then: Continue,
    ) -> None:
        width = max((len(row) for row in targets), default=0)
        if not width:
            return
        if isinstance(then, Gather) and self.c.slides.lands_plainly(landing, walk):
            self.c.slides.leap(landing, f, scope, walk.target, targets, then)
            return
        flat = [site for row in targets for site in (*row, *([-1] * (width - len(row))))]
        table = self.unit.table("leap", 16, flat)
        amounts = self.unit.table("leap_count", 16, [len(row) for row in targets])
        with f.count_to(k.look(amounts, walk.target), "turn") as index:
            end = f.let(k.look(table, walk.target * width + index), "end")
            self._leap_lands(landing, f, scope, walk, end, then)

    def _leap_lands(self, landing: rp.Landing, f: Builder, scope: Scope, walk: Walk, end: Ex, then: Continue) -> None:
        if landing.item is None:
            return
        with f.when(self._unvisited(end, walk, True)):
            with f.when(self.c.expressions.member(landing.item, end, f, scope)):
                names = dict(walk.names)
                if landing.name is not None:
                    known = names.get(landing.name)
                    if known is not None and known.kind == "set":
                        names[landing.name] = Val("set", k.set_or(known.ex, k.one(end)))
                    else:
                        names[landing.name] = Val("site", end)
                then(f, scope, Walk(end, walk.landings, walk.visited, walk.passed, NO_DIRECTIONS, names))

    # ------------------------------------------------------------ repeats

    def _repeat(
        self,
        travel: rp.RepeatTravel,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        from ...engine.walks import _is_plain

        low: Ex = k.num(travel.low)
        high: Ex | None = None if travel.high is None else k.num(travel.high)
        if travel.times is not None:
            low = high = f.let(self.c.expressions.number(travel.times, f, scope), "times")
        if (
            last
            and travel.times is None
            and travel.low <= 1
            and high is None
            and _is_plain(travel.path, self.rules.paths)
        ):
            self._flood(travel, f, scope, walk, wish, borrowed, then)
            return
        self._repeat_routes(travel, f, scope, walk, wish, borrowed, low, high, then)

    def _floods(self, travel: rp.RepeatTravel, targets_only: bool) -> bool:
        """Whether a repeat asks only what can be reached; it must be the last leg, which is not looked at here."""
        from ...engine.walks import _is_plain

        open_ended = travel.times is None and travel.low <= 1 and travel.high is None
        return targets_only and open_ended and _is_plain(travel.path, self.rules.paths)

    def _flood(
        self, travel: rp.RepeatTravel, f: Builder, scope: Scope, walk: Walk, wish: Wish, borrowed: bool, then: Continue
    ) -> None:
        """Nobody looks at the route: plain reachability (D40)."""
        seen = f.var(k.one(walk.target), "seen")
        if walk.visited is not None:
            f.set(seen, k.set_or(seen, walk.visited))
        for landing in walk.landings:
            f.include(seen, landing)
        if travel.low == 0:
            then(f, scope, replace(walk, stayed=True))
        row = f.buffer(2 * self.n, "waiting")
        waiting = f.var(k.num(1), "waiting")
        f.poke(row, 16, 0, walk.target)

        def reached(g: Builder, inner: Scope, found: Walk) -> None:
            plain = replace(walk, target=found.target, dir=NO_DIRECTIONS, may_be_off=found.may_be_off)
            if found.may_be_off:
                then(g, scope, plain)
                return
            with g.when(k.negate(k.has(seen, found.target))):
                g.include(seen, found.target)
                g.poke(row, 16, waiting, found.target)
                g.set(waiting, waiting + 1)
                then(g, scope, plain)

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
            self._path(travel.path, f, scope, here, Wish(False, False), True, borrowed, reached)

    def _repeat_routes(
        self,
        travel: rp.RepeatTravel,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        borrowed: bool,
        low: Ex,
        high: Ex | None,
        then: Continue,
    ) -> None:
        """Every route: a function that calls itself for each further pass."""
        start = self._as_visited(f, walk)
        with f.when(low.ge(0)):
            with f.when(low.eq(0)):
                then(f, scope, replace(walk, stayed=True))
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
                self._one_pass(travel, g, outline, inner_extra, walk, wish, borrowed, then)

            made = self.unit.function(object(), "route", outline.params, INT, write, "one more pass of a repeat")
            found = f.call(made, *outline.args)
            self.c.count(f, found, wish.first)

    def _one_pass(
        self,
        travel: rp.RepeatTravel,
        g: Builder,
        outline: Outline,
        extra: dict[str, Val],
        walk: Walk,
        wish: Wish,
        borrowed: bool,
        then: Continue,
    ) -> None:
        total = self.c.begin_count(g)
        me = g.function
        # A repeat inside this one goes on in a function of its own: what was given to this one goes along.
        self._routes_so_far += 1
        prefix = f"route {self._routes_so_far} "
        kinds = {SET: "set", BOOL: "bool"}
        given = {prefix + name: Val(kinds.get(ty, "int"), Ex("var", (name,), ty)) for name, ty in outline.params}
        inner = outline.inner.with_words(**given)
        here = Walk(
            extra["target"].ex,
            (extra["target"].ex,),
            extra["visited"].ex,
            extra["passed"].ex if wish.passed else None,
            NO_DIRECTIONS,
            dict(inner.names),
        )

        def reached(h: Builder, at: Scope, found: Walk) -> None:
            assert at.words is not None
            params = {name: at.words[prefix + name].ex for name, _ in outline.params}
            now = {name: params[str(val.ex.args[0])] if val.ex.op == "var" else val.ex for name, val in extra.items()}
            done = h.let(now["done"] + 1)
            with h.when(done.ge(now["low"])):
                final = replace(found, landings=(now["target"],))
                then(h, at.copy(names=dict(found.names)), final)
            more = k.both(done.lt(now["high"]), found.target.ge(0))
            if found.stayed:  # a pass that went nowhere leads to nothing new, however often it is made
                more = k.both(more, done.lt(now["low"]))
            with h.when(more):
                with self._stepped_on(h, found, wish) as onward:
                    values = {
                        "target": onward.target,
                        "visited": onward.visited if onward.visited is not None else now["visited"],
                        "passed": onward.passed if onward.passed is not None else k.NOTHING,
                        "done": done,
                    }
                    args = self._arguments(outline, extra, params, values, found)
                    self.c.count(h, h.call(me, *[h.let(arg) for arg in args]), wish.first)

        self._path(travel.path, g, inner, here, wish, False, borrowed, reached)
        g.ret(total)

    def _arguments(
        self, outline: Outline, extra: dict[str, Val], params: dict[str, Ex], values: dict[str, Ex], found: Walk
    ) -> list[Ex]:
        """What the function calls itself with: the parameters again, but for those that go on."""
        changed: dict[object, Ex] = {}
        for name, value in values.items():
            if extra[name].ex.op == "var":
                changed[extra[name].ex.args[0]] = value
        for name, val in outline.inner.names.items():
            now = found.names.get(name)
            if now is not None and val.ex.op == "var":
                changed[val.ex.args[0]] = now.as_set if val.kind == "set" else now.ex
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

    # ------------------------------------------------------------ as the kind moves

    def _its(
        self,
        travel: rp.ItsPath,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        kind = self.c.expressions.word("kind", scope).ex
        for number, spec in enumerate(self.rules.kinds):
            if any(attribute.name == travel.attribute for attribute in spec.attributes):
                with f.when(kind.eq(number)):
                    mover = scope.mover
                    self._attribute(number, mover, travel.attribute, f, scope, walk, wish, last, borrowed, then)

    def _attribute(
        self,
        kind: int,
        cell: Ex | None,
        name: str,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        attribute = next(item for item in self.rules.kinds[kind].attributes if item.name == name)
        if attribute.path is not None or attribute.axis is None:
            if attribute.path is not None and isinstance(then, Gather) and len(self.rules.kinds) > 2:
                then.all(f, self._targets(attribute.path, f, scope, walk, borrowed))
            elif attribute.path is not None:
                self._closed(attribute.path, f, scope, walk, wish, last, borrowed, then)
            return
        codes = self.unit.engine.codes
        axis = attribute.axis
        # A piece of another kind (as in `like`) counts as one in the first state.
        rows = [codes.values(kind, 0)[axis]]
        for code in range(self.layout.codes):
            state = codes.state(code) if codes.kind(code) == kind else 0
            fits = state < self.rules.kinds[kind].combinations
            rows.append(codes.values(kind, state if fits else 0)[axis])
        rows.append(codes.values(kind, 0)[axis])
        table = self.unit.table(f"value_{kind}_{axis}", 16, rows)
        value = f.let(k.look(table, cell if cell is not None else k.num(0)), "value")
        for number, path in enumerate(attribute.by_value):
            with f.when(value.eq(number)):
                self._closed(path, f, scope, walk, wish, last, borrowed, then)

    def _targets(self, path: rp.Path, f: Builder, scope: Scope, walk: Walk, borrowed: bool) -> Ex:
        """Where a path leads, found by a function that all who travel so share."""
        words = {name: val for name, val in (scope.words or {}).items() if name in ("origin", "kind", "load")}
        bare = scope.copy(words=words, names={}, params=(), lifted=None)
        outline = Outline(self._settled(f, bare), {"start": Val("site", f.let(walk.target))})
        start = outline.outer()["start"].ex

        def write(g: Builder) -> None:
            found = g.var(k.NOTHING, "found")
            here = Walk(start, (start,), None, None, NO_DIRECTIONS, {})
            self._path(path, g, outline.inner, here, Wish(False, False), True, borrowed, Gather(found))
            g.ret(found)

        constants = tuple((name, val.ex.const) for name, val in (outline.inner.words or {}).items())
        key = ("targets", id(path), borrowed, tuple(outline.params), constants, scope.me.const)
        made = self.unit.function(key, "targets", outline.params, SET, write, "where a path leads", "never")
        return f.call(made, *outline.args, name="targets")

    def _like(
        self,
        travel: rp.LikePath,
        f: Builder,
        scope: Scope,
        walk: Walk,
        wish: Wish,
        last: bool,
        borrowed: bool,
        then: Continue,
    ) -> None:
        """As other pieces move; what is borrowed is not borrowed again (D41)."""
        if borrowed:
            return
        if travel.kind is not None:
            if self._lends(travel.kind, travel.attribute):
                self._attribute(
                    travel.kind, None, travel.attribute, f, scope, walk, wish, last, True, then
                )  # fmt: skip
            return
        assert travel.sites is not None
        # For each kind the first piece of it that is met: its states decide.
        firsts = [f.var(k.num(0), "first") for _ in self.rules.kinds]

        def look(site: Ex) -> None:
            for layer in range(len(self.rules.layers)):
                cell = self.c.pieces.top(f, layer, site)
                for number, spec in enumerate(self.rules.kinds):
                    if spec.layer != layer or not self._lends(number, travel.attribute):
                        continue
                    met = k.both(self.c.pieces.kind(cell).eq(number), firsts[number].eq(0))
                    with f.when(met):
                        f.set(firsts[number], cell)

        sparse = self.c.sparse.strategy(travel.sites)
        if sparse is not None:
            with self.c.sparse.members(sparse, f, scope) as site:
                look(site)
        else:
            with f.each(self.c.expressions.sites(travel.sites, f, scope)) as site:
                look(site)
        for number in range(len(self.rules.kinds)):
            if self._lends(number, travel.attribute):
                with f.when(firsts[number].ne(0)):
                    self._attribute(
                        number, firsts[number], travel.attribute, f, scope, walk, wish, last, True, then
                    )  # fmt: skip

    def _lends(self, kind: int, attribute: str) -> bool:
        for item in self.rules.kinds[kind].attributes:
            if item.name == attribute:
                paths = [item.path] if item.path is not None else list(item.by_value)
                return any(path is not None and not self.unit.engine.borrows(path) for path in paths)
        return False

    # ------------------------------------------------------------ sets of walks

    def _walker(self, f: Builder, scope: Scope, site: Ex) -> Scope:
        """The scope of an inner walk: origin and kind are those of its start (D7)."""
        cell = self.c.pieces.top(f, 0, site)
        kind = f.let(self.c.pieces.kind(cell), "kind")
        words = {name: self.c.expressions.word(name, scope) for name in ("target", "passed", "it", "load")}
        words |= {"origin": Val("site", site), "kind": Val("int", kind), "dir": NO_DIRECTIONS}
        for name in ("leaving", "entering"):
            if scope.words is not None and name in scope.words:
                words[name] = scope.words[name]
        facing = f.let(self.c.expressions.facing_of(cell), "facing") if self.c.expressions.has_facing else None
        return scope.copy(words=words, mover=cell, facing=facing)

    def reached(self, node: rx.Reached, f: Builder, scope: Scope) -> Ex:
        return self._collected(node.path, node.start, f, scope, passed=False)

    def passed_by(self, node: rx.PassedBy, f: Builder, scope: Scope) -> Ex:
        return self._collected(node.path, node.start, f, scope, passed=True)

    def meets(self, node: rx.Intersection, f: Builder, scope: Scope) -> Ex | None:
        """Whether walks lead into a set: they end with the first that does. None if that is not what is asked."""
        reached = [item for item in node.items if isinstance(item, rx.Reached)]
        others = [item for item in node.items if not isinstance(item, rx.Reached)]
        if len(reached) != 1 or not others or self._has_routes(reached[0].path, True):
            return None
        goal = self.c.expressions.sites(others[0], f, scope)
        for item in others[1:]:
            goal = k.set_and(goal, self.c.expressions.sites(item, f, scope))
        given = {"start": self._start(reached[0].start, f, scope), "goal": Val("set", f.let(goal, "goal"))}
        outline = Outline(self._settled(f, scope), given)
        outer = outline.outer()

        def write(g: Builder) -> None:
            def arrive(h: Builder, inner: Scope, walk: Walk) -> None:
                if not walk.may_be_off:
                    with h.when(k.has(outer["goal"].ex, walk.target)):
                        h.ret(k.TRUE)

            with g.each(outer["start"].as_set) as site:
                inner = self._walker(g, outline.inner, site)
                self.from_site(reached[0].path, g, inner, site, Wish(False, False), True, arrive)
            g.ret(k.FALSE)

        made = self.unit.function(object(), "leads_to", outline.params, BOOL, write, "do walks lead there?")
        return f.call(made, *outline.args, name="met")

    def _start(self, start: rx.Expr, f: Builder, scope: Scope) -> Val:
        """Where walks begin."""
        if start.type is Type.SITE:
            return Val("site", f.let(self.c.expressions.site(start, f, scope)))
        return Val("set", f.let(self.c.expressions.sites(start, f, scope)))

    def _collected(self, path: rp.Path, start: rx.Expr, f: Builder, scope: Scope, passed: bool) -> Ex:
        """All landings, or all that was passed, in a function of its own."""
        given = self._start(start, f, scope)
        outline = Outline(self._settled(f, scope), {"start": given})
        begin = outline.outer()["start"]

        def write(g: Builder) -> None:
            # Routes run in functions of their own, so what they find is kept in memory.
            at = self.layout.spare_set() if self._has_routes(path, not passed) else -1
            found = g.var(k.NOTHING, "found")
            if at >= 0:
                g.store_set(at, k.NOTHING)
                self.c.begin_count(g)

            def arrive(h: Builder, inner: Scope, walk: Walk) -> None:
                more = walk.passed if passed and walk.passed is not None else k.one(walk.target)
                if at >= 0:
                    h.store_set(at, h.let(k.set_or(k.load_set(at), more)))
                elif passed:
                    h.set(found, k.set_or(found, more))
                elif not walk.may_be_off:
                    h.include(found, walk.target)

            with g.each(begin.as_set) as site:
                inner = self._walker(g, outline.inner, site)
                self.from_site(path, g, inner, site, Wish(passed, False), not passed, arrive)
            g.ret(k.load_set(at) if at >= 0 else found)

        made = self.unit.function(object(), "walks", outline.params, SET, write, "where walks lead")
        return f.call(made, *outline.args, name="walked")

    def may_leave(self, path: rp.Path) -> bool:
        """Whether a path can lead off the board."""
        nodes: list[rx.Node] = [path, *self.rules.paths, *self.rules.kinds]
        return any(isinstance(node, rp.Landing) and node.off for root in nodes for node in rx.walk(root))

    def _has_routes(self, path: rp.Path, targets_only: bool, known: frozenset[object] = frozenset()) -> bool:
        """Whether a path may contain a repeat that goes through routes one by one."""
        if (id(path), targets_only) in known:
            return False
        known |= {(id(path), targets_only)}
        for route in path.routes:
            for number, leg in enumerate(route.legs):
                last = targets_only and number + 1 == len(route.legs)
                if self._travels_routes(leg.travel, last, known):
                    return True
        return False

    def _travels_routes(self, travel: rp.Travel, last: bool, known: frozenset[object]) -> bool:
        if isinstance(travel, rp.RepeatTravel):
            return not self._floods(travel, last)
        inner: list[rp.Path | None] = []
        if isinstance(travel, rp.NamedPath):
            inner = [self.rules.paths[travel.path].path]
        elif isinstance(travel, rp.InnerPath):
            inner = [travel.path]
        elif isinstance(travel, rp.ItsPath | rp.LikePath):
            for kind in self.rules.kinds:
                for attribute in kind.attributes:
                    inner += [attribute.path, *attribute.by_value]
        return any(path is not None and self._has_routes(path, last, known) for path in inner)

    def _settled(self, f: Builder, scope: Scope) -> Scope:
        """A scope whose values are all kept, so that they can be given to a function."""
        words = None
        if scope.words is not None:
            words = {name: kept(f, val, name) for name, val in scope.words.items()}
        names = {name: kept(f, val, "named") for name, val in scope.names.items()}
        params = tuple(kept(f, val, "given") for val in scope.params)
        mover = f.let(scope.mover) if scope.mover is not None else None
        facing = f.let(scope.facing) if scope.facing is not None else None
        return scope.copy(words=words, names=names, params=params, mover=mover, facing=facing)


class _StepOn:
    """The landing of a leg becomes a site on the way; the row of passed sites is as before afterwards."""

    def __init__(self, paths: Paths, f: Builder, reached: Walk, wish: Wish) -> None:
        self.paths, self.f, self.reached, self.wish = paths, f, reached, wish

    def __enter__(self) -> Walk:
        reached, f, layout = self.reached, self.f, self.paths.layout
        if reached.stayed:
            return reached
        passed = reached.passed
        if passed is not None:
            passed = f.let(k.set_or(passed, k.one(reached.target)), "passed")
        if self.wish.row:
            self.before = f.let(k.load(64, layout.passed_length))
            f.store(16, self.before * 2 + layout.passed_row, reached.target + 1)
            f.store(64, layout.passed_length, self.before + 1)
        visited = reached.visited
        if visited is not None:
            visited = f.let(k.set_or(visited, k.one(reached.target)), "visited")
        return replace(
            reached, landings=(*reached.landings, reached.target), visited=visited, passed=passed, may_be_off=False
        )

    def __exit__(self, *_: object) -> None:
        if self.wish.row and not self.reached.stayed:
            self.f.store(64, self.paths.layout.passed_length, self.before)


class _Row:
    """Run lengths and passed sites in memory, for keys of moves whose route matters."""

    def __init__(self, paths: Paths, f: Builder, wish: Wish, walk: Walk) -> None:
        self.layout, self.f, self.wish = paths.layout, f, wish
        if wish.row:
            self.passed_before = f.let(k.load(64, self.layout.passed_length), "row")
            self.runs_before = f.let(k.load(64, self.layout.runs_length), "runs")

    def passed(self, place: Ex, site: Ex) -> None:
        if self.wish.row:
            self.f.store(16, (self.passed_before + place) * 2 + self.layout.passed_row, site + 1)

    def matched(self, total: Ex, counts: list[Ex]) -> Callable[[], None]:
        """The walk goes on, or ends, with this row; gives what takes it back."""
        if not self.wish.row:
            return lambda: None
        f, layout = self.f, self.layout
        for number, count in enumerate(counts):
            f.store(16, (self.runs_before + number) * 2 + layout.runs, count + 1)
        f.store(64, layout.runs_length, self.runs_before + len(counts))
        f.store(64, layout.passed_length, self.passed_before + total)

        def restore() -> None:
            f.store(64, layout.runs_length, self.runs_before)
            f.store(64, layout.passed_length, self.passed_before)

        return restore


class _Ray:
    """The sites from a site on in a direction; a place on it is the site itself."""

    def __init__(self, paths: Paths, direction: Ex, me: Ex, cyclic: bool) -> None:
        self.paths, self.direction, self.me, self.may_return = paths, direction, me, cyclic

    def start(self, site: Ex) -> Ex:
        return site

    def step(self, f: Builder, place: Ex, total: Ex) -> Ex:
        """The next place; OFF (-1) where the board ends, -2 where the ray does."""
        following = self.paths.c.space.next(self.direction, place, self.me)
        if not self.may_return:
            return following
        return k.select(total.lt(self.paths.longest), following, -2)

    def site(self, place: Ex) -> Ex:
        return place


class _TrackRay:
    """The sites along a track; a place on it is the number of steps made."""

    may_return = True

    def __init__(self, paths: Paths, row: Ex, start: Ex, against: bool) -> None:
        self.paths, self.row, self.begin, self.against = paths, row, start, against

    def start(self, site: Ex) -> Ex:
        return k.num(0)

    def step(self, f: Builder, place: Ex, total: Ex) -> Ex:
        return self.paths.c.tracks.step(f, self.row, self.begin, place, self.against)

    def site(self, place: Ex) -> Ex:
        return self.paths.c.tracks.site(self.row, self.begin, place, self.against)

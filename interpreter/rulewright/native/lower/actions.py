"""Actions lowered: all candidates of an action, or those of one choice (semantics section 8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...analysis.actions import movers
from ...analysis.conditions import has_facing
from ...analysis.sets import holds_mine
from ...board import mask_of
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ..decide.plan import LIGHT
from ..decide.reach import reversed_reach
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .candidate import NOWHERE, Candidate, Search, Test
from .scope import NO_DIRECTIONS, NO_SITE, Scope, Val, kept
from .walk import Gather, Walk, Wish


class Actions(Lowering):
    def setup(self) -> None:
        self._along: dict[str, Val] = {}

    def wish(self, action: Action, first: bool = False) -> Wish:
        observed = self.unit.facts.observed(action)
        return Wish(self.c.unit.facts.looks_at_passed(action) or observed, observed and not first, first)

    def candidates(self, f: Builder, me: Ex, search: Search) -> None:
        """All candidates of an action whose tests hold, or those that are looked for."""
        action, pin = search.action, search.pin
        scope = Scope(me, {}, action=self.unit.facts.number(action), registers=search.registers)
        search = replace(search, wish=search.wish or self.wish(action))

        def chosen(scope: Scope, values: list[Ex]) -> None:
            known = pin is None and self.c.values.asked_for_all(action)
            with f.when(k.TRUE if known else self.c.values.known_early(action, f, scope)):
                look(scope, values)

        def look(scope: Scope, values: list[Ex]) -> None:
            if action.verb is None:
                candidate = Candidate(action, values, k.num(0), None, None, None, k.num(NOWHERE), None)
                self.tested(f, scope, candidate, self._no_walk(k.num(NOWHERE), scope), search.then)
            elif action.verb == "place":
                self.c.placing.place(search, f, scope, values)
            elif pin is not None:
                self._from_origin(search, f, scope, values, pin.origin)
            else:
                self._chosen(search, f, scope, values)

        outer, self._along = self._along, dict(search.along)
        if search.goal is not None:
            self._along["the goal"] = Val("site", search.goal)
        self.c.values.choose(action, f, scope, [], chosen, pin.values if pin is not None else None)
        self._along = outer

    def gather(
        self, action: Action, f: Builder, me: Ex, gather: Callable[[Builder, Ex, Ex], None], among: Ex | None = None
    ) -> None:
        """The targets of each piece as a set, instead of candidates one by one."""
        self.c.begin_count(f)
        self.candidates(f, me, Search(action, _not_walked_to, wish=Wish(False, False, gather=gather), among=among))

    # ------------------------------------------------------------ move and pick

    def _chosen(self, search: Search, f: Builder, scope: Scope, values: list[Ex]) -> None:
        action, only = search.action, search.only
        subject = self.c.expressions.sites(action.subject, f, scope) if action.subject is not None else k.NOTHING
        if only is not None:
            everything = k.sites(self.rules.board.all_sites)
            subject = k.set_and(subject, k.set_select(only.lt(0), everything, k.one(only)))
        if search.among is not None:
            subject = k.set_and(subject, search.among)
        if search.goal is not None and action.verb == "move":
            subject = k.set_and(subject, self._within_reach(action, search.goal, f, scope))
        if action.verb == "move" and action.path is not None:
            starts = self._can_arrive(action.path, f, scope)
            if starts != self.rules.board.all_sites:
                subject = k.set_and(subject, k.sites(starts))
        with f.each(subject, "origin") as origin:
            self._from_origin(search, f, scope, values, origin)

    def _from_origin(self, search: Search, f: Builder, scope: Scope, values: list[Ex], origin: Ex) -> None:
        action = search.action
        known = self._known_cell(action, scope)
        cell = k.num(known) if known is not None else self.c.pieces.top(f, action.layer, origin)
        if action.verb == "move":
            there = cell.ne(0) if not self.unit.facts.attacks else k.both(cell.ne(0), cell.ne(self.c.pieces.ghost))
            with f.when(there):
                self._moved(search, f, scope, values, origin, cell)
            return
        words = {
            "origin": Val("site", origin),
            "kind": Val("int", f.let(self.c.pieces.kind(cell), "kind")),
            "load": Val("int", k.num(0)),
        }
        mover = cell
        if self.unit.facts.attacks:
            mover = f.let(k.select(cell.eq(self.c.pieces.ghost), 0, cell))
        inner = scope.copy(words=words, mover=mover, facing=self.facing(f, mover))
        candidate = Candidate(action, values, k.num(0), None, None, None, origin, None)
        self._sent(search, f, inner, candidate)

    def _sent(self, search: Search, f: Builder, scope: Scope, candidate: Candidate) -> None:
        """A piece is chosen; in light turns what is asked of it alone is asked before it goes anywhere."""
        light = self.unit.mode == LIGHT
        with f.when(self.c.values.known_at_origin(search.action, f, scope) if light else k.TRUE):
            self.walks(search, f, scope, candidate)

    def _moved(self, search: Search, f: Builder, scope: Scope, values: list[Ex], origin: Ex, cell: Ex) -> None:
        action = search.action
        stacked = action.layer == 0 and self.rules.stack > 1
        seen = self.c.ask.lifts.lift_is_seen(action)

        def lifted(take: Ex) -> None:
            mark = None
            if seen:
                mark = self.unit.mark(f)
                self.c.lifting.lift(f, action, origin, take)
            kind = f.let(self.c.pieces.kind(cell), "kind")
            words = {"origin": Val("site", origin), "kind": Val("int", kind), "load": Val("int", take)}
            inner = scope.copy(words=words, mover=cell, facing=self.facing(f, cell))
            candidate = Candidate(action, values, take, None, None, None, origin, mark)
            in_the_air = inner.copy(lifted=(origin, action.layer))
            with f.when(self.c.expressions.holds(action.if_lifted, f, in_the_air)):
                self._sent(search, f, inner, candidate)
            if mark is not None:
                self.unit.undo(f, mark)

        take = action.take
        height = f.let(self.c.pieces.height(origin), "height") if stacked else k.num(1)
        if take.everything:
            lifted(height)
        elif take.amount is not None:
            at = scope.with_words(origin=Val("site", origin))
            amount = f.let(self.c.expressions.number(take.amount, f, at), "take")
            with f.when(k.both(amount.ge(1), amount.le(height))):
                lifted(amount)
        elif take.low == take.high:
            with f.when(height.ge(take.low) if cell.const is None or take.low > 1 else k.TRUE):
                lifted(k.num(take.low))
        else:
            most = f.let(k.select(height.lt(take.high), height, take.high))
            with f.count_to(most + 1, "take", take.low) as amount:
                lifted(amount)

    def _known_cell(self, action: Action, scope: Scope) -> int | None:
        """The one piece that can stand where an action begins, in light turns: mine, and all of mine are alike."""
        if self.unit.mode != LIGHT or scope.me.const is None or action.subject is None:
            return None
        moved = movers(self.rules, action)
        if len(moved) != 1 or self.engine.codes.states != 1 or not holds_mine(self.rules, action.subject, action.layer):
            return None
        return self.c.pieces.cell_of(scope.me, moved.pop(), 0).const

    def _within_reach(self, action: Action, goal: Ex, f: Builder, scope: Scope) -> Ex:
        """Where a piece must stand to reach a site, were nothing in its way."""
        everywhere = k.sites(self.rules.board.all_sites)
        if action.path is None or scope.me.const is None:
            return everywhere
        reached = self.c.ask.reach.of(action.path, scope.me.const)
        if reached is None:
            return everywhere
        by_kind: dict[int | None, tuple[int, ...]] = reached
        at = self.layout.bases[action.layer].at
        found = k.NOTHING
        for kind, reach in by_kind.items():
            near = k.look_set(self.unit.table("from_where", 0, reversed_reach(reach)), goal)
            if kind is not None and ("kind", kind) in at:
                near = k.set_and(near, k.load_set(at["kind", kind]))
            found = k.set_or(found, near)
        return found

    def _can_arrive(self, path: rp.Path, f: Builder, scope: Scope) -> int:
        """From which sites a path leads to where it has to end, were nothing in its way; all, if that is not known."""
        everywhere = self.rules.board.all_sites
        travels = [leg.travel for route in path.routes for leg in route.legs]
        allowed = 0
        for travel in travels:
            if not isinstance(travel, rp.LineTravel) or not travel.way.tracks or travel.landing.off:
                return everywhere
            if not isinstance(travel.landing.item, rx.Fixed | rx.FixedOf):
                return everywhere
            goal = self.c.expressions.sites(travel.landing.item, f, scope).const
            allowed |= everywhere if goal is None else goal
        reached = self.c.ask.reach.of(path, scope.me.const) if scope.me.const is not None else None
        if reached is None:
            return everywhere
        return mask_of(site for row in reached.values() for site, targets in enumerate(row) if targets & allowed)

    def facing(self, f: Builder, cell: Ex) -> Ex | None:
        return f.let(self.c.expressions.facing_of(cell), "facing") if has_facing(self.c.rules) else None

    # ------------------------------------------------------------ where to

    def walks(self, search: Search, f: Builder, scope: Scope, candidate: Candidate) -> None:
        action, goal, wish, origin = search.action, search.goal, search.asked, candidate.origin
        contact = self.c.contact.test(action)
        if action.path is not None:
            wish = replace(wish, contact=self.c.contact.on_the_way(action))

        def arrive(g: Builder, inner: Scope, walk: Walk) -> None:
            test = k.TRUE
            if goal is not None:
                test = walk.target.eq((inner.words or {})["the goal"].ex)
            if contact is not None and not walk.may_be_off:
                test = k.both(test, contact(walk.target, g))
            with g.when(test):
                self.tested(g, inner, self.moved_along(candidate, inner), walk, search.then)

        gathers = goal is None and not wish.first and wish.way is None
        if action.path is not None and gathers and self.c.ask.routes.only_targets_matter(action):
            found = f.var(k.NOTHING, "found")
            asked = Wish(False, False, contact=wish.contact)
            self.c.paths.from_site(action.path, f, scope, origin, asked, True, Gather(found))
            if wish.gather is not None:
                wish.gather(f, origin, found)
                return
            with f.each(found, "target") as target:
                arrive(f, self.carried(f, scope, candidate), self._no_walk(target, scope))
        elif action.path is not None:
            targets_only = not self.unit.facts.observed(action)
            at = self.carried(f, scope, candidate)
            self.c.paths.from_site(action.path, f, at, origin, wish, targets_only, arrive)
        elif action.to is not None:
            sites = self.c.expressions.sites(action.to, f, scope)
            if action.verb == "move":
                sites = k.set_minus(sites, k.one(origin))
            if wish.gather is not None:
                wish.gather(f, origin, sites)
                return
            if goal is not None:
                with f.when(k.has(sites, goal)):
                    arrive(f, self.carried(f, scope, candidate), self._no_walk(goal, scope))
                return
            with f.each(sites, "target") as target:
                arrive(f, self.carried(f, scope, candidate), self._no_walk(target, scope))
        else:
            arrive(f, self.carried(f, scope, candidate), self._no_walk(origin, scope))

    def _no_walk(self, target: Ex, scope: Scope) -> Walk:
        return Walk(target, (), None, k.NOTHING, NO_DIRECTIONS, dict(scope.names), False)

    # ------------------------------------------------------------ what goes along

    def carried(self, f: Builder, scope: Scope, candidate: Candidate) -> Scope:
        """What belongs to the candidate goes along with the scope, should the path need a function of its own."""
        words = {**self._along, **(scope.words or {})}
        for number, value in enumerate(candidate.values):
            words[f"with {number}"] = Val("int", value)
        words["the take"] = Val("int", candidate.take)
        words["the origin"] = Val("site", candidate.origin)
        if candidate.mark is not None:
            words["the mark"] = Val("int", candidate.mark)
        if candidate.owner is not None:
            words["the owner"] = Val("int", candidate.owner)
        if candidate.piece is not None:
            words["the kind"] = Val("int", candidate.piece[0])
            words["the state"] = Val("int", candidate.piece[1])
        for number, (_, chosen) in enumerate(candidate.tray or ()):
            words[f"tray {number}"] = Val("bool", chosen)
        return scope.copy(words=words)

    @staticmethod
    def moved_along(candidate: Candidate, scope: Scope) -> Candidate:
        words = scope.words or {}
        piece = candidate.piece
        if piece is not None:
            piece = (words["the kind"].ex, words["the state"].ex)
        tray = None
        if candidate.tray is not None:
            tray = [(name, words[f"tray {number}"].ex) for number, (name, _) in enumerate(candidate.tray)]
        return Candidate(
            candidate.action,
            [words[f"with {number}"].ex for number in range(len(candidate.values))],
            words["the take"].ex,
            piece,
            tray,
            words["the owner"].ex if candidate.owner is not None else None,
            words["the origin"].ex,
            words["the mark"].ex if candidate.mark is not None else None,
        )

    # ------------------------------------------------------------ tests

    def tested(self, f: Builder, scope: Scope, candidate: Candidate, walk: Walk, then: Test) -> None:
        """`let` in order, then `if`: both see the board before anything is lifted."""
        action = candidate.action
        inner = self.seen_from(scope, walk, candidate)
        names = inner.names
        conditions = [
            *(let.value for let in action.lets),
            *([action.condition] if action.condition is not None else []),
        ]
        replaced = candidate.mark is not None and any(
            self.c.ask.lifts.sees_board(node, action.layer) for node in conditions
        )
        if replaced and candidate.mark is not None:
            self.unit.undo(f, candidate.mark)
        for let in action.lets:
            names[let.name] = kept(f, self.c.expressions.value(let.value, f, inner), let.name)
        asked = self.c.values.asked_late(action) if self.unit.mode == LIGHT else action.condition
        holds = self.c.expressions.holds(asked, f, inner)
        if replaced:
            holds = f.let(holds, "holds")
            self.c.lifting.lift(f, action, candidate.origin, candidate.take)
        with f.when(holds):
            then(f, inner, candidate, walk)

    def seen_from(self, scope: Scope, walk: Walk, candidate: Candidate) -> Scope:
        """The scope of a candidate that has chosen its target."""
        action = candidate.action
        names = {name: val for name, val in walk.names.items() if not name.startswith("outer ")}
        old = scope.words or {}
        words = {
            **{name: val for name, val in old.items() if name.startswith(("the ", "with ", "tray ", "chain "))},
            "origin": old.get("origin", NO_SITE),
            "kind": old.get("kind", Val("int", k.num(-1))),
            "load": old.get("load", Val("int", k.num(0))),
            "target": NO_SITE if walk.target.const is not None and walk.target.const < 0 else Val("site", walk.target),
            "passed": Val("set", walk.passed if walk.passed is not None else k.NOTHING),
            "dir": walk.dir if self.unit.facts.observed(action) else NO_DIRECTIONS,
            "it": NO_SITE,
        }
        return scope.copy(words=words, names=names)


def _not_walked_to(f: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
    raise AssertionError("candidates are gathered, not walked to")

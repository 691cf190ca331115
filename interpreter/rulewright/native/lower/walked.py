"""Sets that walks lead to, or pass by: questions of rules."""

from __future__ import annotations

from ...analysis.conditions import has_facing
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.types import Type
from ..ir import BOOL, SET, Builder, Ex, k
from ..lowering_part import Lowering
from .scope import NO_DIRECTIONS, Outline, Scope, Val, settled
from .walk import Gather, Walk, Wish


class WalkedSets(Lowering):
    def reached(self, node: rx.Reached, f: Builder, scope: Scope) -> Ex:
        if node.start.type is Type.SITE and scope.me.const is not None and self._is_always_open(node.path):
            reach = self.c.ask.reach.of(node.path, scope.me.const)
            if reach is not None and list(reach) == [None]:
                targets = [row & ~(1 << site) for site, row in enumerate(reach[None])]  # no leg lands where it began
                start, found = f.let(self.c.expressions.site(node.start, f, scope)), f.var(k.NOTHING, "reached")
                with f.when(start.ge(0)):
                    f.set(found, k.look_set(self.unit.table("reached", 0, targets), start))
                return found
        return self._collected(node.path, node.start, f, scope, passed=False)

    def passed_by(self, node: rx.PassedBy, f: Builder, scope: Scope) -> Ex:
        return self._collected(node.path, node.start, f, scope, passed=True)

    @staticmethod
    def _is_always_open(path: rp.Path) -> bool:
        """Whether nothing can stand in the way: a single leg along tracks, over any sites to any site."""
        for route in path.routes:
            for leg in route.legs:
                travel = leg.travel
                if len(route.legs) > 1 or leg.condition is not None or not isinstance(travel, rp.LineTravel):
                    return False
                if not travel.way.tracks or travel.landing.off or not isinstance(travel.landing.item, rx.Anywhere):
                    return False
                if any(item.times is not None or not isinstance(item.item, rx.Anywhere) for item in travel.run):
                    return False
        return True

    def meets(self, node: rx.Intersection, f: Builder, scope: Scope) -> Ex | None:
        """Whether walks lead into a set: they end with the first that does. None if that is not what is asked."""
        reached = [item for item in node.items if isinstance(item, rx.Reached)]
        others = [item for item in node.items if not isinstance(item, rx.Reached)]
        if len(reached) != 1 or not others or self.c.ask.routes.has_routes(reached[0].path, True):
            return None
        goal = self.c.expressions.sites(others[0], f, scope)
        for item in others[1:]:
            goal = k.set_and(goal, self.c.expressions.sites(item, f, scope))
        given = {"start": self._start(reached[0].start, f, scope), "goal": Val("set", f.let(goal, "goal"))}
        outline = Outline(settled(f, scope), given)
        outer = outline.outer()

        def write(g: Builder) -> None:
            trail = self.c.found_walks.trail(reached[0], outer["goal"].ex, g, outline.inner)
            with g.each(outer["start"].as_set) as site:
                if trail is not None:
                    self.c.found_walks.recall(trail, g, outline.inner, site)

                def arrive(h: Builder, inner: Scope, walk: Walk, start: Ex = site) -> None:
                    if not walk.may_be_off:
                        with h.when(k.has(outer["goal"].ex, walk.target)):
                            if trail is not None:
                                trail.keep(h, start, walk.target)
                            h.ret(k.TRUE)

                inner = self._walker(g, outline.inner, site)
                wish = Wish(False, False, toward=outer["goal"].ex.const or 0, trail=trail)
                self.c.paths.from_site(reached[0].path, g, inner, site, wish, True, arrive)
            g.ret(k.FALSE)

        made = self.unit.function(object(), "leads_to", outline.params, BOOL, write, "do walks lead there?")
        return f.call(made, *outline.args, name="met")

    def _collected(self, path: rp.Path, start: rx.Expr, f: Builder, scope: Scope, passed: bool) -> Ex:
        """All landings, or all that was passed, in a function of its own."""
        given = self._start(start, f, scope)
        outline = Outline(settled(f, scope), {"start": given})
        begin = outline.outer()["start"]

        def write(g: Builder) -> None:
            # Routes run in functions of their own, so what they find is kept in memory.
            at = self.layout.spare_set() if self.c.ask.routes.has_routes(path, not passed) else -1
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

            plain = at < 0 and not passed and not self.c.ask.routes.may_leave(path)
            then = Gather(found) if plain else arrive
            with g.each(begin.as_set) as site:
                inner = self._walker(g, outline.inner, site)
                self.c.paths.from_site(path, g, inner, site, Wish(passed, False), not passed, then)
            g.ret(k.load_set(at) if at >= 0 else found)

        made = self.unit.function(object(), "walks", outline.params, SET, write, "where walks lead")
        return f.call(made, *outline.args, name="walked")

    def _start(self, start: rx.Expr, f: Builder, scope: Scope) -> Val:
        """Where walks begin."""
        if start.type is Type.SITE:
            return Val("site", f.let(self.c.expressions.site(start, f, scope)))
        return Val("set", f.let(self.c.expressions.sites(start, f, scope)))

    def _walker(self, f: Builder, scope: Scope, site: Ex) -> Scope:
        """The scope of an inner walk: origin and kind are those of its start (D7)."""
        cell = self.c.pieces.top(f, 0, site)
        kind = f.let(self.c.pieces.kind(cell), "kind")
        words = {name: self.c.expressions.word(name, scope) for name in ("target", "passed", "it", "load")}
        words |= {"origin": Val("site", site), "kind": Val("int", kind), "dir": NO_DIRECTIONS}
        for name in ("leaving", "entering"):
            if scope.words is not None and name in scope.words:
                words[name] = scope.words[name]
        facing = f.let(self.c.expressions.facing_of(cell), "facing") if has_facing(self.c.rules) else None
        return scope.copy(words=words, mover=cell, facing=facing)

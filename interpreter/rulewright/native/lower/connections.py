"""Flood fill and breadth-first distance on bit sets: what hangs together, whether all is connected, how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from ...rules import expressions as rx
from ..ir import BOOL, INT, SET, Builder, Ex, Function, k
from ..lowering_part import Lowering
from .reaches import Reach, reverse, union
from .scope import Scope


class Connections(Lowering):
    def setup(self) -> None:
        self.anchor_reach: Reach | None = None

    def joined(self, node: rx.Joined, f: Builder, scope: Scope) -> Ex:
        known = self.c.fresh.groups.known(node, f)
        if known is not None:
            return known
        within = f.let(self.c.expressions.sites(node.within, f, scope), "within")
        seeds = f.let(self.c.expressions.sites(node.seeds, f, scope), "seeds")
        reach = self.c.space.reach_of(node.way, f, scope)
        if reach is not None:
            return f.call(self._flood(reach), within, seeds, name="joined")
        way = node.way
        assert way is not None
        near = partial(self.c.space.grow_by, way=way, f=f, scope=scope)
        return self._spread(f, k.set_and(within, seeds), "joined", lambda fresh, _: k.set_and(near(fresh), within))

    def is_joined(self, node: rx.Joined, site: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether a site is among what is joined: what hangs together with it is found, and mostly not even that."""
        reach, member = self.c.space.reach_of(node.way, f, scope), self.c.expressions.member
        known = self.c.fresh.groups.known(node, f)
        both_ways = reach is not None and reverse(reach) == reach and self.c.space.torus.steps(reach) is None
        heavy = self.c.rays.costs_much(node.within) or self.c.rays.costs_much(node.seeds)  # they are lowered twice
        if known is not None or heavy or not both_ways:
            return k.has(known if known is not None else self.joined(node, f, scope), site)
        assert reach is not None
        found = f.var(k.FALSE, "joined")
        with f.when(member(node.within, site, f, scope)):
            f.set(found, member(node.seeds, site, f, scope))
            with f.when(k.negate(found)):
                within = f.let(self.c.expressions.sites(node.within, f, scope), "within")
                group = f.call(self._flood(reach), within, k.one(site), name="group")
                f.set(found, k.some(k.set_and(group, self.c.expressions.sites(node.seeds, f, scope))))
        return found

    @staticmethod
    def _spread(f: Builder, start: Ex, name: str, step: Callable[[Ex, Ex], Ex], whole: Ex | None = None) -> Ex:
        """All that steps lead to: one is made from what is fresh, and told what was found so far; `whole`: the most
        there can be."""
        found = f.var(start, name)
        fresh = f.var(found, "fresh")
        with f.loop():
            f.leave_if(k.negate(k.some(fresh)))
            if whole is not None:
                f.leave_if(k.negate(k.some(k.set_minus(whole, found))))
            f.set(fresh, k.set_minus(step(fresh, found), found))
            f.set(found, found | fresh)
        return found

    def _flood(self, reach: Reach) -> Function:
        def write(g: Builder) -> None:
            within, seeds = g.params
            steps = self.c.space.torus.steps(reach)
            if steps is not None:
                g.ret(k.torus_flood(within, seeds, steps))
                return
            near = partial(self.c.space.grow, g, reach=reach)
            # Often all is joined; in one word it costs nothing to see that, and a step that finds nothing is saved.
            whole = within if self.layout.words == 1 else None
            start = k.set_and(within, seeds)
            g.ret(self._spread(g, start, "found", lambda new, _: k.set_and(near(new), within), whole))

        return self.unit.function(("flood", reach), "flood", [("within", SET), ("seeds", SET)], SET, write, "a flood")

    def connected(self, node: rx.ConnectedSites, f: Builder, scope: Scope) -> Ex:
        reach = self.c.space.reach_of(node.way, f, scope)
        if reach is None:
            return self._connected_by(node, f, scope)
        both = union([reach, reverse(reach)], self.n) if node.way is not None else reach
        layer = self._whole_layer(node.item)
        if layer is not None and scope.lifted is not None and scope.lifted[1] == layer and self._is_anchor(layer, both):
            return f.call(self._stays_connected(layer, both), scope.lifted[0], name="connected")
        return self._is_whole(f, self.c.expressions.sites(node.item, f, scope), both)

    def _connected_by(self, node: rx.ConnectedSites, f: Builder, scope: Scope) -> Ex:
        """Where the way is only known during play."""
        assert node.way is not None
        members = f.let(self.c.expressions.sites(node.item, f, scope), "members")
        return k.set_eq(self._part_by(node.way, members, f, scope), members)

    def _part_by(self, way: rx.Way, members: Ex, f: Builder, scope: Scope) -> Ex:
        """The part of a set that its first site is in: steps along a way, both ways."""

        def step(fresh: Ex, found: Ex) -> Ex:
            near = f.var(self.c.space.grow_by(fresh, way, f, scope), "near")
            with f.each(f.let(k.set_minus(members, found))) as site:
                with f.when(k.some(k.set_and(self.c.space.grow_by(k.one(site), way, f, scope), fresh))):
                    f.include(near, site)
            return k.set_and(near, members)

        return self._spread(f, k.one(k.first(members)), "joined", step)

    # ------------------------------------------------------------ the connected parts of a set

    def groups_of_size(self, node: rx.GroupOf, f: Builder, scope: Scope) -> Ex:
        found = f.var(k.NOTHING, "groups")
        with self._each_group(node, f, scope) as group:
            with f.when(self._has_size(node, group)):
                f.set(found, found | group)
        return found

    def group_count(self, node: rx.GroupCount, f: Builder, scope: Scope) -> Ex:
        found = f.var(k.num(0), "groups")
        with self._each_group(node, f, scope) as group:
            with f.when(self._has_size(node, group)):
                f.set(found, found + 1)
        return found

    def largest_group(self, node: rx.LargestGroup, f: Builder, scope: Scope) -> Ex:
        found = f.var(k.num(0), "largest")
        with self._each_group(node, f, scope) as group:
            size = f.let(k.count(group), "size")
            with f.when(size.gt(found)):
                f.set(found, size)
        return found

    @staticmethod
    def _has_size(node: rx.GroupOf | rx.GroupCount, group: Ex) -> Ex:
        if node.exactly:
            return k.count(group).eq(node.size)
        return k.TRUE if node.size == 1 else k.count(group).ge(node.size)

    @contextmanager
    def _each_group(self, node: rx.GroupOf | rx.GroupCount | rx.LargestGroup, f: Builder, scope: Scope) -> Iterator[Ex]:
        """A loop over the groups: each is flooded from the first site that is left."""
        left = f.var(self.c.expressions.sites(node.item, f, scope), "left")
        reach = self.c.space.reach_of(node.way, f, scope)
        with f.loop():
            f.leave_if(k.negate(k.some(left)))
            if reach is None:
                assert node.way is not None
                group = f.let(self._part_by(node.way, f.let(left), f, scope), "group")
            else:
                both = union([reach, reverse(reach)], self.n) if node.way is not None else reach
                seed = f.let(k.one(k.first(left)))
                group = f.let(f.call(self._flood(both), f.let(left), seed, name="joined"), "group")
            f.set(left, k.set_minus(left, group))
            yield group

    def _is_anchor(self, layer: int, reach: Reach) -> bool:
        """Whether these pieces hold a large torus together: then every turn leaves them connected (D101)."""
        unbounded, space = self.rules.unbounded, self.c.space
        if unbounded is None or unbounded.layer != layer or space.torus.steps(reach) is None:
            return False
        fits = reach in (space.direction_reach(unbounded.directions, 0, touching=False), space.near)
        if fits:
            self.anchor_reach = reach
        return fits

    def note_connected(self, f: Builder) -> None:
        """Writes down whether the anchor is connected: a position that was set up need not be."""
        unbounded = self.rules.unbounded
        if unbounded is None or self.anchor_reach is None:
            return
        whole = self._is_whole(f, self.c.pieces.occupied(unbounded.layer), self.anchor_reach)
        f.store(64, self.layout.whole, k.as_int(whole))

    def _whole_layer(self, node: rx.Expr) -> int | None:
        """The layer whose pieces a pattern means, all of them."""
        if isinstance(node, rx.Pattern) and node.owner is rx.Owner.ANYBODY and not node.states:
            return node.layer if self.unit.facts.covers(node) else None
        return None

    def _stays_connected(self, layer: int, reach: Reach) -> Function:
        """Whether pieces that were connected still are, now that one has been lifted from a site of a large torus."""

        def write(f: Builder) -> None:
            (origin,) = f.params
            members, torus = self.c.pieces.occupied(layer), self.c.space.torus
            with f.when(k.load(64, self.layout.whole).eq(0)):
                f.ret(self._is_whole(f, members, reach))
            with f.when(k.has(members, origin)):
                f.ret(k.TRUE)  # it stood on another one
            if not torus.stays_connected(f, origin, members, reach):
                f.ret(self._is_whole(f, members, reach))

        key = ("stays", layer, reach)
        return self.unit.function(key, "stays_connected", [("origin", INT)], BOOL, write, "one piece less")

    def _is_whole(self, f: Builder, members: Ex, reach: Reach) -> Ex:
        """Whether a set is connected."""
        members = f.let(members, "members")
        reached = f.call(self._flood(reach), members, f.let(k.one(k.first(members))), name="joined")
        return k.set_eq(reached, members)

    def distance(self, node: rx.DistanceOf, f: Builder, scope: Scope) -> Ex:
        def write(g: Builder) -> None:
            start, goal = g.params
            found = g.var(start, "found")
            steps = g.var(k.num(0), "steps")
            with g.loop():
                with g.when(k.some(k.set_and(found, goal))):
                    g.ret(steps)
                grown = g.let(found | self.c.space.grow(g, found, self.c.space.near))
                with g.when(k.set_eq(grown, found)):
                    g.ret(self.n)
                g.set(found, grown)
                g.set(steps, steps + 1)

        made = self.unit.function("distance", "distance", [("start", SET), ("goal", SET)], INT, write, "fewest steps")
        start = f.let(self.c.expressions.sites(node.start, f, scope))
        return f.call(made, start, f.let(self.c.expressions.sites(node.goal, f, scope)))

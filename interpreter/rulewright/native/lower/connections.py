"""Flood fill and breadth-first distance on bit sets: what hangs together, whether all is connected, how far it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...board import bits
from ...rules import expressions as rx
from ..ir import BOOL, INT, SET, Builder, Ex, Function, k
from ..lowering import Lowering
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

    @staticmethod
    def _spread(f: Builder, start: Ex, name: str, step: Callable[[Ex, Ex], Ex]) -> Ex:
        """All that steps lead to: one is made from what is fresh, and told what was found so far."""
        found = f.var(start, name)
        fresh = f.var(found, "fresh")
        with f.loop():
            f.leave_if(k.negate(k.some(fresh)))
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
            g.ret(self._spread(g, k.set_and(within, seeds), "found", lambda new, _: k.set_and(near(new), within)))

        return self.unit.function(("flood", reach), "flood", [("within", SET), ("seeds", SET)], SET, write, "a flood")

    def connected(self, node: rx.ConnectedSites, f: Builder, scope: Scope) -> Ex:
        reach = self.c.space.reach_of(node.way, f, scope)
        if reach is None:
            return self._connected_by(node, f, scope)
        both = union([reach, reverse(reach)], self.n) if node.way is not None else reach
        layer = self._whole_layer(node.item)
        if layer is not None and scope.lifted is not None and scope.lifted[1] == layer and self._is_anchor(layer, both):
            return f.call(self._stays_connected(layer, both), scope.lifted[0], name="connected")
        members = f.let(self.c.expressions.sites(node.item, f, scope), "members")
        start = k.one(k.first(members))
        return k.set_eq(f.call(self._flood(both), members, f.let(start), name="joined"), members)

    def _connected_by(self, node: rx.ConnectedSites, f: Builder, scope: Scope) -> Ex:
        """Where the way is only known during play: steps along it, both ways."""
        way = node.way
        assert way is not None
        members = f.let(self.c.expressions.sites(node.item, f, scope), "members")

        def step(fresh: Ex, found: Ex) -> Ex:
            near = f.var(self.c.space.grow_by(fresh, way, f, scope), "near")
            with f.each(f.let(k.set_minus(members, found))) as site:
                with f.when(k.some(k.set_and(self.c.space.grow_by(k.one(site), way, f, scope), fresh))):
                    f.include(near, site)
            return k.set_and(near, members)

        return k.set_eq(self._spread(f, k.one(k.first(members)), "joined", step), members)

    def _is_anchor(self, layer: int, reach: Reach) -> bool:
        """Whether these pieces hold an unbounded board together: then every turn leaves them connected (D101)."""
        unbounded = self.rules.unbounded
        if unbounded is None or unbounded.layer != layer:
            return False
        space = self.c.space
        fits = reach in (space.direction_reach(unbounded.directions, 0, touching=False), space.near)
        if fits:
            self.anchor_reach = reach
        return fits

    def note_connected(self, f: Builder) -> None:
        """Writes down whether the anchor is connected: a position that was set up need not be."""
        unbounded = self.rules.unbounded
        if unbounded is None or self.anchor_reach is None:
            return
        members = f.let(self.c.pieces.occupied(unbounded.layer), "members")
        reached = f.call(self._flood(self.anchor_reach), members, f.let(k.one(k.first(members))), name="joined")
        f.store(64, self.unit.layout.whole, k.as_int(k.set_eq(reached, members)))

    def _whole_layer(self, node: rx.Expr) -> int | None:
        """The layer whose pieces a pattern means, all of them."""
        if isinstance(node, rx.Pattern) and node.owner is rx.Owner.ANYBODY and not node.states:
            return node.layer if self.unit.facts.covers(node) else None
        return None

    def _stays_connected(self, layer: int, reach: Reach) -> Function:
        """Whether pieces that were connected still are, now that one has been lifted from a site.

        Only its neighbours matter: if they follow one another around it, they are still joined; otherwise they are
        looked for from one of them.
        """

        def occupied(site: Ex) -> Ex:
            return k.has(self.c.pieces.occupied(layer), site)

        def write(f: Builder) -> None:
            (origin,) = f.params
            with f.when(k.load(64, self.unit.layout.whole).eq(0)):
                members = f.let(self.c.pieces.occupied(layer), "members")
                reached = f.call(self._flood(reach), members, f.let(k.one(k.first(members))), name="joined")
                f.ret(k.set_eq(reached, members))
            with f.when(occupied(origin)):
                f.ret(k.TRUE)  # it stood on another one
            torus, members = self.c.space.torus, self.c.pieces.occupied(layer)
            steps = torus.steps(reach)
            if steps is not None and torus.stays_connected(f, origin, members, reach, steps):
                return
            rows, together = self._rings(reach)
            width = max(len(row) for row in rows)
            table = self.unit.table("ring", 16, [site for row in rows for site in (*row, *([-1] * (width - len(row))))])
            around = f.var(k.num(0), "around")
            with f.count_to(width) as number:
                site = f.let(k.look(table, origin * width + number), "site")
                f.leave_if(site.lt(0))
                f.set(around, around | (k.as_int(occupied(site)) << number))
            counts = [self._arcs(mask, width, together) for mask in range(1 << width)]
            with f.when(k.look(self.unit.table("arcs", 8, counts), around).le(1)):
                f.ret(k.TRUE)
            waiting = f.buffer(2 * (self.n + 1), "waiting")
            start = f.let(k.look(table, origin * width + Ex("lowest", (around,), INT)), "start")
            seen = f.var(k.one(start), "seen")
            left = f.var(Ex("bits", (around,), INT) - 1, "left")
            ring = f.let(k.look_set(self.unit.table("reach", 0, reach), origin), "ring")
            f.poke(waiting, 16, 0, start)
            length, done = f.var(k.num(1), "length"), f.var(k.num(0), "done")
            with f.loop():
                f.leave_if(done.ge(length))
                here = f.let(k.peek(waiting, 16, done), "here")
                f.set(done, done + 1)
                with f.count_to(width) as number:
                    site = f.let(k.look(table, here * width + number), "site")
                    f.leave_if(site.lt(0))
                    with f.when(occupied(site)), f.when(k.negate(k.has(seen, site))):
                        f.include(seen, site)
                        f.poke(waiting, 16, length, site)
                        f.set(length, length + 1)
                        with f.when(k.has(ring, site)):
                            f.set(left, left - 1)
                            with f.when(left.le(0)):
                                f.ret(k.TRUE)
            f.ret(k.FALSE)

        key = ("stays", layer, reach)
        return self.unit.function(key, "stays_connected", [("origin", INT)], BOOL, write, "one piece less")

    def _rings(self, reach: Reach) -> tuple[list[list[int]], bool]:
        """The neighbours of each site in the order of the compass, and whether each is next to the one after it."""
        order = range(len(self.board.compass))
        rows = []
        for site in range(self.n):
            row = [self.board.directions[number].next_for(0)[site] for number in order]
            ring = [other for other in row if other >= 0 and reach[site] >> other & 1]
            rest = [other for other in bits(reach[site]) if other not in ring]
            rows.append([*ring, *rest])
        full = max((len(row) for row in rows), default=0)
        together = all(
            len(row) == full and all(reach[row[i]] >> row[(i + 1) % full] & 1 for i in range(full)) for row in rows
        )
        return rows, together

    @staticmethod
    def _arcs(mask: int, width: int, together: bool) -> int:
        if not together:
            return mask.bit_count()
        turned = mask >> 1 | (mask & 1) << (width - 1)
        return 1 if mask == (1 << width) - 1 else (mask & ~turned).bit_count()

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

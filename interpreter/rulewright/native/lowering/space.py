"""The board in the kernel: steps, neighbours, floods, lines, distances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ...board import bits, mask_of
from ...rules import expressions as rx
from ...rules.types import Type
from ..kernel import program as k
from ..kernel.program import BOOL, INT, SET, Builder, Ex, Function
from .scope import Scope, Val
from .torus import Reach, Torus

if TYPE_CHECKING:
    from ..compiler import Compiler

MOST_GROUPS = 26


class Space:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.board = compiler.rules.board
        self.n = len(self.board)
        self.players = len(self.rules.players)
        self.near: Reach = compiler.unit.engine.geometry.near_and_touching
        self.tracks = list(self.board.tracks)
        self.anchor_reach: Reach | None = None
        self.torus = Torus(compiler)
        self._reaches: dict[tuple[tuple[int, ...], int, bool], Reach] = {}
        self._by_player = any(direction.by_player is not None for direction in self.board.directions)

    # ------------------------------------------------------------ single steps

    def next(self, direction: Ex, site: Ex, me: Ex) -> Ex:
        """The site one step on, -1 for none."""
        count = len(self.board.directions)
        if direction.const is not None and (me.const is not None or not self._by_player):
            table = self.board.directions[direction.const].next_for(me.const or 0)
            return k.look(self.unit.table(f"next_{self.board.directions[direction.const].name}", 16, table), site)
        rows: list[int] = []
        for player in range(self.players if self._by_player else 1):
            for spec in self.board.directions:
                rows.extend(spec.next_for(player))
        place = direction * self.n + site
        if self._by_player:
            place = place + me * (count * self.n)
        return k.look(self.unit.table("next", 16, rows), place)

    def neighbour_lists(self) -> tuple[str, str, int]:
        """Tables of the neighbours of each site, of how many there are, and the length of a row."""
        return self._neighbour_lists

    @cached_property
    def _neighbour_lists(self) -> tuple[str, str, int]:
        lists = [list(bits(mask)) for mask in self.near]
        width = max((len(row) for row in lists), default=1) or 1
        flat = [site for row in lists for site in (*row, *([-1] * (width - len(row))))]
        return self.unit.table("near_list", 16, flat), self.unit.table("near_count", 16, [len(r) for r in lists]), width

    # ------------------------------------------------------------ ways as tables

    def reach_of(self, way: rx.Way | None, f: Builder, scope: Scope) -> Reach | None:
        """Where one step leads, if that is known in advance."""
        if way is None:
            return self.near
        if scope.me.const is None and (self._by_player or way.tracks):
            return None
        me = scope.me.const or 0
        if way.tracks:
            numbers = [self.c.expressions.number(track, f, scope).const for track in way.tracks]
            if any(number is None for number in numbers):
                return None
            return _union([self.track_reach(number or 0, me, way.against) for number in numbers], self.n)
        if way.directions is None:
            return (0,) * self.n
        dirs = self.c.expressions.directions(way.directions, f, scope)
        if dirs.fixed is None:
            return None
        return self.direction_reach(dirs.fixed, me, touching=True)

    def direction_reach(self, numbers: Iterable[int], me: int, touching: bool) -> Reach:
        key = (tuple(numbers), me if self._by_player else 0, touching)
        if key not in self._reaches:
            found = [0] * self.n
            for number in key[0]:
                spec = self.board.directions[number]
                tables = [spec.next_for(me), spec.touch] if touching and spec.touch else [spec.next_for(me)]
                for table in tables:
                    for site, other in enumerate(table):
                        if other >= 0:
                            found[site] |= 1 << other
            self._reaches[key] = tuple(found)
        return self._reaches[key]

    def track_reach(self, track: int, me: int, against: bool) -> Reach:
        geometry = self.unit.engine.geometry
        return tuple(geometry.along_track(1 << site, self.tracks[track], me, against) for site in range(self.n))

    def track_number(self, name: str) -> int:
        return self.tracks.index(name)

    def grow(self, f: Builder, start: Ex, reach: Reach) -> Ex:
        """All sites one step from a set."""

        def write(g: Builder) -> None:
            (given,) = g.params
            steps = self.torus.steps(reach)
            if steps is not None:
                g.ret(k.torus_step(given, steps))
                return
            groups = _groups(reach)
            if len(groups) <= MOST_GROUPS and not (self.unit.big and len(groups) > 14):
                found = k.NOTHING
                for delta, sources in groups.items():
                    found = k.set_or(found, k.set_shift(k.set_and(given, k.sites(sources)), delta))
                g.ret(found)
                return
            total = g.var(k.NOTHING, "reached")
            width = reach[0].bit_count()
            if self.unit.big and width <= 8 and all(mask.bit_count() == width for mask in reach):
                # A few bits are set one by one more quickly than many words are joined.
                rows = self.unit.table("beside", 16, [other for mask in reach for other in bits(mask)])
                with g.each(given) as site:
                    for number in range(width):
                        g.include(total, k.look(rows, site * width + number))
                g.ret(total)
                return
            table = self.unit.table("reach", 0, reach)
            with g.each(given) as site:
                g.set(total, total | k.look_set(table, site))
            g.ret(total)

        made = self.unit.function(
            ("grow", reach), "one_step_from", [("sites", SET)], SET, write, "one step from a set",
            "" if self.unit.layout.words <= 2 else "never",
        )  # fmt: skip
        return f.call(made, start, name="reached")

    # ------------------------------------------------------------ next to, of

    def next_to(self, item: rx.Expr, way: rx.Way | None, f: Builder, scope: Scope) -> Ex:
        reach = self.reach_of(way, f, scope)
        if reach is None:
            assert way is not None
            return self._grow_by(self.c.expressions.sites(item, f, scope), way, f, scope)
        if item.type is Type.SITE:
            site = f.let(self.c.expressions.site(item, f, scope))
            table = self.unit.table("reach", 0, reach)
            found = f.var(k.NOTHING, "near")
            with f.when(site.ge(0)):
                f.set(found, k.look_set(table, site))
            return found
        return self.grow(f, self.c.expressions.sites(item, f, scope), reach)

    def _grow_by(self, start: Ex, way: rx.Way, f: Builder, scope: Scope) -> Ex:
        """One step where the way is only known during play."""
        found = f.var(k.NOTHING, "reached")
        members = f.let(start)
        if way.tracks:
            for track in way.tracks:
                number = f.let(self.c.expressions.number(track, f, scope))
                table = self._all_tracks(way.against)
                with f.each(members) as site:
                    f.set(found, found | k.look_set(table, (number * self.players + scope.me) * self.n + site))
            return found
        if way.directions is None:
            return found
        dirs = f.let(self.c.expressions.directions(way.directions, f, scope).ex)
        touch = [list(spec.touch) if spec.touch else [-1] * self.n for spec in self.board.directions]
        table = self.unit.table("touch", 16, [site for row in touch for site in row])
        with f.count_to(len(self.board.directions)) as number:
            with f.when((dirs >> number & 1).ne(0)), f.each(members) as site:
                f.set(found, found | k.one(self.next(number, site, scope.me)))
                f.set(found, found | k.one(k.look(table, number * self.n + site)))
        return found

    def _all_tracks(self, against: bool) -> str:
        rows: list[int] = []
        for track in range(len(self.tracks)):
            for player in range(self.players):
                rows.extend(self.track_reach(track, player, against))
        return self.unit.table("along" if not against else "against", 0, rows)

    def is_next_to(self, item: rx.Expr, way: rx.Way | None, site: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether a site is one step from a set."""
        reach = self.reach_of(way, f, scope)
        expressions = self.c.expressions
        if reach is None:
            assert way is not None
            return k.has(self._grow_by(expressions.sites(item, f, scope), way, f, scope), site)
        if item.type is Type.SITE:
            start = f.let(expressions.site(item, f, scope))
            table = self.unit.table("reach", 0, reach)
            found = f.var(k.FALSE, "near")
            with f.when(start.ge(0)):
                f.set(found, k.has(k.look_set(table, start), site))
            return found
        back = _reverse(reach)
        if self.unit.layout.words > 2 and way is None and back == self.near and _is_plain(item):
            table, counts, width = self.neighbour_lists()
            found = f.var(k.FALSE, "near")
            with f.count_to(k.look(counts, site)) as number:
                other = f.let(k.look(table, site * width + number), "near")
                with f.when(expressions.member(item, other, f, scope)):
                    f.set(found, k.TRUE)
                    f.leave()
            return found
        members = expressions.sites(item, f, scope)
        return k.some(k.set_and(k.look_set(self.unit.table("reach", 0, back), site), members))

    def stepped(self, node: rx.Stepped, f: Builder, scope: Scope) -> Ex:
        dirs = self.c.expressions.directions(node.directions, f, scope)
        if dirs.fixed is not None and (scope.me.const is not None or not self._by_player):
            reach = self.direction_reach(dirs.fixed, scope.me.const or 0, touching=False)
            return self.grow(f, self.c.expressions.sites(node.item, f, scope), reach)
        mask = f.let(dirs.ex)
        found = f.var(k.NOTHING, "reached")
        members = f.let(self.c.expressions.sites(node.item, f, scope))
        with f.count_to(len(self.board.directions)) as number:
            with f.when((mask >> number & 1).ne(0)), f.each(members) as site:
                f.set(found, found | k.one(self.next(number, site, scope.me)))
        return found

    def is_stepped(self, node: rx.Stepped, site: Ex, f: Builder, scope: Scope) -> Ex:
        dirs = self.c.expressions.directions(node.directions, f, scope)
        if dirs.fixed is None or (scope.me.const is None and self._by_player):
            return k.has(self.stepped(node, f, scope), site)
        back = _reverse(self.direction_reach(dirs.fixed, scope.me.const or 0, touching=False))
        if all(mask.bit_count() <= 1 for mask in back):
            before = self.unit.table("before", 16, [mask.bit_length() - 1 for mask in back])
            other = f.let(k.look(before, site))
            found = f.var(k.FALSE, "of")
            inner: k.Block = []
            with f.within(inner):
                f.set(found, self.c.expressions.member(node.item, other, f, scope))
            f.emit("if", other.ge(0), inner, [])
            return found
        members = self.c.expressions.sites(node.item, f, scope)
        return k.some(k.set_and(k.look_set(self.unit.table("reach", 0, back), site), members))

    # ------------------------------------------------------------ floods

    def joined(self, node: rx.Joined, f: Builder, scope: Scope) -> Ex:
        known = self.c.fresh.groups.known(node, f)
        if known is not None:
            return known
        within = f.let(self.c.expressions.sites(node.within, f, scope), "within")
        seeds = f.let(self.c.expressions.sites(node.seeds, f, scope), "seeds")
        reach = self.reach_of(node.way, f, scope)
        if reach is not None:
            return f.call(self._flood(reach), within, seeds, name="joined")
        assert node.way is not None
        found = f.var(k.set_and(within, seeds), "joined")
        fresh = f.var(found, "fresh")
        with f.loop():
            f.leave_if(k.negate(k.some(fresh)))
            f.set(fresh, k.set_minus(k.set_and(self._grow_by(fresh, node.way, f, scope), within), found))
            f.set(found, found | fresh)
        return found

    def _flood(self, reach: Reach) -> Function:
        def write(g: Builder) -> None:
            within, seeds = g.params
            steps = self.torus.steps(reach)
            if steps is not None:
                g.ret(k.torus_flood(within, seeds, steps))
                return
            found = g.var(k.set_and(within, seeds), "found")
            fresh = g.var(found, "fresh")
            with g.loop():
                g.leave_if(k.negate(k.some(fresh)))
                g.set(fresh, k.set_minus(k.set_and(self.grow(g, fresh, reach), within), found))
                g.set(found, found | fresh)
            g.ret(found)

        return self.unit.function(("flood", reach), "flood", [("within", SET), ("seeds", SET)], SET, write, "a flood")

    def connected(self, node: rx.ConnectedSites, f: Builder, scope: Scope) -> Ex:
        reach = self.reach_of(node.way, f, scope)
        if reach is None:
            return self._connected_by(node, f, scope)
        both = _union([reach, _reverse(reach)], self.n) if node.way is not None else reach
        layer = self._whole_layer(node.item)
        if layer is not None and scope.lifted is not None and scope.lifted[1] == layer and self._is_anchor(layer, both):
            return f.call(self._stays_connected(layer, both), scope.lifted[0], name="connected")
        members = f.let(self.c.expressions.sites(node.item, f, scope), "members")
        start = k.one(k.first(members))
        return k.set_eq(f.call(self._flood(both), members, f.let(start), name="joined"), members)

    def _connected_by(self, node: rx.ConnectedSites, f: Builder, scope: Scope) -> Ex:
        """Where the way is only known during play: steps along it, both ways."""
        assert node.way is not None
        members = f.let(self.c.expressions.sites(node.item, f, scope), "members")
        found = f.var(k.one(k.first(members)), "joined")
        fresh = f.var(found, "fresh")
        with f.loop():
            f.leave_if(k.negate(k.some(fresh)))
            near = f.var(self._grow_by(fresh, node.way, f, scope), "near")
            with f.each(f.let(k.set_minus(members, found))) as site:
                with f.when(k.some(k.set_and(self._grow_by(k.one(site), node.way, f, scope), fresh))):
                    f.include(near, site)
            f.set(fresh, k.set_minus(k.set_and(near, members), found))
            f.set(found, found | fresh)
        return k.set_eq(found, members)

    def _is_anchor(self, layer: int, reach: Reach) -> bool:
        """Whether these pieces hold an unbounded board together: then every turn leaves them connected (D101)."""
        unbounded = self.rules.unbounded
        if unbounded is None or unbounded.layer != layer:
            return False
        fits = self.direction_reach(unbounded.directions, 0, touching=False) == reach or self.near == reach
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
            steps = self.torus.steps(reach)
            if steps is not None and self.torus.stays_connected(f, origin, self.c.pieces.occupied(layer), reach, steps):
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
                grown = g.let(found | self.grow(g, found, self.near))
                with g.when(k.set_eq(grown, found)):
                    g.ret(self.n)
                g.set(found, grown)
                g.set(steps, steps + 1)

        made = self.unit.function("distance", "distance", [("start", SET), ("goal", SET)], INT, write, "fewest steps")
        start = f.let(self.c.expressions.sites(node.start, f, scope))
        return f.call(made, start, f.let(self.c.expressions.sites(node.goal, f, scope)))

    # ------------------------------------------------------------ lines

    def _lines_by(self, node: rx.LineOf, f: Builder, scope: Scope) -> Ex | None:
        """Straight runs where the directions are only known during play; None where they are known."""
        dirs = self.c.expressions.directions(node.directions, f, scope) if node.directions is not None else None
        if dirs is None or dirs.fixed is not None:
            return None
        members = f.let(self.c.expressions.sites(node.item, f, scope), "members")
        mask, found = f.let(dirs.ex), f.var(k.NOTHING, "lines")
        for number in range(len(self.board.directions)):
            wanted = (mask >> number & 1).ne(0)
            back = self.board.back(number)
            if back is not None and back < number:  # the same runs
                wanted = k.both(wanted, (mask >> back & 1).eq(0))
            step = self.direction_reach((number,), scope.me.const or 0, touching=False)
            with f.when(wanted):
                rings, others = self._runs_round(f, members, node, number, scope.me.const or 0)
                sites = self._ends(f, others, node, step)
                f.set(found, found | sites | rings)
                for _ in range(node.length - 1):
                    sites = f.let(self.grow(f, sites, _reverse(step)))
                    f.set(found, found | sites)
        return found

    def _axes(self, node: rx.LineOf, f: Builder, scope: Scope) -> list[int]:
        """One direction of each pair of opposite ones."""
        numbers: Sequence[int]
        if node.directions is not None:
            dirs = self.c.expressions.directions(node.directions, f, scope)
            if dirs.fixed is None:
                raise NotImplementedError("lines along directions chosen during play")
            numbers = dirs.fixed
        else:
            numbers = self.board.direction_sets.get("any", ())
        found: list[int] = []
        done: set[int] = set()
        for number in numbers:
            back = self.board.back(number)
            if number in done or (back is not None and back in done):
                continue
            done.add(number)
            found.append(number)
        return found

    def straight_lines(self, axis: int) -> list[list[int]]:
        """The sites of each line along an axis that leads nowhere in a circle, from one end to the other."""
        table = self.board.directions[axis].next_for(0)
        found = []
        for start in sorted(set(range(self.n)) - set(table)):
            line = [start]
            while table[line[-1]] >= 0:
                line.append(table[line[-1]])
            found.append(line)
        return found

    def _cycles(self, axis: int, me: int) -> tuple[int, ...]:
        return self.unit.engine.geometry.cycles(axis, me)

    def _runs_round(self, f: Builder, members: Ex, node: rx.LineOf, axis: int, me: int) -> tuple[Ex, Ex]:
        """The runs that lead all round, where a direction does, and the sites that belong to none of these."""
        cycles = self._cycles(axis, me)
        if not cycles:
            return k.NOTHING, members
        full = f.var(k.NOTHING, "rings")
        table = self.unit.table("rings", 0, cycles)
        with f.count_to(len(cycles)) as number:
            ring = k.look_set(table, number)
            with f.when(k.negate(k.some(k.set_minus(ring, members)))):
                f.set(full, full | ring)
        fitting = 0
        for cycle in cycles:
            count = cycle.bit_count()
            if count == node.length or (count > node.length and not node.exactly):
                fitting |= cycle
        return k.set_and(full, k.sites(fitting)), f.let(k.set_minus(members, full), "open")

    def _ends(self, f: Builder, members: Ex, node: rx.LineOf, step: Reach) -> Ex:
        """The last sites of the runs that are long enough."""
        ends = f.let(k.set_minus(members, self.grow(f, members, step))) if node.exactly else members
        for _ in range(node.length - 1):
            ends = f.let(k.set_and(members, self.grow(f, ends, step)))
        if node.exactly:
            ends = f.let(k.set_minus(ends, self.grow(f, members, _reverse(step))))
        return ends

    def lines(self, node: rx.LineOf, f: Builder, scope: Scope) -> Ex:
        chosen = self._lines_by(node, f, scope)
        if chosen is not None:
            return chosen
        axes = self._axes(node, f, scope)
        me = scope.me.const or 0

        def write(g: Builder) -> None:
            (members,) = g.params
            found = g.var(k.NOTHING, "lines")
            for axis in axes:
                step = self.direction_reach((axis,), me, touching=False)
                rings, others = self._runs_round(g, members, node, axis, me)
                sites = self._ends(g, others, node, step)
                g.set(found, found | sites | rings)
                for _ in range(node.length - 1):
                    sites = g.let(self.grow(g, sites, _reverse(step)))
                    g.set(found, found | sites)
            g.ret(found)

        key = ("lines", tuple(axes), node.length, node.exactly, me if self._by_player else 0)
        made = self.unit.function(key, f"lines_of_{node.length}", [("sites", SET)], SET, write, "straight runs")
        return f.call(made, f.let(self.c.expressions.sites(node.item, f, scope)), name="lines")

    def has_line(self, node: rx.LineOf, f: Builder, scope: Scope) -> Ex:
        chosen = self._lines_by(node, f, scope)
        if chosen is not None:
            return k.some(chosen)
        axes = self._axes(node, f, scope)
        me = scope.me.const or 0

        def write(g: Builder) -> None:
            (members,) = g.params
            for axis in axes:
                step = self.direction_reach((axis,), me, touching=False)
                rings, others = self._runs_round(g, members, node, axis, me)
                with g.when(k.some(rings | self._ends(g, others, node, step))):
                    g.ret(k.TRUE)
            g.ret(k.FALSE)

        key = ("has_line", tuple(axes), node.length, node.exactly, me if self._by_player else 0)
        made = self.unit.function(key, f"has_line_of_{node.length}", [("sites", SET)], BOOL, write, "is there a run?")
        return f.call(made, f.let(self.c.expressions.sites(node.item, f, scope)), name="line")

    def in_line(self, node: rx.LineOf, site: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether a site is part of a long enough run."""
        chosen = self._lines_by(node, f, scope)
        if chosen is not None:
            return k.has(chosen, site)
        axes = self._axes(node, f, scope)
        if self.unit.layout.words == 1 and not node.exactly:
            return self._in_window(node, axes, site, self.c.expressions.sites(node.item, f, scope), f, scope)
        if any(self._cycles(axis, scope.me.const or 0) for axis in axes):
            return k.has(self.lines(node, f, scope), site)

        def write(g: Builder) -> None:
            members, place = g.params
            with g.when(k.negate(k.has(members, place))):
                g.ret(k.FALSE)
            for axis in axes:
                step = self.direction_reach((axis,), scope.me.const or 0, touching=False)
                ahead = self.unit.table("line_step", 16, [mask.bit_length() - 1 for mask in step])
                behind = self.unit.table("line_step", 16, [mask.bit_length() - 1 for mask in _reverse(step)])
                length = g.var(k.num(1), "length")
                for table in (ahead, behind):
                    at = g.var(k.look(table, place), "at")
                    with g.loop():
                        g.leave_if(at.lt(0))
                        g.leave_if(k.negate(k.has(members, at)))
                        g.leave_if(at.eq(place))
                        g.set(length, length + 1)
                        g.set(at, k.look(table, at))
                with g.when(length.eq(node.length) if node.exactly else length.ge(node.length)):
                    g.ret(k.TRUE)
            g.ret(k.FALSE)

        key = ("in_line", tuple(axes), node.length, node.exactly, scope.me.const if self._by_player else 0)
        made = self.unit.function(
            key, f"in_line_of_{node.length}", [("sites", SET), ("site", INT)], BOOL, write, "is a site in a run?"
        )
        return f.call(made, f.let(self.c.expressions.sites(node.item, f, scope)), f.let(site), name="line")

    def would_be_in_line(self, node: rx.LineOf, site: Ex, f: Builder, scope: Scope) -> Ex | None:
        """Whether a site would be part of a long enough run if it belonged to the set; None if that is not quick."""
        dirs = self.c.expressions.directions(node.directions, f, scope) if node.directions is not None else None
        if self.unit.layout.words != 1 or node.exactly or (dirs is not None and dirs.fixed is None):
            return None
        members = k.set_or(self.c.expressions.sites(node.item, f, scope), k.one(site))
        return self._in_window(node, self._axes(node, f, scope), site, members, f, scope)

    def _in_window(self, node: rx.LineOf, axes: list[int], site: Ex, sites: Ex, f: Builder, scope: Scope) -> Ex:
        """On a small board: is one of the stretches of that length that hold the site full?"""
        windows: list[list[int]] = [[] for _ in range(self.n)]
        for axis in axes:
            table = self.board.directions[axis].next_for(scope.me.const or 0)
            for start in range(self.n):
                row = [start]
                while len(row) < node.length and table[row[-1]] >= 0:
                    row.append(table[row[-1]])
                if len(set(row)) == node.length:
                    for member in row:
                        windows[member].append(mask_of(row))
        width = max(len(row) for row in windows) or 1
        never = (1 << 64) - 1
        flat = [mask for row in windows for mask in (*row, *([never] * (width - len(row))))]
        table_name = self.unit.table("windows", 0, flat)

        def write(g: Builder) -> None:
            members, place = g.params
            with g.count_to(width) as number:
                window = k.look_set(table_name, place * width + number)
                with g.when(k.negate(k.some(k.set_minus(window, members)))):
                    g.ret(k.TRUE)
            g.ret(k.FALSE)

        key = ("in_window", tuple(axes), node.length, scope.me.const if self._by_player else 0)
        params = [("sites", SET), ("site", INT)]
        made = self.unit.function(key, f"in_stretch_of_{node.length}", params, BOOL, write, "is a stretch full?")
        return f.call(made, f.let(sites), f.let(site), name="line")


def _union(reaches: list[Reach], n: int) -> Reach:
    found = [0] * n
    for reach in reaches:
        for site, mask in enumerate(reach):
            found[site] |= mask
    return tuple(found)


@lru_cache(maxsize=256)
def _reverse(reach: Reach) -> Reach:
    found = [0] * len(reach)
    for site, mask in enumerate(reach):
        for other in bits(mask):
            found[other] |= 1 << site
    return tuple(found)


def _groups(reach: Reach) -> dict[int, int]:
    """The steps by how far they lead in numbers of sites, with the sites they start from."""
    found: dict[int, int] = {}
    for site, mask in enumerate(reach):
        for other in bits(mask):
            found[other - site] = found.get(other - site, 0) | 1 << site
    return found


def _is_plain(node: rx.Expr) -> bool:
    """Whether asking for one site is cheaper than finding the whole set."""
    match node:
        case rx.Pattern() | rx.EmptySites() | rx.Fixed() | rx.PartWord() | rx.Local() | rx.Parameter() | rx.Memory():
            return True
        case rx.Intersection() | rx.Union():
            return all(_is_plain(item) for item in node.items)
        case rx.Difference():
            return _is_plain(node.left) and _is_plain(node.right)
    return False


__all__ = ["Space", "Val", "mask_of"]

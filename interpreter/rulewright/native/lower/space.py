"""The board in the kernel: steps and neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ...board import bits
from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import SET, Builder, Ex, k
from ..ir.statements import Block, If
from ..lowering_part import Lowering
from .reaches import Reach, by_distance, reverse, union
from .scope import Scope
from .torus import Torus

MOST_GROUPS = 26


class Space(Lowering):
    def setup(self) -> None:
        self.near: Reach = self.unit.engine.geometry.near_and_touching
        self.tracks = list(self.board.tracks)
        self.torus = Torus(self.c)
        self._reaches: dict[tuple[tuple[int, ...], int, bool], Reach] = {}
        self.by_player = any(direction.by_player is not None for direction in self.board.directions)

    # ------------------------------------------------------------ single steps

    def next(self, direction: Ex, site: Ex, me: Ex) -> Ex:
        """The site one step on, -1 for none."""
        count = len(self.board.directions)
        if direction.const is not None and (me.const is not None or not self.by_player):
            table = self.board.directions[direction.const].next_for(me.const or 0)
            return k.look(self.unit.table(f"next_{self.board.directions[direction.const].name}", 16, table), site)
        rows: list[int] = []
        for player in range(self.players if self.by_player else 1):
            for spec in self.board.directions:
                rows.extend(spec.next_for(player))
        place = direction * self.n + site
        if self.by_player:
            place = place + me * (count * self.n)
        return k.look(self.unit.table("next", 16, rows), place)

    @cached_property
    def neighbour_lists(self) -> tuple[str, str, int]:
        """Tables of the neighbours of each site, of how many there are, and the length of a row."""
        lists = [list(bits(mask)) for mask in self.near]
        width = max((len(row) for row in lists), default=1) or 1
        flat = [site for row in lists for site in (*row, *([-1] * (width - len(row))))]
        return self.unit.table("near_list", 16, flat), self.unit.table("near_count", 16, [len(r) for r in lists]), width

    # ------------------------------------------------------------ ways as tables

    def reach_of(self, way: rx.Way | None, f: Builder, scope: Scope) -> Reach | None:
        """Where one step leads, if that is known in advance."""
        if way is None:
            return self.near
        if scope.me.const is None and (self.by_player or way.tracks):
            return None
        me = scope.me.const or 0
        if way.tracks:
            numbers = [self.c.expressions.number(track, f, scope).const for track in way.tracks]
            if any(number is None for number in numbers):
                return None
            return union([self.track_reach(number or 0, me, way.against) for number in numbers], self.n)
        if way.directions is None:
            return (0,) * self.n
        dirs = self.c.expressions.directions(way.directions, f, scope)
        if dirs.fixed is None:
            return None
        return self.direction_reach(dirs.fixed, me, touching=True)

    def direction_reach(self, numbers: Iterable[int], me: int, touching: bool) -> Reach:
        key = (tuple(numbers), me if self.by_player else 0, touching)
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

    def grow(self, f: Builder, start: Ex, reach: Reach, loosely: bool = False) -> Ex:
        """All sites one step from a set; `loosely`: there may be bits beyond the board, which nobody will look at."""
        loosely = loosely and not self.unit.big

        def write(g: Builder) -> None:
            (given,) = g.params
            steps = self.torus.steps(reach)
            if steps is not None:
                g.ret(k.torus_step(given, steps))
                return
            groups = by_distance(reach)
            if len(groups) <= MOST_GROUPS and not (self.unit.big and len(groups) > 14):
                found = k.NOTHING
                for delta, sources in groups.items():
                    others = bits(self.board.all_sites & ~sources)
                    leads_off = loosely and not any(0 <= site + delta < self.n for site in others)
                    started = given if leads_off else k.set_and(given, k.sites(sources))
                    found = k.set_or(found, k.set_shift(started, delta))
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
            ("grow", reach, loosely), "one_step_from", [("sites", SET)], SET, write, "one step from a set",
            "" if self.unit.layout.words <= 2 else "never",
        )  # fmt: skip
        return f.call(made, start, name="reached")

    # ------------------------------------------------------------ next to, of

    def next_to(self, item: rx.Expr, way: rx.Way | None, f: Builder, scope: Scope) -> Ex:
        reach = self.reach_of(way, f, scope)
        if reach is None:
            assert way is not None
            return self.grow_by(self.c.expressions.sites(item, f, scope), way, f, scope)
        if item.type is Type.SITE:
            site = f.let(self.c.expressions.site(item, f, scope))
            table = self.unit.table("reach", 0, reach)
            found = f.var(k.NOTHING, "near")
            with f.when(site.ge(0)):
                f.set(found, k.look_set(table, site))
            return found
        return self.grow(f, self.c.expressions.sites(item, f, scope), reach)

    def grow_by(self, start: Ex, way: rx.Way, f: Builder, scope: Scope) -> Ex:
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
            return k.has(self.grow_by(expressions.sites(item, f, scope), way, f, scope), site)
        if item.type is Type.SITE:
            start = f.let(expressions.site(item, f, scope))
            table = self.unit.table("reach", 0, reach)
            found = f.var(k.FALSE, "near")
            with f.when(start.ge(0)):
                f.set(found, k.has(k.look_set(table, start), site))
            return found
        back = reverse(reach)
        if self.unit.layout.words > 2 and way is None and back == self.near and _is_plain(item):
            table, counts, width = self.neighbour_lists
            found = f.var(k.FALSE, "near")
            with f.count_to(k.look(counts, site)) as number:
                other = f.let(k.look(table, site * width + number), "near")
                with f.when(expressions.member(item, other, f, scope)):
                    f.set(found, k.TRUE)
                    f.leave()
            return found
        members = expressions.sites(item, f, scope)
        return k.some(k.set_and(k.look_set(self.unit.table("reach", 0, back), site), members))

    def stepped(self, node: rx.Stepped, f: Builder, scope: Scope, loosely: bool = False) -> Ex:
        dirs = self.c.expressions.directions(node.directions, f, scope)
        if dirs.fixed is not None and (scope.me.const is not None or not self.by_player):
            reach = self.direction_reach(dirs.fixed, scope.me.const or 0, touching=False)
            return self.grow(f, self.c.expressions.sites(node.item, f, scope), reach, loosely)
        mask = f.let(dirs.ex)
        found = f.var(k.NOTHING, "reached")
        members = f.let(self.c.expressions.sites(node.item, f, scope))
        with f.count_to(len(self.board.directions)) as number:
            with f.when((mask >> number & 1).ne(0)), f.each(members) as site:
                f.set(found, found | k.one(self.next(number, site, scope.me)))
        return found

    def is_stepped(self, node: rx.Stepped, site: Ex, f: Builder, scope: Scope) -> Ex:
        dirs = self.c.expressions.directions(node.directions, f, scope)
        if dirs.fixed is None or (scope.me.const is None and self.by_player):
            return k.has(self.stepped(node, f, scope), site)
        back = reverse(self.direction_reach(dirs.fixed, scope.me.const or 0, touching=False))
        if all(mask.bit_count() <= 1 for mask in back):
            before = self.unit.table("before", 16, [mask.bit_length() - 1 for mask in back])
            other = f.let(k.look(before, site))
            found = f.var(k.FALSE, "of")
            inner: Block = []
            with f.within(inner):
                f.set(found, self.c.expressions.member(node.item, other, f, scope))
            f.emit(If(other.ge(0), inner, []))
            return found
        members = self.c.expressions.sites(node.item, f, scope)
        return k.some(k.set_and(k.look_set(self.unit.table("reach", 0, back), site), members))


def _is_plain(node: rx.Expr) -> bool:
    """Whether asking for one site is cheaper than finding the whole set."""
    match node:
        case rx.Pattern() | rx.EmptySites() | rx.Fixed():
            return True
        case rx.PartWord() | rx.EachSite() | rx.Local() | rx.Parameter() | rx.Memory():
            return True
        case rx.Intersection() | rx.Union():
            return all(_is_plain(item) for item in node.items)
        case rx.Difference():
            return _is_plain(node.left) and _is_plain(node.right)
    return False

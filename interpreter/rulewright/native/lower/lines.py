"""Straight runs of sites: which sites are in one, whether there is one, whether a site is part of one."""

from __future__ import annotations

from collections.abc import Sequence

from ...board import bits, mask_of
from ...rules import expressions as rx
from ..decide.lines import MOST_STRETCHES, stretches
from ..ir import BOOL, INT, SET, Builder, Ex, k
from ..lowering_part import Lowering
from .reaches import Reach, by_distance, reverse, steps_on
from .scope import Scope

_WRITTEN_OUT = 32  # steps; LLVM takes minutes for thousands of them


class Lines(Lowering):
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
            with f.when(wanted):
                self._take_in(f, found, members, node, number, scope.me.const or 0)
        return found

    def _take_in(self, f: Builder, found: Ex, members: Ex, node: rx.LineOf, axis: int, me: int) -> None:
        """All runs along an axis that are long enough are taken into a set."""
        step = self.c.space.direction_reach((axis,), me, touching=False)
        rings, others = self._runs_round(f, members, node, axis, me)
        sites = self._ends(f, others, node, step)
        f.set(found, found | sites | rings)
        if node.length > _WRITTEN_OUT:
            at = f.var(sites, "at")
            with f.count_to(node.length - 1):
                f.leave_if(k.negate(k.some(at)))
                f.set(at, self.c.space.grow(f, at, reverse(step)))
                f.set(found, found | at)
            return
        for _ in range(node.length - 1):
            sites = f.let(self.c.space.grow(f, sites, reverse(step)))
            f.set(found, found | sites)

    def axes_of(self, node: rx.LineOf, f: Builder, scope: Scope) -> list[int]:
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

    def _runs_round(self, f: Builder, members: Ex, node: rx.LineOf, axis: int, me: int) -> tuple[Ex, Ex]:
        """The runs that lead all round, where a direction does, and the sites that belong to none of these."""
        cycles = self.engine.geometry.cycles(axis, me)
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
        ends = f.let(k.set_minus(members, self.c.space.grow(f, members, step))) if node.exactly else members
        length = 1
        if node.length > _WRITTEN_OUT and (node.exactly or self.unit.big):
            length, at = node.length, f.var(ends, "ends")
            with f.count_to(length - 1):
                f.leave_if(k.negate(k.some(at)))
                f.set(at, k.set_and(members, self.c.space.grow(f, at, step)))
            ends = at
        while length < node.length:
            on = 1 if node.exactly or self.unit.big else min(length, node.length - length)
            leap = steps_on(step, on)
            if on > 1 and len(by_distance(leap)) <= len(by_distance(step)):
                # A run and the same run some steps on are one longer run.
                ends = f.let(k.set_and(ends, self.c.space.grow(f, ends, leap)))
                length += on
            else:
                ends = f.let(k.set_and(members, self.c.space.grow(f, ends, step)))
                length += 1
        if node.exactly:
            ends = f.let(k.set_minus(ends, self.c.space.grow(f, members, reverse(step))))
        return ends

    def _starts(self, f: Builder, members: Ex, node: rx.LineOf, step: Reach) -> Ex | None:
        """The first sites of the runs that are long enough, where a step leads equally far from everywhere.

        Then runs are found by numbers alone, and only at the end those that lead over an edge are left out.
        """
        distances = by_distance(step)
        if len(distances) != 1 or node.exactly or self.unit.big:
            return None
        if min(distances) < 0:
            step = reverse(step)
        (far,) = by_distance(step)
        starts, length = members, 1
        while length < node.length:
            on = min(length, node.length - length)
            starts = f.let(k.set_and(starts, k.set_shift(starts, -far * on)))
            length += on
        possible = mask_of([site for site, mask in enumerate(steps_on(step, node.length - 1)) if mask])
        by_number = range(self.n - far * (node.length - 1))
        return starts if possible == mask_of(by_number) else k.set_and(starts, k.sites(possible))

    def lines(self, node: rx.LineOf, f: Builder, scope: Scope) -> Ex:
        chosen = self._lines_by(node, f, scope)
        if chosen is not None:
            return chosen
        axes = self.axes_of(node, f, scope)
        me = scope.me.const or 0
        windows = () if self.unit.layout.words > 1 or node.exactly else stretches(self.board, axes, node.length, me)
        if 0 < len(windows) <= MOST_STRETCHES:
            return k.filled(windows, self.c.expressions.sites(node.item, f, scope))

        def write(g: Builder) -> None:
            (members,) = g.params
            found = g.var(k.NOTHING, "lines")
            for axis in axes:
                self._take_in(g, found, members, node, axis, me)
            g.ret(found)

        key = ("lines", tuple(axes), node.length, node.exactly, me if self.c.space.by_player else 0)
        made = self.unit.function(key, f"lines_of_{node.length}", [("sites", SET)], SET, write, "straight runs")
        return f.call(made, f.let(self.c.expressions.sites(node.item, f, scope)), name="lines")

    def has_line(self, node: rx.LineOf, f: Builder, scope: Scope) -> Ex:
        chosen = self._lines_by(node, f, scope)
        if chosen is not None:
            return k.some(chosen)
        axes = self.axes_of(node, f, scope)
        me = scope.me.const or 0

        def write(g: Builder) -> None:
            (members,) = g.params
            for axis in axes:
                step = self.c.space.direction_reach((axis,), me, touching=False)
                rings, others = self._runs_round(g, members, node, axis, me)
                starts = self._starts(g, others, node, step)
                runs = self._ends(g, others, node, step) if starts is None else starts
                with g.when(k.rarely(k.some(rings | runs))):
                    g.ret(k.TRUE)
            g.ret(k.FALSE)

        key = ("has_line", tuple(axes), node.length, node.exactly, me if self.c.space.by_player else 0)
        made = self.unit.function(key, f"has_line_of_{node.length}", [("sites", SET)], BOOL, write, "is there a run?")
        return f.call(made, f.let(self.c.expressions.sites(node.item, f, scope)), name="line")

    def in_line(self, node: rx.LineOf, site: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether a site is part of a long enough run."""
        chosen = self._lines_by(node, f, scope)
        if chosen is not None:
            return k.has(chosen, site)
        axes = self.axes_of(node, f, scope)
        if self.unit.layout.words == 1 and not node.exactly:
            return self._in_window(node, axes, site, self.c.expressions.sites(node.item, f, scope), f, scope)
        if any(self.engine.geometry.cycles(axis, scope.me.const or 0) for axis in axes):
            return k.has(self.lines(node, f, scope), site)

        def write(g: Builder) -> None:
            members, place = g.params
            with g.when(k.negate(k.has(members, place))):
                g.ret(k.FALSE)
            for axis in axes:
                step = self.c.space.direction_reach((axis,), scope.me.const or 0, touching=False)
                ahead = self.unit.table("line_step", 16, [mask.bit_length() - 1 for mask in step])
                behind = self.unit.table("line_step", 16, [mask.bit_length() - 1 for mask in reverse(step)])
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

        key = ("in_line", tuple(axes), node.length, node.exactly, scope.me.const if self.c.space.by_player else 0)
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
        return self._in_window(node, self.axes_of(node, f, scope), site, members, f, scope)

    def _in_window(self, node: rx.LineOf, axes: list[int], site: Ex, sites: Ex, f: Builder, scope: Scope) -> Ex:
        """On a small board: is one of the stretches of that length that hold the site full?"""
        windows: list[list[int]] = [[] for _ in range(self.n)]
        for stretch in stretches(self.board, axes, node.length, scope.me.const or 0):
            for member in bits(stretch):
                windows[member].append(stretch)
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

        key = ("in_window", tuple(axes), node.length, scope.me.const if self.c.space.by_player else 0)
        params = [("sites", SET), ("site", INT)]
        made = self.unit.function(key, f"in_stretch_of_{node.length}", params, BOOL, write, "is a stretch full?")
        return f.call(made, f.let(sites), f.let(site), name="line")

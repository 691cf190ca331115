"""Effects on many pieces at once: lines that are shifted, seeds that are sown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...board import mask_of
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import INT, Builder, Ex, k
from ..ir.statements import Block, If
from ..lowering_part import Lowering
from .effect_context import Doing
from .scope import Val


class Shifting(Lowering):
    def shift_toward(self, effect: fx.ShiftToward, f: Builder, doing: Doing) -> Ex:
        number = f.let(self.c.changing.lowest(self.c.expressions.directions(effect.direction, f, doing.scope)), "dir")
        sites = f.let(self.c.expressions.sites(effect.item, f, doing.scope), "shifted")
        fine = f.var(k.TRUE, "fine")
        inner: Block = []
        with f.within(inner):
            goal = lambda site: self.c.space.next(number, site, doing.scope.me)  # noqa: E731
            f.set(fine, self._shift(sites, effect.layer, goal, f, doing))
        if number.const is not None:
            if number.const >= 0:
                f.block.extend(inner)
        else:
            f.emit(If(number.ge(0), inner, []))
        return fine

    def _shift(self, sites: Ex, layer: int, goal: Callable[[Ex], Ex], f: Builder, doing: Doing) -> Ex:
        """All top pieces one step on, all at once; onto one that stays, or off: captured."""
        n = self.unit.n
        starts, goals, cells = (f.buffer(2 * n, name) for name in ("starts", "goals", "cells"))
        amount = f.var(k.num(0), "amount")
        follows = f.var(k.num(-2), "follows")
        with f.each(sites) as site:
            with f.when(self.c.captures.has_piece(layer, site)):
                end = f.let(goal(site), "goal")
                f.poke(starts, 16, amount, site)
                f.poke(goals, 16, amount, end + 1)
                f.poke(cells, 16, amount, self.c.pieces.lift(f, layer, site))
                f.set(amount, amount + 1)
                self.c.captures.moved_from(f, layer, site)
                if layer == doing.layer_of_it:
                    with f.when(doing.it.eq(site)):
                        f.set(follows, end)
        fine = f.var(k.TRUE, "fine")
        with f.count_to(amount, "number") as number:
            with f.when(k.peek(goals, 16, number).eq(0)):
                site = f.let(k.peek(starts, 16, number), "site")
                self._pushed_off(layer, site, f.let(k.peek(cells, 16, number)), fine, f, doing)
        with f.count_to(amount, "number") as number:
            end = f.let(k.peek(goals, 16, number) - 1, "goal")
            with f.when(k.both(fine, end.ge(0))):
                landed = self.c.arriving.land_cell(layer, end, f.let(k.peek(cells, 16, number)), f, doing)
                f.set(fine, landed)
        with f.when(follows.ge(-1)):
            f.set(doing.it, follows)
        return fine

    def _pushed_off(self, layer: int, site: Ex, cell: Ex, fine: Ex, f: Builder, doing: Doing) -> None:
        """A piece that leaves the board: put back alone for the moment, so that `when_captured` can see it."""
        pieces = self.c.pieces
        if not (layer == 0 and self.rules.stack > 1):
            pieces.put(f, layer, site, cell)
            with f.when(k.negate(self.c.captures.capture_one(site, layer, f, doing))):
                f.set(fine, k.FALSE)
            return
        row = f.buffer(2 * self.rules.stack, "below")
        height = f.let(pieces.height(site))
        with f.count_to(height, "level") as level:
            f.poke(row, 16, level, pieces.cell_at(0, site, level))
        with f.count_to(height, "level"):
            pieces.lift(f, 0, site)
        pieces.put(f, 0, site, cell)
        with f.when(k.negate(self.c.captures.capture_one(site, 0, f, doing))):
            f.set(fine, k.FALSE)
        with f.count_to(height, "level") as level:
            pieces.put(f, 0, site, f.let(k.peek(row, 16, level)))

    def shift_along(self, effect: fx.ShiftAlong, f: Builder, doing: Doing) -> Ex:
        expressions, scope, tracks = self.c.expressions, doing.scope, self.c.tracks
        number = expressions.number(effect.track, f, scope)
        row = f.let(number * self.unit.players + scope.me, "row")
        steps = f.let(expressions.number(effect.steps, f, scope), "steps")
        if effect.against:
            steps = f.let(k.num(0) - steps, "steps")
        if self._turns_rings(effect):
            self._turn_ring(row, steps, effect.layer, f, doing)
            return k.TRUE
        sites = f.let(expressions.sites(effect.item, f, scope), "shifted")
        on_track = f.var(k.NOTHING, "on_track")
        with f.each(sites) as site:
            with f.when(tracks.occurrences(row, site).gt(0)):
                f.include(on_track, site)

        def goal(site: Ex) -> Ex:
            length = f.let(tracks.length(row))
            end = f.var(tracks.occurrence(row, site, k.num(0)) + steps, "end")
            found = f.var(k.num(-1), "goal")
            loop = f.let(tracks.turns_back_to(row))
            on_loop = k.either(tracks.occurrence(row, site, k.num(0)).ge(loop), end.ge(length))
            with f.when(k.both(tracks.is_closed(row), on_loop)):
                with f.loop():
                    f.leave_if(end.ge(loop))
                    f.set(end, end + length - loop)
                with f.loop():
                    f.leave_if(end.lt(length))
                    f.set(end, end - length + loop)
            with f.when(k.both(end.ge(0), end.lt(length))):
                f.set(found, tracks.at(row, end))
            return found

        return self._shift(on_track, effect.layer, goal, f, doing)

    def _turns_rings(self, effect: fx.ShiftAlong) -> bool:
        """Whether all pieces of a ring go round it together, so that none meets another."""
        stacked = effect.layer == 0 and self.rules.stack > 1
        rows = range(len(self.rules.board.tracks) * self.unit.players)
        rings = all(self.c.tracks.is_ring(row) for row in rows)
        apart = all(len(set(sites)) == len(sites) for sites in map(self.c.tracks.sites_of, rows))
        whole = isinstance(self.c.ask.static.resolved(effect.item), rx.Anywhere)
        return whole and rings and apart and not stacked and not self.c.arriving.has_classes

    def _turn_ring(self, row: Ex, steps: Ex, layer: int, f: Builder, doing: Doing) -> None:
        """Each site gets what stood so many steps before it; only sites that change are written."""
        pieces, tracks = self.c.pieces, self.c.tracks
        length = f.let(tracks.length(row), "length")
        cells = f.buffer(2 * self.unit.n, "cells")
        with f.count_to(length, "place") as place:
            f.poke(cells, 16, place, pieces.cell_at(layer, tracks.at(row, place)))
        source = f.var(k.num(0) - steps, "source")
        with f.loop():
            f.leave_if(source.ge(0))
            f.set(source, source + length)
        with f.loop():
            f.leave_if(source.lt(length))
            f.set(source, source - length)
        follows = f.var(doing.it, "follows")
        with f.count_to(length, "place") as place:
            site = f.let(tracks.at(row, place), "site")
            old, new = f.let(k.peek(cells, 16, place), "old"), f.let(k.peek(cells, 16, source), "new")
            if layer == doing.layer_of_it:
                with f.when(k.both(new.ne(0), doing.it.eq(tracks.at(row, source)))):
                    f.set(follows, site)
            with f.when(old.ne(new)):
                pieces.replace(f, layer, site, old, new)
            if layer == 0 and self.layout.unmoved >= 0:
                with f.when(k.either(old.ne(0), new.ne(0))):
                    self.c.captures.moved_from(f, layer, site)
            f.set(source, source + 1)
            f.set(source, k.select(source.ge(length), 0, source))
        f.set(doing.it, follows)

    def sow(self, effect: fx.Sow, f: Builder, doing: Doing) -> Ex:
        expressions, scope, tracks = self.c.expressions, doing.scope, self.c.tracks
        source = f.let(k.first(expressions.sites(effect.item, f, scope)), "source")
        if effect.item.type is Type.SITE:
            source = f.let(expressions.site(effect.item, f, scope), "source")
        row = f.let(expressions.number(effect.track, f, scope) * self.unit.players + scope.me, "row")
        start = source
        if effect.start is not None:
            start = f.let(expressions.site(effect.start, f, scope), "start")
        skipped = k.NOTHING
        if effect.skipping is not None:
            skipped = f.let(expressions.sites(effect.skipping, f, scope), "skipped")
        fine = f.var(k.TRUE, "fine")
        if self._sows_at_once(row) and effect.start is None and not effect.each:
            self._sow_at_once(source, row, skipped, effect.against, fine, f, doing)
            return fine
        seeds = f.buffer(2 * self.rules.stack, "seeds")
        amount = f.var(k.num(0), "amount")
        with f.when(source.ge(0) if start is source else k.both(source.ge(0), start.ge(0))):
            with f.when(tracks.occurrences(row, start).gt(0)):

                def keep(cell: Ex) -> None:
                    f.poke(seeds, 16, amount, cell)
                    f.set(amount, amount + 1)

                self.c.captures.clear(0, source, f, doing, keep)
                length, loop = f.let(tracks.length(row)), f.let(tracks.turns_back_to(row))
                place = f.var(tracks.occurrence(row, start, k.num(0)), "place")
                last = f.var(k.num(0), "last")
                with f.count_to(amount, "seed") as seed:
                    f.leave_if(k.negate(fine))
                    found = f.var(k.FALSE, "found")
                    with f.count_to(length + 1):
                        on_loop = f.let(k.both(tracks.is_closed(row), place.ge(loop)))
                        f.set(place, place - 1 if effect.against else place + 1)
                        with f.when(k.both(on_loop, place.lt(loop))):
                            f.set(place, place + length - loop)
                        with f.when(k.both(on_loop, place.ge(length))):
                            f.set(place, place - length + loop)
                        outside = f.let(k.either(place.lt(0), place.ge(length)))
                        f.leave_if(outside)
                        with f.when(k.negate(k.has(skipped, tracks.at(row, place)))):
                            f.set(found, k.TRUE)
                            f.leave()
                    f.set(fine, found)
                    with f.when(fine):
                        site = f.let(tracks.at(row, place), "site")
                        f.set(fine, self.c.arriving.land_cell(0, site, f.let(k.peek(seeds, 16, seed)), f, doing))
                        f.set(last, site + 1)
                    if effect.each:
                        self._after_piece(effect.each, f.let(amount - seed - 1, "left"), last, fine, f, doing)
                with f.when(last.gt(0)):
                    self.unit.write(f, 64, self.layout.last_sown, last)
        return fine

    def _after_piece(
        self, effects: tuple[fx.Effect, ...], left: Ex, last: Ex, fine: Ex, f: Builder, doing: Doing
    ) -> None:
        """What is done after each piece that is sown: it knows how many are left."""
        inside = replace(doing, scope=doing.scope.copy(params=(Val("int", left),), names={}))
        with f.when(fine):
            self.unit.write(f, 64, self.layout.last_sown, last)
            f.set(fine, self.c.effects.all_of(effects, f, inside))

    # ------------------------------------------------------------ seeds that are all alike, around a ring

    def _sows_at_once(self, row: Ex) -> bool:
        """Whether every house can get all its seeds at once: alike, and around a ring that meets no house twice."""
        heaps = self.c.pieces.heaps
        if heaps is None or not heaps.can_leap or row.const is None or self.layout.unmoved >= 0:
            return False
        sites = self.c.tracks.sites_of(row.const)
        return self.c.tracks.is_ring(row.const) and len(set(sites)) == len(sites) and not self.c.arriving.has_classes

    def _sow_at_once(self, source: Ex, row: Ex, skipped: Ex, against: bool, fine: Ex, f: Builder, doing: Doing) -> None:
        pieces, tracks = self.c.pieces, self.c.tracks
        heaps = pieces.heaps
        assert heaps is not None and row.const is not None
        ring = tracks.sites_of(row.const)
        with f.when(source.ge(0)), f.when(k.has(k.sites(mask_of(ring)), source)):
            amount = f.let(pieces.height(source), "amount")
            self.c.captures.clear(0, source, f, doing)
            houses = f.let(k.count(k.set_minus(k.sites(mask_of(ring)), skipped)), "houses")
            f.set(fine, k.either(amount.eq(0), houses.gt(0)))
            # So many times around, and what is left to the houses after the first.
            rounds, rest = f.var(k.num(0), "rounds"), f.var(amount, "rest")
            with f.when(k.both(fine, amount.ge(houses))):
                f.set(rounds, Ex("divide", (amount, houses), INT))
                f.set(rest, amount - rounds * houses)
            visits = f.let(k.select(rounds.gt(0), houses, amount), "visits")
            final = f.let(k.select(rest.gt(0), rest, houses), "final")
            following = {site: ring[(number + (-1 if against else 1)) % len(ring)] for number, site in enumerate(ring)}
            table = self.unit.table("next_house", 16, [following.get(site, -1) for site in range(self.unit.n)])
            site, visited = f.var(source, "site"), f.var(k.num(0), "visited")
            last, filled = f.var(k.num(0), "last"), f.var(k.NOTHING, "filled")
            with f.when(fine), f.loop():
                f.leave_if(visited.ge(visits))
                f.set(site, k.look(table, site))
                if skipped.const != 0:
                    with f.when(k.has(skipped, site)):
                        f.again()
                height = f.let(pieces.height(site), "height")
                grown = f.let(height + rounds + k.as_int(visited.lt(rest)), "grown")
                f.set(fine, k.both(fine, grown.le(self.rules.stack)))
                f.leave_if(k.negate(fine))
                heaps.change_height(f, site, height, grown)
                f.set(filled, filled | k.one(k.select(height.eq(0), site, -1)))
                f.set(visited, visited + 1)
                f.set(last, k.select(visited.eq(final), site + 1, last))
            heaps.filled(f, filled)
            with f.when(last.gt(0)):
                self.unit.write(f, 64, self.layout.last_sown, last)

"""Pieces that become others: flipped, or set to another kind, state or owner."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import INT, Builder, Ex, k
from ..layout import widths
from ..lowering_part import Lowering
from .effect_context import Doing
from .scope import Scope, Val


class Changing(Lowering):
    def setup(self) -> None:
        self._rows: dict[tuple[object, ...], list[int]] = {}

    def change(self, f: Builder, layer: int, site: Ex, old: Ex, new: Ex, doing: Doing) -> None:
        with f.when(new.ne(old)):
            f.set(doing.changed, doing.changed + 1)
            self.c.pieces.change(f, layer, site, old, new)

    @contextmanager
    def each_top(self, effect: fx.Flip | fx.SetTo, f: Builder, doing: Doing) -> Iterator[tuple[Ex, Ex]]:
        """A loop over the sites of an effect that have a piece, and their top pieces."""
        with f.each(self.c.expressions.sites(effect.item, f, doing.scope)) as site:
            old = self.c.pieces.top(f, effect.layer, site)
            with f.when(old.ne(0)):
                yield site, old

    def flip(self, effect: fx.Flip, f: Builder, doing: Doing) -> None:
        rows = [0]
        for code in range(self.layout.codes):
            kind, radices = self.codes.kind(code), self.codes.radices
            if len(radices[kind]) == 1 and self.codes.state(code) < radices[kind][0]:
                state = (self.codes.state(code) + 1) % radices[kind][0]
                code = self.codes.code(self.codes.owner(code), kind, state)
            rows.append(code + 1)
        table = self.unit.table("flipped", 16, rows)
        with self.each_top(effect, f, doing) as (site, old):
            self.change(f, effect.layer, site, old, f.let(k.look(table, old)), doing)

    def set_to(self, effect: fx.SetTo, value: fx.NewValue, f: Builder, doing: Doing) -> Ex:
        fine = f.var(k.TRUE, "fine")
        with self.each_top(effect, f, doing) as (site, old):
            new = f.let(self.changed(old, value, f, doing.scope))
            if self.c.arriving.has_classes:
                f.set(fine, k.both(fine, k.has(self.c.arriving.allowed(self.c.pieces.kind(new)), site)))
            self.change(f, effect.layer, site, old, new, doing)
        return fine if self.c.arriving.has_classes else k.TRUE

    def changed(self, old: Ex, value: fx.NewValue, f: Builder, scope: Scope) -> Ex:
        """The piece with one component written, from a table."""
        width = self.layout.codes + 2
        if value.local is None:
            of_all = value.owner in (None, rx.Owner.NEUTRAL, rx.Owner.PLAYER)  # the same, whoever does it
            if of_all or scope.me.const is not None:
                return k.look(self.unit.table("becomes", 16, self.row(value, scope.me.const or 0)), old)
            widths.of_changes(self.layout.codes, self.unit.players)
            rows = [cell for me in range(self.unit.players) for cell in self.row(value, me)]
            return k.look(self.unit.table("becomes", 16, rows), scope.me * width + old)
        span, local = value.local.span, value.local
        options: list[fx.NewValue] = []
        if local.type is Type.PLAYER:
            options = [fx.NewValue(span, rx.Owner.PLAYER, n, None, None, None, None) for n in range(self.unit.players)]
        elif local.type is Type.KIND:
            options = [fx.NewValue(span, None, None, n, None, None, None) for n in range(len(self.rules.kinds))]
        elif local.type is Type.STATE:
            options = [fx.NewValue(span, None, None, None, n, None, None) for n in range(len(self.rules.states))]
        else:
            directions = len(self.rules.board.directions)
            options = [fx.NewValue(span, None, None, None, None, n, None) for n in range(directions)]
        widths.of_changes(self.layout.codes, len(options))
        rows = [cell for option in options for cell in self.row(option, 0)]
        table = self.unit.table("becomes", 16, rows)
        if local.type.is_directions:
            number = f.let(self.lowest(self.c.expressions.directions(local, f, scope)))
        else:
            number = f.let(self.c.expressions.number(local, f, scope))
        return k.select(number.lt(0), old, k.look(table, k.select(number.lt(0), 0, number) * width + old))

    def row(self, value: fx.NewValue, me: int) -> list[int]:
        """For each cell what it becomes."""
        key = value.owner, value.player, value.kind, value.state, value.direction, me
        if key not in self._rows:
            self._rows[key] = self._made_row(value, me)
        return self._rows[key]

    def _made_row(self, value: fx.NewValue, me: int) -> list[int]:
        row = [0]
        for code in range(self.layout.codes):
            valid = self.codes.state(code) < self.rules.kinds[self.codes.kind(code)].combinations
            row.append((self.unit.facts.pieces.changed(code, value, me) if valid else code) + 1)
        row.append(self.layout.codes + 1)
        return row

    @staticmethod
    def lowest(val: Val) -> Ex:
        """The first of some directions, -1 for none."""
        if val.fixed is not None:
            return k.num(val.fixed[0] if val.fixed else -1)
        return Ex("lowest", (val.ex,), INT)

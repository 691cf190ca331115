"""Exhaustive enumeration of what playouts draw by rejection (strategies/rejection_draw.py): all are looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..decide.plan import Leaf
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.candidate import Test
from ..lowering_part import Lowering
from ..strategies.pushes import Pushes
from ..strategies.rejection_draw import Draft, Row, Try

COPIES = 8  # values and directions of a piece that are looked at one after another rather than in a loop


class Draws(Lowering):
    def setup(self) -> None:
        self.pushes = Pushes(self.c)

    def count(self, leaves: list[Leaf], f: Builder, me: Ex, add: Callable[[Builder, Ex], None]) -> None:
        """Adds up the candidates that pass their tests."""
        for draft in self.c.drafts.of(leaves, f, me):
            if self.pushes.counts(draft):
                for line in self.pushes.rows(draft, f, me):
                    add(f, k.count(line.origins))
            else:
                self._each_draw(draft, f, me, lambda _: lambda g, *__: add(g, k.num(1)), by_value=True)

    def walk(
        self,
        leaves: list[Leaf],
        f: Builder,
        me: Ex,
        carry_out: Callable[[Leaf], Test],
        by_value: bool = False,
        only: Ex | None = None,
    ) -> None:
        """Carries out every candidate; `only`: of this piece."""
        for draft in self.c.drafts.of(leaves, f, me):
            if self.pushes.counts(draft) and only is None:
                self._each_line(draft, f, me, carry_out)
            else:
                self._each_draw(draft, f, me, carry_out, by_value, only)

    def _each_draw(
        self,
        draft: Draft,
        f: Builder,
        me: Ex,
        carry_out: Callable[[Leaf], Test],
        by_value: bool = False,
        only: Ex | None = None,
    ) -> None:
        """Looks at everything that could be drawn; `by_value`: with a copy for each value, where these are few."""
        copies = by_value and draft.factor <= COPIES
        for row in draft.rows:
            if only is not None:
                with f.when(k.has(row.origins, only)):
                    self._each_value(draft, row, f, me, Try(only), carry_out, copies)
                continue
            with f.each(row.origins, "origin") as origin:
                self._each_value(draft, row, f, me, Try(origin), carry_out, copies)

    def _each_value(
        self, draft: Draft, row: Row, f: Builder, me: Ex, tried: Try, carry_out: Callable[[Leaf], Test], copies: bool
    ) -> None:
        def with_value(value: Ex) -> None:
            more = replace(tried, values=(*tried.values, value))
            self._each_value(draft, row, f, me, more, carry_out, copies)

        def look(way: Ex | None) -> None:
            lengths = tuple(k.num(length) for length in row.lengths)
            self.c.drafts.look(draft, f, me, replace(tried, way=way, lengths=lengths), carry_out)

        if len(tried.values) < len(draft.sizes):
            size = draft.sizes[len(tried.values)]
            for number in range(size if copies else 0):
                with_value(k.num(number))
            if not copies:
                with f.count_to(size, "value") as value:
                    with_value(value)
        elif row.way is not None:
            look(k.num(row.way))
        elif copies:
            for direction in draft.ways or (None,):
                look(k.num(direction) if direction is not None else None)
        elif draft.ways:
            with f.count_to(len(draft.ways), "number") as place:
                look(self.c.drafts.way(draft, f, place))
        else:
            look(None)

    def _each_line(self, draft: Draft, f: Builder, me: Ex, carry_out: Callable[[Leaf], Test]) -> None:
        """The same for lines that are found as sets. They lie on a stack, so that one loop serves for all of them."""
        layout, rows = self.layout, self.pushes.rows(draft, f, me)
        top = f.let(k.load(64, layout.record_top))
        base = f.let(top * 8 + layout.records, "base")
        for place, row in enumerate(rows):
            f.store_set(base + place * layout.set_size, row.origins)
        f.store(64, layout.record_top, top + len(rows) * layout.words)

        def told(column: list[int], number: Ex) -> Ex:
            return f.let(k.look(self.unit.table("of_line", 16, column), number))

        with f.count_to(len(rows), "number") as number:
            way = told([row.way for row in rows], number)
            values = [told(list(column), number) for column in zip(*(row.values for row in rows), strict=True)]
            lengths = [told(list(column), number) for column in zip(*(row.lengths for row in rows), strict=True)]
            with f.each(k.load_set(number * layout.set_size + base), "origin") as origin:
                self.c.drafts.look(draft, f, me, Try(origin, tuple(values), way, tuple(lengths)), carry_out)
        f.store(64, layout.record_top, top)

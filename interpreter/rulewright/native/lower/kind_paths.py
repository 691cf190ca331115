"""Legs as a kind moves: the mover's own, or another one's."""

from __future__ import annotations

from dataclasses import replace

from ...analysis.paths import borrows
from ...rules import paths as rp
from ..ir import SET, Builder, Ex, k
from ..lowering_part import Lowering
from .scope import NO_DIRECTIONS, Outline, Scope, Val, settled
from .walk import Gather, Trip, Walk, Wish


class KindPaths(Lowering):
    def its(self, travel: rp.ItsPath, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        kind = self.c.expressions.word("kind", scope).ex
        for number, spec in enumerate(self.rules.kinds):
            if any(attribute.name == travel.attribute for attribute in spec.attributes):
                with f.when(kind.eq(number)):
                    mover = scope.mover
                    self._attribute(number, mover, travel.attribute, f, scope, walk, trip)

    def _attribute(
        self, kind: int, cell: Ex | None, name: str, f: Builder, scope: Scope, walk: Walk, trip: Trip
    ) -> None:
        attribute = next(item for item in self.rules.kinds[kind].attributes if item.name == name)
        if attribute.path is not None or attribute.axis is None:
            if attribute.path is not None:
                self._along(attribute.path, f, scope, walk, trip)
            return
        codes = self.unit.engine.codes
        axis = attribute.axis
        # A piece of another kind (as in `like`) counts as one in the first state.
        rows = [codes.values(kind, 0)[axis]]
        for code in range(self.layout.codes):
            state = codes.state(code) if codes.kind(code) == kind else 0
            fits = state < self.rules.kinds[kind].combinations
            rows.append(codes.values(kind, state if fits else 0)[axis])
        rows.append(codes.values(kind, 0)[axis])
        table = self.unit.table(f"value_{kind}_{axis}", 16, rows)
        value = f.let(k.look(table, cell if cell is not None else k.num(0)), "value")
        for number, path in enumerate(attribute.by_value):
            with f.when(value.eq(number)):
                self._along(path, f, scope, walk, trip)

    def _along(self, path: rp.Path, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        if isinstance(trip.then, Gather) and len(self.rules.kinds) > 2:
            trip.then.all(f, self._targets(path, f, scope, walk, trip))
        else:
            self.c.paths.closed(path, f, scope, walk, trip)

    def _targets(self, path: rp.Path, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> Ex:
        """Where a path leads, found by a function that all who travel so share."""
        words = {name: val for name, val in (scope.words or {}).items() if name in ("origin", "kind", "load")}
        bare = scope.copy(words=words, names={}, params=(), lifted=None)
        outline = Outline(settled(f, bare), {"start": Val("site", f.let(walk.target))})
        start = outline.outer()["start"].ex

        def write(g: Builder) -> None:
            found = g.var(k.NOTHING, "found")
            here = Walk(start, (start,), None, None, NO_DIRECTIONS, {})
            wish = Wish(False, False, contact=trip.wish.contact)
            self.c.paths.path(path, g, outline.inner, here, Trip(wish, True, trip.borrowed, Gather(found)))
            g.ret(found)

        constants = tuple((name, val.ex.const) for name, val in (outline.inner.words or {}).items())
        how = (trip.borrowed, trip.wish.contact)
        key = ("targets", id(path), how, tuple(outline.params), constants, scope.me.const)
        made = self.unit.function(key, "targets", outline.params, SET, write, "where a path leads", "never")
        return f.call(made, *outline.args, name="targets")

    def like(self, travel: rp.LikePath, f: Builder, scope: Scope, walk: Walk, trip: Trip) -> None:
        """As other pieces move; what is borrowed is not borrowed again (D41)."""
        if trip.borrowed:
            return
        if travel.kind is not None:
            if self._lends(travel.kind, travel.attribute):
                self._attribute(
                    travel.kind, None, travel.attribute, f, scope, walk, replace(trip, borrowed=True)
                )  # fmt: skip
            return
        assert travel.sites is not None
        # For each kind the first piece of it that is met: its states decide.
        firsts = [f.var(k.num(0), "first") for _ in self.rules.kinds]

        def look(site: Ex) -> None:
            for layer in range(len(self.rules.layers)):
                cell = self.c.pieces.top(f, layer, site)
                for number, spec in enumerate(self.rules.kinds):
                    if spec.layer != layer or not self._lends(number, travel.attribute):
                        continue
                    met = k.both(self.c.pieces.kind(cell).eq(number), firsts[number].eq(0))
                    with f.when(met):
                        f.set(firsts[number], cell)

        sparse = self.c.sparse.strategy(travel.sites)
        if sparse is not None:
            with self.c.sparse.members(sparse, f, scope) as site:
                look(site)
        else:
            with f.each(self.c.expressions.sites(travel.sites, f, scope)) as site:
                look(site)
        for number in range(len(self.rules.kinds)):
            if self._lends(number, travel.attribute):
                with f.when(firsts[number].ne(0)):
                    self._attribute(
                        number, firsts[number], travel.attribute, f, scope, walk, replace(trip, borrowed=True)
                    )  # fmt: skip

    def _lends(self, kind: int, attribute: str) -> bool:
        for item in self.rules.kinds[kind].attributes:
            if item.name == attribute:
                paths = [item.path] if item.path is not None else list(item.by_value)
                return any(path is not None and not borrows(self.rules, path) for path in paths)
        return False

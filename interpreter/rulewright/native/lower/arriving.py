"""Pieces that arrive: landing, moved by an effect, put from a tray."""

from __future__ import annotations

from ...analysis.pieces import NEUTRAL
from ...rules import effects as fx
from ...rules import expressions as rx
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .effect_context import Doing


class Arriving(Lowering):
    def setup(self) -> None:
        # Whether some kind may stand on sites of a class alone.
        self.has_classes = any(kind.classes for kind in self.rules.kinds)

    def land_cell(self, layer: int, site: Ex, cell: Ex, f: Builder, doing: Doing, free: bool = False) -> Ex:
        """Puts one piece on a site: on top of a stack, or in place of what is captured there (nothing, if `free`)."""
        fine = f.var(k.TRUE, "fine")
        if layer == 0 and self.rules.stack > 1:
            f.set(fine, self.c.pieces.height(site).lt(self.rules.stack))
        elif not free and self.c.captures.leaves_no_trace(layer):
            self.c.captures.wipe(site, layer, f, doing)
        elif not free:
            with f.when(self.c.captures.has_piece(layer, site)):
                f.set(fine, self.c.captures.capture_one(site, layer, f, doing))
        if self.has_classes:
            f.set(fine, k.both(fine, k.has(self.allowed(self.c.pieces.kind(cell)), site)))
        with f.when(fine):
            self.c.pieces.put(f, layer, site, cell)
            self.c.captures.moved_from(f, layer, site)
        return fine

    def allowed(self, kind: Ex) -> Ex:
        """The sites a kind may stand on (D30)."""
        board = self.rules.board
        rows = []
        for spec in self.rules.kinds:
            mask = 0
            for site in board.sites:
                if not spec.classes or site.cls in spec.classes:
                    mask |= 1 << site.index
            rows.append(mask)
        return k.look_set(self.unit.table("allowed", 0, rows), kind)

    def land_block(self, site: Ex, amount: Ex, f: Builder, doing: Doing) -> Ex:
        """Puts the pieces in the air on a stack, bottom first."""
        fine = f.var((self.c.pieces.height(site) + amount).le(self.rules.stack), "fine")

        def waiting(level: Ex) -> Ex:
            return k.load(16, level * 2 + self.layout.block)

        if self.has_classes or self.c.pieces.heaps is not None:
            with f.when(fine), f.count_to(amount, "level") as level:
                landed = self.land_cell(0, site, f.let(waiting(level), "cell"), f, doing)
                with f.when(k.negate(landed)):
                    f.set(fine, k.FALSE)
            return fine
        with f.when(fine):
            self.c.pieces.put_stack(f, site, amount, waiting)
            self.c.captures.moved_from(f, 0, site)
        return fine

    def move(self, effect: fx.Move, f: Builder, doing: Doing) -> Ex:
        expressions, scope, layer = self.c.expressions, doing.scope, effect.layer
        sites = f.let(expressions.sites(effect.item, f, scope), "moved")
        if isinstance(effect.goal, fx.TrayGoal):
            tray = effect.goal.tray
            owner = expressions.number(effect.goal.owner, f, scope) if effect.goal.owner is not None else k.num(0)
            owner = f.let(owner)
            with f.each(sites) as site:
                self.c.captures.clear(layer, site, f, doing, lambda cell: self.c.trays.into(f, tray, owner, cell))
            return k.TRUE
        target = f.let(expressions.site(effect.goal, f, scope), "goal")
        fine = f.var(k.TRUE, "fine")
        row = f.buffer(2 * self.rules.stack, "row")
        with f.when(target.ge(0)), f.each(sites) as site:
            with f.when(k.both(fine, k.both(site.ne(target), self.c.captures.has_piece(layer, site)))):
                # On another layer it is another piece.
                follows = f.let(doing.it.eq(site)) if layer == doing.layer_of_it else k.FALSE
                amount = f.var(k.num(0), "amount")

                def keep(cell: Ex, amount: Ex = amount) -> None:
                    f.poke(row, 16, amount, cell)
                    f.set(amount, amount + 1)

                self.c.captures.clear(layer, site, f, doing, keep)
                self._land_row(row, amount, layer, target, fine, f, doing)
                with f.when(follows):
                    f.set(doing.it, target)
        return fine

    def take_some(self, effect: fx.TakeSome, f: Builder, doing: Doing) -> Ex:
        """So many off the top of a site, in their order; more than there are is illegal."""
        expressions, scope, layer = self.c.expressions, doing.scope, effect.layer
        pieces, tray = self.c.pieces, effect.goal if isinstance(effect.goal, fx.TrayGoal) else None
        stacked = layer == 0 and self.rules.stack > 1
        amount = f.let(expressions.number(effect.amount, f, scope), "amount")
        site = f.let(expressions.site(effect.item, f, scope), "source")
        goal, owner, wanted = k.num(-1), k.num(0), k.both(amount.gt(0), site.ge(0))
        if tray is not None and tray.owner is not None:
            owner = f.let(expressions.number(tray.owner, f, scope))
        elif isinstance(effect.goal, rx.Expr):
            goal = f.let(expressions.site(effect.goal, f, scope), "goal")
            wanted = k.both(wanted, k.both(goal.ge(0), goal.ne(site)))
        fine = f.var(k.TRUE, "fine")
        with f.when(wanted):
            height = f.let(pieces.height(site) if stacked else k.as_int(self.c.captures.has_piece(layer, site)))
            f.set(fine, amount.le(height))
            with f.when(fine):
                follows = f.let(doing.it.eq(site)) if layer == doing.layer_of_it else k.FALSE
                with f.when(follows):
                    f.set(doing.it, -1)
                self.c.captures.moved_from(f, layer, site)
                row = f.buffer(2 * self.rules.stack, "row")
                with f.count_to(amount, "level") as level:  # the top one first
                    f.poke(row, 16, amount - level - 1, pieces.lift(f, layer, site))
                if isinstance(effect.goal, rx.Expr):
                    self._land_row(row, amount, layer, goal, fine, f, doing)
                    with f.when(follows):
                        f.set(doing.it, goal)
                elif tray is not None:
                    with f.count_to(amount, "level") as level:
                        self.c.trays.into(f, tray.tray, owner, f.let(k.peek(row, 16, level), "cell"))
        return fine

    def _land_row(self, row: str, amount: Ex, layer: int, target: Ex, fine: Ex, f: Builder, doing: Doing) -> None:
        """Puts pieces that were lifted on a site, bottom first."""
        if layer == 0 and self.rules.stack > 1:
            f.set(fine, (self.c.pieces.height(target) + amount).le(self.rules.stack))
        with f.when(fine), f.count_to(amount, "level") as level:
            landed = self.land_cell(layer, target, f.let(k.peek(row, 16, level)), f, doing)
            with f.when(k.negate(landed)):
                f.set(fine, k.FALSE)

    def set_up_again(self, f: Builder, doing: Doing) -> None:
        """Pieces and trays as before the first turn."""
        start = self.engine.set_up(self.rules.start)
        for layer, standing in enumerate(start.layers):
            with f.each(f.let(self.c.pieces.occupied(layer), "standing")) as site:
                self.c.captures.clear(layer, site, f, doing)
            rows = [(site, code + 1) for site, stack in sorted(standing.items()) for code in stack]
            if rows:
                sites = self.unit.table(f"set_up_sites_{layer}", 16, [site for site, _ in rows])
                cells = self.unit.table(f"set_up_cells_{layer}", 32, [cell for _, cell in rows])
                with f.count_to(k.num(len(rows)), "piece") as number:
                    site, cell = f.let(k.look(sites, number), "site"), f.let(k.look(cells, number), "cell")
                    self.c.pieces.put(f, layer, site, cell)
        self.c.trays.refill(f, start.trays)
        if self.layout.unmoved >= 0:
            self.unit.write_set(f, self.layout.unmoved, k.sites(start.unmoved))

    def put(self, effect: fx.Put, f: Builder, doing: Doing) -> Ex:
        scope, kind = doing.scope, effect.piece.kind
        if kind is None:
            return k.TRUE
        layer = self.rules.kinds[kind].layer
        owner = k.num(NEUTRAL)
        if effect.piece.owner is not None:
            owner = f.let(self.c.expressions.number(effect.piece.owner, f, scope))
        state = self.unit.facts.trays.first_state(kind, effect.piece.states)
        cell = f.let(self.c.pieces.cell_of(owner, kind, state), "cell")
        amount = k.num(1)
        if effect.amount is not None:
            amount = f.let(self.c.expressions.number(effect.amount, f, scope), "amount")
        sites = self.c.expressions.sites(effect.item, f, scope)
        fine = f.var(k.TRUE, "fine")

        def put_one(site: Ex) -> None:
            with f.when(fine):
                if not (layer == 0 and self.rules.stack > 1):
                    f.set(fine, k.negate(self.c.captures.has_piece(layer, site)))
                taken = f.var(cell, "taken")
                with f.when(fine):
                    found = self._from_tray(kind, state, owner, taken, f, doing)
                    if found is not None:
                        f.set(fine, found)
                with f.when(fine):
                    f.set(fine, self.land_cell(layer, site, taken, f, doing, free=True))

        with f.each(sites) as site:
            if effect.amount is None:
                put_one(site)
            else:
                with f.count_to(amount, "one"):
                    f.leave_if(k.negate(fine))
                    put_one(site)
        return fine

    def _from_tray(self, kind: int, state: int, owner: Ex, taken: Ex, f: Builder, doing: Doing) -> Ex | None:
        """One piece for `put`, out of its tray or, if it is the only one, from where it stands. Is there one?"""
        trays = self.unit.facts.trays.default_trays(kind)
        if not trays:
            return None
        found = f.var(k.FALSE, "found")
        for tray in trays:
            holder = k.num(0) if tray == "supply" else k.select(owner.eq(NEUTRAL), doing.scope.me, owner)
            holder = f.let(holder)
            with f.when(k.both(k.negate(found), self.c.trays.count(tray, holder, kind, state).gt(0))):
                self.c.trays.add(f, tray, holder, kind, state, -1)
                f.set(found, k.TRUE)
        spec = self.rules.kinds[kind]
        total = spec.supply if spec.supply is not None else spec.each
        if total == 1:
            with f.when(k.negate(found)), f.each(self.c.pieces.occupied(spec.layer)) as site:
                self._the_only_one(kind, owner, site, taken, found, f, doing)
                f.leave_if(found)
        return found

    def _the_only_one(self, kind: int, owner: Ex, site: Ex, taken: Ex, found: Ex, f: Builder, doing: Doing) -> None:
        """Takes the piece away if it stands here; what it stood on, and what stood on it, stays."""
        pieces, layer = self.c.pieces, self.rules.kinds[kind].layer
        stacked = layer == 0 and self.rules.stack > 1
        height = f.let(pieces.height(site)) if stacked else k.num(1)
        level = f.var(k.num(-1), "level")
        with f.count_to(height, "place") as place:
            there = f.let(pieces.cell_at(layer, site, place if stacked else 0))
            with f.when(k.both(pieces.kind(there).eq(kind), pieces.owner(there).eq(owner))):
                f.set(level, place)
                f.set(taken, there)
                f.leave()
        with f.when(level.ge(0)):
            f.set(found, k.TRUE)
            if not stacked:
                self.c.captures.clear(layer, site, f, doing)
                return
            row = f.buffer(2 * self.rules.stack, "others")
            amount = f.var(k.num(0), "amount")
            with f.count_to(height, "place") as place:
                with f.when(place.ne(level)):
                    f.poke(row, 16, amount, pieces.cell_at(0, site, place))
                    f.set(amount, amount + 1)
            self.c.captures.clear(0, site, f, doing)
            with f.count_to(amount, "place") as place:
                pieces.put(f, 0, site, f.let(k.peek(row, 16, place)))

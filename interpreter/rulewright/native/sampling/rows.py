"""A table of target sets, for uniform draws: a row for each piece, with how many targets it has and which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...analysis.actions import landing_layer
from ..decide.plan import Leaf
from ..ir import INT, Builder, Ex, Function, k
from ..layout.memory_layout import TABLE
from ..lowering_part import Lowering
from .slots import Slot

Part: TypeAlias = Callable[[Builder, Ex, Ex], Ex]  # of the targets of a piece those that count

_ROOM = 3 << 20  # bytes for rows, at the end of the table that lists of moves are merged with


class Rows(Lowering):
    def setup(self) -> None:
        self.size = 8 + self.layout.set_size
        self._taken = 0

    @property
    def has_room(self) -> bool:
        return self._taken + self.size * (self.unit.n + 1) < _ROOM

    def slot(
        self, leaf: Leaf, f: Builder, me: Ex, allowed: Ex, part: Part | None = None, which: str = "",
        kinds: tuple[int, ...] | None = None,
    ) -> Slot:  # fmt: skip
        """All candidates of a leaf, or those of a part of the targets or of some kinds; one row for each piece."""
        if not self.has_room:
            raise NotImplementedError("so many actions on so large a board in playouts")
        self._taken += self.size * (self.unit.n + 1)
        base = self.layout.table + TABLE - self._taken
        amount = f.var(k.num(0), "amount")
        with f.when(allowed):
            f.set(amount, f.call(self._fill(leaf, me, base, part, which, kinds)))
        return Slot(leaf, k.num(base), amount, rows=True)

    def _fill(
        self, leaf: Leaf, me: Ex, base: int, part: Part | None, which: str, kinds: tuple[int, ...] | None
    ) -> Function:
        def write(g: Builder) -> None:
            total, at = g.var(k.num(0), "total"), g.var(k.num(base), "at")

            def gather(h: Builder, origin: Ex, targets: Ex) -> None:
                if part is not None:
                    targets = h.let(part(h, origin, targets), "targets")
                amount = h.let(k.count(targets), "amount")
                h.store(64, at, origin | (amount << 16))
                h.store_set(at + 8, targets)
                h.set(at, k.select(amount.eq(0), at, at + self.size))
                h.set(total, total + amount)

            self.c.actions.gather(leaf.action, g, me, gather, self.c.steps.among(leaf.action, kinds))
            g.ret(total)

        key = ("rows", leaf.node.action, leaf.node.leaf, me.const, which)
        return self.unit.function(key, f"rows_{leaf.action.name}", [], INT, write, "pieces and their targets")

    def drawn(self, slot: Slot, f: Builder, number: Ex) -> tuple[Ex, Ex, Ex]:
        """The row of the candidate with a number, its piece and its target."""
        at, word = f.var(slot.members, "at"), f.var(k.num(0), "row")
        with f.loop():
            f.set(word, k.load(64, at))
            f.leave_if(number.lt(word >> 16))
            f.set(number, number - (word >> 16))
            f.set(at, at + self.size)
        target = f.let(k.nth(k.load_set(at + 8), number), "target")
        return at, f.let(word & 0xFFFF, "origin"), target

    def take_out(self, slot: Slot, f: Builder, row: Ex, target: Ex) -> None:
        f.store_set(row + 8, f.let(k.set_minus(k.load_set(row + 8), k.one(target))))
        f.store(64, row, k.load(64, row) - (1 << 16))
        f.set(slot.amount, slot.amount - 1)

    def second(self, leaf: Leaf, f: Builder, me: Ex, allowed: Ex) -> Slot:
        """The targets of a piece that is placed from one site."""
        members, start = f.var(k.NOTHING, "members"), f.var(k.num(-1), "start")
        layer = landing_layer(self.c.unit.facts, leaf.action)

        def gather(h: Builder, origin: Ex, targets: Ex) -> None:
            h.set(members, k.set_minus(targets, self.c.pieces.occupied(layer)))
            h.set(start, origin)

        with f.when(allowed):
            self.c.actions.gather(leaf.action, f, me, gather)
        return Slot(leaf, members, f.var(k.count(members), "amount"), start=start)

"""Candidates as rows in memory: a piece, how many targets it has, and the set of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ..kernel import program as k
from ..kernel.program import INT, Builder, Ex, Function
from ..lowering.candidate import Candidate
from ..lowering.scope import Scope
from ..lowering.walk import Walk, Wish
from ..memory.layout import TABLE
from .slots import Slot

if TYPE_CHECKING:
    from ..compiler import Compiler
    from .plans import Leaf

Part: TypeAlias = Callable[[Builder, Ex, Ex], Ex]  # of the targets of a piece those that count

_ENDLESS = 0x7FFFFFFF_7FFFFFFF  # two sums that no number reaches
_ROOM = 1 << 22  # bytes for rows, at the end of the table that lists of moves are merged with


class Rows:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.layout = compiler.unit.layout
        self.size = 8 + self.layout.set_size
        self._taken = 0

    def slot(
        self, leaf: Leaf, f: Builder, me: Ex, allowed: Ex, part: Part | None = None, which: str = "",
        summed: bool = False,
    ) -> Slot:  # fmt: skip
        """All candidates of a leaf, or those of a part of the targets; one row for each piece that can move.

        If they are summed up, how many there are up to each row lies before the rows: see `drawn_evenly`.
        """
        room = self.size * (self.unit.n + 1) + (self._sums if summed else 0)
        self._taken += (room + 63) & -64
        assert self._taken < _ROOM, "too many actions to keep rows of"
        base = self.layout.table + TABLE - self._taken + (self._sums if summed else 0)
        amount = f.var(k.num(0), "amount")
        with f.when(allowed):
            f.set(amount, f.call(self._fill(leaf, me, base, part, which, summed)))
        return Slot(leaf, k.num(base), amount, rows=True)

    @property
    def _sums(self) -> int:
        """Room for sums: the number of rows, a zero, and the sums with as many behind them as are looked at at once."""
        return (8 + 4 * (self.unit.n + 16) + 63) & -64

    def _fill(self, leaf: Leaf, me: Ex, base: int, part: Part | None, which: str, summed: bool) -> Function:
        sums = base - self._sums + 8

        def write(g: Builder) -> None:
            total, at = g.var(k.num(0), "total"), g.var(k.num(base), "at")
            last = g.var(k.num(sums), "last")

            def gather(h: Builder, origin: Ex, targets: Ex) -> None:
                if part is not None:
                    targets = h.let(part(h, origin, targets), "targets")
                amount = h.let(k.count(targets), "amount")
                h.store(64, at, origin | (amount << 16))
                h.store_set(at + 8, targets)
                h.set(at, k.select(amount.eq(0), at, at + self.size))
                h.set(total, total + amount)
                if summed:
                    h.store(32, last, total)
                    h.set(last, k.select(amount.eq(0), last, last + 4))

            self.c.begin_count(g)
            self.c.actions.candidates(leaf.action, g, me, _nothing, wish=Wish(False, False, gather=gather))
            if summed:
                g.store(64, sums - 8, (last - sums) >> 2)
                for number in range(8):
                    g.store(64, last + 8 * number, _ENDLESS)
            g.ret(total)

        key = ("rows", leaf.node.action, leaf.node.leaf, me.const, which)
        return self.unit.function(key, f"rows_{leaf.action.name}", [], INT, write, "pieces and their targets")

    def drawn_evenly(self, slot: Slot, f: Builder, number: Ex) -> tuple[Ex, Ex]:
        """The piece and the target of the candidate with a number; the row is found without a jump."""
        base = slot.members.const or 0
        sums = base - self._sums + 8
        row = f.var(k.at_most(sums, number), "row")
        with f.count_to((k.load(32, sums - 8) + 15) >> 4, "chunk", 1) as chunk:
            f.set(row, row + k.at_most(chunk * 64 + sums, number))
        before = k.load(32, row * 4 + (sums - 4))
        at = f.let(row * self.size + base, "at")
        target = f.let(k.nth(k.load_set(at + 8), number - before), "target")
        return f.let(k.load(16, at), "origin"), target

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

    def second(self, leaf: Leaf, f: Builder, me: Ex) -> Slot:
        """The targets of a piece that is placed from one site."""
        members, start = f.var(k.NOTHING, "members"), f.var(k.num(-1), "start")
        layer = self.c.apart.layer(leaf.action)

        def gather(h: Builder, origin: Ex, targets: Ex) -> None:
            h.set(members, k.set_minus(targets, self.c.pieces.occupied(layer)))
            h.set(start, origin)

        self.c.begin_count(f)
        self.c.actions.candidates(leaf.action, f, me, _nothing, wish=Wish(False, False, gather=gather))
        return Slot(leaf, members, f.var(k.count(members), "amount"), start=start)


def _nothing(f: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
    raise AssertionError("candidates are gathered, not walked to")


__all__ = ["Rows"]

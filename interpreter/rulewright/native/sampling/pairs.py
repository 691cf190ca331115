"""An explicit list of (origin, target) pairs, for uniform draws: one is drawn by its place in the list.

The sites of a set are written down all at once, so that the list is there without a loop that cannot be foreseen.
"""

from __future__ import annotations

from ..decide.plan import Leaf
from ..decide.questions import Questions
from ..ir import INT, Builder, Ex, Function, k
from ..layout.memory_layout import TABLE
from ..lowering_part import Lowering
from .slots import Slot

_ROOM = 1 << 20  # bytes for the pairs of one action, behind which rows lie


def fit(ask: Questions) -> bool:
    """Whether there is room for all pairs there can be, and for what is written behind the last one."""
    return (ask.n + 1) * 64 * ask.words * _width(ask) // 8 < (_ROOM >> 1) - 2048


def _width(ask: Questions) -> int:
    """Bits of a site."""
    return 8 if ask.n <= 256 else 16


class Pairs(Lowering):
    def setup(self) -> None:
        self.width = _width(self.c.ask)
        self._half = _ROOM >> 1

    @property
    def _most(self) -> int:
        return 64 * self.layout.words

    @property
    def _origins(self) -> int:
        """Where all lists lie: only one is in use at a time. A set of all targets comes first."""
        return (self.layout.table + (TABLE >> 1) + 127) & -64

    @property
    def _targets(self) -> int:
        """Not a whole number of pages from the origins: processors take such places for the same at first."""
        return self._origins + self._half + 1088

    def slot(self, leaf: Leaf, f: Builder, me: Ex, allowed: Ex) -> Slot:
        """All candidates of a leaf."""
        amount = f.var(k.num(0), "amount")
        with f.when(allowed):
            f.set(amount, f.call(self._fill(leaf, me)))
        return Slot(leaf, k.num(self._origins), amount, rows=True)

    def _fill(self, leaf: Leaf, me: Ex) -> Function:
        most = min(self._most, self.c.ask.reach.most(leaf.action.path, me.const) or self._most)

        def write(g: Builder) -> None:
            total, every = g.var(k.num(0), "total"), g.var(k.NOTHING, "every")

            def gather(h: Builder, origin: Ex, targets: Ex) -> None:
                targets = h.let(targets, "targets")
                at = h.let(total * (self.width // 8), "at")
                h.fill(self.width, at + self._origins, most, origin)
                h.list_sites(self.width, at + self._targets, targets)
                h.set(total, total + k.count(targets))
                h.set(every, k.set_or(every, targets))

            self.c.actions.gather(leaf.action, g, me, gather)
            g.store_set(self._origins - 64, every)
            g.ret(total)

        key = ("pairs", leaf.node.action, leaf.node.leaf, me.const)
        return self.unit.function(key, f"pairs_{leaf.action.name}", [], INT, write, "origins and targets")

    @property
    def every_target(self) -> Ex:
        """All targets of the list."""
        return k.load_set(self._origins - 64)

    def drawn(self, f: Builder, number: Ex) -> tuple[Ex, Ex]:
        """Origin and target of the pair with a number."""
        at = number * (self.width // 8)
        origin = f.let(k.load(self.width, at + self._origins), "origin")
        return origin, f.let(k.load(self.width, at + self._targets), "target")

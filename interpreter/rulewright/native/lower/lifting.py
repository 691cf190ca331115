"""A piece that moves is taken up."""

from __future__ import annotations

from ...rules.game import Action
from ..decide.plan import LIGHT
from ..ir import Builder, Ex, kernel
from ..lowering_part import Lowering


class Lifting(Lowering):
    def lift(self, f: Builder, action: Action, origin: Ex, take: Ex) -> None:
        """Takes the top pieces up; on a stack they wait in the block."""
        if not (action.layer == 0 and self.rules.stack > 1):
            self.c.pieces.lift(f, action.layer, origin)
            return
        f.call(self._lift_block, origin, take)

    @kernel(None)
    def _lift_block(self, f: Builder, site: Ex, amount: Ex) -> None:
        """Takes pieces up."""
        if self.c.pieces.heaps is not None:
            with f.count_to(amount, "level") as level:
                self._wait(f, amount - level - 1, self.c.pieces.lift(f, 0, site))
        else:
            self.c.pieces.lift_stack(f, site, amount, lambda level, cell: self._wait(f, level, cell))

    def _wait(self, f: Builder, level: Ex, cell: Ex) -> None:
        """A piece is in the air; in light turns nothing else is, so that nobody misses what was there."""
        at = f.let(level * 2 + self.layout.block)
        if self.unit.mode == LIGHT:
            f.store(16, at, cell)
        else:
            self.unit.write(f, 16, at, cell, self.layout.block)

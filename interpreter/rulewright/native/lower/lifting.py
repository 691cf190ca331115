"""A piece that moves is taken up."""

from __future__ import annotations

from ...rules.game import Action
from ..ir import Builder, Ex, kernel
from ..lowering import Lowering


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
        with f.count_to(amount, "level") as level:
            cell = self.c.pieces.lift(f, 0, site)
            self.unit.write(f, 16, (amount - level - 1) * 2 + self.layout.block, cell, self.layout.block)

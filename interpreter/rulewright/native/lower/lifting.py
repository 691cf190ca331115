"""A piece that moves is taken up."""

from __future__ import annotations

from ...rules.game import Action
from ..ir import INT, Builder, Ex
from ..lowering import Lowering


class Lifting(Lowering):
    def lift(self, f: Builder, action: Action, origin: Ex, take: Ex) -> None:
        """Takes the top pieces up; on a stack they wait in the block."""
        if not (action.layer == 0 and self.rules.stack > 1):
            self.c.pieces.lift(f, action.layer, origin)
            return

        def write(g: Builder) -> None:
            site, amount = g.params
            with g.count_to(amount, "level") as level:
                cell = self.c.pieces.lift(g, 0, site)
                self.unit.write(g, 16, (amount - level - 1) * 2 + self.layout.block, cell, self.layout.block)

        params = [("site", INT), ("amount", INT)]
        f.call(self.unit.function("lift_block", "lift_block", params, None, write, "takes pieces up"), origin, take)

"""Turns that are one placement and nothing else: where the site is decided, the piece is placed without a search.

No log, no probe, no second look at what was offered: what was offered is legal, and no other turn begins so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..decide.plan import FAST, Leaf, TurnPlan
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder, Function
from ..lower.candidate import NOWHERE
from ..sampling.draw import Chosen, Rest
from ..strategies import one_part
from .placement_masks import PlacementMasks

if TYPE_CHECKING:
    from ..compiler import Compiler


class Straight:
    def __init__(self, compiler: Compiler, placement_masks: PlacementMasks) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.layout = compiler.unit.layout
        self.placement_masks = placement_masks

    def play(self, f: Builder, number: Ex) -> None:
        """If the turn is one placement, and no forced pass, it is done, and the function returns 1."""
        for turn, leaf in self._turns():
            is_site = number.lt(self.unit.n)
            here = k.both(k.load(64, self.layout.phase).eq(turn.phase), k.load(64, self.layout.me).eq(turn.player))
            with f.when(k.both(is_site, here)):
                f.call(self._placed(turn, leaf), number)
                f.ret(1)

    @property
    def is_everything(self) -> bool:
        """Whether every turn but a forced pass is played so: then decisions are moves, in their order."""
        turns = self.c.plan.turns
        return not self.unit.facts.repeats and len(turns) == len(list(self._turns()))

    def _turns(self) -> Iterator[tuple[TurnPlan, Leaf]]:
        if self.unit.facts.segmented:
            return
        for turn in self.c.plan.turns:
            leaves = turn.leaves
            if turn.strategy != one_part.NAME or turn.mode != FAST or len(leaves) != 1:
                continue
            if self.placement_masks.serves(leaves[0].node, k.num(turn.player)):
                yield turn, leaves[0]

    def _placed(self, turn: TurnPlan, leaf: Leaf) -> Function:
        piece = self.unit.facts.trays.entries(leaf.action)[0]

        def write(f: Builder) -> None:
            (target,) = f.params
            self.c.registers.clear(f, logged=False)
            self.c.carrying.perform(leaf, f, k.num(turn.player), Chosen(k.num(NOWHERE), target, piece=piece), Rest())
            f.ret(0)

        with self.unit.lowering(self.unit.general, FAST):
            name = f"placed_{turn.phase}_{turn.player}"
            return self.unit.function(name, name, [("target", INT)], INT, write, "a turn that is one placement")


__all__ = ["Straight"]

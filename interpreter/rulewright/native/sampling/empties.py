"""An array with swap-remove: the empty sites of games that only place; one is drawn, and the last takes its place.

On a board of several words that is quicker than counting sites in a set, above all because a turn does not have to wait
for what the one before it wrote.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules.game import Action
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.lowering_context import FAST

if TYPE_CHECKING:
    from ..compiler import Compiler


class Empties:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules

    @cached_property
    def is_kept(self) -> bool:
        """Whether every turn that is not by the list of moves places a piece on any empty site, or none."""
        layout = self.unit.layout
        if layout.words == 1 or not self.c.fresh.lasts or self.rules.unbounded is not None:
            return False
        if not all(self.is_plain(action) for action in self.rules.actions if action.verb == "place"):
            return False
        for phase in range(len(self.rules.phases)):
            for player in range(self.unit.players):
                plan = self.c.plans.plan(phase, player)
                if plan is None or plan.mode != FAST:
                    return False
        self._list, self._count = layout.keep(2 * self.unit.n), layout.keep(8)
        return True

    def is_plain(self, action: Action) -> bool:
        """Whether a piece is placed on any empty site, and nothing is asked or happens."""
        entries = self.c.unit.facts.trays.entries(action)
        if len(entries) != 1 or action.trays or self.unit.facts.trays.default_trays(entries[0][0]):
            return False
        free = not any((action.condition, action.lets, action.choices, action.must, action.effects, action.before))
        return free and isinstance(action.to, rx.EmptySites) and not self.rules.kinds[entries[0][0]].classes

    def begin(self, f: Builder) -> None:
        """The list, from the board."""
        if not self.is_kept:
            return
        amount = f.var(k.num(0), "amount")
        with f.each(k.set_minus(k.sites(self.rules.board.all_sites), self.c.pieces.occupied(0))) as site:
            f.store(16, amount * 2 + self._list, site)
            f.set(amount, amount + 1)
        f.store(16, self._count, amount)

    @property
    def amount(self) -> Ex:
        """How long the list is: two bytes, from which LLVM sees that a place in it lies within the block."""
        return k.load(16, self._count)

    def take(self, f: Builder, place: Ex) -> Ex:
        """The site at a place of the list, which is empty no longer."""
        at = f.let(place * 2 + self._list, "at")
        site = f.let(k.load(16, at), "site")
        left = f.let(self.amount - 1, "left")
        f.store(16, at, k.load(16, left * 2 + self._list))
        f.store(16, self._count, left)
        return site

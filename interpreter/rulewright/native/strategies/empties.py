"""An array with swap-remove: the empty sites of games that only place; one is drawn, and the last takes its place.

On a board of several words that is quicker than counting sites in a set, above all because a turn does not have to wait
for what the one before it wrote.

Serves: gomoku, havannah, hex
Gain: 1.1 times in playouts of hex
Needs: every turn that is drawn places a piece on any empty site of a board of several words, or does nothing.
"""

from __future__ import annotations

from functools import cached_property

from ...rules import expressions as rx
from ...rules.game import Action
from ..decide.plan import FAST, Refusal, TurnPlan
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lowering_part import Lowering
from .incremental_end_rules import lasts

NAME = "empties"


def plan(ask: Questions, turns: tuple[TurnPlan, ...]) -> Refusal | None:
    """Every turn that is not by the list of moves places a piece on any empty site, or none."""
    if ask.words == 1:
        return Refusal("a set of one word is counted as quickly")
    if not lasts(ask) or ask.rules.unbounded is not None:
        return Refusal("turns do more than place a piece on an empty site")
    if not all(is_plain(ask, action) for action in ask.rules.actions if action.verb == "place"):
        return Refusal("not every empty site will do, or something is asked or happens")
    return None if all(turn.mode == FAST for turn in turns) else Refusal("turns can fail, or need the list")


def is_plain(ask: Questions, action: Action) -> bool:
    """Whether a piece is placed on any empty site, and nothing is asked or happens."""
    entries = ask.facts.trays.entries(action)
    if len(entries) != 1 or action.trays or ask.facts.trays.default_trays(entries[0][0]):
        return False
    free = not any((action.condition, action.lets, action.choices, action.must, action.effects, action.before))
    return free and isinstance(action.to, rx.EmptySites) and not ask.rules.kinds[entries[0][0]].classes


class Empties(Lowering):
    def setup(self) -> None:
        self.is_kept = self.c.plan.kept.empties

    @cached_property
    def _at(self) -> tuple[int, int]:
        """Where the list lies, and its length."""
        return self.unit.layout.keep(2 * self.unit.n), self.unit.layout.keep(8)

    def begin(self, f: Builder) -> None:
        """The list, from the board."""
        if not self.is_kept:
            return
        amount = f.var(k.num(0), "amount")
        with f.each(k.set_minus(k.sites(self.c.rules.board.all_sites), self.c.pieces.occupied(0))) as site:
            f.store(16, amount * 2 + self._at[0], site)
            f.set(amount, amount + 1)
        f.store(16, self._at[1], amount)

    @property
    def amount(self) -> Ex:
        """How long the list is: two bytes, from which LLVM sees that a place in it lies within the block."""
        return k.load(16, self._at[1])

    def take(self, f: Builder, place: Ex) -> Ex:
        """The site at a place of the list, which is empty no longer."""
        at = f.let(place * 2 + self._at[0], "at")
        site = f.let(k.load(16, at), "site")
        left = f.let(self.amount - 1, "left")
        f.store(16, at, k.load(16, left * 2 + self._at[0]))
        f.store(16, self._at[1], left)
        return site

"""A fast path for capture chains: where they end with their first hop, a hop is a turn, drawn without a list.

Whether any hop could be followed by another is asked of all of them at once, with sets: from where they land, is there
something to jump over, and room behind it? If so the list of moves decides; mostly there is nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ...analysis.effects import changes_sides
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Action
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder, Function
from ..lower.scope import Scope
from ..lower.steps import Stride
from .slots import Slot

if TYPE_CHECKING:
    from ..compiler import Compiler


class Chains:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.board = compiler.rules.board
        self.n = compiler.unit.n

    # ------------------------------------------------------------ does it apply?

    def fits(self, action: Action) -> bool:
        """Whether the hops of a chain are jumps over enemies to empty sites, and do nothing that others depend on."""
        if action.again is None or action.verb != "move" or action.lets or action.must is not None:
            return False
        if action.condition is not None and not is_general(self.rules, action.condition):
            return False
        if not all(self._is_plain(_inner(effect)) for effect in action.effects):
            return False
        idle, number = Builder(Function("idle", [], None)), self.unit.facts.number(action)
        for player in range(self.unit.players):
            strides = self.c.steps.strides(action, idle, Scope(k.num(player), {}, action=number))
            if strides is None or not all(self._is_jump(stride) for stride in strides):
                return False
        return self.c.steps.kinds_known(action)

    def _is_plain(self, effect: fx.Effect) -> bool:
        """What was jumped over is taken, the piece becomes another of its owner, the turn ends."""
        match effect:
            case fx.Capture() | fx.Remove():
                return isinstance(effect.item, rx.PartWord) and effect.item.word == "passed"
            case fx.SetTo():
                itself = isinstance(effect.item, rx.PartWord) and effect.item.word == "it"
                return itself and not changes_sides(effect)
        return isinstance(effect, fx.EndTurn)

    def _is_jump(self, stride: Stride) -> bool:
        """Over enemies only, to sites that are empty: hops before make neither more enemies nor other empty sites."""
        run, landing = stride.travel.run, stride.travel.landing.item
        over = all(isinstance(item.item, rx.Pattern) and item.item.owner is rx.Owner.ENEMY for item in run)
        return bool(run) and over and landing is not None and self._is_empty(landing)

    def _is_empty(self, node: rx.Expr) -> bool:
        if isinstance(node, rx.Intersection):
            return all(isinstance(item, rx.EmptySites | rx.Fixed | rx.FixedOf) for item in node.items)
        return isinstance(node, rx.EmptySites)

    # ------------------------------------------------------------ does a chain go on?

    def may_go_on(self, action: Action, slots: list[Slot], f: Builder, scope: Scope) -> Ex:
        """Whether some hop might be followed by another one."""
        strides = self.c.steps.strides(action, f, scope)
        assert strides is not None
        crowned = self._crowned(action, scope)
        takes = any(isinstance(effect, fx.Capture | fx.Remove) for effect in action.effects)  # in any case
        found = k.NOTHING
        for stride in strides:
            for direction in stride.directions:
                starts = k.NOTHING
                for slot in slots:
                    assert slot.stride is not None
                    same = stride.kind is None or slot.stride.kind in (None, stride.kind)
                    near = self.board.all_sites if same else crowned
                    back, doubtful = self._meets(slot, stride, direction, scope.me.const or 0, takes)
                    starts = k.set_or(starts, k.set_and(slot.members, k.sites(near & ~back)))
                    found = k.set_or(found, k.set_and(slot.members, k.sites(near & doubtful)))
                found = k.set_or(found, self.c.steps.targets(stride, direction, f.let(starts, "starts"), f, scope))
        return k.some(found)

    def _crowned(self, action: Action, scope: Scope) -> int:
        """Where a piece that lands may become another one."""
        found = 0
        for effect in action.effects:
            if isinstance(_inner(effect), fx.SetTo):
                condition = effect.condition if isinstance(effect, fx.Conditional) else None
                found |= self._where(condition, scope)
        return found

    def _where(self, node: rx.Expr | None, scope: Scope) -> int:
        """The sites of which a condition about the piece that moved can hold, as far as they are known in advance."""
        match node:
            case rx.NotEmpty():
                return self._where(node.item, scope)
            case rx.DefineCall():
                return self._where(self.rules.defines[node.define].body, scope)
            case rx.Fixed() | rx.FixedOf():
                idle = Builder(Function("idle", [], None))
                found = self.c.expressions.sites(node, idle, scope).const
                return self.board.all_sites if found is None else found
            case rx.Intersection() if any(isinstance(item, rx.PartWord) and item.word == "it" for item in node.items):
                together = self.board.all_sites
                for item in node.items:
                    together &= self._where(item, scope)
                return together
        return self.board.all_sites

    def _meets(self, slot: Slot, stride: Stride, direction: int, me: int, takes: bool) -> tuple[int, int]:
        """Where a hop would go back over what it has just taken, and where it would land on a site left just now."""
        assert slot.stride is not None
        steps, length = self.c.steps, self.c.steps.length(slot.stride)
        ahead = self.board.directions[direction].next_for(me)
        left = [steps.origin_table(slot.direction, number, me) for number in range(1, length + 1)]
        back = doubtful = 0
        for site in range(self.n):
            if takes and ahead[site] >= 0 and ahead[site] == left[0][site]:
                back |= 1 << site
                continue
            end = site
            for _ in range(steps.length(stride)):
                end = ahead[end] if end >= 0 else -1
            if end >= 0 and any(row[site] == end for row in left):
                doubtful |= 1 << site
        return back, doubtful


def _inner(effect: fx.Effect) -> fx.Effect:
    return effect.effect if isinstance(effect, fx.Conditional) else effect


__all__ = ["Chains"]

"""A fast path for capture chains: where they end with their first hop, a hop is a turn, drawn without a list.

Whether any hop could be followed by another is asked of all of them at once, with sets: from where they land, is there
something to jump over, and room behind it? If so the list of moves decides; mostly there is nothing.

Serves: alquerque, english_draughts
Gain: 1.9 times in playouts of english_draughts
Needs: a chain (`again`) of jumps of fixed length over enemies to empty sites, which does nothing else that a second hop
depends on.
"""

from __future__ import annotations

from ...analysis.effects import changes_sides
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Action
from ..decide.plan import Refusal
from ..decide.questions import Questions
from ..decide.strides import Stride
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope
from ..lowering_part import Lowering
from ..sampling.slots import Slot

NAME = "chains"


def plan(ask: Questions, action: Action) -> Refusal | None:
    """The hops of a chain are jumps over enemies to empty sites, and do nothing that others depend on."""
    if action.again is None or action.verb != "move":
        return Refusal("it is no chain")
    if action.choices or action.lets or action.must is not None or not ask.static.asks_generally(action):
        return Refusal("each hop is asked for something")
    if not all(_is_plain(ask, _inner(effect)) for effect in action.effects):
        return Refusal("hops do more than capture and promote")
    strides = ask.strides.of_all(action)
    if strides is None or not ask.strides.kinds_known(action):
        return Refusal("hops are not of fixed length")
    return (
        None if all(_is_jump(stride) for stride in strides) else Refusal("hops do not lead over enemies to empty sites")
    )


def _is_plain(ask: Questions, effect: fx.Effect) -> bool:
    """What was jumped over is taken, the piece becomes another of its owner, the turn ends."""
    match effect:
        case fx.Capture() | fx.Remove():
            return isinstance(effect.item, rx.PartWord) and effect.item.word == "passed"
        case fx.SetTo():
            itself = isinstance(effect.item, rx.PartWord) and effect.item.word == "it"
            return itself and not changes_sides(effect)
    return isinstance(effect, fx.EndTurn)


def _is_jump(stride: Stride) -> bool:
    """Over enemies only, to sites that are empty: hops before make neither more enemies nor other empty sites."""
    run, landing = stride.travel.run, stride.travel.landing.item
    over = all(isinstance(item.item, rx.Pattern) and item.item.owner is rx.Owner.ENEMY for item in run)
    return bool(run) and over and landing is not None and _is_empty(landing)


def _is_empty(node: rx.Expr) -> bool:
    if isinstance(node, rx.Intersection):
        return all(isinstance(item, rx.EmptySites | rx.Fixed | rx.FixedOf) for item in node.items)
    return isinstance(node, rx.EmptySites)


class Chains(Lowering):
    def may_go_on(self, action: Action, slots: list[Slot], f: Builder, scope: Scope) -> Ex:
        """Whether some hop might be followed by another one."""
        strides = self.c.ask.strides.of(action, scope.me.const)
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
                return self.c.ask.telling.bound(node, scope.me.const or 0)
            case rx.Intersection() if any(isinstance(item, rx.PartWord) and item.word == "it" for item in node.items):
                together = self.board.all_sites
                for item in node.items:
                    together &= self._where(item, scope)
                return together
        return self.board.all_sites

    def _meets(self, slot: Slot, stride: Stride, direction: int, me: int, takes: bool) -> tuple[int, int]:
        """Where a hop would go back over what it has just taken, and where it would land on a site left just now."""
        assert slot.stride is not None
        table, length = self.c.ask.strides.origin_table, slot.stride.length
        ahead = self.board.directions[direction].next_for(me)
        left = [table(slot.direction, number, me) for number in range(1, length + 1)]
        back = doubtful = 0
        for site in range(self.n):
            if takes and ahead[site] >= 0 and ahead[site] == left[0][site]:
                back |= 1 << site
                continue
            end = site
            for _ in range(stride.length):
                end = ahead[end] if end >= 0 else -1
            if end >= 0 and any(row[site] == end for row in left):
                doubtful |= 1 << site
        return back, doubtful


def _inner(effect: fx.Effect) -> fx.Effect:
    return effect.effect if isinstance(effect, fx.Conditional) else effect

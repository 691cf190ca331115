"""Population count and select, for uniform draws: candidates as bit sets, counted, and drawn by their number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...analysis.conditions import is_general
from ...analysis.pieces import NEUTRAL
from ...rules import expressions as rx
from ...rules.game import Action
from ..decide.plan import FAST, Leaf
from ..decide.strides import Stride
from ..ir import INT, Builder, Ex, Function, k
from ..lower.scope import Scope, fixed_directions
from ..lowering_part import Lowering
from .draw import Went


@dataclass(slots=True)
class Slot:
    """Candidates of one leaf: the sites of a set, or collected ones."""

    leaf: Leaf
    members: Ex  # a set, or the number of collected candidates
    amount: Ex
    stride: Stride | None = None
    direction: int = 0
    offers: Ex | None = None  # pieces a place can bring in, as bits
    origins: Ex | None = None  # the number of pieces whose candidates are only bounded so far
    collect: Function | None = None  # collects the candidates of one of them
    start: Ex | None = None  # where all of them come from
    listed: bool = False  # the empty sites, which have a list of their own
    rows: bool = False  # `members` is where rows of pieces and their targets lie


_FEW = 4  # sets for some kinds that are worth finding where other kinds have to be looked at one by one anyway


class Slots(Lowering):
    def of(
        self, leaf: Leaf, f: Builder, me: Ex, collected: Callable[[Leaf, Builder, Ex], Slot] | None = None
    ) -> list[Slot]:
        action = leaf.action
        scope = Scope(me, {}, action=leaf.node.action)
        allowed = self.allowed(leaf, f, me)
        if action.verb is None:
            amount = f.var(k.as_int(allowed), "amount")
            return [Slot(leaf, amount, amount)]
        if action.verb == "place":
            return [self.placing(leaf, f, scope, allowed)]
        strides, others = list[Stride](), None
        if leaf.ways == 1 and self.c.ask.strides.kinds_known(action):
            strides, others = self.c.ask.strides.of_some(action, me.const)
        if others == ():
            return self._by_strides(leaf, strides, f, scope, allowed)
        if collected is not None:
            return [collected(leaf, f, me)]
        if self.c.ask.lifts.lift_is_seen(action) and self.c.collecting.has_room_for_one(leaf):
            return [self.c.collecting.bounded(leaf, f, me, allowed)]
        if leaf.ways == 1 and self.c.ask.routes.gathers(action) and self.c.rows.has_room:
            if not others or sum(len(stride.directions) for stride in strides) > _FEW:
                return [self.c.rows.slot(leaf, f, me, allowed)]
            rest = self.c.rows.slot(leaf, f, me, allowed, kinds=others)
            return [*self._by_strides(leaf, strides, f, scope, allowed), rest]
        return [self.c.collecting.slot(leaf, f, me, allowed)]

    def _by_strides(self, leaf: Leaf, strides: list[Stride], f: Builder, scope: Scope, allowed: Ex) -> list[Slot]:
        """A set of targets for each stride and direction."""
        found: list[Slot] = []
        for stride in strides:
            movers = f.let(k.set_select(allowed, self.c.steps.movers(leaf.action, stride, f, scope), k.NOTHING))
            for direction in stride.directions:
                members = f.var(self.c.steps.targets(stride, direction, movers, f, scope), "members")
                for slot in found:
                    again = slot.stride is not None and self.c.ask.strides.same_way(slot.stride, stride)
                    if again and slot.direction == direction:
                        f.set(members, k.set_minus(members, slot.members))
                amount = f.var(k.count(members), "amount")
                found.append(Slot(leaf, members, amount, stride, direction))
        return found

    def allowed(self, leaf: Leaf, f: Builder, me: Ex) -> Ex:
        """Whether a leaf may be done at all: its condition, where that does not depend on the candidate."""
        condition = leaf.action.condition
        if condition is None or not is_general(self.rules, condition):
            return k.TRUE
        return f.let(self.c.expressions.holds(condition, f, Scope(me, {}, action=leaf.node.action)), "allowed")

    def stride_from(self, slot: Slot, target: Ex, me: Ex, f: Builder) -> tuple[Ex, int | None, Went | None]:
        """Where a stride came from, of what kind the mover is, and, if somebody looks, what it went by and how."""
        assert slot.stride is not None
        length = slot.stride.length
        origin = f.let(self.c.steps.origin(slot.direction, length, me.const or 0, target), "origin")
        went: Went | None = None
        if self.unit.facts.observed(slot.leaf.action):
            rows = self.c.ask.strides.passed_table(slot.direction, length, me.const or 0)
            went = (k.look_set(self.unit.table("went_by", 0, rows), target), fixed_directions((slot.direction,)))
        return origin, slot.stride.kind, went

    # ------------------------------------------------------------ pieces that are placed

    def placing(self, leaf: Leaf, f: Builder, scope: Scope, allowed: Ex) -> Slot:
        action = leaf.action
        assert action.to is not None
        if self.c.empties.is_kept and self.unit.mode == FAST:
            return Slot(leaf, k.num(0), f.let(self.c.empties.amount, "amount"), listed=True)
        entries = self.c.unit.facts.trays.entries(action)
        layer = self.rules.kinds[entries[0][0]].layer
        members = self.c.expressions.sites(action.to, f, scope)
        if not (layer == 0 and self.rules.stack > 1) and not self._is_empty_set(action.to, layer):
            members = k.set_minus(members, self.c.pieces.occupied(layer))
        if not self.c.contact.holds(action.to, layer):
            members = self._in_contact(members, layer, f)
        if self.asks(action, scope):
            members = k.set_and(members, self.c.where.sites(action.condition, f, scope))
        members = f.var(k.set_select(allowed, members, k.NOTHING), "members")
        offers = f.var(k.num(0), "offers")
        for number, (kind, state) in enumerate(entries):
            available = self._available(action, kind, state, f, scope)
            if available.const == 1:
                f.set(offers, offers | (1 << number))
            else:
                with f.when(available):
                    f.set(offers, offers | (1 << number))
        amount = f.var(k.count(members), "amount")
        if len(entries) > 1:
            f.set(amount, amount * Ex("bits", (offers,), INT))
            return Slot(leaf, members, amount, offers=offers)
        with f.when(offers.eq(0)):
            f.set(amount, 0)
        return Slot(leaf, members, amount)

    def asks(self, action: Action, scope: Scope) -> bool:
        """Whether all targets of a place that pass its condition are found at once."""
        fits = action.verb == "place" and action.path is None and not action.lets
        return fits and self.c.where.is_known(action.condition, scope)

    def _is_empty_set(self, node: rx.Expr, layer: int) -> bool:
        match node:
            case rx.EmptySites():
                return layer == 0
            case rx.Intersection():
                return any(self._is_empty_set(item, layer) for item in node.items)
            case rx.Difference():
                return self._is_empty_set(node.left, layer)
        return False

    def _in_contact(self, members: Ex, layer: int, f: Builder) -> Ex:
        unbounded = self.rules.unbounded
        if unbounded is None:
            return members
        anchor = self.c.pieces.occupied(unbounded.layer)
        if layer != unbounded.layer:
            return k.set_and(members, anchor)
        held = f.let(anchor)
        near = k.set_or(held, self.c.space.grow(f, held, self.c.space.near))
        return k.set_select(k.some(held), k.set_and(members, near), members)

    def _available(self, action: Action, kind: int, state: int, f: Builder, scope: Scope) -> Ex:
        trays = action.trays or self.unit.facts.trays.default_trays(kind)
        if not trays:
            return k.TRUE
        return self.c.trays.count(trays[0], self.owner(action, kind, f, scope, holder=True), kind, state).gt(0)

    def owner(self, action: Action, kind: int, f: Builder, scope: Scope, holder: bool) -> Ex:
        if self.rules.kinds[kind].neutral:
            return scope.me if holder else k.num(NEUTRAL)
        piece = action.piece
        assert piece is not None
        if piece.kind is None or piece.owner is None:
            return scope.me
        return self.c.expressions.number(piece.owner, f, scope)

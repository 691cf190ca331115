"""Rejection sampling of two-part turns: the second part is drawn before the first is done.

A piece is moved, and then another one is placed: both are drawn at once, the second from all sites that there could
be, and looked at as the board will be then. What does not fit is drawn again. So a turn that is not played has cost a
look at a few sets, and nothing has to be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ...analysis.paths import landings
from ...analysis.sets import is_vacant
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder, Function
from ..lower.scope import Scope
from .slots import Slot
from .throws import Throw

if TYPE_CHECKING:
    from ..compiler import Compiler
    from .plans import Leaf, Plan

_MOST_DRAWS = 4000  # then the list has to tell whether there is a turn at all


class Ahead:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.n = compiler.unit.n

    # ------------------------------------------------------------ does it apply?

    def fits(self, group: list[Leaf], guard: rx.Expr | None, second: Leaf) -> bool:
        """Whether a piece of mine goes to an empty site, and one is placed that is told by its site alone."""
        if guard is not None or len(group) != 1 or self.c.plans.may_fail([*group, second]):
            return False
        first, action = group[0].action, second.action
        if self.unit.big or not self.c.pairs.fit or self.rules.stack > 1 or self.rules.unbounded is not None:
            return False
        if first.verb != "move" or first.layer != 0 or first.path is None:
            return False
        if not all(self._lands_on_empty(item) for item in landings(self.rules, first.path)):
            return False
        if not self._draws_at_once(group[0]) and not self.c.actions.gathers(first):
            return False
        entries = self.c.unit.facts.trays.entries(action) if action.verb == "place" else []
        if len(entries) != 1 or action.condition is not None or action.lets or action.trays:
            return False
        kind = entries[0][0]
        if self.rules.kinds[kind].layer != 0 or self.unit.facts.trays.default_trays(kind):
            return False
        return all(self._is_second(action, k.num(player), first) for player in range(self.unit.players))

    def _lands_on_empty(self, landing: rp.Landing) -> bool:
        return landing.item is not None and not landing.off and is_vacant(self.unit.facts, landing.item, 0)

    def _is_second(self, action: Action, me: Ex, first: Action) -> bool:
        if action.path is None:
            to = action.to
            return to is not None and is_vacant(self.unit.facts, to, 0) and self._seen(to, me, {}) is not None
        start = action.start
        if not isinstance(start, rx.Memory) or start.field != "target" or start.action is None:
            return False
        if self.rules.actions[start.action] is not first:
            return False
        throw = self.c.throws.of(action, me.const or 0)
        if throw is None or not self._lands_on_empty(throw.travel.landing):
            return False
        sets = (throw.travel.landing.item, *(item.item for item in throw.travel.run))
        return all(item is not None and self._seen(item, me, {}) is not None for item in sets)

    def _draws_at_once(self, leaf: Leaf) -> bool:
        """Whether the candidates of a leaf are one set for each direction."""
        idle, action = Builder(Function("idle", [], None)), leaf.action
        for player in range(self.unit.players):
            strides = self.c.steps.strides(action, idle, Scope(k.num(player), {}, action=leaf.node.action))
            if strides is None or len(strides) != 1 or len(strides[0].directions) < 2:
                return False
        return self.c.steps.kinds_known(action) and not self.unit.facts.observed(action)

    # ------------------------------------------------------------ the board as it will be

    def _seen(self, node: rx.Expr, me: Ex, changed: Mapping[int, Ex]) -> Ex | None:
        """A set after some of the sets in memory have changed; None if it depends on more than who owns what."""
        idle = Builder(Function("idle", [], None))
        if not is_general(self.rules, node):
            return None
        found = self.c.expressions.sites(node, idle, Scope(me, {}, registers=False))
        known = [at for (what, _), at in self.unit.layout.bases[0].at.items() if what in ("owner", "any")]
        return None if idle.block else _changed(found, changed, known)

    def _after(self, me: Ex, origin: Ex, target: Ex | None) -> dict[int, Ex]:
        """The sets of pieces once a piece of mine has gone from a site to another."""
        found: dict[int, Ex] = {}
        for name, at in self.unit.layout.bases[0].at.items():
            if name in (("owner", me.const), ("any", 0)):
                left = k.set_minus(k.load_set(at), k.one(origin))
                found[at] = left if target is None else k.set_or(left, k.one(target))
        return found

    # ------------------------------------------------------------ drawing

    def play(self, plan: Plan, f: Builder, me: Ex, random: Ex) -> None:
        """Draws both parts until they fit."""
        (leaf,), second = plan.groups[0], plan.second
        assert second is not None
        slots = self._slots(leaf, f, me)
        total = k.num(0)
        for slot in slots:
            total = total + slot.amount
        total = f.let(total, "total")
        with f.when(total.le(0)):
            f.ret(0)
        bound = self._bound(second.action, slots, f, me)
        draws, number = f.var(k.num(0), "draws"), f.var(random, "number")
        origin, target, site = (f.var(k.num(-1), name) for name in ("origin", "target", "site"))
        with f.loop():
            drawn = f.let(((number >> 32) * total) >> 32, "drawn")
            start, end = self._pair(slots, f, me, drawn)
            f.set(origin, start)
            f.set(target, end)
            place = f.let(((number & 0xFFFFFFFF) * bound) >> 32, "place")
            place, fits = self._second(second.action, f, me, origin, target, place)
            f.set(site, place)
            f.leave_if(fits)
            f.set(draws, draws + 1)
            with f.when(draws.gt(_MOST_DRAWS)):
                f.ret(-1)
            f.set(number, self.unit.mix(f, random + draws))
        piece = self.c.unit.facts.trays.entries(second.action)[0]
        start = target if second.action.start is not None else k.num(-2)
        self.c.carrying.follow = lambda g: self.c.carrying.perform(second, g, me, start, site, k.num(0), piece)
        if self.c.room.is_kept:
            self.c.room.note(f, origin, (target, site))
        kind = slots[0].stride.kind if slots[0].stride is not None else None
        self.c.carrying.perform(leaf, f, me, origin, target, k.num(0), None, kind)
        self.c.carrying.follow = None

    def _bound(self, action: Action, slots: list[Slot], f: Builder, me: Ex) -> Ex:
        """How many sites a second part is drawn from, wherever the first one leads."""
        if action.path is None:
            return k.num(self.n)
        throw = self.c.throws.of(action, me.const or 0)
        assert throw is not None
        if not self.c.room.is_kept:
            return k.num(max(len(row) for row in throw.rows))
        targets = k.NOTHING
        for slot in slots:
            targets = k.set_or(targets, self.c.pairs.every_target if slot.rows else slot.members)
        return f.let(self.c.room.most(targets), "bound")

    def _slots(self, leaf: Leaf, f: Builder, me: Ex) -> list[Slot]:
        if self._draws_at_once(leaf):
            return self.c.slots.of(leaf, f, me)
        allowed = k.TRUE
        if leaf.action.condition is not None:
            scope = Scope(me, {}, action=leaf.node.action)
            allowed = f.let(self.c.expressions.holds(leaf.action.condition, f, scope), "allowed")
        return [self.c.pairs.slot(leaf, f, me, allowed)]

    def _pair(self, slots: list[Slot], f: Builder, me: Ex, drawn: Ex) -> tuple[Ex, Ex]:
        """Where the piece comes from and goes to."""
        if slots[0].rows:
            return self.c.pairs.drawn(f, drawn)
        origin, target, _ = self.c.sampler.at_once(slots, f, me, drawn)
        return origin, target

    def _second(self, action: Action, f: Builder, me: Ex, origin: Ex, target: Ex, number: Ex) -> tuple[Ex, Ex]:
        """The site with a number for the piece that is placed, and whether it can be placed there."""
        if action.path is None:
            assert action.to is not None
            members = self._seen(action.to, me, self._after(me, origin, target))
            assert members is not None
            return number, k.has(members, number)
        throw = self.c.throws.of(action, me.const or 0)
        assert throw is not None and throw.travel.landing.item is not None
        changed = self._after(me, origin, None)
        landing = self._seen(throw.travel.landing.item, me, changed)
        assert landing is not None
        if self.c.room.is_kept:
            site, way, wrong = self._of_empty(throw, f, target, number, landing)
        else:
            site, way, wrong = self._of_all(throw, f, target, number, landing)
        if throw.travel.run:
            free = self._seen(throw.travel.run[0].item, me, changed)
            assert free is not None
            rays = self.unit.table("all_rays", 0, throw.rays)
            between = k.set_minus(
                k.look_set(rays, target * throw.ways + way), k.look_set(rays, site * throw.ways + way)
            )
            if not _alike(free, landing):
                between = k.set_minus(between, k.one(site))
            # All is looked at, whatever comes out first: what cannot be foreseen is one jump, not three.
            wrong = k.folded(k.set_minus(between, free)) | wrong
        return site, wrong.eq(0)

    def _of_empty(self, throw: Throw, f: Builder, target: Ex, number: Ex, landing: Ex) -> tuple[Ex, Ex, Ex]:
        """The site with a number among the empty ones, in which direction it lies, and 0 if there is one."""
        members = f.let(k.set_and(k.look_set(self.c.room.reach, target), landing), "members")
        amount = f.let(k.count(members), "amount")
        site = f.let(k.select(number.lt(amount), k.nth(members, number), target), "site")
        ways = [0] * (self.n * self.n)
        for start, row in enumerate(throw.rows):
            for place, end in row:
                ways[start * self.n + end] = place
        way = k.look(self.unit.table("way_to", 8, ways), target * self.n + site)
        return site, f.let(way, "way"), (amount - 1 - number) >> 63

    def _of_all(self, throw: Throw, f: Builder, target: Ex, number: Ex, landing: Ex) -> tuple[Ex, Ex, Ex]:
        """The same among all sites there could be."""
        most = max(len(row) for row in throw.rows)
        never = -(1 << 31)  # a draw that leads nowhere
        flat = []
        for row in throw.rows:
            entries = [place << 16 | site for place, site in row]
            flat.extend([*entries, *([never | entries[0]] * (most - len(row)))])
        entry = f.let(k.look(self.unit.table("thrown_to", 32, flat), target * most + number), "entry")
        site = f.let(entry & 0xFFFF, "site")
        wrong = k.folded(k.set_minus(k.one(site), landing)) | (entry >> 63)
        return site, f.let(entry >> 16 & 0x7FFF, "way"), f.let(wrong, "wrong")


def _changed(ex: Ex, changed: Mapping[int, Ex], known: list[int]) -> Ex | None:
    """An expression with other sets in place of those in memory; None if it reads anything else."""
    if ex.const is not None:
        return ex
    if ex.op == "load_set":
        at = ex.args[0].const
        return changed.get(at, ex) if at is not None and at in known else None
    if ex.op not in ("set_and", "set_or", "set_minus"):
        return None
    left, right = (_changed(arg, changed, known) for arg in ex.args)
    return None if left is None or right is None else Ex(ex.op, (left, right), ex.ty)


def _alike(one: Ex, other: Ex) -> bool:
    """Whether two expressions are written the same."""
    if one is other or one.const is not None:
        return one.const == other.const
    same = type(one) is type(other) is Ex and one.op == other.op and len(one.args) == len(other.args)
    return same and all(map(_alike, one.args, other.args))


__all__ = ["Ahead"]

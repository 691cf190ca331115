"""An explicit list of candidates, for uniform draws: packed into words of origin, target and way of a choice."""

from __future__ import annotations

from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Action
from ..decide.plan import Leaf
from ..ir import INT, Builder, Ex, Function, k
from ..layout.memory_layout import TABLE
from ..lower.candidate import Candidate, Search
from ..lower.scope import Scope
from ..lower.walk import Walk, Wish
from ..lowering_part import Lowering
from .slots import Slot

MOST = 1 << 14  # candidates that are collected at most


class Collecting(Lowering):
    def setup(self) -> None:
        self._collections = 0

    def slot(self, leaf: Leaf, f: Builder, me: Ex, allowed: Ex) -> Slot:
        """Candidates one by one: origin, target, and the way of a choice, packed into words of the work space."""
        amount = f.var(k.num(0), "amount")
        made, base = self.collector(leaf, me, False)
        with f.when(allowed):
            f.set(amount, f.call(made))
            with f.when(amount.ge(MOST - 1)):
                f.ret(-1)  # there may be more
        return Slot(leaf, k.num(base), amount)

    def has_room_for_one(self, leaf: Leaf) -> bool:
        """Whether all candidates that a single piece can have are collected."""
        return self.unit.n * leaf.ways < MOST

    def bounded(self, leaf: Leaf, f: Builder, me: Ex, allowed: Ex) -> Slot:
        """Pieces with a bound of how many candidates each has; only those that are drawn are looked at."""
        action, layout = leaf.action, self.layout
        base = layout.table + 8 * MOST * self._collections
        self._collections += 1
        scope = Scope(me, {}, action=leaf.node.action)
        amount, number = f.var(k.num(0), "amount"), f.var(k.num(0), "pieces")
        kinds = range(len(self.rules.kinds))
        most, beside = self.c.bounds.most_landings(f)
        down = [int(action.path is not None and self.c.bounds.ends_on_empty(action.path, kind, 0)) for kind in kinds]
        lands = self.unit.table("lands_beside", 8, down)
        assert action.subject is not None
        fans = []
        for kind in kinds:
            fan = self.c.bounds.fan(action.path, kind, 0) if action.path is not None else None
            fans.append(min(fan if fan is not None else 30000, 30000))
        table = self.unit.table("fan", 16, fans)
        with f.when(allowed), f.each(self.c.expressions.sites(action.subject, f, scope), "origin") as origin:
            cell = self.c.pieces.top(f, action.layer, origin)
            with f.when(cell.ne(0)):
                kind_ex = f.let(self.c.pieces.kind(cell), "kind")
                of_kind = f.let(k.look(table, kind_ex))
                room = f.let(k.select(k.look(lands, kind_ex).ne(0), beside, most))
                bound = f.let(k.select(of_kind.lt(room), of_kind, room), "bound")
                f.store(64, number * 8 + base, origin | (bound << 16))
                f.set(number, number + 1)
                f.set(amount, amount + bound)
        return Slot(leaf, k.num(base), amount, origins=number, collect=self.collector(leaf, me, True)[0])

    def collected_at(self, slot: Slot) -> int:
        """The collector of a bounded slot was made right after it."""
        return (slot.members.const or 0) + 8 * MOST

    def collector(self, leaf: Leaf, me: Ex, single: bool) -> tuple[Function, int]:
        """A function that collects the candidates (of one piece, if `single`), and where it puts them."""
        base = self.layout.table + 8 * MOST * self._collections
        self._collections += 1
        if 8 * MOST * self._collections >= TABLE >> 1:
            raise NotImplementedError("so many actions whose candidates are collected in playouts")
        return self._collect(leaf, me, k.num(base), single), base

    def collector_at(self, leaf: Leaf, me: Ex) -> Function:
        """A function that collects all candidates wherever it is told to."""
        return self._collect(leaf, me, None, False)

    def _collect(self, leaf: Leaf, me: Ex, at: Ex | None, single: bool) -> Function:
        action = leaf.action

        def write(g: Builder) -> None:
            base = g.params[-1] if at is None else at
            count = g.var(k.num(0), "count")
            # Several walks may lead a piece to the same site: that is one candidate.
            repeats = action.path is not None and not self.c.ask.lifts.is_plain_path(action.path)
            last = g.var(k.num(-1), "last")
            seen = g.var(k.NOTHING, "seen")

            def found(h: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                if not repeats:
                    push(h, scope, candidate, walk)
                    return
                with h.when(candidate.origin.ne(last)):
                    h.set(last, candidate.origin)
                    h.set(seen, k.NOTHING)
                with h.when(k.negate(k.has(seen, walk.target))):
                    h.include(seen, walk.target)
                    push(h, scope, candidate, walk)

            def push(h: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                entry = h.let(candidate.origin | (walk.target << 16))
                self._push(h, base, entry, count)
                if leaf.ways > 1:
                    with h.when(self._may_choose(action, scope, walk, h)), h.count_to(leaf.ways, "way", 1) as way:
                        self._push(h, base, entry | (way << 32), count)

            wish = Wish(False, False, False)
            self.c.begin_count(g)
            only = g.params[0] if single else None
            self.c.actions.candidates(g, me, Search(action, found, only=only, wish=wish))
            g.ret(count)

        key = ("collect", leaf.node.action, leaf.node.leaf, me.const, at.const if at is not None else None)
        params = ([("only", INT)] if single else []) + ([("at", INT)] if at is None else [])
        return self.unit.function(key, f"collect_{action.name}", params, INT, write, "candidates one by one")

    def _push(self, f: Builder, base: Ex, entry: Ex, count: Ex) -> None:
        f.store(64, count * 8 + base, entry)
        f.set(count, k.select(count.lt(MOST - 1), count + 1, count))

    # ------------------------------------------------------------ choices of effects

    def _may_choose(self, action: Action, scope: Scope, walk: Walk, f: Builder) -> Ex:
        """What must hold of a candidate for its choice to arise, as far as that can be told beforehand."""
        known = True  # nothing has changed its kind
        for effect in action.effects:
            inner = effect.effect if isinstance(effect, fx.Conditional) else effect
            chooses = isinstance(inner, fx.May) or (isinstance(inner, fx.SetTo) and len(inner.values) > 1)
            if chooses and isinstance(effect, fx.Conditional):
                return self._necessary(effect.condition, action.layer if known else -1, scope, walk, f)
            known = known and isinstance(inner, fx.Assign | fx.Capture | fx.Remove)
        return k.TRUE

    def _necessary(self, node: rx.Expr, layer: int, scope: Scope, walk: Walk, f: Builder) -> Ex:
        match node:
            case rx.AllOf():
                found = k.TRUE
                for item in node.items:
                    found = k.both(found, self._necessary(item, layer, scope, walk, f))
                return found
            case rx.NotEmpty():
                return self._necessary(node.item, layer, scope, walk, f)
            case rx.Intersection():
                if not any(isinstance(item, rx.PartWord) and item.word == "it" for item in node.items):
                    return k.TRUE
                found = k.TRUE
                for item in node.items:
                    if isinstance(item, rx.Fixed | rx.FixedOf):
                        found = k.both(found, k.has(self.c.expressions.sites(item, f, scope), walk.target))
                    elif isinstance(item, rx.Pattern) and item.layer == layer and scope.words is not None:
                        kind = scope.words["kind"].ex
                        fits = k.FALSE
                        for number in item.kinds:
                            fits = k.either(fits, kind.eq(number))
                        found = k.both(found, fits)
                return found
        return k.TRUE

"""Set-wise (bitboard) move generation: one set of targets for each direction, for all pieces at once."""

from __future__ import annotations

from functools import reduce

from ...analysis.sets import always_occupied
from ...rules.game import Action
from ..decide.strides import Stride
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .scope import Scope


class Steps(Lowering):
    def targets(self, stride: Stride, direction: int, movers: Ex, f: Builder, scope: Scope) -> Ex:
        """Where the movers can land with this stride in one direction."""
        me = scope.me.const or 0
        reach = self.c.space.direction_reach((direction,), me, touching=False)
        at = movers
        for item in stride.travel.run:
            members = self.c.expressions.sites(item.item, f, scope)
            for _ in range(item.low):
                at = k.set_and(self.c.space.grow(f, at, reach), members)
        landing = stride.travel.landing.item
        assert landing is not None
        return f.let(k.set_and(self.c.space.grow(f, at, reach), self.c.expressions.sites(landing, f, scope)), "targets")

    def movers(self, action: Action, stride: Stride, f: Builder, scope: Scope) -> Ex:
        assert action.subject is not None
        movers = self.c.expressions.sites(action.subject, f, scope)
        if not always_occupied(self.c.rules, action.subject, action.layer):
            movers = k.set_and(movers, self.c.pieces.occupied(action.layer))
        if stride.kind is not None:
            at = self.c.unit.layout.bases[action.layer].at
            if ("kind", stride.kind) in at:
                movers = k.set_and(movers, k.load_set(at["kind", stride.kind]))
        return movers

    def among(self, action: Action, kinds: tuple[int, ...] | None) -> Ex | None:
        """Where pieces of some kinds stand; None if any kind will do."""
        kept = self.layout.bases[action.layer].at
        if not kinds or any(("kind", kind) not in kept for kind in kinds):
            return None
        return reduce(k.set_or, [k.load_set(kept["kind", kind]) for kind in kinds])

    def origin(self, direction: int, length: int, me: int, target: Ex) -> Ex:
        """Where a stride to a site came from: where all strides lead equally far, that needs no table."""
        table = self.c.ask.strides.origin_table(direction, length, me)
        distances = {site - end for end, site in enumerate(table) if site >= 0}
        if len(distances) == 1:
            return k.site_off(target, distances.pop())
        return k.look(self.c.unit.table("back_from", 16, table), target)

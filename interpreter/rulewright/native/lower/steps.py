"""Set-wise (bitboard) move generation: one set of targets for each direction, for all pieces at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ...analysis.sets import always_occupied
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from .scope import Scope

if TYPE_CHECKING:
    from ..compiler import Compiler


@dataclass(frozen=True, slots=True)
class Stride:
    """A leg of fixed length, for the movers of one kind (None: of any), by direction numbers."""

    kind: int | None
    travel: rp.LineTravel
    directions: tuple[int, ...]


class Steps:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.rules = compiler.rules
        self.board = compiler.rules.board

    def strides(self, action: Action, f: Builder, scope: Scope) -> list[Stride] | None:
        """The strides an action's path is made of; None if it is made of anything else."""
        if action.path is None or scope.me.const is None or self.rules.stack > 1:
            return None
        if self.c.lifting.lift_is_seen(action) or self.c.expressions.has_facing:
            return None
        found = self._of_path(action.path, None, f, scope)
        return found if found is not None and self._are_apart(found, scope.me.const) else None

    def _are_apart(self, strides: list[Stride], me: int) -> bool:
        """Whether different directions never lead from the same site to the same site."""
        by_kind: dict[int | None, set[tuple[int, int]]] = {}
        for stride in strides:
            ways = by_kind.setdefault(stride.kind, set())
            ways.update((direction, self.length(stride)) for direction in stride.directions)
        for kind, ways in by_kind.items():
            every = sorted(ways if kind is None else ways | by_kind.get(None, set()))
            origins = [self.origin_table(direction, length, me) for direction, length in every]
            for row in zip(*origins, strict=True):
                known = [site for site in row if site >= 0]
                if len(set(known)) < len(known):
                    return False
        return True

    def same_way(self, one: Stride, other: Stride) -> bool:
        """Whether two strides lead, in the same direction, the same pieces as far."""
        return self.length(one) == self.length(other) and (one.kind is None or other.kind in (None, one.kind))

    def _of_path(self, path: rp.Path, kind: int | None, f: Builder, scope: Scope) -> list[Stride] | None:
        found: list[Stride] = []
        for route in path.routes:
            inner = self._of_travel(route.legs[0].travel, kind, f, scope) if len(route.legs) == 1 else None
            if inner is None or route.legs[0].condition is not None:
                return None
            found.extend(inner)
        return found

    def _of_travel(self, travel: rp.Travel, kind: int | None, f: Builder, scope: Scope) -> list[Stride] | None:
        match travel:
            case rp.LineTravel():
                if travel.way.directions is None or travel.landing.off or travel.landing.item is None:
                    return None
                if any(item.low != item.high or item.times is not None for item in travel.run):
                    return None
                sets = [travel.landing.item, *(part.item for part in travel.run)]
                if not all(is_general(self.rules, item) for item in sets):
                    return None
                dirs = self.c.expressions.directions(travel.way.directions, f, scope)
                if dirs.fixed is None:
                    return None
                return [Stride(kind, travel, tuple(sorted(set(dirs.fixed))))]
            case rp.NamedPath():
                return self._of_path(self.rules.paths[travel.path].path, kind, f, scope)
            case rp.InnerPath():
                return self._of_path(travel.path, kind, f, scope)
            case rp.ItsPath() if kind is None:
                found: list[Stride] = []
                for number, spec in enumerate(self.rules.kinds):
                    for attribute in spec.attributes:
                        if attribute.name != travel.attribute:
                            continue
                        inner = self._of_path(attribute.path, number, f, scope) if attribute.path is not None else None
                        if inner is None:
                            return None
                        found.extend(inner)
                return found
        return None

    def length(self, stride: Stride) -> int:
        return 1 + sum(item.low for item in stride.travel.run)

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
        if not always_occupied(self.rules, action.subject, action.layer):
            movers = k.set_and(movers, self.c.pieces.occupied(action.layer))
        if stride.kind is not None:
            at = self.c.unit.layout.bases[action.layer].at
            if ("kind", stride.kind) in at:
                movers = k.set_and(movers, k.load_set(at["kind", stride.kind]))
        return movers

    def origin_table(self, direction: int, length: int, me: int) -> list[int]:
        """For each site the one so many steps back."""
        table = self.board.directions[direction].next_for(me)
        back = [-1] * len(self.board)
        for site, other in enumerate(table):
            if other >= 0:
                back[other] = site
        found = list(range(len(self.board)))
        for _ in range(length):
            found = [back[site] if site >= 0 else -1 for site in found]
        return found

    def origin(self, direction: int, length: int, me: int, target: Ex) -> Ex:
        """Where a stride to a site came from: where all strides lead equally far, that needs no table."""
        table = self.origin_table(direction, length, me)
        distances = {site - end for end, site in enumerate(table) if site >= 0}
        if len(distances) == 1:
            return k.site_off(target, distances.pop())
        return k.look(self.c.unit.table("back_from", 16, table), target)

    def passed_table(self, direction: int, length: int, me: int) -> list[int]:
        """For each target the sites a stride went by."""
        found = []
        for target in range(len(self.board)):
            mask = 0
            for steps in range(1, length):
                site = self.origin_table(direction, steps, me)[target]
                mask |= 1 << site if site >= 0 else 0
            found.append(mask)
        return found

    def kinds_known(self, action: Action) -> bool:
        """Whether a kind that its own path depends on is told apart by a set."""
        at = self.c.unit.layout.bases[action.layer].at
        return all(("kind", number) in at or len(self.rules.kinds) == 1 for number in range(len(self.rules.kinds)))


__all__ = ["Steps", "Stride", "rx"]

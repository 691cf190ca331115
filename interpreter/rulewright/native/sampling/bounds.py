"""Upper bounds of the branching, for rejection sampling: how many landings a piece has at most, known beforehand."""

from __future__ import annotations

from ...rules import expressions as rx
from ...rules import paths as rp
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering


class Bounds(Lowering):
    def most_landings(self, f: Builder) -> tuple[Ex, Ex]:
        """On an unbounded board a piece lands on or beside others: how many such sites there are, how many beside."""
        unbounded = self.rules.unbounded
        if unbounded is None:
            return k.num(self.unit.n), k.num(self.unit.n)
        held = f.let(self.c.pieces.occupied(unbounded.layer))
        beside = f.let(k.count(k.set_minus(self.c.space.grow(f, held, self.c.space.near), held)), "beside")
        return f.let(beside + k.count(held), "most"), beside

    def ends_on_empty(self, path: rp.Path, kind: int, depth: int) -> bool:
        """Whether a path of a kind ends on sites without a piece only, on the main layer."""
        unbounded = self.rules.unbounded
        if depth > 6 or (unbounded is not None and unbounded.layer != 0):
            return False
        for route in path.routes:
            travel = route.legs[-1].travel
            match travel:
                case rp.LineTravel():
                    ends = isinstance(travel.landing.item, rx.EmptySites) and not travel.landing.off
                case rp.NamedPath():
                    ends = self.ends_on_empty(self.rules.paths[travel.path].path, kind, depth + 1)
                case rp.InnerPath() | rp.RepeatTravel():
                    least = travel.low if isinstance(travel, rp.RepeatTravel) else 1
                    ends = least > 0 and self.ends_on_empty(travel.path, kind, depth + 1)
                case rp.ItsPath():
                    own = [a.path for a in self.rules.kinds[kind].attributes if a.name == travel.attribute]
                    ends = all(item is not None and self.ends_on_empty(item, kind, depth + 1) for item in own)
                case _:
                    ends = False
            if not ends:
                return False
        return True

    def fan(self, path: rp.Path, kind: int, depth: int) -> int | None:
        """How many landings a path has at most for a kind; None if that is not known."""
        total = 0
        for route in path.routes:
            product = 1
            for leg in route.legs:
                one = self._fan_of(leg.travel, kind, depth)
                if one is None:
                    return None
                product *= one
            total += product
        return total

    def _fan_of(self, travel: rp.Travel, kind: int, depth: int) -> int | None:
        if depth > 6:
            return None
        match travel:
            case rp.LineTravel():
                if travel.way.tracks:
                    return None
                single = all(item.low == item.high for item in travel.run)
                first = travel.run[0].item if len(travel.run) == 1 else None
                stops = isinstance(first, rx.Pattern) and first.layer == 0
                if not single and not (stops and isinstance(travel.landing.item, rx.EmptySites)):
                    return None
                return len(self.rules.board.directions)
            case rp.NamedPath():
                return self.fan(self.rules.paths[travel.path].path, kind, depth + 1)
            case rp.InnerPath():
                return self.fan(travel.path, kind, depth + 1)
            case rp.ItsPath():
                for attribute in self.rules.kinds[kind].attributes:
                    if attribute.name == travel.attribute and attribute.path is not None:
                        return self.fan(attribute.path, kind, depth + 1)
                return None
        return None

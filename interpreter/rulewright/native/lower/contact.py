"""Landings on an unbounded board, each in touch with the anchor (D101): what is tested, and what holds anyway."""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.paths import inner_paths
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering

Touches = Callable[[Ex, Builder], Ex]


class Contact(Lowering):
    def setup(self) -> None:
        self.anchor = self.rules.unbounded.layer if self.rules.unbounded is not None else -1

    def test(self, action: Action) -> Touches | None:
        """Whether a piece may land on a site; None if it may land anywhere."""
        if self.rules.unbounded is None or action.verb not in ("move", "place"):
            return None
        return self._beside if self._layer(action) == self.anchor else self._upon

    def on_the_way(self, action: Action) -> Touches | None:
        """The same for landings that a path goes on from; None if its own rules see to that."""
        test = self.test(action)
        assert action.path is not None
        return None if test is None or self._stays(action.path, self._layer(action), frozenset()) else test

    def _layer(self, action: Action) -> int:
        if action.piece is not None and action.piece.kind is not None:
            return self.rules.kinds[action.piece.kind].layer
        return action.layer

    # ------------------------------------------------------------ tests

    def _upon(self, site: Ex, f: Builder) -> Ex:
        return k.has(self.c.pieces.occupied(self.anchor), site)

    def _beside(self, site: Ex, f: Builder) -> Ex:
        occupied = self.c.pieces.occupied(self.anchor)
        table, counts, width = self.c.space.neighbour_lists
        around = self.c.space.torus.touches(f, occupied, site)
        found = f.var(k.has(occupied, site) if around is None else around, "touches")
        with f.when(k.negate(found) if around is None else k.FALSE), f.count_to(k.look(counts, site)) as number:
            with f.when(k.has(occupied, k.look(table, site * width + number))):
                f.set(found, k.TRUE)
                f.leave()
        with f.when(k.negate(found)):
            f.set(found, k.negate(k.some(occupied)))  # the very first piece
        return found

    # ------------------------------------------------------------ what needs no test

    def holds(self, sites: rx.Expr | None, layer: int) -> bool:
        """Whether all sites of a set will do for a piece of a layer, as long as there is an anchor."""
        match sites:
            case rx.Pattern():
                return sites.layer == self.anchor
            case rx.OpenCentre():
                return True
            case rx.Neighbours():
                item = sites.item
                beside = isinstance(item, rx.Pattern) and item.layer == self.anchor and sites.way is None
                return beside and layer == self.anchor
            case rx.Intersection():
                return any(self.holds(item, layer) for item in sites.items)
            case rx.Union():
                return all(self.holds(item, layer) for item in sites.items)
            case rx.Difference():
                return self.holds(sites.left, layer)
            case rx.Either():
                return self.holds(sites.value, layer) and self.holds(sites.otherwise, layer)
            case rx.DefineCall():
                return self.holds(self.rules.defines[sites.define].body, layer)
        return False

    def _stays(self, path: rp.Path, layer: int, known: frozenset[int]) -> bool:
        """Whether all landings that a path goes on from are in touch, whoever asks."""
        if id(path) in known:
            return True
        known |= {id(path)}
        for leg in (leg for route in path.routes for leg in route.legs):
            travel = leg.travel
            if isinstance(travel, rp.RepeatTravel) and not self._arrives(travel.path, layer, frozenset()):
                return False
            if not all(self._stays(inner, layer, known) for inner in inner_paths(self.rules, travel)):
                return False
        return all(self._lands(leg, layer, frozenset()) for route in path.routes for leg in route.legs[:-1])

    def _arrives(self, path: rp.Path, layer: int, known: frozenset[int]) -> bool:
        """Whether a path always ends in touch."""
        return id(path) in known or all(
            self._lands(route.legs[-1], layer, known | {id(path)}) for route in path.routes
        )  # fmt: skip

    def _lands(self, leg: rp.Leg, layer: int, known: frozenset[int]) -> bool:
        if leg.condition is not None and layer == self.anchor and self._asks(leg.condition):
            return True
        if isinstance(leg.travel, rp.LineTravel | rp.Leap | rp.LeapToward):
            return self.holds(leg.travel.landing.item, layer)
        return all(self._arrives(inner, layer, known) for inner in inner_paths(self.rules, leg.travel))

    def _asks(self, condition: rx.Expr) -> bool:
        """Whether a condition of a leg says that a piece of the anchor is next to where it enters."""
        match condition:
            case rx.AllOf():
                return any(self._asks(item) for item in condition.items)
            case rx.NotEmpty():
                return self._is_beside(condition.item)
            case rx.Comparison(left=rx.CountOf() as count, right=rx.Number(value=number)):
                some = number >= {"=": 1, ">=": 1, ">": 0}.get(condition.sign, number + 1)
                return some and self._is_beside(count.item)
            case rx.DefineCall():
                return self._asks(self.rules.defines[condition.define].body)
        return False

    def _is_beside(self, sites: rx.Expr) -> bool:
        """Whether a set has only sites of the anchor next to `entering`."""
        if isinstance(sites, rx.DefineCall):
            return self._is_beside(self.rules.defines[sites.define].body)
        if isinstance(sites, rx.Difference):
            return self._is_beside(sites.left)
        parts = _parts(sites)
        beside = any(
            isinstance(item, rx.Neighbours) and item.way is None and isinstance(item.item, rx.PartWord)
            and item.item.word == "entering"
            for item in parts
        )  # fmt: skip
        return beside and any(isinstance(item, rx.Pattern) and item.layer == self.anchor for item in parts)


def _parts(sites: rx.Expr) -> list[rx.Expr]:
    if isinstance(sites, rx.Intersection):
        return [part for item in sites.items for part in _parts(item)]
    return [sites]

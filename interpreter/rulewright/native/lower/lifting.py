"""A piece that moves is in the air: taking it up, and whether anybody can tell before it lands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.actions import movers
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ..ir.expressions import INT, Ex
from ..ir.program import Builder

if TYPE_CHECKING:
    from ..compiler import Compiler


class Lifting:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout

    def lift(self, f: Builder, action: Action, origin: Ex, take: Ex) -> None:
        """Takes the top pieces up; on a stack they wait in the block."""
        if not (action.layer == 0 and self.rules.stack > 1):
            self.c.pieces.lift(f, action.layer, origin)
            return

        def write(g: Builder) -> None:
            site, amount = g.params
            with g.count_to(amount, "level") as level:
                cell = self.c.pieces.lift(g, 0, site)
                self.unit.write(g, 16, (amount - level - 1) * 2 + self.layout.block, cell, self.layout.block)

        params = [("site", INT), ("amount", INT)]
        f.call(self.unit.function("lift_block", "lift_block", params, None, write, "takes pieces up"), origin, take)

    # ------------------------------------------------------------ is it seen?

    def lift_is_seen(self, action: Action) -> bool:
        """Whether anything before landing can tell that the mover is in the air.

        A ray never comes back to its start, so plain questions about the sites on it have the same answers.
        """
        if action.if_lifted is not None:
            return True
        if self.rules.stack > 1 and action.layer == 0:
            return action.path is None or not self._is_plain_track(action.path)
        if action.path is None:
            return action.to is not None and not self.is_plain(action.to)
        return not self._is_blind_path(action.path, (action.layer, frozenset(movers(self.rules, action))), True)

    def _is_plain_track(self, path: rp.Path) -> bool:
        """Whether a path only goes along tracks that never come back to a site, and asks of each site by itself."""
        tracks = self.rules.board.tracks
        for route in path.routes:
            for leg in route.legs:
                travel = leg.travel
                if len(route.legs) > 1 or leg.condition is not None or not isinstance(travel, rp.LineTravel):
                    return False
                for track in travel.way.tracks:
                    known = tracks[track.track] if isinstance(track, rx.TrackValue) else None
                    rows = [known.sites_for(player) for player in range(len(self.rules.players))] if known else []
                    if known is None or known.closed or any(len(set(row)) < len(row) for row in rows):
                        return False
                items = [*(item.item for item in travel.run), *([travel.landing.item] if travel.landing.item else [])]
                numbers = [item.times for item in travel.run if item.times is not None]
                if not travel.way.tracks or not all(self.is_plain(item) for item in items):
                    return False
                if not all(self._is_blind(number) for number in numbers):
                    return False
        return True

    def is_plain_path(self, path: rp.Path) -> bool:
        """Whether a path is single legs without conditions that cannot tell."""
        return self._is_blind_path(path, None, True)

    def _is_blind_path(self, path: rp.Path, movers: tuple[int, frozenset[int]] | None, runs: bool) -> bool:
        """Whether no leg can tell; with `movers` (layer and kinds) several legs and conditions will do.

        No leg lands where the piece came from. A run may lead over that site again, if it is not the only leg.
        """
        for route in path.routes:
            if movers is None and (len(route.legs) != 1 or route.legs[0].condition is not None):
                return False
            for leg in route.legs:
                if (
                    leg.condition is not None
                    and movers is not None
                    and self.c.actions.sees_board(leg.condition, *movers)
                ):
                    return False
                if not self._is_blind_travel(leg.travel, movers, runs and len(route.legs) == 1):
                    return False
        return True

    def _is_blind_travel(self, travel: rp.Travel, movers: tuple[int, frozenset[int]] | None, runs: bool) -> bool:
        match travel:
            case rp.LineTravel():
                if travel.way.tracks or any(self.c.rays.cyclic) or (travel.run and not runs):
                    return False
                items = [item.item for item in travel.run]
                items += [travel.landing.item] if travel.landing.item is not None else []
                numbers = [item.times for item in travel.run if item.times is not None]
                return all(self.is_plain(item) for item in items) and all(map(self._is_blind, numbers))
            case rp.Leap() | rp.LeapToward():
                return travel.landing.item is None or self.is_plain(travel.landing.item)
            case rp.ItsPath():
                for kind in self.rules.kinds:
                    for attribute in kind.attributes:
                        paths = [attribute.path, *attribute.by_value] if attribute.name == travel.attribute else []
                        if not all(item is None or self._is_blind_path(item, movers, runs) for item in paths):
                            return False
                return True
            case rp.NamedPath():
                return self._is_blind_path(self.rules.paths[travel.path].path, movers, runs)
            case rp.InnerPath():
                return self._is_blind_path(travel.path, movers, runs)
        return False

    def _is_blind(self, node: rx.Expr) -> bool:
        """Whether a number is the same with and without the mover: what rays from its site meet is elsewhere."""
        match node:
            case rx.Number() | rx.Local():
                return True
            case rx.SumOf():
                return all(self._is_blind(item) for item in node.items)
            case rx.CountOf():
                item = node.item
                while isinstance(item, rx.DefineCall):
                    item = self.rules.defines[item.define].body
                start = item.start if isinstance(item, rx.Reached) else None
                leaves = isinstance(start, rx.PartWord) and start.word == "origin"
                return isinstance(item, rx.Reached) and leaves and self.is_plain_path(item.path)
        return False

    def is_plain(self, node: rx.Expr) -> bool:
        """Whether membership of a site depends on that site alone."""
        match node:
            case rx.Pattern() | rx.EmptySites() | rx.Fixed() | rx.FixedOf() | rx.Anywhere() | rx.Unmoved():
                return True
            case rx.PartWord() | rx.Local() | rx.Parameter() | rx.Memory() | rx.Variable():
                return True
            case rx.Intersection() | rx.Union():
                return all(self.is_plain(item) for item in node.items)
            case rx.Difference():
                return self.is_plain(node.left) and self.is_plain(node.right)
            case rx.WithHeight():
                return self.is_plain(node.item) and isinstance(node.low, rx.Number)
            case rx.DefineCall():
                return not node.args and self.is_plain(self.rules.defines[node.define].body)
        return False


__all__ = ["Lifting"]

"""A piece that moves is in the air: whether anybody can tell before it lands."""

from __future__ import annotations

from ...analysis.actions import movers
from ...analysis.paths import inner_paths, repeated_line
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from .static import Question


class Lifts(Question):
    def lift_is_seen(self, action: Action) -> bool:
        """Whether anything before landing can tell that the mover is in the air.

        A ray never comes back to its start, so plain questions about the sites on it have the same answers.
        """
        if action.if_lifted is not None:
            return True
        stacked = self.rules.stack > 1 and action.layer == 0
        if stacked and action.path is not None and self._is_plain_track(action.path):
            return False
        if action.path is None:
            return stacked or (action.to is not None and not self.is_plain(action.to))
        # What lies below a piece that is taken up shows, and may be of any kind.
        kinds = frozenset(range(len(self.rules.kinds))) if stacked else frozenset(movers(self.rules, action))
        return not self._is_blind_path(action.path, (action.layer, kinds), True)

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
                    if known is None or not known.is_open or any(len(set(row)) < len(row) for row in rows):
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
                if leg.condition is not None and movers is not None and self.sees_board(leg.condition, *movers):
                    return False
                if not self._is_blind_travel(leg.travel, movers, runs and len(route.legs) == 1):
                    return False
        return True

    def _is_blind_travel(self, travel: rp.Travel, movers: tuple[int, frozenset[int]] | None, runs: bool) -> bool:
        match travel:
            case rp.LineTravel():
                if travel.way.tracks or any(self.static.cyclic) or (travel.run and not runs):
                    return False
                items = [item.item for item in travel.run]
                items += [travel.landing.item] if travel.landing.item is not None else []
                numbers = [item.times for item in travel.run if item.times is not None]
                return all(self.is_plain(item) for item in items) and all(map(self._is_blind, numbers))
            case rp.Leap() | rp.LeapToward():
                return travel.landing.item is None or self.is_plain(travel.landing.item)
            case rp.ItsPath() | rp.NamedPath() | rp.InnerPath():
                return all(self._is_blind_path(path, movers, runs) for path in inner_paths(self.rules, travel))
            case rp.RepeatTravel() if runs and travel.times is None and repeated_line(travel) is not None:
                return self._is_blind_path(travel.path, movers, runs)  # straight on: a ray in pieces
        return False

    def _is_blind(self, node: rx.Expr) -> bool:
        """Whether a number is the same with and without the mover: what rays from its site meet is elsewhere."""
        match node:
            case rx.Number() | rx.Local():
                return True
            case rx.PartWord():
                return node.word == "load"
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
                load = isinstance(node.low, rx.PartWord) and node.low.word == "load"
                return self.is_plain(node.item) and (load or isinstance(node.low, rx.Number))
            case rx.DefineCall():
                return not node.args and self.is_plain(self.rules.defines[node.define].body)
        return False

    def sees_board(self, root: rx.Node, layer: int, movers: frozenset[int] | None = None) -> bool:
        """Whether an expression can tell that a piece (of these kinds) is in the air."""
        blind = (
            rx.Number, rx.Truth, rx.Comparison, rx.AllOf, rx.AnyOf, rx.Negation, rx.Within, rx.SumOf, rx.ProductOf,
            rx.Counter, rx.PartWord, rx.Local, rx.Parameter, rx.Memory, rx.Variable, rx.Me, rx.Enemies, rx.KindValue,
            rx.StateValue, rx.PlayerValue, rx.WordValue, rx.TrackValue, rx.Fixed, rx.FixedOf, rx.Anywhere,
            rx.Intersection, rx.Union, rx.Difference, rx.NotEmpty, rx.CountOf, rx.Every, rx.InTray, rx.Extreme,
            rx.FixedDirections, rx.Relative, rx.DirectionsUnion, rx.TurnedDirections, rx.Stepped, rx.Neighbours, rx.Way,
            rx.Unmoved, rx.Either, rx.SidesOf, rx.DistanceOf,
        )  # fmt: skip
        for node in rx.walk(root):
            if isinstance(node, rx.DefineCall):
                if self.sees_board(self.rules.defines[node.define].body, layer, movers):
                    return True
            elif isinstance(node, rx.Pattern):
                if node.layer == layer and (movers is None or not movers.isdisjoint(node.kinds)):
                    return True
            elif isinstance(node, rx.EmptySites):
                if layer == 0:
                    return True
            elif not isinstance(node, blind):
                return True
        return False

"""Paths: whether routes are gone through one by one, and whether targets are all that matters."""

from __future__ import annotations

from ...analysis.paths import floods, inner_paths
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from .static import Question


class Routes(Question):
    # ------------------------------------------------------------ which repeats are which

    def has_routes(self, path: rp.Path, targets_only: bool, known: frozenset[object] = frozenset()) -> bool:
        """Whether a path may contain a repeat that goes through routes one by one."""
        if (id(path), targets_only) in known:
            return False
        known |= {(id(path), targets_only)}
        for route in path.routes:
            for number, leg in enumerate(route.legs):
                last = targets_only and number + 1 == len(route.legs)
                if self._travels_routes(leg.travel, last, known):
                    return True
        return False

    def _travels_routes(self, travel: rp.Travel, last: bool, known: frozenset[object]) -> bool:
        if isinstance(travel, rp.RepeatTravel):
            return not (last and floods(self.rules, travel))
        return any(self.has_routes(path, last, known) for path in inner_paths(self.rules, travel))

    def repeats_routes(self, path: rp.Path, known: frozenset[int] = frozenset()) -> bool:
        """The same wherever a repeat stands in a path, with what the path names or borrows."""
        if id(path) in known:
            return False
        known |= {id(path)}
        for node in rx.walk(path):
            if isinstance(node, rp.RepeatTravel) and not floods(self.rules, node):
                return True
            if any(self.repeats_routes(inner, known) for inner in inner_paths(self.rules, node)):
                return True
        return False

    # ------------------------------------------------------------ candidates told by their targets

    def gathers(self, action: Action) -> bool:
        """Whether all candidates from a site can be told as a set of targets: nothing else is chosen or asked."""
        if action.choices or action.lets or self.rules.unbounded is not None or not self.static.asks_generally(action):
            return False
        return action.to is not None if action.path is None else self.only_targets_matter(action)

    def only_targets_matter(self, action: Action) -> bool:
        """Whether the walks of an action can be told by their targets alone, all on the board."""
        assert action.path is not None
        if self.facts.observed(action) or self.facts.looks_at_passed(action):
            return False
        return not self.has_routes(action.path, True) and not self.may_leave(action.path)

    def may_leave(self, path: rp.Path) -> bool:
        """Whether a path can lead off the board."""
        nodes: list[rx.Node] = [path, *self.rules.paths, *self.rules.kinds]
        return any(isinstance(node, rp.Landing) and node.off for root in nodes for node in rx.walk(root))

"""Static cost: how many parts a rule has that are looked at when it is looked at once.

What asks site after site (`where`, `reached by`, `attacked by`) or goes from neighbour to neighbour (groups) is counted
while it does so, and not here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import inf, log, prod

from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules import turns as rt
from ..rules.game import Rules
from ..rules.types import Type
from .paths import floods, inner_paths, repeated_line
from .roots import roots, walk_all
from .turns import segments
from .walk_length import longest_ray


class Weights:
    """The parts of rules, with those of all the definitions that they name."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[int, int] = {}
        self._defines: dict[int, int] = {}

    def of(self, node: rx.Node | None) -> int:
        """The weight of a rule that stays where it is as long as this does."""
        if node is None:
            return 0
        found = self._known.get(id(node))
        if found is None:
            found = self._known[id(node)] = self._of(node)
        return found

    def all(self, nodes: Iterable[rx.Node | None]) -> int:
        return sum(map(self.of, nodes))

    def _of(self, node: rx.Node) -> int:
        total, waiting = 0, [node]
        while waiting:
            part = waiting.pop()
            total += 1
            if isinstance(part, rx.Filtered):
                waiting.append(part.item)  # its condition is asked site by site
            elif isinstance(part, rx.DefineCall):
                waiting.extend(part.args)
                total += self._define(part.define)
            elif not isinstance(part, rp.Path):  # each of its legs is counted when it is walked
                waiting.extend(part.children())
        return total

    def _define(self, number: int) -> int:
        found = self._defines.get(number)
        if found is None:
            found = self._defines[number] = self._of(self._rules.defines[number].body)
        return found


_FLOODS = (rx.Joined, rx.GroupOf, rx.GroupCount, rx.LargestGroup, rx.ConnectedSites, rx.DistanceOf)
_MANY = 20  # times
_MUCH = 2e10  # more than anybody waits for, if all sets held all sites


def asks_much(rules: Rules) -> bool:
    """Whether one position may take very long: rules that go from site to site inside one another on a large board,
    paths of several lines in a row there, or routes that are followed one by one.

    An action goes from site to site twice before any of its rules does: where it begins, and where it leads.
    """
    routes = (node for node in walk_all(roots(rules)) if isinstance(node, rp.RepeatTravel))
    if any(not floods(rules, travel) and repeated_line(travel) is None for travel in routes):
        return True
    depth = _Depth(rules)
    return float(len(rules.board)) ** (2 + max(map(depth.of, roots(rules)), default=0)) > _MUCH


def walks_far(rules: Rules) -> bool:
    """Whether so many sites are chosen one after the other in a turn that all ways to do so may be too many."""
    players = len(rules.players)
    parts = (part for phase in rules.phases for turn in phase.turns for part in segments(turn, players))
    return float(len(rules.board)) ** max(_loops_of(rules, part) for part in parts) > _MUCH


class _Depth:
    """How many loops over sites lie inside one another in a rule, with the definitions that it names."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[int, float] = {}
        self._ways = _Ways(rules)

    def of(self, node: rx.Node) -> float:
        found = self._known.get(id(node))
        if found is None:
            self._known[id(node)] = 0  # on the way to its own answer
            found = self._known[id(node)] = self._of(node)
        return found

    def _of(self, node: rx.Node) -> float:
        below = max(map(self.of, node.children()), default=0)
        match node:
            case rx.Filtered():
                return max(self.of(node.item), _loops(node.item) + self.of(node.condition))
            case rx.Attacked():
                return _loops(node.item) + below
            case rx.Reached() | rx.PassedBy():
                return _loops(node.start) + below
            case rx.CanDo():
                return 2 + max(below, self.of(self._rules.actions[node.action]))
            case rp.Path():
                # To lead to each site once is what an action does anyhow.
                return max(0, log(max(1, self._ways.of(node)), max(2, len(self._rules.board))) - 1) + below
            case rx.DefineCall():
                return max(below, self.of(self._rules.defines[node.define].body))
        return max(below, 1) if isinstance(node, _FLOODS) else below


class _Ways:
    """In how many ways a path may lead on from a site, if nothing stood in its way."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._ray = longest_ray(rules.board)
        sequences = [sites for track in rules.board.tracks.values() for sites in track.sequences]
        self._visits = max((max(Counter(sites).values(), default=0) for sites in sequences), default=0)
        self._known: dict[int, float] = {}

    def of(self, path: rp.Path) -> float:
        found = self._known.get(id(path))
        if found is None:
            self._known[id(path)] = 1  # on the way to its own answer
            found = sum(prod(self._of(leg.travel) for leg in route.legs) for route in path.routes)
            self._known[id(path)] = found
        return found

    def _of(self, travel: rp.Travel) -> float:
        match travel:
            case rp.LineTravel():
                tracks = len(travel.way.tracks)  # a piece may go on from each place of its site on each of them
                rays = tracks * self._visits if tracks else len(self._rules.board.directions)
                return rays * prod(map(self._lengths, travel.run))
            case rp.RepeatTravel():  # of others than these the steps are counted in any case
                return float(len(self._rules.board))
            case rp.InnerPath() | rp.NamedPath() | rp.ItsPath() | rp.LikePath():
                return sum(map(self.of, inner_paths(self._rules, travel)))
        return float(len(self._rules.board.directions))

    def _lengths(self, item: rp.RunItem) -> float:
        most = inf if item.high is None or item.times is not None else item.high - item.low + 1
        return min(self._ray, most)


def _loops(node: rx.Expr) -> int:
    return 0 if node.type is Type.SITE else 1


def _loops_of(rules: Rules, turn: rt.Turn) -> int:
    """How many sites are chosen in a turn, or in a part of it."""
    match turn:
        case rt.Do():
            action = rules.actions[turn.action]
            chosen = (action.subject or action.start, action.to)
            return sum(node is not None and _loops(node) for node in chosen) + (action.path is not None)
        case rt.FirstOf() | rt.OneOf():
            return max(_loops_of(rules, item) for item in turn.items)
        case rt.Secret():
            return max(_loops_of(rules, item) for item in turn.actions)
        case rt.InOrder():
            return sum(_loops_of(rules, item) for item in turn.items)
        case rt.Repeat() | rt.RepeatWhile():
            return _loops_of(rules, turn.item) * (_MANY if turn.high is None else min(_MANY, turn.high))
        case rt.Optional() | rt.Chance() | rt.Guarded():
            return _loops_of(rules, turn.item)
    return 0

"""Which sites can matter to `must`: a turn that leaves them as they are leaves its answer as it is.

Nobody attacks a piece of mine, and I move another one. What could change that? Each enemy piece goes its way only if
the sites between have what it wants there: nothing for a rook, one piece for a cannon. So sites between matter, and
only if one turn, which empties one site and fills one, is enough to make them fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...analysis.conditions import has_facing, same
from ...analysis.sets import holds_mine
from ...analysis.turns import moves_of
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from .static import NO_NAMES, Static

LONGEST = 4  # sites that a way of several legs may have between; more would be too many ways to look at


@dataclass(frozen=True, slots=True)
class Line:
    """Straight ways of any length; `most`: how many pieces may stand between at most (None: any number)."""

    kinds: frozenset[int]
    directions: tuple[int, ...]
    most: int | None
    empty: bool  # nothing may stand between, so that one more piece there changes nothing


@dataclass(frozen=True, slots=True)
class Bend:
    """Other ways: for each goal from where they come at most, and by which sites."""

    kinds: frozenset[int]
    starts: tuple[int, ...]
    between: tuple[int, ...]
    empty: bool


Approach: TypeAlias = Line | Bend


@dataclass(frozen=True, slots=True)
class Watch:
    """What `must` asks: that pieces of mine are not attacked, and that nothing is wrong in some regions."""

    kinds: frozenset[int] = frozenset()  # of the pieces that may not be attacked
    regions: tuple[rx.Expr, ...] = ()
    approaches: tuple[tuple[Approach, ...], ...] = ()  # by attacker


@dataclass(frozen=True, slots=True)
class Occasion:
    """An effect can only come about if the piece and its origin are in some sets, and the target in others."""

    origins: tuple[rx.Expr, ...] = ()  # none: anywhere
    targets: tuple[rx.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Quiet:
    """Turns of an action that cannot matter to `must`, nor do more than move or place a piece."""

    watch: Watch
    occasions: tuple[Occasion, ...] = ()
    free: frozenset[int] = frozenset()  # of a place: which of its pieces have no conditions


class Unknown(Exception):
    """Nothing can be told; the message says why."""


class Watching:
    def __init__(self, static: Static) -> None:
        self.static = static
        self.rules = static.rules
        self.n = len(static.board)

    def of_must(self) -> Watch:
        """What matters to `must`."""
        watch = Watch()
        if self.rules.must is not None:
            watch = self._asked(self.rules.must, watch)
        if watch.kinds:
            watch = replace(watch, approaches=tuple(self._approaches(player) for player in range(2)))
        return watch

    def _asked(self, node: rx.Expr, watch: Watch) -> Watch:
        node = self.static.resolved(node)
        if isinstance(node, rx.AllOf):
            for item in node.items:
                watch = self._asked(item, watch)
            return watch
        if isinstance(node, rx.Negation) and isinstance(node.item, rx.NotEmpty):
            inner = self.static.resolved(node.item.item)
            if isinstance(inner, rx.Attacked):
                item = self.static.resolved(inner.item)
                mine = isinstance(item, rx.Pattern) and item.owner is rx.Owner.MINE
                if mine and isinstance(item, rx.Pattern) and isinstance(inner.by, rx.Enemies):
                    return replace(watch, kinds=watch.kinds | set(item.kinds))
            elif self._is_local(inner):
                return replace(watch, regions=(*watch.regions, *self._regions(inner)))
        raise Unknown("`must` asks for more than that pieces are not attacked, or not in some region")

    def _regions(self, node: rx.Expr) -> tuple[rx.Expr, ...]:
        """Fixed sets that hold all of a set together."""
        node = self.static.resolved(node)
        match node:
            case rx.Fixed() | rx.FixedOf():
                return (node,)
            case rx.Union():
                return tuple(region for item in node.items for region in self._regions(item))
            case rx.Intersection():
                for item in node.items:
                    if isinstance(item := self.static.resolved(item), rx.Fixed | rx.FixedOf):
                        return (item,)
            case rx.Difference():
                return self._regions(node.left)
        raise Unknown("`must` asks for pieces anywhere on the board")

    def _is_local(self, node: rx.Expr) -> bool:
        """Whether a site belongs to a set by what stands on it alone, as long as no variable changes."""
        node = self.static.resolved(node)
        match node:
            case rx.Pattern():
                return node.layer == 0
            case rx.EmptySites() | rx.Anywhere() | rx.Fixed():
                return True
            case rx.FixedOf():
                return isinstance(node.owner, rx.Me | rx.PlayerValue)
            case rx.Variable():
                return node.index is None
            case rx.Intersection() | rx.Union():
                return all(self._is_local(item) for item in node.items)
            case rx.Difference():
                return self._is_local(node.left) and self._is_local(node.right)
        return False

    # ------------------------------------------------------------ ways of attackers

    def _approaches(self, player: int) -> tuple[Approach, ...]:
        found: list[Approach] = []
        for phase in range(len(self.rules.phases)):
            actions = list(moves_of(self.rules, phase, player))
            for action in actions:
                if action.path is None:
                    raise Unknown("an attack needs no path")
                if any(self._goes_wherever(other, action) for other in actions):
                    continue
                for kind, route in self._routes(action.path, None):
                    found += self._approach(action, kind, route, player)
        lines: dict[tuple[frozenset[int], int | None, bool], list[int]] = {}
        for one in found:
            if isinstance(one, Line):
                lines.setdefault((one.kinds, one.most, one.empty), []).extend(one.directions)
        joined = [
            Line(kinds, tuple(sorted(set(numbers))), most, empty) for (kinds, most, empty), numbers in lines.items()
        ]
        return (*joined, *(one for one in found if isinstance(one, Bend)))

    def _goes_wherever(self, other: Action, action: Action) -> bool:
        """Whether any piece that an action moves is free to go the same way by another one that asks for nothing."""
        if other is action or other.layer != action.layer or not same(other.path, action.path):
            return False
        subject = self.static.resolved(other.subject) if other.subject is not None else None
        if not isinstance(subject, rx.Pattern) or subject.owner is not rx.Owner.MINE or subject.states:
            return False
        every = all(spec.layer != subject.layer or kind in subject.kinds for kind, spec in enumerate(self.rules.kinds))
        moves_mine = action.subject is not None and holds_mine(self.rules, action.subject, action.layer)
        return every and moves_mine and not any(item is not None for item in _asked(other))

    def _routes(self, path: rp.Path, kind: int | None) -> Iterator[tuple[int | None, rp.Route]]:
        for route in path.routes:
            travel = route.legs[0].travel
            if len(route.legs) > 1 or isinstance(travel, rp.LineTravel | rp.Leap | rp.LeapToward):
                yield kind, route
            elif route.legs[0].condition is not None:
                raise Unknown("a way of an attack has a condition")
            elif isinstance(travel, rp.NamedPath):
                yield from self._routes(self.rules.paths[travel.path].path, kind)
            elif isinstance(travel, rp.InnerPath):
                yield from self._routes(travel.path, kind)
            elif isinstance(travel, rp.ItsPath) and kind is None:
                for number, spec in enumerate(self.rules.kinds):
                    for attribute in spec.attributes:
                        if attribute.name == travel.attribute:
                            for inner in (attribute.path, *attribute.by_value):
                                if inner is not None:
                                    yield from self._routes(inner, number)
            else:
                raise Unknown("a piece attacks like another one, or goes on and on")

    def _approach(self, action: Action, kind: int | None, route: rp.Route, player: int) -> list[Approach]:
        """How a route can come to a piece of the other side."""
        travels = [leg.travel for leg in route.legs]
        if not all(isinstance(travel, rp.LineTravel | rp.Leap | rp.LeapToward) for travel in travels):
            raise Unknown("a way of an attack has parts with ways of their own")
        goal = _landing(travels[-1]).item
        if goal is None or not self._can_hold_theirs(goal):
            return []
        if any(item is not None for item in _asked(action)) or has_facing(self.rules):
            raise Unknown("an attack has conditions")
        subject = action.subject
        if subject is None or not self._is_local(subject) or not holds_mine(self.rules, subject, action.layer):
            raise Unknown("who attacks depends on more than the pieces, or attacks with those of others")
        if not all(leg.condition is None or _is_fixed(leg.condition) for leg in route.legs):
            raise Unknown("a way of an attack has conditions")
        wanted = [_landing(travel).item for travel in travels]
        runs = [item for travel in travels if isinstance(travel, rp.LineTravel) for item in travel.run]
        if any(item.times is not None for item in runs):
            raise Unknown("how far an attack goes depends on a number")
        sets = [*wanted, *(item.item for item in runs)]
        if not all(item is not None and self._is_local(item) for item in sets):
            raise Unknown("ways of attacks look at more than the sites where they go")
        kinds = frozenset(range(len(self.rules.kinds)) if kind is None else (kind,))
        between = [*wanted[:-1], *(item.item for item in runs)]
        empty = all(item is not None and isinstance(self.static.resolved(item), rx.EmptySites) for item in between)
        first = travels[0]
        if len(travels) == 1 and isinstance(first, rp.LineTravel) and any(item.high is None for item in first.run):
            return [Line(kinds, self._straight(first, player), self._most(first), empty)]
        if not between:
            return []
        return [self._bend(kinds, travels, player, empty)]

    def _straight(self, travel: rp.LineTravel, player: int) -> tuple[int, ...]:
        numbers = None
        if travel.way.directions is not None and not travel.way.tracks:
            numbers = self.static.directions(travel.way.directions, player)
        if numbers is None or any(self.static.cyclic[number] for number in numbers):
            raise Unknown("the lines of attacks are only known during play, or go round")
        for number in numbers:
            ends = [end for end in self.static.board.directions[number].next_for(player) if end >= 0]
            if len(ends) != len(set(ends)):
                raise Unknown("lines of attacks come together")
        return numbers

    def _most(self, travel: rp.LineTravel) -> int | None:
        """How many pieces may stand between: where something may be empty only, none."""
        most = 0
        for item in travel.run:
            if not isinstance(self.static.resolved(item.item), rx.EmptySites):
                if item.high is None:
                    return None
                most += item.high
        return most

    def _can_hold_theirs(self, node: rx.Expr) -> bool:
        """Whether a set may have enemy pieces in it, as the attacker sees them."""
        node = self.static.resolved(node)
        match node:
            case rx.EmptySites():
                return False
            case rx.Pattern():
                return node.owner is not rx.Owner.MINE
            case rx.Intersection():
                return all(self._can_hold_theirs(item) for item in node.items)
            case rx.Union():
                return any(self._can_hold_theirs(item) for item in node.items)
            case rx.Difference():
                return self._can_hold_theirs(node.left)
        return True

    def _bend(self, kinds: frozenset[int], travels: list[rp.Travel], player: int, empty: bool) -> Bend:
        starts, between = [0] * self.n, [0] * self.n
        for start in range(self.n):
            for end, sites in self._ways(start, travels, player, NO_NAMES, 0):
                starts[end] |= 1 << start
                between[end] |= sites
        return Bend(kinds, tuple(starts), tuple(between), empty)

    def _ways(
        self, start: int, travels: list[rp.Travel], player: int, named: Mapping[str, int], sites: int
    ) -> Iterator[tuple[int, int]]:
        """Ends, and the sites on the way to each, were nothing in the way."""
        if sites.bit_count() > LONGEST:
            raise Unknown("ways of attacks are long and bent")
        travel = travels[0]
        for end, by, names in self._leg(start, travel, player, named):
            if len(travels) == 1:
                yield end, sites | by
            else:
                yield from self._ways(end, travels[1:], player, names, sites | by | 1 << end)

    def _leg(
        self, start: int, travel: rp.Travel, player: int, named: Mapping[str, int]
    ) -> Iterator[tuple[int, int, Mapping[str, int]]]:
        if isinstance(travel, rp.Leap):
            targets = self.static.engine.geometry.leap(travel.first, travel.second)
            for end in targets[start] if targets else ():
                yield end, 0, named
            return
        if not isinstance(travel, rp.LineTravel) or travel.way.directions is None or travel.way.tracks:
            raise Unknown("an attack leaps ahead before it goes on, or follows a track")
        numbers = self.static.directions(travel.way.directions, player, named=named)
        if numbers is None:
            raise Unknown("the directions of attacks are only known during play")
        low = sum(item.low for item in travel.run)
        high = sum(self.n if item.high is None else item.high for item in travel.run)
        for number in numbers:
            table = self.static.board.directions[number].next_for(player)
            names = named if travel.name is None else {**named, travel.name: number}
            site, steps, by = table[start], 0, 0
            while site >= 0 and steps <= high:
                if steps > LONGEST:
                    raise Unknown("ways of attacks are long and bent")
                if steps >= low:
                    yield site, by, names
                by |= 1 << site
                site, steps = table[site], steps + 1

    # ------------------------------------------------------------ effects that only come about somewhere

    def occasions(self, node: rx.Expr) -> tuple[Occasion, ...]:
        """When the condition of an effect can hold: at one of these occasions at least, if nothing happened before."""
        node = self.static.resolved(node)
        match node:
            case rx.AllOf():
                found: tuple[Occasion, ...] = (Occasion(),)
                for item in node.items:
                    found = tuple(
                        Occasion(one.origins + other.origins, one.targets + other.targets)
                        for one in found
                        for other in self.occasions(item)
                    )
                return found
            case rx.AnyOf():
                return tuple(occasion for item in node.items for occasion in self.occasions(item))
            case rx.NotEmpty():
                return self._there(node.item)
        return (Occasion(),)

    def _there(self, node: rx.Expr) -> tuple[Occasion, ...]:
        """When there is something in a set."""
        node = self.static.resolved(node)
        if isinstance(node, rx.Union):
            return tuple(occasion for item in node.items for occasion in self._there(item))
        if not isinstance(node, rx.Intersection):
            return (Occasion(),)
        items = tuple(self.static.resolved(item) for item in node.items)
        words = {item.word for item in items if isinstance(item, rx.PartWord)}
        fixed = tuple(item for item in items if isinstance(item, rx.Fixed | rx.FixedOf) and self._is_local(item))
        pieces = tuple(item for item in items if isinstance(item, rx.Pattern) and self._is_local(item))
        if "it" in words:
            return (Occasion(pieces, fixed),)
        if "target" in words:
            return (Occasion((), fixed),)
        return (Occasion(fixed, ()) if "origin" in words else Occasion(),)


def _landing(travel: rp.Travel) -> rp.Landing:
    assert isinstance(travel, rp.LineTravel | rp.Leap | rp.LeapToward)
    return travel.landing


_FIXED = (
    rx.PartWord, rx.Fixed, rx.FixedOf, rx.Me, rx.PlayerValue, rx.NotEmpty, rx.Negation, rx.AllOf, rx.AnyOf,
    rx.Intersection, rx.Union, rx.Difference,
)  # fmt: skip


def _is_fixed(condition: rx.Expr) -> bool:
    """Whether a condition depends on nothing but the sites of a walk."""
    return all(isinstance(node, _FIXED) for node in rx.walk(condition)) and not any(
        isinstance(node, rx.PartWord) and node.word not in ("origin", "target") for node in rx.walk(condition)
    )


__all__ = ["Approach", "Bend", "Line", "Occasion", "Quiet", "Unknown", "Watch", "Watching"]


def _asked(action: Action) -> tuple[object, ...]:
    """What an action asks or does before a piece is moved, beside its path."""
    return (action.condition, action.if_lifted, *action.lets, *action.choices, *action.before)

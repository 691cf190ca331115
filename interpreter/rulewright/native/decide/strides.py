"""Strides: paths of legs of fixed length, whose targets can be found as one set for each direction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ...analysis.conditions import has_facing, is_general
from ...analysis.paths import inner_paths, repeated_line
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ...rules.types import Type
from .lifts import Lifts
from .memory import kept_sets
from .static import Question, Static


@dataclass(frozen=True, slots=True)
class Stride:
    """A leg of fixed length, for the movers of one kind (None: of any), by direction numbers."""

    kind: int | None
    travel: rp.LineTravel
    directions: tuple[int, ...]

    @property
    def length(self) -> int:
        return 1 + sum(item.low for item in self.travel.run)


class Strides(Question):
    def __init__(self, static: Static, lifts: Lifts) -> None:
        super().__init__(static)
        self.lifts = lifts

    def of(self, action: Action, me: int | None) -> list[Stride] | None:
        """The strides an action's path is made of, for a player; None if it is made of anything else."""
        if action.path is None or me is None or self.rules.stack > 1:
            return None
        if self.lifts.lift_is_seen(action) or has_facing(self.rules):
            return None
        found = self._of_path(action.path, None, me, self._chosen(action, me))
        return found if found is not None and self._are_apart(found, me) else None

    def of_some(self, action: Action, me: int | None) -> tuple[list[Stride], tuple[int, ...] | None]:
        """As many strides as an action is known to have, and the kinds that go in other ways, too; None: any may."""
        whole = self.of(action, me)
        if whole is not None or me is None or action.path is None or self.rules.stack > 1:
            return whole or [], () if whole is not None else None
        legs = [leg for route in action.path.routes for leg in route.legs]
        if self.lifts.lift_is_seen(action) or has_facing(self.rules) or len(legs) != 1 or legs[0].condition is not None:
            return [], None
        found, others = list[Stride](), list[int]()
        for number, path in self._own_paths(legs[0].travel):
            strides = self._of_path(path, number, me, {}) if path is not None else None
            found.extend(strides or ())
            if strides is None:
                others.append(number)
        return (found, tuple(others)) if found and self._are_apart(found, me) else ([], None)

    def _own_paths(self, travel: rp.Travel) -> Iterator[tuple[int, rp.Path | None]]:
        """The path that each kind has of its own, if it is asked for."""
        for number, spec in enumerate(self.rules.kinds):
            for attribute in spec.attributes:
                if isinstance(travel, rp.ItsPath) and attribute.name == travel.attribute:
                    yield number, attribute.path

    def of_all(self, action: Action) -> list[Stride] | None:
        """The strides of all players together; None if one of them has anything else."""
        found = [self.of(action, player) for player in range(len(self.rules.players))]
        return None if None in found else [stride for strides in found for stride in strides or ()]

    def tells_choices(self, action: Action) -> bool:
        """Whether the one value that is chosen (`with`) is the direction of every stride, and nothing else asks for it.

        So where a piece comes from and goes to tells it.
        """
        if len(action.choices) != 1 or action.path is None or self.of_all(action) is None:
            return False
        name, nodes = action.choices[0].name, list(rx.walk(action.path))
        ways = [node.way.directions for node in nodes if isinstance(node, rp.LineTravel)]
        if any(isinstance(node, rp.NamedPath | rp.ItsPath) for node in nodes):
            return False
        if not all(isinstance(way, rx.Local) and way.name == name for way in ways):
            return False
        asked = (*action.effects, *action.lets, action.condition, action.must, action.if_lifted, action.subject)
        looks = any(
            isinstance(node, rx.Local) and node.name == name
            for root in asked if root is not None for node in rx.walk(root)
        )  # fmt: skip
        return not looks and (self.facts.number(action), name) not in self.facts.registers

    def _chosen(self, action: Action, me: int) -> Mapping[str, tuple[int, ...]]:
        """The directions that can be chosen (`with`), by name."""
        ways = (choice for choice in action.choices if choice.type is Type.DIRECTION)
        return {choice.name: self.static.chosen_directions(choice, me) for choice in ways}

    def are_known(self, action: Action) -> bool:
        """Whether an action is made of strides for everybody, of kinds that sets tell apart."""
        return self.of_all(action) is not None and self.kinds_known(action)

    def _are_apart(self, strides: list[Stride], me: int) -> bool:
        """Whether different directions never lead from the same site to the same site."""
        by_kind: dict[int | None, set[tuple[int, int]]] = {}
        for stride in strides:
            ways = by_kind.setdefault(stride.kind, set())
            ways.update((direction, stride.length) for direction in stride.directions)
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
        return one.length == other.length and (one.kind is None or other.kind in (None, one.kind))

    def _of_path(
        self, path: rp.Path, kind: int | None, me: int, chosen: Mapping[str, tuple[int, ...]]
    ) -> list[Stride] | None:
        found: list[Stride] = []
        for route in path.routes:
            inner = self._of_travel(route.legs[0].travel, kind, me, chosen) if len(route.legs) == 1 else None
            if inner is None or route.legs[0].condition is not None:
                return None
            found.extend(inner)
        return found

    def _of_travel(
        self, travel: rp.Travel, kind: int | None, me: int, chosen: Mapping[str, tuple[int, ...]]
    ) -> list[Stride] | None:
        match travel:
            case rp.LineTravel():
                if travel.way.directions is None or travel.landing.off or travel.landing.item is None:
                    return None
                if any(item.low != item.high or item.times is not None for item in travel.run):
                    return None
                sets = [travel.landing.item, *(part.item for part in travel.run)]
                if not all(is_general(self.rules, item) for item in sets):
                    return None
                node = travel.way.directions
                known = chosen.get(node.name) if isinstance(node, rx.Local) else None
                dirs = self.static.directions(node, me) if known is None else known
                return None if dirs is None else [Stride(kind, travel, tuple(sorted(set(dirs))))]
            case rp.NamedPath() | rp.InnerPath():
                return self._of_path(next(inner_paths(self.rules, travel)), kind, me, chosen)
            case rp.RepeatTravel():
                line = repeated_line(travel) if travel.times is None and travel.low >= 1 else None
                once = self._of_travel(line, kind, me, chosen) if line is not None else None
                return None if once is None else [one for stride in once for one in self._repeated(stride, travel, me)]
            case rp.ItsPath() if kind is None:
                found: list[Stride] = []
                for number, path in self._own_paths(travel):
                    inner = self._of_path(path, number, me, {}) if path is not None else None
                    if inner is None:
                        return None
                    found.extend(inner)
                return found
        return None

    def _repeated(self, stride: Stride, travel: rp.RepeatTravel, me: int) -> Iterator[Stride]:
        """A stride so many times, straight on: where it lands on the way is a site that it goes by."""
        once, way = stride.travel, stride.directions
        assert once.landing.item is not None
        landed = rp.RunItem(once.landing.span, 1, 1, None, once.landing.item, None)
        run, times = once.run, 1
        while travel.high is None or times <= travel.high:
            length = 1 + sum(item.low for item in run)
            if not any(site >= 0 for direction in way for site in self.origin_table(direction, length, me)):
                return
            if times >= travel.low:
                yield Stride(stride.kind, replace(once, run=run), way)
            run, times = (*run, landed, *once.run), times + 1

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
        kept, kinds = kept_sets(self.static.facts, action.layer), range(len(self.rules.kinds))
        return len(kinds) == 1 or all(("kind", number) in kept for number in kinds)

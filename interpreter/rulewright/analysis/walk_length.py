"""How long the route of one walk can become: how many runs it is made of, and how many sites it passes."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from ..board import Board
from ..rules import paths as rp
from .paths import inner_paths

if TYPE_CHECKING:
    from .facts import Facts


@dataclass(frozen=True, slots=True)
class Length:
    """What a walk, or a part of one, can come to at most."""

    landings: float = 0
    runs: float = 0
    passed: float = 0  # sites that runs go by; landings on the way are passed besides

    def then(self, other: Length) -> Length:
        return Length(self.landings + other.landings, self.runs + other.runs, self.passed + other.passed)

    def or_else(self, other: Length) -> Length:
        return Length(
            max(self.landings, other.landings), max(self.runs, other.runs), max(self.passed, other.passed)
        )  # fmt: skip

    def times(self, rounds: float) -> Length:
        landings, runs, passed = (each * rounds if each else 0 for each in (self.landings, self.runs, self.passed))
        return Length(landings, runs, passed)


class Longest:
    """The longest routes that anybody looks at; nothing else is kept site by site."""

    def __init__(self, facts: Facts) -> None:
        self.rules = facts.rules
        self._ray = longest_ray(self.rules.board)
        self._of_leg = Length()  # the most of any single leg
        found = Length()
        for action in self.rules.actions:
            if action.path is not None and facts.observed(action):
                found = found.or_else(self._path(action.path, frozenset()))
        # No leg lands where the walk has been before, and the last one may lead off the board.
        legs = min(found.landings, len(self.rules.board))
        self.runs = int(min(found.runs, legs * self._of_leg.runs))
        self.passed = int(min(found.passed, legs * self._of_leg.passed) + legs)

    def _path(self, path: rp.Path, known: frozenset[int]) -> Length:
        if id(path) in known:
            return Length(inf, inf, inf)
        known |= {id(path)}
        longest = Length()
        for route in path.routes:
            whole = Length()
            for leg in route.legs:
                whole = whole.then(self._travel(leg.travel, known))
            longest = longest.or_else(whole)
        return longest

    def _travel(self, travel: rp.Travel, known: frozenset[int]) -> Length:
        match travel:
            case rp.RepeatTravel():
                rounds = inf if travel.high is None or travel.times is not None else travel.high
                return self._path(travel.path, known).times(rounds)
            case rp.InnerPath() | rp.NamedPath() | rp.ItsPath() | rp.LikePath():
                longest = Length()
                for path in inner_paths(self.rules, travel):
                    longest = longest.or_else(self._path(path, known))
                return longest
            case rp.LineTravel():
                most = [inf if item.high is None or item.times is not None else item.high for item in travel.run]
                found = Length(1, len(most), min(sum(most), self._ray))
            case _:
                found = Length(1)
        self._of_leg = self._of_leg.or_else(found)
        return found


def longest_ray(board: Board) -> int:
    """How many sites lie on the longest ray of a board; as many as there are where one comes back to its start."""
    longest = max((len(sites) for track in board.tracks.values() for sites in track.sequences), default=0)
    for table in (table for direction in board.directions for table in direction.tables):
        met: set[int] = set()
        for site in set(range(len(table))) - set(table):
            length = 0
            while site >= 0 and length < len(table):
                met.add(site)
                site, length = table[site], length + 1
            longest = max(longest, length)
        if len(met) < len(table):
            longest = max(longest, len(table))
    return longest

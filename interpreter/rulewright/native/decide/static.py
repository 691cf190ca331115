"""Static evaluation: what is known of an expression before there is any position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from ...analysis.conditions import has_facing, is_general
from ...analysis.effects import simple
from ...reference.engine import Engine
from ...reference.position import Position
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action, Choice
from .memory import pattern_parts

Numbers: TypeAlias = tuple[int, ...] | None  # of directions, where they are known
NO_NAMES: Mapping[str, int] = MappingProxyType({})


class Static:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.facts = engine.facts
        self.rules = engine.rules
        self.board = engine.rules.board

    def asks_generally(self, action: Action) -> bool:
        """Whether the condition of an action, if it has one, does not depend on the candidate."""
        return action.condition is None or is_general(self.rules, action.condition)

    def resolved(self, node: rx.Expr) -> rx.Expr:
        """What a name without arguments stands for."""
        while isinstance(node, rx.DefineCall) and not node.args:
            node = self.rules.defines[node.define].body
        return node

    def reads_owners_only(self, node: rx.Expr) -> bool:
        """Whether a set on the main layer depends on nothing but who owns what."""
        match node:
            case rx.Fixed() | rx.Anywhere() | rx.EmptySites():
                return True
            case rx.FixedOf():
                return isinstance(node.owner, rx.Me | rx.PlayerValue)
            case rx.Pattern():
                return node.layer == 0 and not any(pattern_parts(self.facts, node))
            case rx.Intersection() | rx.Union():
                return all(self.reads_owners_only(item) for item in node.items)
            case rx.Difference():
                return self.reads_owners_only(node.left) and self.reads_owners_only(node.right)
            case rx.DefineCall():
                return not node.args and self.reads_owners_only(self.rules.defines[node.define].body)
        return False

    # ------------------------------------------------------------ directions

    def directions(
        self, node: rx.Expr, me: int, given: Sequence[Numbers] = (), named: Mapping[str, int] = NO_NAMES
    ) -> Numbers:
        """Directions in order, for a player; None if they are only known during play.

        `given`: what parameters are; `named`: what legs before have called by a name.
        """
        match node:
            case rx.FixedDirections() | rx.Relative():
                return node.by_player[me if len(node.by_player) > 1 else 0]
            case rx.DirectionsUnion():
                parts = [self.directions(item, me, given, named) for item in node.items]
                return None if None in parts else tuple(dict.fromkeys(n for part in parts for n in part or ()))
            case rx.TurnedDirections():
                item = self.directions(node.item, me, given, named)
                return None if item is None else tuple(dict.fromkeys(n for one in item for n in self.turned(node, one)))
            case rx.DefineCall():
                args = [self.directions(arg, me, given, named) for arg in node.args]
                return self.directions(self.rules.defines[node.define].body, me, args)
            case rx.Parameter():
                return given[node.number]
            case rx.Local() if node.name in named:
                return (named[node.name],)
        return None

    def turned(self, node: rx.TurnedDirections, number: int) -> tuple[int, ...]:
        """What a direction becomes."""
        if node.how == "back":
            back = self.board.back(number)
            return () if back is None else (back,)
        return (self.board.beside if node.how == "beside" else self.board.across)(number) or ()

    def directions_of(self, travel: rp.LineTravel, me: int) -> Numbers:
        """The directions of a run in ascending order, where they are known beforehand."""
        node = travel.way.directions
        if not isinstance(node, rx.FixedDirections | rx.Relative) or has_facing(self.rules):
            return None
        return tuple(sorted(set(self.directions(node, me) or ())))

    def axes(self, line: rx.LineOf, me: int) -> list[int] | None:
        """One direction of each pair of opposite ones that a line may lie in; None if that is only known in play."""
        numbers: Sequence[int] | None = self.board.direction_sets.get("any", ())
        if line.directions is not None:
            numbers = self.directions(line.directions, me)
        found: list[int] = []
        for number in numbers or ():
            if number not in found and self.board.back(number) not in found:
                found.append(number)
        return None if numbers is None else found

    @cached_property
    def cyclic(self) -> list[bool]:
        """For each direction whether it can lead back to where one began."""
        return [self._has_cycle(number) for number in range(len(self.board.directions))]

    def _has_cycle(self, number: int) -> bool:
        n = len(self.board)
        for table in self.board.directions[number].tables:
            for start in range(n):
                site, steps = table[start], 0
                while site >= 0 and site != start and steps <= n:
                    site, steps = table[site], steps + 1
                if site == start:
                    return True
        return False

    def rays(self, number: int, me: int) -> list[int]:
        """For each site those that lie in a direction."""
        table = self.board.directions[number].next_for(me)
        found = []
        for start in range(len(self.board)):
            mask, site = 0, table[start]
            while site >= 0:
                mask, site = mask | 1 << site, table[site]
            found.append(mask)
        return found

    def chosen_directions(self, choice: Choice, me: int) -> tuple[int, ...]:
        """The directions that a `with` lets a player choose from."""
        domain = self.engine.candidates.domain(Position(), me, choice.values, choice.type)
        return tuple(int(value[0]) for value in domain if isinstance(value, tuple))

    # ------------------------------------------------------------ pieces and ways

    def ways(self, action: Action) -> int | None:
        """How many ways the one choice among its effects has; None if there are more choices."""
        found = 1
        for effect in simple(action.effects):
            if isinstance(effect, fx.May) and isinstance(effect.effect, fx.Conditional | fx.Branch | fx.Named):
                return None
            ways = _ways(effect)
            if ways > 1:
                if found > 1:
                    return None
                found = ways
        return found


def _ways(effect: fx.Effect) -> int:
    if isinstance(effect, fx.May):
        return 1 + _ways(effect.effect)
    return len(effect.values) if isinstance(effect, fx.SetTo) else 1


class Question:
    """Something that is asked of the rules: what it is asked with."""

    def __init__(self, static: Static) -> None:
        self.static, self.engine, self.facts = static, static.engine, static.facts
        self.rules, self.board = static.rules, static.board
        self.n = len(static.board)

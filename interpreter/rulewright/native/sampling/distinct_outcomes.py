"""Injectivity of moves: do different choices lead to different positions? Then a draw of one is a draw of the other.

A move is told by where my pieces stand afterwards, as long as nobody but the enemy loses pieces and nobody changes
sides; or by which sites are held at all, as long as nothing is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ...rules.types import Type
from ..decide.reach import Reach
from ..decide.static import Static
from ..layout.facts import Facts


class Apart:
    def __init__(self, facts: Facts, static: Static, reach: Reach) -> None:
        self.rules = facts.rules
        self.facts = facts
        self.static = static
        self.reach = reach

    # ------------------------------------------------------------ one action

    def tells(self, action: Action) -> bool:
        """Whether the position after an action tells which piece went where."""
        if action.path is not None and any(landing.off for landing in self.landings(action.path)):
            return False
        layer = self.layer(action)
        stacked = layer == 0 and self.rules.stack > 1
        sites = self._sites(action)
        on_empty = stacked or action.verb == "place" or all(self.vacant(site, layer) for site in sites)
        if on_empty and not self._takes(action):
            return True
        if self.turncoats(action):
            return False
        if action.verb == "place":
            return self._places_enemies(action) is False
        mine = action.subject is not None and self.mine(action.subject, layer)
        return mine and (stacked or all(self.spares_mine(site, layer) for site in sites))

    def layer(self, action: Action) -> int:
        if action.verb == "place":
            return self.rules.kinds[self.static.entries(action)[0][0]].layer
        return action.layer

    def _sites(self, action: Action) -> list[rx.Expr]:
        """The sets a piece may land in."""
        if action.path is not None:
            return [landing.item for landing in self.landings(action.path) if landing.item is not None]
        return [action.to] if action.to is not None else []

    def lands_on_empty(self, action: Action) -> bool:
        """Whether nothing stands where a piece of an action lands."""
        if action.path is None:
            return action.to is not None and self.vacant(action.to, action.layer)
        landings = self.landings(action.path)
        return all(item.item is not None and self.vacant(item.item, action.layer) for item in landings)

    def _takes(self, action: Action) -> bool:
        """Whether effects can take pieces off the board."""
        effects = (*action.effects, *self.rules.when_turn_ends)
        return any(isinstance(node, fx.Capture | fx.Remove | fx.Move) for one in effects for node in rx.walk(one))

    def turncoats(self, action: Action | None = None) -> bool:
        """Whether a piece can get another owner and stay on the board."""
        effects = (*self.rules.when_turn_ends, *(action.effects if action is not None else ()))
        if any(self.changes_sides(node) for one in effects for node in rx.walk(one)):
            return True
        # What is captured leaves; others might not.
        captured = [node for one in self.rules.when_captured or () for node in rx.walk(one)]
        others = [node for node in captured if isinstance(node, fx.SetTo) and not _is_it(node.item)]
        return any(self.changes_sides(node) for node in others)

    @staticmethod
    def changes_sides(node: rx.Node) -> bool:
        if not isinstance(node, fx.SetTo):
            return False
        return any(
            value.owner is not None or (value.local is not None and value.local.type is Type.PLAYER)
            for value in node.values
        )

    def _places_enemies(self, action: Action) -> bool | None:
        """Whether a placed piece may be an enemy's."""
        piece = action.piece
        if piece is None:
            return None
        return not (piece.kind is None or piece.owner is None or isinstance(piece.owner, rx.Me))

    def mild_elsewhere(self) -> bool:
        """Whether what happens at the end of a turn, or to a captured piece, brings and takes nothing of mine."""
        for where in (self.rules.when_turn_ends, self.rules.when_captured or ()):
            for node in (node for effect in where for node in rx.walk(effect)):
                if isinstance(node, fx.Put | fx.ShiftToward | fx.ShiftAlong | fx.Sow | fx.HookEffect | fx.Remove):
                    return False
                if isinstance(node, fx.Capture) and not self.theirs(node.item, node.layer):
                    return False
                if isinstance(node, fx.Move):
                    captured = where is not self.rules.when_turn_ends and _is_it(node.item)
                    if not isinstance(node.goal, fx.TrayGoal) or not (captured or self.theirs(node.item, node.layer)):
                        return False
        return not self.rules.when_out

    def brings_others(self, effect: fx.Put, action: Action) -> bool:
        """Whether pieces are put that the action itself neither moves nor places: its own kinds tell what it did."""
        kind = effect.piece.kind
        if kind is None or action.verb not in ("move", "place"):
            return False
        if any(isinstance(node, fx.SetTo) for one in action.effects for node in rx.walk(one)):
            return False
        own = self.movers(action) if action.verb == "move" else {number for number, _ in self.static.entries(action)}
        return kind not in own

    def is_of_others(self, effect: fx.Capture | fx.Remove, condition: rx.Expr) -> bool:
        """Whether a kind that only one player has is taken, and only if somebody else is to move."""
        item, parts = effect.item, condition.items if isinstance(condition, rx.AllOf) else (condition,)
        if not isinstance(item, rx.Pattern) or not item.kinds:
            return False
        owners = {owner for kind in item.kinds for owner in self._owners(kind)}
        for node in parts:
            asked = isinstance(node, rx.Comparison) and node.sign == "=" and isinstance(node.left, rx.Me)
            if asked and isinstance(node, rx.Comparison) and isinstance(node.right, rx.PlayerValue):
                return node.right.player not in owners
        return False

    def _owners(self, kind: int) -> set[int]:
        """The players who may have a piece of a kind; all of them, unless none ever comes onto the board later."""
        everybody = set(range(len(self.rules.players)))
        comes = (fx.Put, fx.SetTo, fx.Flip, fx.HookEffect)
        effects = (node for root in self.facts.roots() for node in rx.walk(root))
        placed = any(action.verb == "place" for action in self.rules.actions)
        if placed or any(isinstance(node, comes) for node in effects):
            return everybody
        positions = [self.rules.start, *(case.position for case in self.rules.tests if case.position is not None)]
        found = {piece.owner for position in positions for piece in position.pieces if piece.kind == kind}
        return {owner for owner in found if owner is not None}

    def chooses(self, action: Action) -> bool:
        """Whether nothing that follows the choice of an effect can undo it."""
        for number, effect in enumerate(action.effects):
            inner = _unwrapped(effect)
            if not self._is_choice(inner):
                continue
            if isinstance(inner, fx.May) and not isinstance(inner.effect, fx.SetTo | fx.Capture | fx.Remove):
                return False
            of_kinds = isinstance(inner, fx.SetTo) and all(value.kind is not None for value in inner.values)
            for later in (*action.effects[number + 1 :], *self.rules.when_turn_ends):
                after = _unwrapped(later)
                if isinstance(after, fx.Assign | fx.NextPlayer | fx.EndTurn):
                    continue
                states = isinstance(after, fx.SetTo) and all(value.state is not None for value in after.values)
                if not (of_kinds and states):
                    return False
        return True

    @staticmethod
    def _is_choice(effect: fx.Effect) -> bool:
        return isinstance(effect, fx.May) or (isinstance(effect, fx.SetTo) and len(effect.values) > 1)

    # ------------------------------------------------------------ two actions

    def moves(self, one: Action, other: Action) -> bool:
        """Whether two moves never lead the same kind of piece from the same site to the same site."""
        if _exclude(one.condition, other.condition):
            return True
        kinds = self.movers(one) & self.movers(other)
        if not kinds:
            return True
        if one.path is None or other.path is None:
            return False
        for player in range(len(self.rules.players)):
            first, second = self.reach.of(one.path, player), self.reach.of(other.path, player)
            if first is None or second is None:
                return False
            for kind in kinds:
                rows = [[row for key, row in found.items() if key in (None, kind)] for found in (first, second)]
                if any(a & b for left in rows[0] for right in rows[1] for a, b in zip(left, right, strict=True)):
                    return False
        return True

    def movers(self, action: Action) -> set[int]:
        """The kinds that an action may move."""
        found = {number for number, kind in enumerate(self.rules.kinds) if kind.layer == action.layer}
        items = action.subject.items if isinstance(action.subject, rx.Intersection) else (action.subject,)
        for item in items:
            if isinstance(item, rx.Pattern) and item.layer == action.layer:
                found &= set(item.kinds)
        return found

    def landings(self, path: rp.Path, known: frozenset[int] = frozenset()) -> Iterator[rp.Landing]:
        """The landings that end a path, and those it names or borrows."""
        if id(path) in known:
            return
        known |= {id(path)}
        for route in path.routes:
            travel = route.legs[-1].travel
            if isinstance(travel, rp.LineTravel | rp.Leap | rp.LeapToward):
                yield travel.landing
            elif isinstance(travel, rp.InnerPath | rp.RepeatTravel):
                yield from self.landings(travel.path, known)
            elif isinstance(travel, rp.NamedPath):
                yield from self.landings(self.rules.paths[travel.path].path, known)
            elif isinstance(travel, rp.ItsPath | rp.LikePath):
                for kind in self.rules.kinds:
                    for attribute in kind.attributes:
                        inner = [attribute.path, *attribute.by_value] if attribute.name == travel.attribute else []
                        for item in inner:
                            if item is not None:
                                yield from self.landings(item, known)

    # ------------------------------------------------------------ what sets hold

    def mine(self, node: rx.Expr, layer: int) -> bool:
        """Whether a set holds my pieces only."""
        return self._within(node, layer, lambda item: isinstance(item, rx.Pattern) and item.owner is rx.Owner.MINE)

    def theirs(self, node: rx.Expr, layer: int) -> bool:
        """Whether a set holds enemy pieces only."""
        return self._within(node, layer, lambda item: isinstance(item, rx.Pattern) and item.owner is rx.Owner.ENEMY)

    def pieces(self, node: rx.Expr, layer: int) -> bool:
        """Whether a set holds pieces only."""
        return self._within(node, layer, lambda item: isinstance(item, rx.Pattern))

    def vacant(self, node: rx.Expr, layer: int) -> bool:
        """Whether nothing stands on the sites of a set."""
        return self._without(node, layer, (), (rx.Owner.ANYBODY,))

    def spares_mine(self, node: rx.Expr, layer: int) -> bool:
        """Whether none of my pieces stands on the sites of a set."""
        others = (rx.Owner.ENEMY, rx.Owner.NEUTRAL)
        return self._without(node, layer, others, (rx.Owner.ANYBODY, rx.Owner.MINE))

    def _without(self, node: rx.Expr, layer: int, owners: tuple[rx.Owner, ...], left_out: tuple[rx.Owner, ...]) -> bool:
        """Whether a set is made of empty sites and pieces of these owners, or all pieces of others are left out."""

        def fits(item: rx.Expr) -> bool:
            if isinstance(item, rx.EmptySites):
                return layer == 0
            if isinstance(item, rx.Difference):
                right = item.right
                if not isinstance(right, rx.Pattern) or not self.facts.covers(right) or right.states:
                    return False
                return right.owner in left_out and right.layer == layer
            return isinstance(item, rx.Pattern) and item.owner in owners

        return self._within(node, layer, fits)

    def _within(self, node: rx.Expr, layer: int, fits: object) -> bool:
        """Whether a set lies within those that fit, by how it is made."""
        assert callable(fits)
        if (not isinstance(node, rx.Pattern) or node.layer == layer) and fits(node):
            return True
        match node:
            case rx.Intersection():
                return any(self._within(item, layer, fits) for item in node.items)
            case rx.Union():
                return all(self._within(item, layer, fits) for item in node.items)
            case rx.Difference():
                return self._within(node.left, layer, fits)
            case rx.Joined():
                return self._within(node.within, layer, fits)
            case rx.WithHeight():
                return self._within(node.item, layer, fits)
            case rx.DefineCall():
                return self._within(self.rules.defines[node.define].body, layer, fits)
            case rx.Either():
                return self._within(node.value, layer, fits) and self._within(node.otherwise, layer, fits)
            case rx.PassedBy():
                runs = self._runs(node.path)
                return runs is not None and all(self._within(item, layer, fits) for item in runs)
        return False

    def _runs(self, path: rp.Path) -> list[rx.Expr] | None:
        """The sets that sites on the way belong to; None if a path is more than runs along rays."""
        found: list[rx.Expr] = []
        for route in path.routes:
            travel = route.legs[0].travel
            if len(route.legs) != 1 or not isinstance(travel, rp.LineTravel):
                return None
            found.extend(item.item for item in travel.run)
        return found


def _unwrapped(effect: fx.Effect) -> fx.Effect:
    return effect.effect if isinstance(effect, fx.Conditional) else effect


def _is_it(node: rx.Expr) -> bool:
    return isinstance(node, rx.PartWord) and node.word == "it"


def _exclude(one: rx.Expr | None, other: rx.Expr | None) -> bool:
    """Whether two conditions can never hold together: different numbers wanted of the same thing."""
    if not isinstance(one, rx.Comparison) or not isinstance(other, rx.Comparison) or not same(one.left, other.left):
        return False
    for node in rx.walk(one.left):
        if isinstance(node, rx.Local) or (isinstance(node, rx.PartWord) and node.word in ("dir", "passed")):
            return False  # each action has its own
    if not isinstance(one.right, rx.Number) or not isinstance(other.right, rx.Number):
        return False
    first, second = _wanted(one.sign, one.right.value), _wanted(other.sign, other.right.value)
    return first is not None and second is not None and (first[1] < second[0] or second[1] < first[0])


def _wanted(sign: str, value: int) -> tuple[int, int] | None:
    """The numbers that pass a comparison, from and to."""
    endless = 1 << 62
    ranges = {
        "=": (value, value),
        "<": (-endless, value - 1),
        "<=": (-endless, value),
        ">": (value + 1, endless),
        ">=": (value, endless),
    }
    return ranges.get(sign)


def same(one: object, other: object) -> bool:
    """Whether two expressions say the same, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, rx.Node) and isinstance(other, rx.Node):
        names = [name for name in type(one).__match_args__ if name != "span"]
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return one == other


__all__ = ["Apart"]

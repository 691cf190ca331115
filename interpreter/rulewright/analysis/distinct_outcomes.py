"""Injectivity of moves: do different choices lead to different positions? Then a draw of one is a draw of the other.

A move is told by where my pieces stand afterwards, as long as nobody but the enemy loses pieces and nobody changes
sides; or by which sites are held at all, as long as nothing is taken.
"""

from __future__ import annotations

from collections.abc import Callable

from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules.game import Action
from .actions import landing_layer, landing_sets, movers
from .conditions import exclude
from .effects import changes_sides, choices, is_choice, unwrapped
from .facts import Facts
from .paths import landings
from .roots import walk_all
from .sets import holds_mine, holds_theirs, is_vacant, spares_mine

# Effects that bring pieces, or take some of mine to other sites or off the board.
_CARRYING = (
    fx.Put, fx.TakeSome, fx.ShiftToward, fx.ShiftAlong, fx.Sow, fx.HookEffect, fx.Remove, fx.SetUpAgain,
)  # fmt: skip
# Of a path and a player, by kind (None: whatever the kind): for each start the sites that can be reached at most.
Reachable = Callable[[rp.Path, int], dict[int | None, tuple[int, ...]] | None]


class DistinctOutcomes:
    """Questions about the actions of one game."""

    def __init__(self, facts: Facts, reachable: Reachable) -> None:
        self.facts = facts
        self.rules = facts.rules
        self.reachable = reachable

    # ------------------------------------------------------------ one action

    def tells(self, action: Action) -> bool:
        """Whether the position after an action tells what went where, if its own effects take nothing of mine."""
        if action.path is not None and any(landing.off for landing in landings(self.rules, action.path)):
            return False
        layer = landing_layer(self.facts, action)
        stacked = layer == 0 and self.rules.stack > 1
        sites = landing_sets(self.rules, action)
        on_empty = stacked or action.verb == "place" or all(is_vacant(self.facts, site, layer) for site in sites)
        if on_empty and not self._takes(action):
            return True
        if self.turncoats(action):
            return False
        if action.verb == "place":
            return self._places_enemies(action) is False
        mine = action.subject is not None and holds_mine(self.rules, action.subject, layer)
        return mine and (stacked or all(spares_mine(self.facts, site, layer) for site in sites))

    def _takes(self, action: Action) -> bool:
        """Whether effects can take pieces off the board."""
        effects = (*action.effects, *self.rules.when_turn_ends)
        return any(
            isinstance(node, fx.Capture | fx.Remove | fx.Move | fx.TakeSome | fx.SetUpAgain)
            for node in walk_all(effects)
        )

    def turncoats(self, action: Action | None = None) -> bool:
        """Whether a piece can get another owner and stay on the board."""
        effects = (*self.rules.when_turn_ends, *(action.effects if action is not None else ()))
        if any(map(changes_sides, walk_all(effects))):
            return True
        # What is captured leaves; others might not.
        captured = walk_all(self.rules.when_captured or ())
        return any(changes_sides(node) for node in captured if isinstance(node, fx.SetTo) and not _is_it(node.item))

    def _places_enemies(self, action: Action) -> bool | None:
        """Whether a placed piece may be an enemy's."""
        piece = action.piece
        if piece is None:
            return None
        return not (piece.kind is None or piece.owner is None or isinstance(piece.owner, rx.Me))

    def mild_elsewhere(self) -> bool:
        """Whether what happens at the end of a turn, or to a captured piece, brings and takes nothing of mine."""
        for where in (self.rules.when_turn_ends, self.rules.when_captured or ()):
            for node in walk_all(where):
                if isinstance(node, _CARRYING):
                    return False
                if isinstance(node, fx.Capture) and not holds_theirs(self.rules, node.item, node.layer):
                    return False
                if isinstance(node, fx.Move):
                    captured = where is not self.rules.when_turn_ends and _is_it(node.item)
                    if not isinstance(node.goal, fx.TrayGoal) or not (
                        captured or holds_theirs(self.rules, node.item, node.layer)
                    ):
                        return False
        return not self.rules.when_out

    def brings_others(self, effect: fx.Put, action: Action) -> bool:
        """Whether pieces are put that the action itself neither moves nor places: its own kinds tell what it did."""
        kind = effect.piece.kind
        if kind is None or action.verb not in ("move", "place"):
            return False
        if any(isinstance(node, fx.SetTo) for node in walk_all(action.effects)):
            return False
        if action.verb == "move":
            return kind not in movers(self.rules, action)
        return kind not in {number for number, _ in self.facts.trays.entries(action)}

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
        if any(action.verb == "place" for action in self.rules.actions) or self.facts.says(*comes):
            return everybody
        positions = [self.rules.start, *(case.position for case in self.rules.tests if case.position is not None)]
        found = {piece.owner for position in positions for piece in position.pieces if piece.kind == kind}
        return {owner for owner in found if owner is not None}

    def chooses(self, action: Action) -> bool:
        """Whether nothing that follows the choice of an effect can undo it."""
        for number, effect in enumerate(action.effects):
            inner = unwrapped(effect)
            if isinstance(inner, fx.Branch | fx.Named) and choices((inner,)):
                return False
            if not is_choice(inner):
                continue
            if isinstance(inner, fx.May) and not isinstance(inner.effect, fx.SetTo | fx.Capture | fx.Remove):
                return False
            of_kinds = isinstance(inner, fx.SetTo) and all(value.kind is not None for value in inner.values)
            for later in (*action.effects[number + 1 :], *self.rules.when_turn_ends):
                after = unwrapped(later)
                if isinstance(after, fx.Assign | fx.NextPlayer | fx.EndTurn):
                    continue
                states = isinstance(after, fx.SetTo) and all(value.state is not None for value in after.values)
                if not (of_kinds and states):
                    return False
        return True

    # ------------------------------------------------------------ two actions

    def moves(self, one: Action, other: Action) -> bool:
        """Whether two moves never lead the same kind of piece from the same site to the same site."""
        if exclude(one.condition, other.condition):
            return True
        kinds = movers(self.rules, one) & movers(self.rules, other)
        if not kinds:
            return True
        if one.path is None or other.path is None:
            return False
        for player in range(len(self.rules.players)):
            first, second = self.reachable(one.path, player), self.reachable(other.path, player)
            if first is None or second is None:
                return False
            for kind in kinds:
                rows = [[row for key, row in found.items() if key in (None, kind)] for found in (first, second)]
                if any(a & b for left in rows[0] for right in rows[1] for a, b in zip(left, right, strict=True)):
                    return False
        return True


def _is_it(node: rx.Expr) -> bool:
    return isinstance(node, rx.PartWord) and node.word == "it"

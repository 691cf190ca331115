"""Trays: pieces off the board, and which of them a `place` or `put` takes (semantics D31, D32)."""

from __future__ import annotations

from ..rules import effects as fx
from ..rules.effects import PieceSpec
from ..rules.expressions import walk
from ..rules.game import Action, Rules
from .pieces import NEUTRAL, PieceCodes
from .position import Position


class Trays:
    def __init__(self, rules: Rules, codes: PieceCodes) -> None:
        self.rules = rules
        self.codes = codes
        named = {stock.kind for stock in rules.start.trays}
        # A kind is tracked if its number is limited by a tray; other kinds come from nowhere in particular.
        self.tracked = {number for number, kind in enumerate(rules.kinds) if kind.supply is not None} | named
        self.in_hands = {stock.kind for stock in rules.start.trays if stock.tray == "hand"}
        if self._moves_to_hand():
            self.in_hands |= {number for number, kind in enumerate(rules.kinds) if not kind.neutral}
            self.tracked |= self.in_hands

    def _moves_to_hand(self) -> bool:
        effects = [*(self.rules.when_captured or ()), *self.rules.when_turn_ends, *self.rules.when_out]
        for action in self.rules.actions:
            effects.extend((*action.before, *action.effects))
        return any(
            isinstance(node, fx.Move) and isinstance(node.goal, fx.TrayGoal) and node.goal.tray == "hand"
            for effect in effects
            for node in walk(effect)
        )

    def default_trays(self, kind: int) -> tuple[str, ...]:
        if kind not in self.tracked:
            return ()
        return ("hand",) if kind in self.in_hands else ("supply",)

    def first_state(self, kind: int, states: tuple[int, ...]) -> int:
        """A new piece has the first value of each axis, unless states are named."""
        values = [0] * len(self.codes.radices[kind])
        for state in states:
            axis, value = self.rules.states[state].places[kind]
            values[axis] = value
        return self.codes.state_of(kind, tuple(values))

    def offers(self, position: Position, action: Action, owner: int, me: int) -> list[tuple[int, int, int, str | None]]:
        """What a `place` can bring in: (kind, state, owner, tray), in the order of kinds and states."""
        piece = action.piece
        if piece is None:
            return []
        kinds = range(len(self.rules.kinds)) if piece.kind is None else (piece.kind,)
        found: list[tuple[int, int, int, str | None]] = []
        for kind in kinds:
            if piece.kind is None and kind not in self.tracked:
                continue
            found.extend(self._offers_of(position, action, piece, kind, owner, me))
        return found

    def _offers_of(
        self, position: Position, action: Action, piece: PieceSpec, kind: int, owner: int, me: int
    ) -> list[tuple[int, int, int, str | None]]:
        neutral = self.rules.kinds[kind].neutral
        owned_by = NEUTRAL if neutral else (me if piece.kind is None else owner)
        trays = action.trays or self.default_trays(kind)
        if not trays:
            return [(kind, self.first_state(kind, piece.states), owned_by, None)]
        for tray in trays:
            holder = self.holder(tray, owned_by, me)
            states = sorted(
                state
                for (name, player, k, state), count in position.trays.items()
                if name == tray and player == holder and k == kind and count > 0
                and self._fits(kind, state, piece.states)
            )  # fmt: skip
            if states:
                # Different states of one kind in the tray are different candidates.
                return [(kind, state, owned_by, tray) for state in states]
        return []

    def _fits(self, kind: int, state: int, wanted: tuple[int, ...]) -> bool:
        values = self.codes.values(kind, state)
        return all(values[self.rules.states[s].places[kind][0]] == self.rules.states[s].places[kind][1] for s in wanted)

    @staticmethod
    def holder(tray: str, owner: int, me: int) -> int:
        """Whose tray: the supply is everybody's; neutral pieces come out of my own trays."""
        if tray == "supply":
            return NEUTRAL
        return me if owner == NEUTRAL else owner

    def has(self, position: Position, tray: str, kind: int, state: int, owner: int, me: int) -> bool:
        return position.trays.get((tray, self.holder(tray, owner, me), kind, state), 0) > 0

    def take(self, position: Position, tray: str, kind: int, state: int, owner: int, me: int) -> None:
        key = (tray, self.holder(tray, owner, me), kind, state)
        position.trays[key] -= 1
        if not position.trays[key]:
            del position.trays[key]

    def take_out(self, position: Position, kind: int, state: int, owner: int, me: int) -> int | None:
        """One such piece for `put`; None if its tray is empty."""
        trays = self.default_trays(kind)
        if not trays:
            return self.codes.code(owner, kind, state)
        for tray in trays:
            if self.has(position, tray, kind, state, owner, me):
                self.take(position, tray, kind, state, owner, me)
                return self.codes.code(owner, kind, state)
        return None

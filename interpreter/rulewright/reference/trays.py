"""Trays: pieces off the board, and which of them a `place` or `put` takes (semantics D31, D32)."""

from __future__ import annotations

from ..analysis.pieces import NEUTRAL
from ..analysis.trays import TrayFacts
from ..rules.effects import PieceSpec
from ..rules.game import Action
from .position import Position


class Trays(TrayFacts):
    """What is in the trays, and how it comes out."""

    def offers(self, position: Position, action: Action, owner: int, me: int) -> list[tuple[int, int, int, str | None]]:
        """What a `place` can bring in: (kind, state, owner, tray), in the order of kinds and states."""
        piece = action.piece
        if piece is None:
            return []
        found: list[tuple[int, int, int, str | None]] = []
        for kind in self.kinds(action):
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
                and self.fits(kind, state, piece.states)
            )  # fmt: skip
            if states:
                # Different states of one kind in the tray are different candidates.
                return [(kind, state, owned_by, tray) for state in states]
        return []

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

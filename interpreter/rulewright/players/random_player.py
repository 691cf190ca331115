"""Any legal move: the baseline that everything must beat."""

from __future__ import annotations

from ..reference.hashing import draw
from ..state import State
from .player import Opinion, Stop, Tell


class RandomPlayer:
    spec = "random"

    def choose(self, state: State, seed: int, stop: Stop | None = None, tell: Tell | None = None) -> Opinion:
        moves = state.legal_moves
        return Opinion(moves[draw(seed, 0, 0, len(moves))])

    def forget(self) -> None:
        """Nothing was kept."""

"""A short look at everything before the playouts: a win in two moves is seen, however good all other moves look.

Where a player is far ahead, playouts find every move good, and a tree search turns round in front of the goal.
"""

from __future__ import annotations

from ..state import State
from .alphabeta import AlphaBeta
from .player import Opinion, Stop

_PLIES = 3
_SHARE = 0.1  # of the time
_MOST = 1.0  # seconds
_LEAST = 0.2  # seconds: with less time the look would take too much of it
_PER_MOVE = 10  # positions for each legal move: so many it takes in most games, each about as dear as a playout
_MOST_MOVES = 10_000  # with more, one ply takes longer than the look may
_MEGABYTES = 4


class Foresight:
    def __init__(self, seconds: float | None, playouts: int | None) -> None:
        self._is_worth_it = seconds is None or seconds >= _LEAST
        self._playouts = playouts
        time = None if seconds is None else min(_SHARE * seconds, _MOST)
        self._player = AlphaBeta(time=time, depth=_PLIES, memory=_MEGABYTES)

    def look(self, state: State, seed: int, stop: Stop | None) -> tuple[Opinion | None, float]:
        """What wins for certain, if that is near; and how many seconds it took to look for it."""
        moves = len(state.legal_moves)
        is_cheap = moves <= _MOST_MOVES if self._playouts is None else _PER_MOVE * moves <= self._playouts
        if not self._is_worth_it or not is_cheap:
            return None, 0.0
        opinion = self._player.choose(state, seed, stop)
        return opinion if opinion.proof == "win" else None, opinion.seconds

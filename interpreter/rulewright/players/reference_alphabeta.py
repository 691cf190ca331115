"""Alpha-beta on the reference interpreter, written to be read: pieces are counted, and it does not get deep."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from ..reference.hashing import draw
from ..seats import seat_to_move
from ..state import State
from .greedy import material
from .player import Candidate, Opinion, Stop, Tell, worth
from .reference_tree import by_person
from .search_tree import Proven, best_worth, judged, proof_for

_WON = 1e6  # less one for each move that it takes
_KNOWN = _WON - 1000  # what is worth more is certain; what chance makes likely is worth less


class _Stopped(Exception):
    """There is no more time."""


class ReferenceAlphaBeta:
    """Values are those of one person, against whom everybody else plays: 0 … 1, and far beyond where it is certain."""

    def __init__(self, state: State, seed: int, is_over: Callable[[], bool]) -> None:
        self.state = state
        self.person = seat_to_move(state)
        self.most = best_worth(state, self.person)
        self.is_over = is_over
        self.nodes = 0
        # Equal moves are tried in an order that depends on the seed alone.
        count = len(state.legal_moves)
        first = draw(seed, 0, 0, count)
        self.order = [*range(first, count), *range(first)]
        self.values: dict[int, float] = {}

    def deepen(self, depth: int) -> bool:
        """Looks so many moves ahead; no if time was over before."""
        values: dict[int, float] = {}
        best = -2 * _WON
        try:
            for index in self.order:
                values[index] = self._behind(self.state, index, depth - 1, best, 2 * _WON, 1)
                best = max(best, values[index])
        except _Stopped:
            return False
        self.values = values
        self.order.sort(key=lambda index: -values[index])
        return True

    def _behind(self, state: State, index: int, depth: int, alpha: float, beta: float, ply: int) -> float:
        state = state.copy()
        state.push(state.legal_moves[index])
        return self._value(state, depth, alpha, beta, ply)

    def _value(self, state: State, depth: int, alpha: float, beta: float, ply: int) -> float:
        self.nodes += 1
        if self.is_over():
            raise _Stopped
        outcome = state.outcome
        if outcome is not None:
            share = by_person(state, worth(outcome, state.game.players))[self.person]
            return _WON - ply if share >= self.most else ply - _WON if share <= 0 else share
        if depth <= 0:
            return material(state, self.person)
        indexes = range(len(state.legal_moves))
        if state.is_chance:
            weights = state.weights
            values = [self._behind(state, index, depth, -2 * _WON, 2 * _WON, ply + 1) for index in indexes]
            return sum(map(float.__mul__, values, map(float, weights))) / sum(weights)
        mine = seat_to_move(state) == self.person
        best = -2 * _WON if mine else 2 * _WON
        for index in indexes:
            value = self._behind(state, index, depth - 1, alpha, beta, ply + 1)
            best = max(best, value) if mine else min(best, value)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    def opinion(self, depth: int, seconds: float) -> Opinion:
        values = self.values or dict.fromkeys(self.order, 0.5)
        order = sorted(self.order, key=lambda index: -values[index])
        candidates = tuple(self._candidate(index, values[index]) for index in order)
        return judged(self.state, candidates, (candidates[0].move,), self.nodes, depth, seconds)

    def _candidate(self, index: int, value: float) -> Candidate:
        proven = None
        if abs(value) > _KNOWN:
            proven = Proven((self.most if value > 0 else 0.0,), 0)
        return Candidate(self.state.legal_moves[index], 0, min(1.0, max(0.0, value)), proof_for(proven, 0, self.most))


def choose_by_reference(
    state: State,
    seed: int,
    seconds: float | None,
    deepest: int,
    stop: Stop | None,
    tell: Tell | None,
) -> Opinion:
    begin, reached = monotonic(), 0

    def is_over() -> bool:
        late = seconds is not None and monotonic() - begin >= seconds
        return reached > 0 and (late or (stop is not None and stop()))

    search = ReferenceAlphaBeta(state, seed, is_over)
    for depth in range(1, deepest + 1):
        if not search.deepen(depth):
            break
        reached = depth
        opinion = search.opinion(depth, monotonic() - begin)
        if tell is not None:
            tell(opinion)
        if opinion.proof is not None:
            break
    return search.opinion(reached, monotonic() - begin)

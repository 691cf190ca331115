"""One move ahead: takes a win, avoids what loses at once, and otherwise counts pieces."""

from __future__ import annotations

from ..analysis.players import mates
from ..reference.hashing import draw
from ..seats import seat_of, seat_to_move
from ..state import Move, State
from .player import Candidate, Opinion, Proof, Stop, Tell


class Greedy:
    spec = "greedy"

    def choose(self, state: State, seed: int, stop: Stop | None = None, tell: Tell | None = None) -> Opinion:
        looked_at: list[Candidate] = []
        for move in state.legal_moves:
            looked_at.append(_judged(state, move))
            if looked_at[-1].proof == "win" or (stop is not None and stop()):
                break
        best = max(looked_at, key=_rank)
        equals = [candidate for candidate in looked_at if _rank(candidate) == _rank(best)]
        chosen = equals[draw(seed, 0, 0, len(equals))]
        others = sorted((candidate for candidate in looked_at if candidate is not chosen), key=_rank, reverse=True)
        return Opinion(
            chosen.move, (chosen, *others), proof=chosen.proof, line=(chosen.move,), visits=len(looked_at), depth=1
        )

    def forget(self) -> None:
        """Nothing was kept."""


def _rank(candidate: Candidate) -> tuple[int, float]:
    """What wins, then what goes on or is a draw (as good as even material), then what loses."""
    return {"win": 2, "loss": 0}.get(candidate.proof or "", 1), candidate.value


def _judged(state: State, move: Move) -> Candidate:
    me = seat_to_move(state)
    after = state.copy()
    after.push(move)
    outcome = after.outcome
    if outcome is None:
        return Candidate(move, 1, material(after, me))
    if outcome.draw:
        return Candidate(move, 1, 0.5, "draw")
    proof: Proof = "win" if after.game.players[seat_of(after, me)] in outcome.winners else "loss"
    return Candidate(move, 1, 1.0 if proof == "win" else 0.0, proof)


def material(state: State, seat: int) -> float:
    """The share that one side has of the pieces on the board and in hand, next to an average opponent: 0 … 1."""
    side = seat_of(state, seat)
    players = state.game.rules.players
    counts = [0] * len(players)
    codes = state.game._engine.codes
    for layer in state.position.layers:
        for stack in layer.values():
            for code in stack:
                if codes.owner(code) >= 0:
                    counts[codes.owner(code)] += 1
    for (tray, owner, _, _), count in state.position.trays.items():
        if tray == "hand" and owner >= 0:
            counts[owner] += count
    friends = mates(state.game.rules, side)
    enemies = [n for n in range(len(players)) if n not in friends]
    own = sum(counts[n] for n in friends) / len(friends)
    theirs = sum(counts[n] for n in enemies) / len(enemies) if enemies else 0.0
    return own / (own + theirs) if own + theirs else 0.5

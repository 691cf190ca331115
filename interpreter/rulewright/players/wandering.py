"""Out of a rut: who is ahead in a game that goes on and on tries what looks nearly as good as the best.

A judge can be so content with a position that every way out of it looks a little worse, and then the game never ends.
"""

from __future__ import annotations

from dataclasses import replace

from ..reference.hashing import mix
from .player import Opinion

_LONG = 100  # plies: most games that somebody wins are won by then
_AGAIN, _FOR = 50, 25  # every so many plies it wanders for so long, then it plays on from where it came to
_MARGIN = 0.03  # how much worse a move may look; each time it wanders again it dares as much more


def wander(opinion: Opinion, plies: int, players: int, seed: int) -> Opinion:
    best = opinion.candidates[0]
    wanders = plies >= _LONG and (plies - _LONG) % _AGAIN < _FOR
    if not wanders or best.proof is not None or best.value <= 1 / players:
        return opinion
    margin = _MARGIN * (1 + (plies - _LONG) // _AGAIN)
    open_to = [
        candidate
        for candidate in opinion.candidates
        if candidate.proof is None and candidate.visits and candidate.value >= best.value - margin
    ]
    chosen = open_to[mix(seed) % len(open_to)]
    if chosen is best:
        return opinion
    others = (candidate for candidate in opinion.candidates if candidate is not chosen)
    return replace(opinion, move=chosen.move, candidates=(chosen, *others), line=(chosen.move,))

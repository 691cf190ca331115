"""A seed for every decision of every game, so that one number gives the same games again."""

from __future__ import annotations

from ..reference.hashing import mix

_MASK = 2**64 - 1


def decision_seed(seed: int, game: int, decision: int) -> int:
    """What a player is given for a decision: it depends on these numbers alone, not on what was played before."""
    return mix(mix(mix(seed & _MASK) + game & _MASK) + decision & _MASK)

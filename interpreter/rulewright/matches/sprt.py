"""When a match has said enough: the generalised sequential probability ratio test.

Two statements are weighed against each other: the first player is stronger by `elo0`, or by `elo1`. How often pairs
of games end in which way is not known, so each statement is taken with the distribution that suits the results best.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .elo import expected_score

Verdict: TypeAlias = Literal["elo0", "elo1"]

_UNSEEN = 1e-3
"""What counts for a kind of result that has not come up: nearly nothing, but not impossible."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """`alpha` and `beta`: how often the test may decide for `elo1` though `elo0` is true, and the other way round."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Iterable[float], size: int) -> float:
        """The logarithm of the likelihood ratio after groups of `size` games with these sums of points."""
        counts = Counter(round(2 * score) for score in scores)
        if not counts:
            return 0.0
        seen = {half / (2 * size): counts.get(half, 0) or _UNSEEN for half in range(2 * size + 1)}
        return log_likelihood(seen, expected_score(self.elo1)) - log_likelihood(seen, expected_score(self.elo0))

    def verdict(self, ratio: float) -> Verdict | None:
        if ratio >= self.upper:
            return "elo1"
        return "elo0" if ratio <= self.lower else None


def log_likelihood(counts: Mapping[float, float], mean: float) -> float:
    """How likely results are under the distribution with this mean that suits them best (less a constant).

    With Lagrange multipliers it is p_i = q_i / (1 + t (a_i - mean)) for observed shares q_i of values a_i, where t
    makes the mean come out right.
    """
    total = sum(counts.values())
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(60):  # halving the interval: what is looked for falls as t grows
        t = (low + high) / 2
        if sum(count * (value - mean) / (1 + t * (value - mean)) for value, count in counts.items()) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return sum(count * math.log(count / total / (1 + t * (value - mean))) for value, count in counts.items())

"""Scores and Elo numbers: what a result says about strength, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

NORMAL_95 = 1.959963984540054
"""So many standard deviations to each side hold 95 % of a normal distribution."""

_PRIOR = 2.0
"""How many groups of games speak for the spread of plain wins and losses before any game is played.

A few games that happen to end alike would otherwise seem to leave no doubt at all.
"""


def elo(score: float) -> float:
    """The difference in strength that a share of the points stands for; without bound if it is all or nothing."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def expected_score(difference: float) -> float:
    """The share of the points that a player gets who is so much stronger."""
    return float(1 / (1 + 10 ** (-difference / 400)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of the points, 0 … 1, and the interval that holds the true one with 95 % confidence."""

    score: float
    low: float
    high: float


def estimate(groups: Sequence[Sequence[float]]) -> Estimate | None:
    """The share of the points from games in groups; games of a group began alike and are not independent.

    Wilson's interval, which also holds where all games are won, for as many independent games as would spread like
    these do: draws and games in pairs spread less than wins and losses.
    """
    games = sum(map(len, groups))
    if not games:
        return None
    mean = sum(map(sum, groups)) / games
    alone = games / _spread(groups, games, mean)
    centre = (mean + NORMAL_95**2 / (2 * alone)) / (1 + NORMAL_95**2 / alone)
    root = math.sqrt(mean * (1 - mean) / alone + (NORMAL_95 / (2 * alone)) ** 2)
    half = NORMAL_95 / (1 + NORMAL_95**2 / alone) * root
    return Estimate(mean, max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half)))


def _spread(groups: Sequence[Sequence[float]], games: int, mean: float) -> float:
    """How much more (above 1) or less the mean varies than that of independent wins and losses."""
    amount = len(groups)
    if amount < 2 or not 0 < mean < 1:
        return 1.0
    squares = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    variance_of_mean = squares / games**2 * amount / (amount - 1)
    found = variance_of_mean * games / (mean * (1 - mean))
    return (amount * found + _PRIOR) / (amount + _PRIOR)

"""Figures that know how sure they are: means and shares with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..matches.elo import NORMAL_95, estimate


@dataclass(frozen=True, slots=True)
class Figure:
    """A value, the interval that holds the true one with 95 % confidence, and how many games speak for it."""

    value: float
    low: float
    high: float
    games: int

    def data(self) -> dict[str, float | None]:
        """For JSON, which has no number without bound."""
        low, high = (None if math.isinf(bound) else bound for bound in (self.low, self.high))
        return {"value": self.value, "low": low, "high": high, "games": self.games}


def share(points: Sequence[float]) -> Figure | None:
    """A share of points, each 0 … 1: Wilson's interval."""
    found = estimate([[point] for point in points])
    return None if found is None else Figure(found.score, found.low, found.high, len(points))


def mean(values: Sequence[float]) -> Figure | None:
    """A mean, with the interval of the normal distribution; one value alone says nothing about its spread.

    The interval of what is counted, and so never below 0, does not go there either.
    """
    amount = len(values)
    if not amount:
        return None
    middle = sum(values) / amount
    if amount == 1:
        return Figure(middle, -math.inf, math.inf, 1)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / (amount - 1) / amount)
    low = max(middle - NORMAL_95 * spread, 0.0) if min(values) >= 0 else middle - NORMAL_95 * spread
    return Figure(middle, low, middle + NORMAL_95 * spread, amount)


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which this part of them lies, between two neighbours in proportion."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def around_median(values: Sequence[float]) -> tuple[float, float]:
    """The interval of the median, whatever the distribution: two of the values, by the binomial one's normal form."""
    ordered = sorted(values)
    half = NORMAL_95 * math.sqrt(len(ordered)) / 2
    low = math.floor(len(ordered) / 2 - half)
    high = math.ceil(len(ordered) / 2 + half)
    return ordered[max(0, low)], ordered[min(len(ordered) - 1, high)]

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

    def data(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high, "games": self.games}


def share(points: Sequence[float]) -> Figure | None:
    """A share of points, each 0 … 1: Wilson's interval."""
    found = estimate([[point] for point in points])
    return None if found is None else Figure(found.score, found.low, found.high, len(points))


def mean(values: Sequence[float]) -> Figure | None:
    """A mean, with the interval of the normal distribution; one value alone says nothing about its spread."""
    amount = len(values)
    if not amount:
        return None
    middle = sum(values) / amount
    if amount == 1:
        return Figure(middle, -math.inf, math.inf, 1)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / (amount - 1) / amount)
    return Figure(middle, middle - NORMAL_95 * spread, middle + NORMAL_95 * spread, amount)


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which this part of them lies, between two neighbours in proportion."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)

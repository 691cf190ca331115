"""Choices: all of them go through one `random.Random`, so a number stands for a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A few ways to choose; the source may be seeded, or be drawn by hypothesis."""

    def __init__(self, source: Random) -> None:
        self._source = source

    def number(self, low: int, high: int) -> int:
        return self._source.randint(low, high)

    def percent(self, chance: int) -> bool:
        """Yes in so many of a hundred cases. No is the simplest choice, and what hypothesis shrinks to."""
        return self.number(1, 100) > 100 - chance

    def pick(self, items: Sequence[T]) -> T:
        return items[self.number(0, len(items) - 1)]

    def some(self, items: Sequence[T], low: int, high: int) -> list[T]:
        """A few different ones, in the order given."""
        wanted = min(self.number(low, high), len(items))
        left = list(range(len(items)))
        chosen = [left.pop(self.number(0, len(left) - 1)) for _ in range(wanted)]
        return [items[place] for place in sorted(chosen)]

    def weighted(self, choices: Sequence[tuple[int, Callable[[], T]]]) -> T:
        """One of several ways to make a thing, by weight."""
        drawn = self.number(1, sum(weight for weight, _ in choices))
        for weight, make in choices:
            drawn -= weight
            if drawn <= 0:
                return make()
        raise AssertionError("no choices")

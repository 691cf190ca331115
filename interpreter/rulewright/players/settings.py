"""What can be set for a playing program, and in which bounds: `time=1`, `playouts=1000`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import InvalidPlayer, echoed

Value: TypeAlias = int | float | str


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""

    least: int
    most: int

    def read(self, text: str) -> int | None:
        if not (text.isascii() and text.isdecimal() and len(text) <= len(str(self.most))):
            return None
        return int(text) if self.least <= int(text) <= self.most else None

    def __str__(self) -> str:
        return f"a whole number from {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Number:
    """A number with decimals; `above` itself is too little, unless it is allowed."""

    above: float
    most: float
    included: bool = False

    def read(self, text: str) -> float | None:
        try:
            value = float(text)
        except ValueError:
            return None
        if not math.isfinite(value) or value > self.most or value < self.above:
            return None
        return value if value > self.above or self.included else None

    def __str__(self) -> str:
        return f"a number {'from' if self.included else 'above'} {self.above:g} up to {self.most:g}"


@dataclass(frozen=True, slots=True)
class Word:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, text: str) -> str | None:
        return text.lower() if text.lower() in self.words else None

    def __str__(self) -> str:
        return " or ".join(self.words)


@dataclass(frozen=True, slots=True)
class Setting:
    """A key of a player: its bounds, and what it does in a few words."""

    bounds: Whole | Number | Word
    does: str

    def read(self, key: str, text: str) -> Value:
        value = self.bounds.read(text)
        if value is None:
            raise InvalidPlayer(f'"{key}={echoed(text)}" does not fit: {key} is {self.bounds}')
        return value


def written(value: Value) -> str:
    """A value as it is typed: no `1.0` where `1` says the same."""
    return f"{value:.12g}" if isinstance(value, float) else str(value)

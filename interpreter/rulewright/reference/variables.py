"""Variables: entries, start values, clamping, ages (semantics D59 to D62)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..analysis.variables import entry_count, start_value
from ..rules.game import Rules, VariableSpec
from ..rules.types import Type
from .position import Position

Entry = tuple[int | None, int]  # value and, for a variable that lasts, the turns it still has to live


def stored(spec: VariableSpec, value: Any) -> int | None:
    """A value as the number that is kept; numbers are clamped to their range."""
    if spec.type is Type.SITE:
        return value.bit_length() - 1 if value else None
    if spec.type is Type.DIRECTION:
        return value[0] if value else None
    if spec.type is Type.NUMBER:
        return int(max(spec.low, min(spec.high, value)))
    return int(value)  # yes or no, a player, a kind; several sites are a bit set already


class Variables:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.store: Callable[[VariableSpec, Any], int | None] = stored  # who proves a game listens here

    def initial(self) -> list[tuple[Entry, ...]]:
        return [((start_value(spec), 0),) * entry_count(self.rules, spec) for spec in self.rules.variables]

    @staticmethod
    def entry(spec: VariableSpec, index: int) -> int | None:
        """The place of an entry; None outside the declared ones."""
        if spec.per_player:
            return index
        low, high = spec.per_range or (0, 0)
        return index - low if low <= index <= high else None

    @staticmethod
    def read(spec: VariableSpec, stored: int | None) -> Any:
        """A stored number as a value of the variable's type."""
        if spec.type is Type.SITE:
            return 0 if stored is None else 1 << stored
        if spec.type is Type.DIRECTION:
            return () if stored is None else (stored,)
        if spec.type is Type.TRUTH:
            return bool(stored)
        return stored

    def assign(self, position: Position, variable: int, index: int | None, value: Any) -> None:
        """`index` None sets every entry."""
        spec = self.rules.variables[variable]
        fresh = (self.store(spec, value), spec.lasts + 1 if spec.lasts is not None else 0)
        entries = list(position.variables[variable])
        for number in range(len(entries)) if index is None else (index,):
            entries[number] = fresh
        position.variables[variable] = tuple(entries)

    def expire(self, position: Position) -> None:
        """A turn is over: variables that last count down and start again when their time is up."""
        for number, spec in enumerate(self.rules.variables):
            if spec.lasts is None:
                continue
            entries: list[Entry] = []
            for value, age in position.variables[number]:
                left = max(0, age - 1)
                entries.append((value, left) if left else (start_value(spec), 0))
            position.variables[number] = tuple(entries)

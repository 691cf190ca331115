"""Variables as they are declared: how many entries one has, and what it starts with (D59)."""

from __future__ import annotations

from ..rules.game import VariableSpec
from ..rules.types import Type
from .declared import Declared


def start_value(spec: VariableSpec) -> int | None:
    if spec.start is not None:
        return spec.start
    if spec.type is Type.NUMBER:
        return 0 if spec.low <= 0 <= spec.high else spec.low
    return None if spec.type in (Type.SITE, Type.DIRECTION) else 0


def entry_count(game: Declared, spec: VariableSpec) -> int:
    if spec.per_player:
        return len(game.players)
    return spec.per_range[1] - spec.per_range[0] + 1 if spec.per_range else 1

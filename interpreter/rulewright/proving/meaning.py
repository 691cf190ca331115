"""Whether two sets of rules are the same to an engine, wherever and however they are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from ..board import Board
from ..rules.game import Rules
from ..source.source import Span


def mean_the_same(one: Rules, other: Rules) -> bool:
    """`step orth` and `step any` do on a board of hexagons; tests are no rules."""
    names = [member.name for member in fields(one) if member.name != "tests"]
    return all(_same(getattr(one, name), getattr(other, name)) for name in names)


def _same(one: object, other: object) -> bool:
    if one is other or (isinstance(one, Span) and isinstance(other, Span)):
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Board):
        return vars(one) == vars(other)
    if is_dataclass(one):
        return all(_same(getattr(one, member.name), getattr(other, member.name)) for member in fields(one))
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    return one == other

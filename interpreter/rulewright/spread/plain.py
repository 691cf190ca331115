"""Frozen values as plain data and back, for a journal: whoever reads one runs nothing that it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

_EXACT = 2**53  # no number that is kept comes near; each is its own as a float, too, and sums of them are numbers


class Malformed(Exception):
    """The data is no such value."""


def packed(value: object) -> object:
    """A value as JSON knows it: a dataclass is the row of its fields."""
    if is_dataclass(value):
        return [packed(getattr(value, each.name)) for each in fields(value)]
    if isinstance(value, tuple | list):
        return [packed(each) for each in value]
    if isinstance(value, frozenset):
        return sorted(packed(each) for each in value)  # type: ignore[type-var]
    assert value is None or isinstance(value, str | int | float | bool), type(value)
    return value


def unpacked(kind: Any, data: object) -> Any:
    """The value of a type that `packed` gave this data; raises `Malformed` if it gives none."""
    return _reader(kind)(data)


@cache
def _reader(kind: Any) -> Callable[[object], Any]:
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        readers = [_reader(hints[each.name]) for each in fields(kind)]
        return lambda data: kind(*(read(each) for read, each in zip(readers, _row(data, len(readers)), strict=True)))
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        (other,) = (each for each in arguments if each is not NoneType)
        read_other = _reader(other)
        return lambda data: None if data is None else read_other(data)
    if origin is tuple and arguments[-1] is not ...:
        each_reader = [_reader(each) for each in arguments]
        return lambda data: tuple(
            read(each) for read, each in zip(each_reader, _row(data, len(each_reader)), strict=True)
        )
    if origin in (tuple, frozenset):
        read_one = _reader(arguments[0])
        return lambda data: origin(map(read_one, _row(data)))
    return lambda data: _scalar(kind, data)


def _scalar(kind: type, data: object) -> object:
    if kind in (int, float) and type(data) is int and abs(data) < _EXACT:
        return kind(data)
    if type(data) is not kind or kind is int or (isinstance(data, float) and not abs(data) < _EXACT):
        raise Malformed(f"{kind.__name__} is wanted")
    return data


def _row(data: object, length: int | None = None) -> Sequence[object]:
    if not isinstance(data, list) or (length is not None and len(data) != length):
        raise Malformed("a list is wanted" if length is None else f"a list of {length} is wanted")
    return data

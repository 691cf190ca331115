"""Data from outside, asked value by value: whatever is not as it should be is told with its place."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import NoReturn

from ..errors import InvalidState

_LONGEST = 40  # characters of a wrong value that are told
_PLAIN = 2**64  # greater numbers are not written out: that alone can take long, or fail


class Given:
    """A value, and where it stands. Asked for what it is not, it raises `InvalidState`."""

    __slots__ = ("value", "where")

    def __init__(self, value: object, where: str) -> None:
        self.value = value
        self.where = where

    def wrong(self, should_be: str) -> NoReturn:
        raise InvalidState(f'"{self.where}" should be {should_be}, not {told(self.value)}')

    def whole(self, low: int, high: int) -> int:
        """A whole number; `true` is none."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.wrong(f"{low}" if low == high else f"a whole number from {low} to {high}")
        return self.value

    def number(self, low: int, high: int) -> float:
        """A number, whole or not; `true` is none."""
        if type(self.value) not in (int, float) or not low <= self.value <= high:  # type: ignore[operator]
            self.wrong(f"a number from {low} to {high}")
        return float(self.value)  # type: ignore[arg-type]

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            self.wrong("true or false")
        return self.value

    def one_of(self, known: Collection[object], what: str) -> object:
        if not any(type(self.value) is type(one) and self.value == one for one in known):
            self.wrong(what)
        return self.value

    def items(self, least: int = 0, most: int | None = None) -> Iterator[Given]:
        """The values of a list, of a certain length if it is known."""
        value = self.value
        if not isinstance(value, list | tuple):
            self.wrong("a list")
        if len(value) < least or (most is not None and len(value) > most):
            length = f"{least}" if least == most else f"at least {least}" if most is None else f"{least} to {most}"
            values = "value" if length == "1" else "values"
            raise InvalidState(f'"{self.where}" should have {length} {values}, not {len(value)}')
        return (Given(item, f"{self.where}[{number}]") for number, item in enumerate(value))

    def exactly(self, length: int) -> list[Given]:
        return list(self.items(length, length))

    def entries(self) -> Iterator[tuple[str, Given]]:
        """The keys of an object and their values."""
        if not isinstance(self.value, Mapping):
            self.wrong("an object with keys")
        for key, value in self.value.items():
            if not isinstance(key, str):
                raise InvalidState(f'"{self.where}" has a key that is no text: {told(key)}')
            yield key, Given(value, f"{self.where}.{_shortened(key)}")

    def fields(self, needed: Collection[str], optional: Collection[str] = ()) -> dict[str, Given]:
        """The values of an object that has these keys and no others."""
        found = dict(self.entries())
        for key in needed:
            if key not in found:
                raise InvalidState(f'"{self.where}" has no "{key}"')
        for key in found:
            if key not in needed and key not in optional:
                raise InvalidState(f'"{self.where}" has a "{_shortened(key)}", and there is no such thing')
        return found


def told(value: object) -> str:
    """A value of any kind in a few characters."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and abs(value) > _PLAIN:
        return "a number of many digits"
    if isinstance(value, str):
        return json.dumps(value if len(value) <= _LONGEST else f"{value[:_LONGEST]}...")
    if value is None or isinstance(value, int | float):
        return json.dumps(value)
    return f"a {type(value).__name__}"


def _shortened(key: str) -> str:
    return told(key)[1:-1]

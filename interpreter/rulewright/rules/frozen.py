"""Frozen dataclasses that cost nothing to declare.

The syntax tree and the rules have some two hundred small classes. `@dataclass` writes and compiles methods for each
of them, which takes a quarter of a second at every start; these share one set of methods.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclasses.dataclass(frozen=True)
class _Sample:
    """Where the parameters of a frozen dataclass are taken from."""


_PARAMETERS = vars(_Sample)["__dataclass_params__"]


@dataclass_transform(frozen_default=True)
class Frozen:
    """What inherits from this is as if under `@dataclass(frozen=True)`, without defaults; `fields` and `replace` of
    dataclasses know it."""

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        known: dict[str, Any] = {}
        for base in reversed(cls.__mro__[:-2]):  # without this one and object
            for name, annotation in inspect.get_annotations(base).items():
                made: Any = dataclasses.field()
                made.name, made.type = name, annotation
                made._field_type = vars(dataclasses)["_FIELD"]
                known[name] = made
        given = {"dataclass_fields": known, "dataclass_params": _PARAMETERS, "match_args": tuple(known)}
        for name, value in given.items():
            setattr(cls, f"__{name}__", value)

    def below(self, kind: type[Kind]) -> Iterator[Kind]:
        """What of this kind is directly below this one, left to right."""
        values = self.__dict__
        for name in self.__match_args__:
            value = values[name]
            if isinstance(value, kind):
                yield value
            elif isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, kind))

    def __init__(self, *args: Any, **named: Any) -> None:
        names = self.__match_args__
        values = self.__dict__
        values.update(zip(names, args, strict=False))
        values.update(named)
        if len(args) + len(named) != len(names) or len(values) != len(names):
            raise TypeError(f"{type(self).__name__} takes {', '.join(names)}")

    def _values(self) -> tuple[Any, ...]:
        values = self.__dict__
        return tuple(values[name] for name in self.__match_args__)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({shown})"

    def __eq__(self, other: object) -> Any:
        return self._values() == other._values() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __setattr__(self, name: str, value: object) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

"""Frozen dataclasses that cost nothing to declare.

The syntax tree and the rules have some two hundred small classes. `@dataclass` writes and compiles methods for each
of them, which takes a quarter of a second at every start; these share one set of methods.
"""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any, TypeVar, dataclass_transform

ClassT = TypeVar("ClassT", bound=type)


@dataclass_transform(frozen_default=True)
def node(cls: ClassT) -> ClassT:
    """As `@dataclass(frozen=True)` for classes without defaults; `fields` and `replace` of dataclasses know them."""
    known: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        for name, annotation in inspect.get_annotations(base).items():
            made: Any = dataclasses.field()
            made.name, made.type = name, annotation
            made._field_type = vars(dataclasses)["_FIELD"]
            known[name] = made
    given = {"dataclass_fields": known, "dataclass_params": _PARAMETERS, "match_args": tuple(known)}
    for name, value in (given | _METHODS).items():
        setattr(cls, f"__{name}__", value)
    return cls


@dataclasses.dataclass(frozen=True)
class _Sample:
    """Where the parameters of a frozen dataclass are taken from."""


_PARAMETERS = vars(_Sample)["__dataclass_params__"]


def _init(self: Any, *args: Any, **named: Any) -> None:
    names = type(self).__match_args__
    values = self.__dict__
    values.update(zip(names, args, strict=False))
    values.update(named)
    if len(args) + len(named) != len(names) or len(values) != len(names):
        raise TypeError(f"{type(self).__name__} takes {', '.join(names)}")


def _values(self: Any) -> tuple[Any, ...]:
    values = self.__dict__
    return tuple(values[name] for name in type(self).__match_args__)


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
    return f"{type(self).__name__}({shown})"


def _eq(self: Any, other: object) -> Any:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _setattr(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


_METHODS = {method.__name__[1:]: method for method in (_init, _repr, _eq, _hash, _setattr, _delattr)}

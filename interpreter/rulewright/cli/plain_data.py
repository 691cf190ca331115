"""Any tree of dataclasses as plain data, and plain data as an indented outline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from ..source.rendering.characters import visible
from ..source.source import Source, Span

Data = str | int | float | bool | None | list["Data"] | dict[str, "Data"]

KIND = "is"  # the key that holds the name of a dataclass


def as_data(value: object) -> Data:
    """JSON-like data. A span becomes "line:column"; what has no plain form becomes its text."""
    if isinstance(value, Enum):
        return value.name.lower()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Span):
        return f"{value.line}:{value.column}"
    if isinstance(value, Source):
        return value.name
    if is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: as_data(getattr(value, field.name)) for field in fields(value) if field.repr}
        return {KIND: type(value).__name__, **parts}
    if isinstance(value, Mapping):
        return {_key(key): as_data(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return [as_data(item) for item in sorted(value, key=repr)]
    if isinstance(value, (list, tuple)):
        return [as_data(item) for item in value]
    return repr(value)


def outline(data: Data, depth: int = 0) -> Iterator[str]:
    """One line a value, indented by depth; short lists of short values stay on one line."""
    blanks = "  " * depth
    if isinstance(data, dict):
        kind = data.get(KIND)
        if kind is not None:
            yield f"{blanks}{kind}"
        for key, item in data.items():
            if key != KIND or kind is None:
                yield from _named(visible(key), item, depth + (kind is not None))
    elif isinstance(data, list):
        for item in data:
            yield from _named("-", item, depth)
    else:
        yield f"{blanks}{_short(data)}"


def _named(name: str, item: Data, depth: int) -> Iterator[str]:
    blanks, colon = "  " * depth, "" if name == "-" else ":"
    short = _short(item)
    if short is not None:
        yield f"{blanks}{name}{colon} {short}"
    elif isinstance(item, dict) and KIND in item:
        yield f"{blanks}{name}{colon} {item[KIND]}"
        yield from outline({key: part for key, part in item.items() if key != KIND}, depth + 1)
    else:
        yield f"{blanks}{name}{colon}"
        yield from outline(item, depth + 1)


def _short(data: Data) -> str | None:
    """The value on one line, if it fits."""
    if isinstance(data, dict):
        return "{}" if not data else None
    if isinstance(data, list):
        if any(isinstance(item, (dict, list)) for item in data):
            return None
        line = f"[{', '.join(_short(item) or '' for item in data)}]"
        return line if len(line) <= 80 else None
    if data is None:
        return "~"
    if isinstance(data, bool):
        return "yes" if data else "no"
    return visible(str(data))


def _key(key: object) -> str:
    plain = as_data(key)
    return ", ".join(map(str, plain)) if isinstance(plain, list) else str(plain)

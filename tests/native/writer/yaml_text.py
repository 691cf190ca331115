"""Plain data as the text of a game file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

Value: TypeAlias = "str | int | list[Value] | dict[str, Value]"

_PLAIN = re.compile(r"[a-z0-9_(][a-z0-9_ .()=<>+*!/-]*", re.IGNORECASE)


def as_yaml(data: dict[str, Value]) -> str:
    return "\n".join(_mapping(data, "")) + "\n"


def _mapping(data: dict[str, Value], indent: str) -> Iterator[str]:
    for key, value in data.items():
        yield from _entry(f"{indent}{_scalar(key)}:", value, indent)


def _entry(start: str, value: Value, indent: str) -> Iterator[str]:
    if isinstance(value, dict):
        if value:
            yield start
            yield from _mapping(value, indent + "  ")
        else:
            yield f"{start} {{}}"
    elif isinstance(value, list):
        if all(isinstance(item, str | int) for item in value):
            yield f"{start} [{', '.join(_scalar(item) for item in value if isinstance(item, str | int))}]"
        else:
            yield start
            for item in value:
                yield from _item(item, indent + "  ")
    elif isinstance(value, str) and "\n" in value:
        yield f"{start} |"
        yield from (f"{indent}  {line}" for line in value.splitlines())
    else:
        yield f"{start} {_scalar(value)}"


def _item(item: Value, indent: str) -> Iterator[str]:
    if isinstance(item, dict):
        lines = list(_mapping(item, indent + "  "))
        yield f"{indent}- {lines[0].lstrip()}"
        yield from lines[1:]
    else:
        yield f"{indent}- {_scalar(item) if isinstance(item, str | int) else item}"


def _scalar(value: str | int) -> str:
    """Plain if it reads back as itself; a rule with a comma or a brace is quoted."""
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text)

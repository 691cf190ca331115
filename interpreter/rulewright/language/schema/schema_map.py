"""Finding one's way in the schema: what it says about one place of a game file.

The schema is written so that a place never depends on the data: a `$ref` or `allOf` adds facets to a place,
and several kinds of value share one facet (`type: [string, array]`). So a path leads to exactly one place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..document.scalars import plain_value

Path = tuple[str | int, ...]
Facet = dict[str, Any]

_TYPE_WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a group of keys",
    "null": "nothing",
}
# A text that YAML reads back as it stands, also between commas and braces.
_PLAIN_TEXT = re.compile(r"[\w$][\w .()|=<>+*/$'-]*(?<! )")
_LONGEST_EXAMPLE = 88


@dataclass(frozen=True, slots=True)
class Violation:
    """One error of jsonschema: the rule of the schema, what it asks for, the value, and where both stand."""

    rule: str
    wanted: Any
    value: Any
    schema: Facet
    path: Path
    way: tuple[str, ...]

    @property
    def pattern(self) -> str:
        return str(self.schema.get("pattern", "^$"))


@dataclass(frozen=True)
class Place:
    """What the schema says about one place, outermost facet first."""

    facets: tuple[Facet, ...]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys that are known here."""
        return tuple(key for facet in self.facets for key in facet.get("properties", {}))

    @cached_property
    def types(self) -> frozenset[str]:
        found: set[str] = set()
        for facet in self.facets:
            listed = facet.get("type", [])
            found.update([listed] if isinstance(listed, str) else listed)
            if _choices(facet):
                found.add("string")
        return frozenset(found - {"null"})

    @property
    def noun(self) -> str:
        """What is expected here, as in "… must be a list of moves"."""
        if self.types == {"object"}:
            return _TYPE_WORDS["object"]
        for facet in reversed(self.facets):
            title = str(facet.get("title", ""))
            if title and not title[0].isupper():  # a capital letter begins the heading of a key
                return title
        return " or ".join(_TYPE_WORDS[name] for name in _TYPE_WORDS if name in self.types)

    @property
    def choices(self) -> list[str]:
        """The words that may stand here, if there is a closed list of them."""
        return [word for facet in self.facets for word in _choices(facet)]

    @property
    def examples(self) -> list[Any]:
        return [example for facet in self.facets for example in facet.get("examples", [])]

    def example_line(self, key: str | None) -> str | None:
        """`key: value` as one could write it here, if there is an example that fits on a line."""
        for example in self.examples:
            text = as_yaml(example)
            line = f"{key}: {text}" if key else text
            if "\\n" not in line and len(line) <= _LONGEST_EXAMPLE:
                return line
        return None

    def for_example(self, key: str | None) -> str:
        """A help line with an example."""
        line = self.example_line(key)
        return f"for example  {line}" if line else "write a value, or leave the key out"


class SchemaMap:
    """The schema as a map. `is_valid` asks the validator whether a value fits one schema."""

    def __init__(self, schema: Facet, is_valid: Callable[[Facet, object], bool]) -> None:
        self.schema = schema
        self._is_valid = is_valid

    def accepts(self, place: Place, value: object) -> bool:
        return bool(place.facets) and self._is_valid(place.facets[0], value)

    def at(self, path: Path) -> Place:
        place = Place(tuple(self._facets(self.schema)))
        for step in path:
            place = self.inner(place, step)
        return place

    def inner(self, place: Place, step: str | int) -> Place:
        """The place under a key, or of the items of a list."""
        return Place(tuple(inner for facet in place.facets for inner in self._step(facet, step)))

    def definitions(self) -> Iterator[tuple[str, Place]]:
        for name, schema in self.schema["definitions"].items():
            yield name, Place(tuple(self._facets(schema)))

    def _facets(self, schema: Facet) -> Iterator[Facet]:
        while "$ref" in schema:
            target: Any = self.schema
            for name in schema["$ref"].removeprefix("#/").split("/"):
                target = target[name]
            schema = target
        yield schema
        for part in schema.get("allOf", []):
            yield from self._facets(part)

    def _step(self, facet: Facet, step: str | int) -> Iterator[Facet]:
        inner = facet.get("items") if isinstance(step, int) else facet.get("properties", {}).get(step)
        if inner is None and isinstance(step, str):
            inner = facet.get("additionalProperties")
        if isinstance(inner, dict):
            yield from self._facets(inner)


def _choices(facet: Facet) -> list[str]:
    branches = [facet, *facet.get("anyOf", [])]
    return [word for branch in branches for word in branch.get("enum", []) if word is not None]


def kind_of(value: object) -> str:
    """A value of a file in words: "a list"."""
    if value is None:
        return _TYPE_WORDS["null"]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return _TYPE_WORDS["object"]
    if isinstance(value, list):
        return _TYPE_WORDS["array"]
    return _TYPE_WORDS["string"] if isinstance(value, str) else f"the number {value}"


def as_yaml(value: object) -> str:
    """The value on one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{as_yaml(key)}: {as_yaml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(as_yaml(item) for item in value) + "]"
    if isinstance(value, str):
        is_plain = _PLAIN_TEXT.fullmatch(value) and isinstance(plain_value(value), str)
        return value if is_plain else json.dumps(value, ensure_ascii=False)
    return "~" if value is None else str(value)

"""Whether a document fits the schema, yes or no, and quickly.

jsonschema says everything about what does not fit, but a file is sound far more often than not, and then importing it
and walking the schema with it is half the time of loading a game. So the schema is made into one function here, which
every file is asked first; only a file that does not pass is shown to jsonschema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

Check = Callable[[Any], bool]
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}
_SAYS_NOTHING = {"$schema", "title", "description", "examples", "definitions", "else", "then", "default"}


FITS: Any = object()  # stands in a document for a section that was asked before


def checker(schema: dict[str, Any], part: dict[str, Any] | None = None) -> Check:
    """The schema, or a part of it, as a function; it fails with KeyError on a keyword that is unknown here."""
    return _Checker(schema).of(schema if part is None else part)


class _Checker:
    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self._known: dict[str, Check] = {}
        self._makers: dict[str, Callable[[dict[str, Any], Any], Check]] = {
            "type": self._type,
            "enum": self._enum,
            "required": self._required,
            "propertyNames": self._property_names,
            "items": self._items,
            "dependencies": self._dependencies,
            "uniqueItems": self._unique,
            "allOf": self._all,
            "anyOf": self._any,
            "not": self._not,
            "if": self._if,
            "pattern": self._pattern,
            "minLength": self._size(str, True),
            "maxLength": self._size(str, False),
            "minItems": self._size(list, True),
            "maxItems": self._size(list, False),
            "minProperties": self._size(dict, True),
            "maxProperties": self._size(dict, False),
            "minimum": self._number(lambda value, low: bool(value >= low)),
            "maximum": self._number(lambda value, high: bool(value <= high)),
            "multipleOf": self._number(lambda value, step: (value / step).is_integer()),
        }

    def of(self, schema: Any) -> Check:
        if isinstance(schema, bool):
            return lambda _: schema
        if "$ref" in schema:
            return self._reference(schema["$ref"])
        checks = tuple(self._checks(schema))
        if len(checks) == 1:
            return checks[0]

        return lambda value: all(check(value) for check in checks)

    def _reference(self, name: str) -> Check:
        """What a name stands for; it may be part of itself, so it is looked up when it is asked."""
        if name not in self._known:
            self._known[name] = lambda value: self._known[name](value)
            target: Any = self._root
            for step in name.removeprefix("#/").split("/"):
                target = target[step]
            self._known[name] = self.of(target)
        return self._known[name]

    def _checks(self, schema: dict[str, Any]) -> Iterator[Check]:
        for keyword, wanted in schema.items():
            if keyword in ("properties", "additionalProperties", *_SAYS_NOTHING):
                continue
            yield self._makers[keyword](schema, wanted)
        if "properties" in schema or "additionalProperties" in schema:
            yield self._properties(schema)

    # ------------------------------------------------------------ of any value

    @staticmethod
    def _type(_: dict[str, Any], wanted: str | list[str]) -> Check:
        names = [wanted] if isinstance(wanted, str) else wanted
        classes = tuple(found for name in names for found in _classes(name))
        if bool in classes or not {int, float} & set(classes):
            return lambda value: isinstance(value, classes)
        return lambda value: isinstance(value, classes) and not isinstance(value, bool)

    @staticmethod
    def _enum(_: dict[str, Any], wanted: list[Any]) -> Check:
        texts = {json.dumps(choice, sort_keys=True) for choice in wanted}
        return lambda value: json.dumps(value, sort_keys=True) in texts

    def _all(self, _: dict[str, Any], parts: list[Any]) -> Check:
        checks = [self.of(part) for part in parts]
        return lambda value: all(check(value) for check in checks)

    def _any(self, _: dict[str, Any], parts: list[Any]) -> Check:
        checks = [self.of(part) for part in parts]
        return lambda value: any(check(value) for check in checks)

    def _not(self, _: dict[str, Any], part: Any) -> Check:
        check = self.of(part)
        return lambda value: not check(value)

    def _if(self, schema: dict[str, Any], part: Any) -> Check:
        condition, then, other = (self.of(each) for each in (part, schema.get("then", True), schema.get("else", True)))
        return lambda value: then(value) if condition(value) else other(value)

    @staticmethod
    def _number(holds: Callable[[Any, Any], bool]) -> Callable[[dict[str, Any], Any], Check]:
        def make(_: dict[str, Any], wanted: Any) -> Check:
            return lambda value: not isinstance(value, int | float) or isinstance(value, bool) or holds(value, wanted)

        return make

    @staticmethod
    def _size(of: type[str | list[Any] | dict[str, Any]], least: bool) -> Callable[[dict[str, Any], Any], Check]:
        def make(_: dict[str, Any], wanted: int) -> Check:
            if least:
                return lambda value: not isinstance(value, of) or len(value) >= wanted
            return lambda value: not isinstance(value, of) or len(value) <= wanted

        return make

    # ------------------------------------------------------------ of texts, lists and groups of keys

    @staticmethod
    def _pattern(_: dict[str, Any], wanted: str) -> Check:
        search = re.compile(wanted).search
        return lambda value: not isinstance(value, str) or search(value) is not None

    def _items(self, _: dict[str, Any], part: Any) -> Check:
        check = self.of(part)
        return lambda value: not isinstance(value, list) or all(check(item) for item in value)

    @staticmethod
    def _unique(_: dict[str, Any], wanted: bool) -> Check:
        def fits(value: Any) -> bool:
            if not wanted or not isinstance(value, list):
                return True
            return len({json.dumps(item, sort_keys=True) for item in value}) == len(value)

        return fits

    @staticmethod
    def _required(_: dict[str, Any], names: list[str]) -> Check:
        return lambda value: not isinstance(value, dict) or all(name in value for name in names)

    def _property_names(self, _: dict[str, Any], part: Any) -> Check:
        check = self.of(part)
        return lambda value: not isinstance(value, dict) or all(check(key) for key in value)

    def _dependencies(self, _: dict[str, Any], wanted: dict[str, Any]) -> Check:
        rules = [(key, self.of({"required": part} if isinstance(part, list) else part)) for key, part in wanted.items()]
        return lambda value: (
            not isinstance(value, dict) or all(key not in value or check(value) for key, check in rules)
        )

    def _properties(self, schema: dict[str, Any]) -> Check:
        known = {key: self.of(part) for key, part in schema.get("properties", {}).items()}
        other = self.of(schema.get("additionalProperties", True))

        def fits(value: Any) -> bool:
            if isinstance(value, dict):
                for key, item in value.items():
                    if item is not FITS and not known.get(key, other)(item):
                        return False
            return True

        return fits


def _classes(name: str) -> tuple[type, ...]:
    found = _TYPES[name]
    return found if isinstance(found, tuple) else (found,)

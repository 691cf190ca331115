"""Values of the wrong type: a list where a text is wanted, a text where keys are wanted."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from ...source.diagnostics import Diagnostic
from ..document.nodes import Mapping, Scalar, plain
from .groups import Groups
from .names import bad_name, is_name_pattern
from .places import Spot, spoken
from .schema_map import Path, Place, SchemaMap, as_yaml, kind_of
from .suspects import meant_attribute, number_of_a_piece

# Expected texts that people write without quotes although YAML takes them for something else.
_TEXTS = ("a text", "one sign", "one line of text")
# Expected texts that people like to write as lists.
_ROWS = ("a board size", "a row of numbers", "sites in a row")


class Types:
    def __init__(self, schema: SchemaMap, root: Mapping, groups: Groups) -> None:
        self._schema = schema
        self._root = root
        self._groups = groups
        self._nameless: set[Path] = set()

    def explain(self, spot: Spot, value: Any) -> list[Diagnostic]:
        misplaced = self._misplaced(spot)
        if misplaced is not None:
            return misplaced
        place = self._schema.at(spot.path)
        name_wanted = any(is_name_pattern(facet.get("pattern", "^$")) for facet in place.facets)
        if name_wanted and place.types == {"string"} and isinstance(spot.node, Scalar):
            return [bad_name(spot.node)]
        where = spoken(self._root, spot.path)
        message = f"{where} must be {place.noun}, but this is {kind_of(value)}."
        help = self._rewritten(spot, place, value) or place.for_example(spot.key)
        return [Diagnostic("schema-type", message, spot.span, help)]

    def _rewritten(self, spot: Spot, place: Place, value: Any) -> str | None:
        """The same value in the form that is wanted, if there is an obvious one."""
        key = f"{spot.key}: " if spot.key else ""
        if spot.path[:1] == ("tables",) and isinstance(value, dict):
            return f"rows stand right below the name of their table:  {next(iter(value), 'a1')}: …"
        accepts = partial(self._schema.accepts, place)
        if isinstance(value, bool) and accepts(word := "yes" if value else "no"):
            return f"write {key}{word}"
        if (
            spot.path == ("turn",)
            and isinstance(value, list)
            and len(value) > 1
            and all(isinstance(word, str) for word in value)
        ):
            return f'write "{" then ".join(value)}" for one after the other, "{" or ".join(value)}" for a choice'
        if isinstance(spot.node, Scalar):
            words = [word for word in re.findall(r"[^\s,]+", spot.node.text) if word not in ("and", "&")]
            if place.noun in _TEXTS and accepts(spot.node.text):
                return f'put it in quotes: {key}"{spot.node.text}"'
            candidates = ([words] if len(words) > 1 else []) + [[value]]
            fitting = [listed for listed in candidates if accepts(listed)]
            return f"write {key}{as_yaml(fitting[0])}" if fitting else None
        if isinstance(value, dict):
            if accepts([value]):
                return 'this is a list: put "- " before the first key of each entry'
            if "string" in place.types and not spot.entry:
                return 'a ":" makes a key; write the text without it, or put it in quotes'
            return None
        if len(value) == 1 and accepts(value[0]):
            return f"write {key}{as_yaml(value[0])}"
        joined = [joiner.join(map(str, value)) for joiner in ("x", " ")] if place.noun in _ROWS else []
        return next((f"write {key}{text}" for text in joined if accepts(text)), None)

    def _misplaced(self, spot: Spot) -> list[Diagnostic] | None:
        """What to say if the value is wrong because its key is misspelt or stands on the wrong level."""
        if not spot.key or len(spot.path) < 2:
            return None
        key, above = spot.key, spot.path[:-1]
        message = f'unknown key "{key}" in {spoken(self._root, above)}.'
        if (
            len(above) == 2
            and above[0] == "pieces"
            and (said := number_of_a_piece(str(above[1]), key, plain(spot.node)))
        ):
            return [Diagnostic("schema-unknown-key", message, spot.key_span, said)]
        if len(above) == 2 and above[0] == "pieces" and (meant := meant_attribute(key)):
            return [Diagnostic("schema-unknown-key", message, spot.key_span, f'did you mean "{meant}"?')]
        if len(above) > 1:
            return None
        if self._is_value_of(self._schema.at(spot.path), spot):
            return self._without_name(spot, above)
        if self._is_value_of(self._schema.at(()), spot):
            self._groups.excuse((), key)
            help = f'"{key}" belongs at the top of the file; is it indented too far?'
            return [Diagnostic("schema-unknown-key", message, spot.key_span, help)]
        return None

    def _is_value_of(self, place: Place, spot: Spot) -> bool:
        """Whether the place has a key of this name, and the value is one for it."""
        assert spot.key
        inner = self._schema.inner(place, spot.key)
        return spot.key in place.keys and self._schema.accepts(inner, plain(spot.node))

    def _without_name(self, spot: Spot, above: Path) -> list[Diagnostic]:
        """`actions: {move: …, path: …}`: told once for all keys of the entry."""
        if above in self._nameless:
            return []
        self._nameless.add(above)
        thing = spoken(self._root, spot.path).removesuffix(f' "{spot.key}"')
        message = f'"{spot.key}" stands directly in "{above[0]}"; each {thing} has a name of its own.'
        help = f"write the name and a colon on a line, and indent the keys of the {thing} below it"
        return [Diagnostic("schema-type", message, spot.key_span, help)]

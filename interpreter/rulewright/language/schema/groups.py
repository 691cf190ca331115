"""Keys that go together: missing ones, ones that exclude each other, ones that need another.

They are collected first and told at the end: a key that is only misspelt is not missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...source.diagnostics import Diagnostic, Note, one_of
from ..document.nodes import Mapping, Scalar, Sequence
from .places import inside, spoken, spot_at
from .schema_map import Path, SchemaMap, Violation

# Groups of which a thing has one member, and what to say if it has two.
_KEEP_ONE: dict[tuple[str, ...], str] = {
    ("turn", "phases"): '"turn" is for games whose turns are all alike; else each phase has its own turn',
    ("path", "to"): '"path" says how the piece travels, "to" only where it lands; keep one of them',
    ("move", "place", "pick"): "write two actions, and join them in the turn with then",
    ("range", "holds"): '"range" is for numbers, "holds" for anything else; keep one of them',
    ("tiling", "drawing", "sites"): "a board is a tiling, a drawing or a row of sites; keep one of them",
    ("size", "rows"): '"rows" says how long each row is, so no "size" is needed',
    ("times", "forbidden"): "a repeated position ends the game or is forbidden; keep one of them",
    ("if", "unless"): 'a block of effects has one condition; join two with "and", or put a block into the block',
    ("choices", "range"): "the values are listed or lie in a range; keep one of them",
}

# What people write behind "holds" for what has a range.
NUMBERS = ("number", "numbers", "int", "integer", "count", "counter")


class Groups:
    def __init__(self, schema: SchemaMap, root: Mapping) -> None:
        self._schema = schema
        self._root = root
        self._missing: dict[Path, list[tuple[str, ...]]] = {}
        self._needs: dict[tuple[Path, str], tuple[str, ...]] = {}
        self._together: list[tuple[Path, str, str]] = []
        self._excused: set[tuple[Path, str]] = set()

    @staticmethod
    def concerns(violation: Violation) -> bool:
        """Whether it is about keys that are or are not there, and not about a value."""
        if violation.rule == "anyOf":
            return all("required" in branch for branch in violation.wanted)
        return violation.rule == "required" or "dependencies" in violation.way

    def excuse(self, path: Path, key: str) -> None:
        """The key is there, under a misspelt name."""
        self._excused.add((path, key))

    def add(self, violation: Violation) -> None:
        way, path = violation.way, violation.path
        dependent = way[-way[::-1].index("dependencies")] if "dependencies" in way else None
        if violation.rule == "not":
            assert dependent
            others = (key for key in _required(violation.wanted) if key in violation.value)
            self._together += [(path, dependent, key) for key in others]
            return
        if violation.rule == "anyOf":
            wanted = [_required(violation.wanted)]
        else:
            wanted = [(key,) for key in violation.wanted if key not in violation.value]
        for keys in wanted:
            if dependent:
                self._needs.setdefault((path, dependent), keys)
            elif keys not in self._missing.setdefault(path, []):
                self._missing[path].append(keys)

    def findings(self) -> Iterator[Diagnostic]:
        for path, first, second in self._together:
            if {first, second} != {"range", "holds"} or not self._is_number(path):
                yield self._two(path, first, second)
        for (path, key), wanted in self._needs.items():
            is_told = any(wanted[0] in group for group in self._missing.get(path, ()))
            if not is_told and not self._is_excused(path, wanted):
                yield self._lonely(path, key, wanted)
        for path, groups in self._missing.items():
            left = sorted((keys for keys in groups if not self._is_excused(path, keys)), key=len)
            if left:
                yield self._lacking(path, left)

    def _is_number(self, path: Path) -> bool:
        """Whether a variable says that it holds a number: that is told, and the range is right."""
        holds = spot_at(self._root, (*path, "holds")).node
        return isinstance(holds, Scalar) and holds.text in NUMBERS

    def _own_choice(self, path: Path, groups: list[tuple[str, ...]]) -> str | None:
        """The default of an option is one of its choices."""
        node = spot_at(self._root, path).node
        choices = node.get("choices") if isinstance(node, Mapping) and groups[0] == ("default",) else None
        words = choices.keys() if isinstance(choices, Mapping) else []
        if isinstance(choices, Sequence):
            words = [item.text for item in choices.items if isinstance(item, Scalar) and ".." not in item.text]
        return f"default: {words[0]}" if words else None

    def _is_excused(self, path: Path, keys: tuple[str, ...]) -> bool:
        return any((path, key) in self._excused for key in keys)

    def _two(self, path: Path, first: str, second: str) -> Diagnostic:
        spans = [spot_at(self._root, (*path, key)).key_span for key in (first, second)]
        earlier, later = sorted(spans, key=lambda span: span.start)
        group = next((keys for keys in _KEEP_ONE if first in keys and second in keys), ())
        message = f'"{earlier.text}" and "{later.text}" cannot stand together{inside(self._root, path)}.'
        notes = (Note(f'"{earlier.text}" stands here', earlier),)
        help = _KEEP_ONE.get(group, "keep one of them")
        for key, other in ((first, second), (second, first)):
            value = spot_at(self._root, (*path, key)).node
            if isinstance(value, Scalar) and value.value is None:
                help = f'leave out "{key}: ~": "{other}" takes its place by itself'
        return Diagnostic("schema-one-of", message, later, help, notes)

    def _lonely(self, path: Path, key: str, wanted: tuple[str, ...]) -> Diagnostic:
        names = one_of([_quoted(name) for name in wanted])
        message = f'"{key}" needs {names}{inside(self._root, path)}.'
        help = f"add for example  {self._schema.at((*path, wanted[0])).example_line(wanted[0])}"
        mapping = spot_at(self._root, path).node
        rivals = next((group for group in _KEEP_ONE if wanted[0] in group), ())
        # With a rival there, adding the key would be the next mistake.
        if isinstance(mapping, Mapping) and set(rivals) & set(mapping.keys()):
            help = f'take "{key}" away'
            if path[:1] == ("actions",):
                help += f", or write an action of its own with {names}"
        code = "schema-one-of" if len(wanted) > 1 else "schema-needs"
        return Diagnostic(code, message, spot_at(self._root, (*path, key)).key_span, help)

    def _lacking(self, path: Path, groups: list[tuple[str, ...]]) -> Diagnostic:
        where = spoken(self._root, path) if path else "this game"
        message = f"{where} {_lack(groups)}."
        lines = [self._schema.at((*path, keys[0])).example_line(keys[0]) for keys in groups]
        shown = self._own_choice(path, groups) or next((line for line in lines if line), None)
        help = f"add for example  {shown}" if shown else None
        code = "schema-one-of" if all(len(keys) > 1 for keys in groups) else "schema-missing-key"
        return Diagnostic(code, message, spot_at(self._root, path).key_span, help)


def _lack(groups: list[tuple[str, ...]]) -> str:
    if len(groups) == 1 and len(groups[0]) == 2:
        return f'has neither "{groups[0][0]}" nor "{groups[0][1]}"'
    if len(groups) == 1:
        return f"has no {one_of([_quoted(key) for key in groups[0]])}"
    names = (f'"{keys[0]}"' + "".join(f' (or "{key}")' for key in keys[1:]) for keys in groups)
    return f"has no {one_of(names, 'and no')}"


def _quoted(key: str) -> str:
    return f'"{key}"'


def _required(rule: Any) -> tuple[str, ...]:
    """The keys that `required` names in this part of the schema, in all its alternatives."""
    if isinstance(rule, list):
        return tuple(key for branch in rule for key in _required(branch))
    return (*rule.get("required", ()), *_required(rule.get("anyOf", [])))

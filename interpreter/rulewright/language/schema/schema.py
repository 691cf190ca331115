"""The shape of a game file: `grammar/game.schema.json`, and its errors in the words of a game designer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...source.diagnostics import Report
from ..document.nodes import Mapping, Node, PlainTree, plain
from ..game_files import grammar_folder
from .fits import FITS, Check, checker
from .schema_map import Facet, SchemaMap, Violation

if TYPE_CHECKING:
    from jsonschema import Draft7Validator
    from jsonschema.exceptions import ValidationError

SCHEMA_FILE = "game.schema.json"
# Many more than a report shows, and few enough that the worst file is answered at once.
_MOST_VIOLATIONS = 200


# Sections that fit, by their identity; each is kept, so that no other can have it.
Fitting = dict[int, Node]


def check_shape(root: Mapping, report: Report, schema_path: Path | None = None, fitting: Fitting | None = None) -> bool:
    """Whether the document has the shape of a game; every mistake goes to the report.

    A document with `extends` is taken as a patch: what it leaves out its parent may have. Checked again after
    merging, without `extends`, it must be complete. Sections do not depend on each other, so one in `fitting`, from the
    same game with other options, is not asked again.
    """
    path = schema_path or grammar_folder() / SCHEMA_FILE
    known: Fitting = {} if fitting is None else fitting
    violations: list[Violation] = []
    asked = all(id(entry.value) in known for entry in root.entries if entry.key.text in ("pieces", "paths"))
    sections = {entry.key.text: FITS if id(entry.value) in known else plain(entry.value) for entry in root.entries}
    if _quick_check(path)(sections):
        known.update((id(entry.value), entry.value) for entry in root.entries)
    else:
        validator = _validator(path)
        errors = islice(validator.iter_errors(plain(root)), _MOST_VIOLATIONS)
        violations = [found for found in map(_violation, errors) if not _is_for_merging(found)]
    if violations:
        from .errors import Translation

        Translation(_map(validator), root, report).tell(violations)
    from .suspects import misspelt_attributes

    return (asked or not misspelt_attributes(root, report)) and not violations


def tests_fit(tests: Node) -> bool:
    """Whether tests surely have the right shape, whatever the file; if not, `check_shape` decides and tells."""
    return _tests_check(grammar_folder() / SCHEMA_FILE)(plain(tests))


def game_schema() -> SchemaMap:
    """What the schema says about every place of a game file."""
    return _map(_validator(grammar_folder() / SCHEMA_FILE))


def _is_for_merging(violation: Violation) -> bool:
    """The id of a parent is judged where the parent is looked for: there the games are known."""
    return violation.path == ("extends",) and violation.value is not None


def _violation(error: ValidationError) -> Violation:
    schema: Any = error.schema
    way = tuple(str(step) for step in error.absolute_schema_path)
    return Violation(
        str(error.validator), error.validator_value, error.instance, schema, tuple(error.absolute_path), way
    )


def _map(validator: Draft7Validator) -> SchemaMap:
    def is_valid(schema: Facet, value: object) -> bool:
        return bool(validator.evolve(schema=schema).is_valid(value))

    assert isinstance(validator.schema, dict)
    return SchemaMap(validator.schema, is_valid)


@lru_cache(maxsize=1)
def _quick_check(path: Path) -> Check:
    return checker(json.loads(path.read_text(encoding="utf-8")))


@lru_cache(maxsize=1)
def _tests_check(path: Path) -> Check:
    part = {"allOf": [{"$ref": "#/properties/tests"}, {"$ref": "#/definitions/written"}]}
    return checker(json.loads(path.read_text(encoding="utf-8")), part)


@lru_cache(maxsize=1)
def _validator(path: Path) -> Draft7Validator:
    # jsonschema takes longer to import than all the rest of the front end; only a file with mistakes needs it.
    from jsonschema import Draft7Validator, validators

    schema = json.loads(path.read_text(encoding="utf-8"))
    integers = Draft7Validator.TYPE_CHECKER.redefine("integer", _is_integer)
    extend: Any = validators.extend
    rules = {"uniqueItems": _unique_items, "additionalProperties": _additional_properties}
    made: Draft7Validator = extend(Draft7Validator, rules, type_checker=integers)(schema)
    return made


def _is_integer(_checker: object, value: object) -> bool:
    """Draft 7 takes 3.0 for a whole number; a game file does not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _unique_items(_: object, wanted: bool, value: PlainTree, _schema: object) -> Iterator[ValidationError]:
    """As in jsonschema, whose own compares every pair when the values are mixed: minutes for a long list."""
    from jsonschema.exceptions import ValidationError

    if wanted and isinstance(value, list):
        texts = [json.dumps(item, sort_keys=True) for item in value]
        if len(set(texts)) < len(texts):
            yield ValidationError("not unique")


def _additional_properties(
    validator: Draft7Validator, rule: Facet | bool, value: PlainTree, schema: Facet
) -> Iterator[ValidationError]:
    """As in jsonschema, but in the order of the file: its own goes through a set."""
    from jsonschema.exceptions import ValidationError

    if not isinstance(value, dict):
        return
    extras = [key for key in value if key not in schema.get("properties", {})]
    if isinstance(rule, dict):
        for key in extras:
            yield from validator.descend(value[key], rule, path=key)
    elif not rule and extras:
        yield ValidationError("unknown keys")

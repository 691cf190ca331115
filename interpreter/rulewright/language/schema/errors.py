"""jsonschema's errors as diagnostics: one for each mistake, at the exact key or value, in plain words.

jsonschema only finds the places; all words come from the schema's titles and examples and from these modules.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...source.diagnostics import Diagnostic, Report, did_you_mean
from ...source.source import Span
from ..document.nodes import Mapping
from ..hiding import HIDDEN, HIDDEN_HELP, speaks_of_hiding
from .groups import Groups
from .keys import KeyAdviser
from .names import bad_name, corrected
from .places import Spot, spoken, spot_at
from .schema_map import Path, SchemaMap, Violation
from .types import Types
from .values import Values

# More of them in one place say nothing new.
_MOST_UNKNOWN_KEYS = 50


class Translation:
    """Tells the errors of one document to its report."""

    def __init__(self, schema: SchemaMap, root: Mapping, report: Report) -> None:
        self._schema = schema
        self._root = root
        self._report = report
        self._groups = Groups(schema, root)
        self._keys = KeyAdviser(schema, root)
        self._values = Values(schema, root)
        self._types = Types(schema, root, self._groups)
        self._told: set[Span | None] = set()
        # What the reader has said already: a value that it found wanting is not told again.
        self._earlier = [diagnostic.span for diagnostic in report if diagnostic.span]

    def tell(self, violations: Iterable[Violation]) -> None:
        for violation in violations:
            for diagnostic in self._translated(violation):
                self._add(diagnostic)
        for diagnostic in self._groups.findings():
            self._add(diagnostic)

    def _add(self, diagnostic: Diagnostic) -> None:
        """At most one message for one place: what is said first about it is nearest to the cause."""
        if diagnostic.span not in self._told:
            self._told.add(diagnostic.span)
            self._report.add(diagnostic)

    def _translated(self, violation: Violation) -> Iterable[Diagnostic]:
        if "propertyNames" in violation.way:
            return [] if self._is_glued(violation.path, str(violation.value)) else [self._bad_key(violation)]
        if self._groups.concerns(violation):
            self._groups.add(violation)
            return []
        if violation.rule == "additionalProperties":
            known = violation.schema.get("properties", {})
            unknown = [key for key in violation.value if key not in known and not self._is_glued(violation.path, key)]
            return [self._unknown_key(violation.path, key) for key in unknown[:_MOST_UNKNOWN_KEYS]]
        spot = spot_at(self._root, violation.path)
        if self._is_told(spot):
            return []
        if violation.value is None:
            return self._values.nothing(spot)
        if violation.rule == "type":
            return self._types.explain(spot, violation.value)
        return self._values.explain(spot, violation)

    def _is_told(self, spot: Spot) -> bool:
        """Whether the reader has complained about this value, or about something in it."""
        return any(span == spot.key_span or spot.holds(span) for span in self._earlier)

    def _is_glued(self, path: Path, key: str) -> bool:
        """Whether the reader has complained about a colon in this key (`{tiling:square}`): then the key is there."""
        own = spot_at(self._root, (*path, key)).key_span
        found = any(own.start < span.start and span.end < own.end for span in self._earlier)
        if found:
            self._groups.excuse(path, key.partition(":")[0])
        return found

    def _unknown_key(self, path: Path, key: str) -> Diagnostic:
        advice = self._keys.advise(path, key)
        if advice.meant:
            self._groups.excuse(path, advice.meant)
        span = spot_at(self._root, (*path, key)).key_span
        return Diagnostic(advice.code, advice.message, span, advice.help)

    def _bad_key(self, violation: Violation) -> Diagnostic:
        path, key = violation.path, str(violation.value)
        spot = spot_at(self._root, (*path, key))
        if speaks_of_hiding(key):
            return Diagnostic("schema-hidden", HIDDEN, spot.key_span, HIDDEN_HELP)
        similar = did_you_mean(key, self._schema.at(path).keys)
        if similar and similar == corrected(key):
            message = f'unknown key "{key}" in {spoken(self._root, path)}.'
            return Diagnostic("schema-unknown-key", message, spot.key_span, f'did you mean "{similar}"?')
        assert spot.entry
        return bad_name(spot.entry.key, violation.pattern)

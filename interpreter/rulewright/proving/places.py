"""Where the items of a test stand in the file: the rules keep only their texts."""

from __future__ import annotations

from ..language.check import nodes
from ..language.document.nodes import Mapping, Node
from ..rules.game import TestCase
from ..source.source import Span


class Places:
    """The tests of a document, found again by their place."""

    def __init__(self, root: Mapping | None) -> None:
        tests = nodes.items(root.get("tests")) if root is not None else []
        self._tests: dict[Span, Node] = {test.span: test for test in tests}

    def key(self, case: TestCase, key: str) -> Span:
        test = self._tests.get(case.span)
        entry = test.entry(key) if isinstance(test, Mapping) else None
        return entry.key.span if entry else case.span

    def item(self, case: TestCase, key: str, number: int) -> Span:
        """The place of item `number` (from 0) of a list."""
        items = nodes.items(nodes.get(self._tests.get(case.span), key))
        return items[number].span if number < len(items) else self.key(case, key)

    def entry(self, case: TestCase, key: str, name: str) -> Span:
        """The place of a value under a name: `score: {white: 7}`."""
        section = nodes.get(self._tests.get(case.span), key)
        value = nodes.get(section, name)
        return value.span if value is not None else self.key(case, key)

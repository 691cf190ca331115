"""Which combination of options a test of the file speaks of (D94)."""

from __future__ import annotations

from collections.abc import Mapping as Options

from ...source.diagnostics import Report
from ..document.nodes import Mapping, Node
from ..variants.declarations import options_of_section
from ..variants.option import Option
from ..variants.options import selection
from . import nodes


def options_of(root: Mapping) -> dict[str, Option]:
    """The options of the game; what is wrong with them was told when they were applied."""
    return options_of_section(root.get("options"))


def complete(options: dict[str, Option], chosen: Options[str, str]) -> dict[str, str]:
    """A choice with the other options at their default."""
    found = {name: option.default for name, option in options.items()}
    for name, value in chosen.items():
        if name in options:
            found[name] = options[name].accepted(value) or value
    return found


def combination(test: Node, options: dict[str, Option], report: Report) -> dict[str, str] | None:
    """The whole combination that a test names; None after a mistake (`option-unknown`, `option-value`)."""
    named = nodes.get(test, "options")
    if not isinstance(named, Mapping):
        return complete(options, {})
    chosen = selection(named, options, report)
    return complete(options, chosen) if len(chosen) == len(named.entries) else None


def combinations_of_tests(root: Mapping) -> list[dict[str, str]]:
    """Every combination that some test names, once each: what has to be compiled for all tests to be read."""
    options = options_of(root)
    found: list[dict[str, str]] = []
    for test in nodes.items(root.get("tests")):
        named = combination(test, options, Report())
        if named is not None and named not in found:
            found.append(named)
    return found

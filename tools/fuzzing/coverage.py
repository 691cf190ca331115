"""Which constructs of the language valid mutants have reached: the classes of checked rules."""

from __future__ import annotations

from rulewright.analysis.roots import roots, walk_all
from rulewright.rules import effects, expressions, paths, turns
from rulewright.rules.expressions import Broken, Expr, Node
from rulewright.rules.game import Rules

_NONE = {Node, Expr, Broken, effects.Effect, paths.Travel, turns.Turn}  # what no finished rule is


def constructs() -> frozenset[str]:
    """All that rules can be made of."""
    named = (
        value for module in (expressions, effects, paths, turns) for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Node) and value.__module__ == module.__name__
    )  # fmt: skip
    return frozenset(value.__name__ for value in named if value not in _NONE)


def reached(rules: Rules) -> frozenset[str]:
    """What some rules are made of."""
    return frozenset(type(node).__name__ for node in walk_all(roots(rules))) & constructs()

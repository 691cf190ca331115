"""Variables that the end of a turn sets back."""

from __future__ import annotations

from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Rules


def _variable_reset(effect: fx.Effect) -> int | None:
    """The variable that an effect sets, whole, to a fixed number; None if it does anything else."""
    fixed = isinstance(effect, fx.Assign) and effect.index is None and isinstance(effect.value, rx.Number)
    return effect.variable if isinstance(effect, fx.Assign) and fixed else None


def wiped_variables(rules: Rules) -> frozenset[int] | None:
    """The variables that the end of a turn sets back, if it does nothing else; otherwise None."""
    reset = [_variable_reset(effect) for effect in rules.when_turn_ends]
    found = frozenset(number for number in reset if number is not None)
    return found if len(found) == len(reset) else None

"""Variables that the end of a turn sets back."""

from __future__ import annotations

from ...rules import effects as fx
from ...rules import expressions as rx


def variable_reset(effect: fx.Effect) -> int | None:
    """The variable that an effect sets, whole, to a fixed number; None if it does anything else."""
    fixed = isinstance(effect, fx.Assign) and effect.index is None and isinstance(effect.value, rx.Number)
    return effect.variable if isinstance(effect, fx.Assign) and fixed else None

"""A bound on the work of the reference engine that is not a time: the same games are small everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulewright.game import Game


class TooMuchWork(Exception):
    """The engine has done more than it was allowed."""


@contextmanager
def bounded(game: Game, steps: int) -> Iterator[None]:
    """Counts expressions, legs and candidates of a game on the reference engine; too many of them stop it."""
    engine: Any = game._engine
    left = [steps]

    def counted(function: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise TooMuchWork
            return function(*args, **named)

        return call

    watched = [(engine.evaluator, "value"), (engine.evaluator, "holds"), (engine.walks, "_leg"),
               (engine.candidates, "perform")]  # fmt: skip
    for part, name in watched:
        setattr(part, name, counted(getattr(part, name)))
    try:
        yield
    finally:
        for part, name in watched:
            delattr(part, name)

"""Ten levels of strength, for people who do not want to think about playouts."""

from __future__ import annotations

from .spec import Spec, spec

_LEVELS = (
    "mcts:playouts=10",
    "mcts:playouts=40",
    "mcts:playouts=150",
    "mcts:playouts=500,time=2",
    "mcts:playouts=2000,time=2",
    "mcts:playouts=8000,time=2",
    "mcts:time=1",
    "mcts:time=3",
    "mcts:time=10",
    "mcts:time=30",
)
MOST = len(_LEVELS)


def level(number: int) -> Spec:
    """From 1, a beginner, to 10, half a minute for a move. The last four know no limit but time."""
    return spec(_LEVELS[number - 1])

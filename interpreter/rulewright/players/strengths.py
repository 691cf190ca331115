"""Ten levels of strength, for people who do not want to think about playouts."""

from __future__ import annotations

import os

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


_MOST_THREADS = 8  # more hardly help, and people do other things meanwhile
FAIR_MEGABYTES = 512


def level(number: int) -> Spec:
    """From 1, a beginner, to 10, half a minute for a move. The last four know no limit but time."""
    chosen = spec(_LEVELS[number - 1])
    time = chosen.numbers.get("time")
    return chosen if time is None or len(chosen.values) > 1 else for_seconds(time)


def for_seconds(seconds: float) -> Spec:
    """As strong as this machine gets in a time: it thinks on all cores."""
    threads = usual_threads()
    return spec(f"mcts:time={seconds}" + (f",threads={threads}" if threads > 1 else ""))


def usual_threads() -> int:
    """As many as there are cores, within reason."""
    return min(os.cpu_count() or 1, _MOST_THREADS)


def fair_threads() -> int:
    """More would only share the cores."""
    return os.cpu_count() or 1


def fair(wanted: Spec) -> Spec:
    """A player that somebody else has asked for, in a record they sent: with no more than this machine has to give.

    How long it thinks is shown, and ends with Ctrl-C; memory and threads would take the machine from whoever sits here.
    """
    return wanted.within({"threads": fair_threads(), "memory": FAIR_MEGABYTES})

"""What every system that is measured can do, and where its runner is. Each runs in a process of its own (worker.py)."""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class Missing(Exception):
    """The system is not installed here; the message says what to install."""


@dataclass(frozen=True, slots=True)
class Run:
    """Work that was done, and the CPU time it took: random games, or a perft (`playouts` 0, `moves` the leaves)."""

    playouts: int
    moves: float
    cpu_seconds: float


class Runner(Protocol):
    """One game in one system."""

    def playouts(self, seconds: float) -> Run:
        """Plays random games for about so many seconds of CPU time."""

    def perft(self, depth: int) -> Run:
        """Counts the ways to play on for `depth` moves."""


# The name of a system, as in the tables, and where its runner is: a module of this folder and a class.
SYSTEMS: Mapping[str, tuple[str, str]] = {
    "Rulewright": ("ours", "Ours"),
    "C": ("in_c", "InC"),
    "OpenSpiel C++": ("spiel", "InCpp"),
    "OpenSpiel Python": ("spiel", "InPython"),
    "Pgx": ("batched", "InPgx"),
    "Ludax": ("batched", "InLudax"),
    "python-chess": ("chess_programs", "PythonChess"),
    "pyffish": ("chess_programs", "Pyffish"),
    "Fairy-Stockfish": ("fairy_stockfish", "FairyStockfish"),
}


def make_runner(system: str, settings: Mapping[str, Any]) -> Runner:
    """A runner that is ready to measure: compiled and warm."""
    module, name = SYSTEMS[system]
    made: Runner = getattr(importlib.import_module(f"tools.benching.{module}"), name)(**settings)
    return made


def library(name: str, extra: str) -> Any:
    """A library of somebody else's; untyped."""
    try:
        return importlib.import_module(name)
    except ImportError as problem:
        raise Missing(f"{extra} is not installed ({problem}); pip install 'rulewright[bench]'") from None


def repeat(game: Callable[[random.Random], int], seconds: float, random_numbers: random.Random) -> Run:
    """Calls a function that plays one game and gives its length, until the time is up.

    The clock is asked some hundred times: it takes as long as a move or two of a small game.
    """
    begin = time.process_time()
    playouts = moves = 0
    spent, several = 0.0, 1
    while spent < seconds or not playouts:
        for _ in range(several):
            moves += game(random_numbers)
        playouts += several
        spent = time.process_time() - begin
        several = max(1, int(playouts / max(spent, 1e-6) * min(seconds / 100, seconds - spent)))
    return Run(playouts, moves, spent)


def timed(count: Callable[[], int]) -> Run:
    """A perft with its time."""
    begin = time.process_time()
    found = count()
    return Run(0, found, time.process_time() - begin)

"""Measures what each strategy of the native engine gains: processor time of playouts and of perft, with it and without.

    python tools/measure_strategies.py                 all strategies, each in one game that it serves
    python tools/measure_strategies.py chains:alquerque

Both ways are measured in turns, and the best of each counts. `Gain` in the heads of `native/strategies` is from here.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace

from rulewright import load

SECONDS = 0.5  # of one measurement
ROUNDS = 3
PLAYOUTS = {
    "factoring": "nine_mens_morris",
    "ahead": "amazons",
    "late_second_part": "mylna",
    "one_part": "breakthrough",
    "chains": "english_draughts",
    "rejection_draw": "lines_of_action",
    "reservoir_turns": "backgammon",
    "own_list": "onitama",
    "incremental_end_rules": "havannah",
    "rotated_bitboards": "gomoku",
    "incremental_flood": "hex",
    "union_find": "havannah",
    "empties": "hex",
    "ray_mobility": "amazons",
    "multiplicity_draw": "dvonn",
    "memoised_repeats": "backgammon",
}
PERFT = {"pushes": ("abalone", 3), "undo_frames": ("breakthrough", 5)}


def playouts(game: str, without: frozenset[str]) -> Callable[[], float]:
    """Plies a second."""
    native = replace(load(game)._pipeline, without=without).native
    native.prepare_playouts(careful=True)
    block, start = native.new_block(), native.snapshot(native.engine.start())
    number = 0

    def run() -> float:
        nonlocal number
        begin, plies = time.process_time(), 0
        while time.process_time() - begin < SECONDS:
            plies += native.playouts(block, start, 1, number, 10, 2000)[1]
            number += 10
        return plies / (time.process_time() - begin)

    return run


def perft(game: str, depth: int, without: frozenset[str]) -> Callable[[], float]:
    """Moves a second."""
    native = replace(load(game)._pipeline, without=without).native
    block, start = native.new_block(), native.snapshot(native.engine.start())
    native.perft(block, start, 1, deep=True)

    def run() -> float:
        begin, moves = time.process_time(), 0
        while time.process_time() - begin < SECONDS:
            moves += native.perft(block, start, depth, deep=True) or 0
        return moves / (time.process_time() - begin)

    return run


def main(asked: list[str]) -> None:
    wanted = dict(pair.split(":") for pair in asked) or {
        **PLAYOUTS,
        **{name: game for name, (game, _) in PERFT.items()},
    }
    for name, game in wanted.items():
        ways = [frozenset[str](), frozenset({name})]
        depth = PERFT[name][1] if name in PERFT else 0
        runs = [perft(game, depth, way) if depth else playouts(game, way) for way in ways]
        best = [0.0, 0.0]
        for _ in range(ROUNDS):
            best = [max(known, run()) for known, run in zip(best, runs, strict=True)]
        what = "perft" if depth else "playouts"
        print(f"{name}: {best[0] / best[1]:.2f} times in {what} of {game}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

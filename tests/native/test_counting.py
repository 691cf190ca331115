"""Perft without lists against perft by lists: two ways of counting in the native engine that share little."""

from __future__ import annotations

import pytest

from rulewright.engine.hashing import draw
from rulewright.game import Game, load
from rulewright.native.engine import NativeEngine
from tests.native.library_games import all_games

SEED = 7
MOST = 60_000  # leaves at most

# Games that show all kinds of leaves: sets, strides, collected candidates, lifted pieces, choices, murky ones.
NORMAL = {
    "chess", "hive", "english_draughts", "breakthrough", "connect_four", "othello", "hex", "go", "creeper", "shogi",
    "xiangqi", "nine_mens_morris", "surakarta", "lines_of_action", "erleuchtung", "vier_kreise", "tictactoe", "gomoku",
}  # fmt: skip


def _counts(game: Game) -> list[str]:
    """Where the two ways differ, along a random game."""
    native = NativeEngine(game.engine, checked=False)
    program = native.compiler.counting_program()
    if program is None:
        return []
    native.module.add(program)
    count = native.module.function("rw_count", 1, True)
    block = native.new_block()
    snapshot = native.snapshot(game.engine.start())
    found = []
    for ply in range(12):
        moves, _ = native.count(snapshot)
        if not moves:
            break
        for depth in (1, 2, 3):
            if moves**depth > MOST:
                break
            native.put(block, snapshot, run=True)
            listed = native.run_perft(block.address, depth)
            native.put(block, snapshot, run=True)
            counted = count(block.address, depth)
            if counted < 0:  # it says so itself: see the engine
                continue
            if listed != counted:
                found.append(f"ply {ply}, depth {depth}: {listed} by lists, {counted} without")
        snapshot, result = native.play(snapshot, draw(SEED, 0, ply, moves))
        if result is not None:
            break
    return found


GAMES = {name: path for name, path in all_games().items() if "drafts" not in path.parts}


@pytest.mark.parametrize("name", sorted(NORMAL & set(GAMES)))
def test_both_ways_count_the_same(name: str) -> None:
    assert _counts(load(GAMES[name])) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(GAMES) - NORMAL))
def test_both_ways_count_the_same_in_the_rest_of_the_library(name: str) -> None:
    assert _counts(load(GAMES[name])) == []

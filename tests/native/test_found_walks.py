"""Walks that are remembered: the answers are those of a search, whatever was asked before in the same memory."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rulewright import load
from rulewright.game import Game
from rulewright.native.strategies.found_walks import NAME

# Who asks begins in the goal itself, which counts only if another site of it is reached; two pieces ask at once; a
# question of each player about the other's goal.
_MAZE = """
game: Maze
players: {white: {}, black: {}}
board: {tiling: square, size: 4x4, uses: [cell, edge], adjacency: orth}
pieces:
  pawn: {on: cell, letter: p}
  wall: {owner: none, on: edge, letter: "|"}
regions:
  goal: {white: row 4, black: [a1, d1]}
setup:
  white pawn: [b1, d4]
  black pawn: [c4, a1]
define:
  open: no wall on edge next to leaving next to entering
  goes(who, where): some where in reached by (repeat 1.. (step orth to cell if open)) from who
actions:
  build:
    pick: empty edge
    do: put wall at target
    must: goes(my pawn, my goal) and goes(enemy pawn, enemy goal) and goes(my pawn, enemy goal)
  clear:
    pick: wall
    do: remove target
turn: build or clear
end: [draw if count wall = 24]
"""


@pytest.mark.parametrize(("name", "options"), [("quoridor", {"size": "five"}), ("maze", {})])
def test_lists_are_those_without_it(name: str, options: dict[str, Any]) -> None:
    def made() -> Game:
        return load(_MAZE) if name == "maze" else load(name, **options)

    game = made()
    with_it, without = game._pipeline.native, replace(made()._pipeline, without=frozenset({NAME})).native
    assert with_it.compiler.plan.walks
    assert not without.compiler.plan.walks
    numbers, positions = random.Random(1), []
    for _ in range(4):
        snapshot, result = with_it.snapshot(game._engine.start()), None
        for _ in range(30):
            amount, over = with_it.count(snapshot)
            if not amount or result or over:
                break
            positions.append(snapshot)
            snapshot, result = with_it.play(
                snapshot, numbers.randrange((amount + 2) // 3)
            )  # more is built than cleared
    numbers.shuffle(positions)  # what was found somewhere else entirely is still in memory
    answers = set()
    for snapshot in positions:
        other = without.snapshot(with_it.position(snapshot))
        turns, plain = with_it.turns(snapshot)[0], without.turns(other)[0]
        assert [turn.key for turn in turns.moves()] == [turn.key for turn in plain.moves()]
        answers.add(turns.amount)
    assert len(answers) > 5

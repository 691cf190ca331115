"""`kept one`: both engines follow the same pieces, which move, jump on, are taken, pushed and piled up."""

from __future__ import annotations

import pytest

from rulewright.headless.random_games import play_random

from .engines import both
from .lockstep import Bounds, play

_RESULT = "repetition: {times: 3, result: [lose if me kept one near, win if enemy kept one near, draw]}"
_WALK = f"""
game: Walk
players: [ann, bob]
board: {{tiling: square, size: 3x2}}
pieces: {{man: {{letter: m}}}}
setup: {{ann man: [a1], bob man: [c1, c2]}}
define: {{near: enemy next to mine}}
actions: {{go: {{move: mine, path: step orth to empty}}}}
turn: go
{_RESULT}
"""
_TAKE = """
game: Take
players: [ann, bob, cid]
board: {tiling: square, size: 3x2}
pieces: {man: {letter: m}, king: {letter: k}}
setup: {ann king: [a1], bob king: [c1], cid king: [b2], ann man: a2}
define: {near: enemy king in reached by (step any to anywhere) from target}
actions: {go: {move: mine, path: step any to empty or man}, rest: {}}
turn: go or rest
repetition:
  times: 3
  compare: board
  result: [draw if me kept one near and bob kept one (king in row 1), lose if cid kept one near]
limit: {turns: 60, result: draw}
"""
_PARTS = f"""
game: Parts
players: [ann, bob]
board: {{tiling: square, size: 4x2}}
pieces: {{man: {{letter: m}}, wall: {{owner: none, letter: w}}}}
setup: {{ann man: [a1, b2], bob man: [d1]}}
define: {{near: piece next to mine}}
actions:
  hop: {{move: mine, path: jump orth over piece to empty | step orth to empty, again: may}}
  build: {{place: wall, from: hop.target, path: step orth to empty, do: remove wall not in target}}
  push: {{pick: mine, path: step e to enemy, do: shift target toward e, if: ply < 9}}
turn: hop then may build or push
{_RESULT}
limit: {{turns: 30, result: draw}}
"""
_PILES = """
game: Piles
players: [ann, bob]
board: {tiling: square, size: 3x1}
pieces: {man: {letter: m}}
stack: 3
setup: {ann man: {a1: 2}, bob man: c1}
define: {near: enemy where height(it) = 1}
actions: {go: {move: mine, path: step orth to empty or piece, take: 1..2}, rest: {}}
turn: go or rest
repetition: {times: 2, result: [win if enemy kept one near, draw]}
limit: {turns: 40, result: draw}
"""
GAMES = {"walk": _WALK, "take": _TAKE, "parts": _PARTS, "piles": _PILES}


@pytest.mark.parametrize("name", GAMES)
def test_lock_step(name: str) -> None:
    first, second = both(GAMES[name])
    assert second._engines.native() is not None
    for number in range(6):
        play(first, second, Bounds(plies=60, moves=3000), name=name, number=number)


def test_somebody_does_keep_one() -> None:
    """Random games of the first file end in both ways, so that lock step compares more than draws."""
    first, _ = both(_WALK)
    ends = {str(play_random(first, seed, 0).state.outcome) for seed in range(40)}
    assert {"draw", "ann wins"} <= ends or {"draw", "bob wins"} <= ends

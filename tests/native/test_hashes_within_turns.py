"""Hashes between two segments of a turn: those of the reference engine, from what stands in the block."""

from __future__ import annotations

import random

import pytest

import rulewright

pytest.importorskip("llvmlite")

# Every kind of thing that a rule can look back at: a site, sets, directions, a kind, numbers, of two actions and the
# turn; sites below and above 64.
_WALK = """
game: Walk
players: [ann, bob]
board: {tiling: square, size: 9x9}
pieces: {runner: {letter: r}, rider: {letter: k}}
setup: {ann runner: [a1, c3], ann rider: [e5], bob runner: [i9, g7], bob rider: [d8]}
actions:
  hop: {with: {far: 1..2}, move: mine, path: step any as way over 0..1 empty as gone to empty}
  roll: {with: {pips: 1..2}}
  go:
    move: mine not on hop.target
    path: step any to empty
    if: >
      hop.far = roll.pips or hop.way = dir or hop.dir = dir or target in hop.gone or target in hop.passed or
      hop.kind = kind or hop.load = 2 or target = hop.origin or target in turn.target
turn: hop then chance roll then go
stuck: pass
limit: {turns: 40, result: draw}
"""
_WORDS = _WALK.replace("far: 1..2", "far: [little, much]").replace("hop.far = roll.pips", "hop.far = little")


_GAMES = ["entropy", "kioz", _WALK, _WORDS, pytest.param("backgammon", marks=pytest.mark.rest)]


@pytest.mark.parametrize("game", _GAMES, ids=lambda text: text[:12].strip())
def test_they_are_those_of_the_reference_engine(game: str) -> None:
    played, numbers, within = rulewright.load(game, engine="native"), random.Random(3), 0
    native = played._engines.native()
    assert native is not None
    assert native.compiler.hashes.knows_carried is (game is not _WORDS)  # a word is a text in its key
    for _ in range(2):
        state = played.start()
        for _ in range(60):
            if state.outcome is not None:
                break
            state.push(state.legal_moves[numbers.randrange(len(state.legal_moves))])
            snapshot = state._node.snapshot(native)
            within += native.word(snapshot, native.layout.segment) > 0
            assert native.hash(snapshot) == played._engine.hashes.position(state.position)
            assert hash(state) == hash(state.copy())
    assert within > 15

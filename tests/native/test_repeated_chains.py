"""Turns that repeat chains: the same hops can be those of one chain or of two, and both engines name the same turn."""

from __future__ import annotations

import pytest

from .engines import both
from .generated_games import game_text, kept_text, small_game
from .library_games import all_games
from .lockstep import A_LOT_OF_WORK, Bounds, facts, play

pytest.importorskip("llvmlite")

_HOPS = """\
game: Hops
players: [ann, bob]
board: {tiling: square, size: 7x1}
pieces: {man: {letter: m}}
setup: {ann man: [a1], bob man: [b1, d1, f1]}
limit: {turns: 4, result: draw}
vars: {from_here: {holds: site}}
actions:
  hop: {move: mine, path: jump orth over piece to empty, again: may}
turn: repeat 2 (hop)
"""
# Two of Erleuchtung's figures: what may be done on the way stands in the key, where a chain ends does not.
_LIT = """\
game: Lit
players: [ann, bob]
board: {tiling: square, size: 5x5}
pieces: {figure: {states: [dark, lit], letter: {dark: f, lit: l}}}
setup: {ann figure: [a1, b1, c2], bob figure: [b3, d3]}
limit: {turns: 6, result: draw}
actions:
  jump:
    move: mine
    path: jump orth over piece to empty
    do: may set it to lit if it is dark and (it in centre or passed is lit)
    again: may
    say: "{origin}-{target}{changed:*}"
turn: repeat 1..2 (jump)
"""


def test_of_equal_hops_the_turn_whose_chain_ends_first_is_named() -> None:
    for game in both(_HOPS):
        texts = [move.text for move in game.start().legal_moves]
        assert texts == ["a1-c1 c1-e1", "a1-c1-e1 e1-c1", "a1-c1 c1-e1-g1"]


def test_equal_hops_that_lead_to_different_positions_stand_in_the_same_order() -> None:
    for game in both(f"{_HOPS}when_turn_ends: from_here = hop.origin\n"):
        texts = [move.text for move in game.start().legal_moves]
        assert texts[2:4] == ["a1-c1 c1-e1-g1", "a1-c1-e1 e1-g1"]


@pytest.mark.parametrize("text", [_HOPS, _LIT, _HOPS + "distinct: route\n"])
def test_chains_in_lock_step(text: str) -> None:
    first, second = both(text)
    for number in range(3):
        play(first, second, number=number)


def test_a_position_of_erleuchtung_with_two_moves_a_turn() -> None:
    text = all_games()["erleuchtung"].read_text("utf-8").replace("turn: step or jump", "turn: repeat 2 (step or jump)")
    played = "c1-d2 a3-b2; e2-d3 d3-c3; d2-c2 e3-d3; c3-b4 e4-e3; b2-a3 c2-d2; d1-c2 e3-e2"
    first, second = (game.start() for game in both(text))
    for move in played.split("; "):
        first.push(move)
        second.push(move)
    assert facts(first) == facts(second)
    assert "a1-c1 c1-e3" in [move.text for move in first.legal_moves]


# The last one was once played differently.
@pytest.mark.parametrize("seed", [*range(4), 45])
def test_a_generated_game_that_repeats_chains(seed: int) -> None:
    first, second = both(kept_text(seed, chains=True))
    play(first, second, Bounds(plies=15, moves=2000, steps=A_LOT_OF_WORK), name=f"{seed}")


@pytest.mark.slow
def test_many_generated_games_that_repeat_chains() -> None:
    for seed in range(100):
        text = game_text(seed, chains=True)
        if small_game(text) is not None:
            play(*both(text), Bounds(plies=20, moves=3000, steps=A_LOT_OF_WORK), name=f"{seed}")

"""Hive against a program that speaks UHP, if one is here: the same moves in every position of random games.

    RULEWRIGHT_UHP_ENGINE=/somewhere/mzingacpp pytest tests/proof/test_hive_programs.py

MzingaCpp and nokamute were asked like this.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

import rulewright
from rulewright.formats.game_strings import game_string, game_type_of
from rulewright.headless.random_games import random_move
from tools.contests.uhp import UhpEngine

COMMAND = os.environ.get("RULEWRIGHT_UHP_ENGINE")
SETS = ["base", "base_m", "base_l", "base_p", "base_ml", "base_mp", "base_lp", "base_mlp"]
GAMES = 2
PLIES = 60

pytestmark = pytest.mark.skipif(COMMAND is None, reason="RULEWRIGHT_UHP_ENGINE names no Hive program")


@pytest.fixture(scope="module")
def engine() -> Iterator[UhpEngine]:
    assert COMMAND is not None
    started = UhpEngine(COMMAND)
    yield started
    started.close()


@pytest.mark.parametrize("pieces", SETS)
def test_the_same_moves(engine: UhpEngine, pieces: str) -> None:
    game = rulewright.load("hive", set=pieces, queen_first="forbidden")
    for number in range(GAMES):
        state = game.start()
        engine.ask(f"newgame {game_type_of(pieces)}")
        played: list[str] = []
        while state.outcome is None and len(played) < PLIES:
            theirs = {state.parse(text) for text in engine.ask("validmoves")[0].split(";")}
            assert theirs == set(state.legal_moves), ";".join(played)
            move = random_move(state, 1, number, len(played))
            said = engine.ask(f"play {move.text}")[0]
            played.append(move.text)
            state.push(move)
            assert _head(said) == _head(game_string(pieces, played, state.outcome)), ";".join(played)


def _head(text: str) -> list[str]:
    """Kind of game, how it stands and whose turn it is; which neighbour a move names is everybody's choice."""
    return text.split(";")[:3]

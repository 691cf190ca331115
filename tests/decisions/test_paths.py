"""Decisions on the reference engine: complete paths are the turns, in every game (D112, D113)."""

from __future__ import annotations

import pytest

from rulewright.headless.random_games import random_move
from rulewright.language.game_files import shipped
from tests.all_sorts import all_sorts_or_rest
from tests.native.effort import TooMuchWork, bounded
from tests.native.engines import reference
from tests.native.generated_games import game_text, small_game

from .paths import compare

PLIES = 4
ENOUGH = 150  # paths of one game


@pytest.mark.parametrize("game", all_sorts_or_rest(sorted(shipped())))
def test_paths_are_turns(game: str) -> None:
    """By a random game; positions with too many turns are passed by, and what takes very long is left to others."""
    loaded = reference(game)
    state, found = loaded.start(), 0
    try:
        with bounded(loaded, 15_000):
            for ply in range(PLIES):
                if state.outcome is not None or found > ENOUGH:
                    break
                found += compare(state)
                state.push(random_move(state, 3, 1, ply))
    except TooMuchWork:
        pass


@pytest.mark.parametrize(
    "seed", [*range(2000, 2010), *(pytest.param(n, marks=pytest.mark.rest) for n in range(2010, 2150))]
)
def test_paths_are_turns_in_generated_games(seed: int) -> None:
    """Games with `may`, `else`, `must`, `prefer`, repeats, chains and chance in all combinations."""
    for chains in (False, True):
        game = small_game(game_text(seed, chains))
        if game is None:
            continue
        state = game.start()
        try:
            with bounded(game, 15_000):
                for ply in range(6):
                    if state.outcome is not None:
                        break
                    compare(state)
                    state.push(random_move(state, 1, seed, ply))
        except TooMuchWork:
            pass

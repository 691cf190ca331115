"""Both engines offer the same decisions, in every game, and decided turns lead to the same positions (chapter 21)."""

from __future__ import annotations

import pytest

from tests.all_sorts import all_sorts_or_rest

from .deciding import walk
from .engines import both
from .generated_games import game_text, small_game
from .library_games import all_games, all_options

_GAMES = all_games()
_SOME = range(3000, 3012)
_MANY = range(3012, 3200)


@pytest.mark.parametrize("game", all_sorts_or_rest(_GAMES))
def test_decisions_of_a_game(game: str) -> None:
    walked = walk(*both(_GAMES[game]), plies=24, steps=25_000, name=game)
    assert walked.decisions or game in TOO_MUCH


# The first turn is more work than the bound allows: the slow test decides them.
TOO_MUCH: set[str] = set()


@pytest.mark.slow
@pytest.mark.parametrize("game", _GAMES)
def test_decisions_of_a_whole_game(game: str) -> None:
    """With each value of its options."""
    for options in all_options(_GAMES[game]):
        assert walk(*both(_GAMES[game], **options), plies=80, steps=2_000_000, name=f"{game} {options}").decisions


@pytest.mark.parametrize("seed", [*_SOME, *(pytest.param(seed, marks=pytest.mark.rest) for seed in _MANY)])
def test_decisions_of_generated_games(seed: int) -> None:
    for chains in (False, True):
        text = game_text(seed, chains)
        if small_game(text) is not None:
            walk(*both(text), plies=12, steps=15_000, name=f"generated game {seed} {chains}")

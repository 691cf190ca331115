"""Both engines offer the same decisions, in every game, and decided turns lead to the same positions (chapter 21)."""

from __future__ import annotations

import pytest

from .deciding import walk
from .engines import both
from .generated_games import game_text, small_game
from .library_games import all_games, all_options

_GAMES = all_games()
_SOME = (3000, 3005, 3171)  # the last: a choice after a choice was taken for known
_MANY = (*range(3001, 3005), *range(3006, 3171), *range(3172, 3200))


# One part and several, chains, repeats, stacks, `with`, choices of effects, `else`, `prefer`, forced passes, dice.
_SORTS = {
    "connect_four", "othello", "breakthrough", "amazons", "english_draughts", "erleuchtung", "nine_mens_morris",
    "oware", "animal_shogi", "tictactoe", "surakarta", "ur", "backgammon",
}  # fmt: skip
_FEW, _USUAL, _LONG = 8_000, 25_000, 2_000_000  # steps of the reference engine


@pytest.mark.parametrize("game", sorted(_SORTS))
def test_decisions_of_a_game(game: str) -> None:
    assert walk(*both(_GAMES[game]), plies=24, steps=_FEW, name=game).decisions


@pytest.mark.rest
@pytest.mark.parametrize("game", _GAMES)
def test_decisions_of_every_game(game: str) -> None:
    """By another random game; where the reference engine needs very long for the first turn, that is left out."""
    walk(*both(_GAMES[game]), plies=24, steps=_USUAL, name=game, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("game", _GAMES)
def test_decisions_of_a_whole_game(game: str) -> None:
    """With each value of its options."""
    for options in all_options(_GAMES[game]):
        assert walk(*both(_GAMES[game], **options), plies=80, steps=_LONG, name=f"{game} {options}").decisions


@pytest.mark.parametrize("seed", [*_SOME, *(pytest.param(seed, marks=pytest.mark.rest) for seed in _MANY)])
def test_decisions_of_generated_games(seed: int) -> None:
    for chains in (False, True):
        text = game_text(seed, chains)
        if small_game(text) is not None:
            walk(*both(text), plies=12, steps=_FEW, name=f"generated game {seed} {chains}")

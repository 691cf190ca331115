"""Both engines play every game of the library, with its options, and every draft alike."""

from __future__ import annotations

import pytest

from rulewright.errors import InvalidGame
from tests.all_sorts import ALL_SORTS, all_sorts_or_rest

from .engines import both
from .library_games import all_games, all_options
from .lockstep import Bounds, play

_GAMES = all_games()
# Games with thousands of moves in a position do not get far here; the slow test plays them on.
_FIRST = Bounds(plies=16, moves=200, steps=120_000, again=2)
_OTHERS = Bounds(plies=4, moves=80, steps=50_000, again=1)


@pytest.mark.parametrize("game", _GAMES)
def test_a_game_of_the_library(game: str) -> None:
    """Some way if it stands for others, else a few plies."""
    default, *_ = all_options(_GAMES[game])
    play(*both(_GAMES[game], **default), _FIRST if game in ALL_SORTS else _OTHERS)


@pytest.mark.rest
@pytest.mark.parametrize("game", [game for game in _GAMES if game not in ALL_SORTS])
def test_a_game_of_the_library_some_way(game: str) -> None:
    default, *_ = all_options(_GAMES[game])
    play(*both(_GAMES[game], **default), _FIRST)


@pytest.mark.parametrize("game", all_sorts_or_rest(_GAMES))
def test_the_last_value_of_its_last_option(game: str) -> None:
    """A few plies."""
    for options in list(all_options(_GAMES[game]))[1:][-1:]:
        play(*both(_GAMES[game], **options), _OTHERS)


@pytest.mark.slow
@pytest.mark.parametrize("game", _GAMES)
def test_each_value_of_its_options(game: str) -> None:
    for options in list(all_options(_GAMES[game]))[1:]:
        play(*both(_GAMES[game], **options), _OTHERS)


@pytest.mark.slow
@pytest.mark.parametrize("game", _GAMES)
def test_every_combination_of_options(game: str) -> None:
    """Two games each, most of them to their end."""
    for options in all_options(_GAMES[game], whole=True):
        try:
            first, second = both(_GAMES[game], **options)
        except InvalidGame:
            continue  # options that do not go together
        for number in range(2):
            play(first, second, Bounds(plies=120, moves=2500), number=number)

"""Both engines play every game of the library, with its options, and every draft alike."""

from __future__ import annotations

import pytest

from rulewright.errors import InvalidGame

from .engines import both
from .library_games import all_games, all_options
from .lockstep import Bounds, play

_GAMES = all_games()
# Games with thousands of moves in a position do not get far here; the slow test plays them on.
_FIRST = Bounds(plies=24, moves=250, steps=250_000)
_OTHERS = Bounds(plies=4, moves=80, steps=50_000)


@pytest.mark.parametrize("game", _GAMES)
def test_a_game_of_the_library(game: str) -> None:
    """As it is some way, and a few plies with each value of its options."""
    for number, options in enumerate(all_options(_GAMES[game])):
        first, second = both(_GAMES[game], **options)
        play(first, second, _FIRST if number == 0 else _OTHERS)


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

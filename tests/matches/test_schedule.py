"""Who sits where."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rulewright.matches.schedule import Schedule


def test_two_players_exchange_sides() -> None:
    games = list(Schedule(2, 2).games(5))
    assert [game.seats for game in games] == [(0, 1), (1, 0), (0, 1), (1, 0), (0, 1)]
    assert [game.round for game in games] == [0, 0, 1, 1, 2]
    assert [game.number for game in games] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("programs", "sides", "games"), [(3, 3, 6), (4, 4, 24), (3, 2, 6), (5, 2, 20), (4, 3, 24)])
def test_everybody_holds_every_side_equally_often(programs: int, sides: int, games: int) -> None:
    held = Counter(
        (seat, who) for game in Schedule(programs, sides).games(games) for seat, who in enumerate(game.seats)
    )
    assert set(held.values()) == {games // programs}
    assert len(held) == programs * sides


def test_everybody_meets_everybody() -> None:
    met = Counter(frozenset(game.seats) for game in Schedule(4, 2).games(12))
    assert met == {frozenset(pair): 2 for pair in combinations(range(4), 2)}


@pytest.mark.parametrize(("programs", "sides", "games"), [(2, 3, 6), (2, 4, 2), (3, 4, 12), (2, 6, 2)])
def test_fewer_programs_than_sides_share_them(programs: int, sides: int, games: int) -> None:
    seats = [game.seats for game in Schedule(programs, sides).games(games)]
    assert len(set(seats)) == games
    held = Counter((seat, who) for seating in seats for seat, who in enumerate(seating))
    assert set(held.values()) == {games // programs}


def test_every_order_round_the_table_comes_up() -> None:
    seats = {game.seats for game in Schedule(4, 4).games(24)}
    assert len(seats) == 24

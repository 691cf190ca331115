"""Small games whose value is known from elsewhere."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.lab.solve import CannotSolve, solve


def test_tictactoe_is_drawn() -> None:
    """5,478 positions can be reached, as is well known (OEIS A008907 and many textbooks)."""
    found = solve(rulewright.load("tictactoe"))
    assert (found.value, found.turns, found.positions) == (0, None, 5478)
    assert {value for _, value in found.first_moves} == {0}


def test_dodgem_is_won_by_who_begins() -> None:
    """Winning Ways, chapter 22: the first player wins 3x3 Dodgem."""
    game = rulewright.load("dodgem")
    found = solve(game)
    assert found.value == 1
    assert found.turns == len(found.line)
    state = game.start()
    first = state.player
    for move in found.line:
        state.push(move)
    assert state.outcome is not None
    assert state.outcome.winners == (first,)


def test_both_engines_solve_alike() -> None:
    native, reference = (solve(rulewright.load("dodgem", engine=engine)) for engine in ("native", "reference"))
    assert native == reference


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(CannotSolve, match="more than 100 positions"):
        solve(rulewright.load("tictactoe"), 100)


@pytest.mark.parametrize("game", ["backgammon", "abalone_for_three", "go"])
def test_games_that_are_no_such_games_are_refused(game: str) -> None:
    with pytest.raises(CannotSolve):
        solve(rulewright.load(game), 50)

"""Small games whose value is known from elsewhere."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.lab.solve import CannotSolve, _proven, solve


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


# Hex without a swap, as small as wanted: nobody can draw, and John Nash showed that who begins wins.
_HEX = """\
extends: hex
game: Hex without a swap
options: {size: {default: 3, choices: [2, 3, 4]}}
turn: place
actions: {swap: null}
"""


def _small_hex(size: int) -> rulewright.Game:
    return rulewright.load(_HEX, size=size)


def test_hex_is_won_by_who_begins_by_both_methods() -> None:
    game = _small_hex(3)
    whole = solve(game)
    proven = _proven(game, 20_000, lambda _: None)
    assert proven is not None
    assert (whole.value, proven.value) == (1, 1)
    assert (whole.complete, proven.complete) == (True, False)
    assert proven.positions < whole.positions
    assert dict(whole.first_moves)["b2"] == 1  # the middle, as everybody knows
    state = game.start()
    for move in proven.line:
        state.push(move)
    assert state.outcome is not None
    assert state.outcome.winners == ("red",)


def test_proof_number_search_finds_the_draw_of_tictactoe() -> None:
    proven = _proven(rulewright.load("tictactoe"), 20_000, lambda _: None)
    assert proven is not None
    assert (proven.value, proven.line) == (0, ())


def test_a_game_too_large_for_all_its_positions_is_proven() -> None:
    """More than 2,000 positions of 3x3 Hex can be reached; fewer are enough for the proof."""
    found = solve(_small_hex(3), 2_000)
    assert (found.value, found.complete) == (1, False)


def test_positions_that_come_again_prove_no_draw() -> None:
    """Dodgem goes round: with so few positions nothing is proven, and nothing is said."""
    with pytest.raises(CannotSolve, match="none of these many was enough for a proof"):
        solve(rulewright.load("dodgem"), 200)


def test_whoever_swaps_wins_as_themselves() -> None:
    """With a swap, Hex is won by who may swap: the second player takes a good stone over, and leaves a bad one."""
    swapping = rulewright.load(_HEX.replace("turn: place\nactions: {swap: null}\n", ""), size=3)
    with pytest.raises(
        CannotSolve, match="number of the turn"
    ):  # where positions might come again, that would be wrong
        solve(swapping)
    proven = _proven(swapping, 20_000, lambda _: None)
    assert proven is not None
    assert proven.value == -1

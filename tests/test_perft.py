"""Perft against numbers that others have counted, or that can be counted by hand."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.headless.perft import divide, perft
from tests.cli.games import BAG, BAG_PERFT, ENDLESS

# Tic-tac-toe: 9·8·7·… less the games that are over; connect four: 7^n until a column is full.
KNOWN = {"tictactoe": [9, 72, 504, 3024], "connect_four": [7, 49, 343], "breakthrough": [22, 484]}


@pytest.mark.parametrize("game", KNOWN)
def test_known_counts(game: str) -> None:
    state = rulewright.load(game).start()
    assert [perft(state, depth + 1) for depth in range(len(KNOWN[game]))] == KNOWN[game]


def test_a_program_for_deep_counts_is_only_made_for_those() -> None:
    pytest.importorskip("llvmlite")
    state = rulewright.load("tictactoe", engine="native").start()
    native = state.game._engines.native()
    assert native is not None
    assert perft(state, 4) == 3024
    assert native._run_count is None
    assert perft(state, 6) == 54_720  # not far from 9 ** 6, and more than a few
    assert native._run_count is not None


def test_nothing_to_do_is_one_way() -> None:
    assert perft(rulewright.load("tictactoe").start(), 0) == 1


def test_a_game_that_is_over_has_no_ways() -> None:
    state = rulewright.load("tictactoe").start()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state.push(move)
    assert (perft(state, 0), perft(state, 1), perft(state, 2)) == (1, 0, 0)


def test_a_winning_move_is_counted_and_nothing_after_it() -> None:
    state = rulewright.load("tictactoe").start()
    for move in ("a1", "b1", "a2", "b2"):
        state.push(move)
    # a3 wins at once; after each of the other four moves there are four replies.
    assert (perft(state, 1), perft(state, 2)) == (5, 16)


def test_chance_is_summed_over_and_is_no_move() -> None:
    state = rulewright.load(BAG).start()
    assert state.is_chance
    assert [perft(state, depth) for depth in range(1, 5)] == BAG_PERFT


def test_divide_adds_up() -> None:
    state = rulewright.load("tictactoe").start()
    assert [(move.text, count) for move, count in divide(state, 2)][:2] == [("a1", 8), ("b1", 8)]
    assert sum(count for _, count in divide(state, 3)) == 504


def test_divide_of_chance_keeps_the_depth() -> None:
    state = rulewright.load(BAG).start()
    assert [count for _, count in divide(state, 2)] == [4, 4, 4, 2, 2, 2]


def test_a_long_game_is_no_problem() -> None:
    """One move at each turn; a recursive count would not get that deep."""
    assert perft(rulewright.load(ENDLESS).start(), 2000) == 1

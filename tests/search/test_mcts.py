"""Monte Carlo tree search on both engines: what is proven, what is kept, when it stops."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.players.mcts import Mcts
from rulewright.players.player import Opinion
from tests.search.positions import ENGINES, played

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.usefixtures("hasty_judges")


@pytest.mark.parametrize("engine", ENGINES)
def test_tic_tac_toe_is_a_draw(engine: str) -> None:
    # With a corner and the middle taken, the rest is small enough for either engine.
    state = played("tictactoe", "a1", "b2", engine=engine)
    opinion = Mcts(playouts=40_000).choose(state, 1)
    assert opinion.proof == "draw"
    assert opinion.values == (0.5, 0.5)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_win_in_one_is_played(engine: str) -> None:
    opinion = Mcts(playouts=200).choose(played("connect_four", "a", "b", "a", "b", "a", "b", engine=engine), 1)
    assert (opinion.move.text, opinion.proof) == ("a", "win")
    assert opinion.values == (1.0, 0.0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_loss_is_seen(engine: str) -> None:
    # Red has three in the bottom row, open at both ends.
    state = played("connect_four", "d", "d", "e", "e", "c", engine=engine)
    assert Mcts(playouts=3000).choose(state, 1).proof == "loss"


def test_the_same_seed_gives_the_same_thoughts() -> None:
    state = played("hex", "f6")
    first, second = Mcts(playouts=500), Mcts(playouts=500)
    second.choose(state, 2)  # what was thought before changes nothing
    assert first.choose(state, 1).candidates == second.choose(state, 1).candidates
    assert first.choose(state, 1).candidates != first.choose(state, 2).candidates


@pytest.mark.parametrize("game", ["backgammon", "ur", "abalone_for_three", "go", "hive", "kalah"])
def test_moves_are_legal_and_the_worth_adds_up(game: str) -> None:
    state = rulewright.load(game).start()
    player = Mcts(playouts=30)
    for decision in range(6):
        if state.is_chance:
            state.push(state.legal_moves[decision % len(state.legal_moves)])
            continue
        opinion = player.choose(state, decision)
        assert opinion.move in state.legal_moves
        assert {candidate.move for candidate in opinion.candidates} == set(state.legal_moves)
        assert opinion.line[0] == opinion.move
        assert opinion.values is None or sum(opinion.values) == pytest.approx(1)
        state.push(opinion.move)


def test_it_stops_when_it_is_told_to() -> None:
    heard: list[Opinion] = []
    player = Mcts(time=600)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    opinion = player.choose(played("hex"), 1, stop, heard.append)
    assert opinion.visits > 0
    assert asked == 21


def test_part_of_the_tree_is_kept() -> None:
    player = Mcts(time=0.05)
    state = played("connect_four")
    first = player.choose(state, 1)
    state.push(first.move)
    kept = player.choose(state, 1)
    looked_at = first.candidates[0].visits
    # A search of its own begins with nothing; this one begins with what was found behind the move.
    assert kept.visits >= looked_at - 1
    player.forget()
    state.push(kept.move)
    assert state.outcome is None


def test_memory_is_bounded() -> None:
    small, large = Mcts(playouts=20_000, memory=2), Mcts(playouts=20_000)
    state = played("connect_four")
    assert small.choose(state, 1).visits == large.choose(state, 1).visits == 20_000
    assert small.choose(state, 1).depth < large.choose(state, 1).depth


def test_threads_share_the_work() -> None:
    opinion = Mcts(playouts=1000, threads=2).choose(played("connect_four"), 1)
    assert 1000 <= opinion.visits <= 1001


def test_an_only_move_is_answered_at_once() -> None:
    state = played("othello")
    while len(state.legal_moves) > 1:
        state.push(state.legal_moves[0])
    opinion = Mcts(time=1000).choose(state, 1)
    assert opinion.move == state.legal_moves[0]
    assert opinion.candidates[0].move == opinion.move


def test_who_swaps_sides_takes_the_better_one() -> None:
    """Hex with the swap rule on a small board: a stone in the middle is worth taking."""
    state = played("hex", "c3", size="5")
    opinion = Mcts(playouts=5000).choose(state, 1)
    assert opinion.move.text == "swap"


def test_a_pass_is_no_repetition_where_positions_may_not_come_again() -> None:
    """It was taken for a draw, as going round in circles is: who was behind in Go passed after a few turns."""
    state = rulewright.load("go", size=13).position(
        dict.fromkeys([f"{x}{y}" for x in "cfi" for y in range(1, 14)], "black")
    )
    state.push("a1")
    thought = Mcts(playouts=500).choose(state, seed=1)
    passed = next(each for each in thought.candidates if each.move.text == "pass")
    assert passed.proof == "loss" or passed.value < 0.3, "black has three walls, and white has nothing"

"""The players `random` and `greedy`."""

from __future__ import annotations

from collections import Counter

import pytest

import rulewright
from rulewright.game import load_with
from rulewright.headless.random_games import random_move
from rulewright.players.greedy import material
from rulewright.players.spec import player


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_seed_gives_the_same_choice(name: str) -> None:
    state = rulewright.load("breakthrough").start()
    chosen = [player(name).choose(state, seed).move.text for seed in range(30)]
    assert chosen == [player(name).choose(state, seed).move.text for seed in range(30)]
    assert len(set(chosen)) > 5, "nothing speaks for one of them"


def test_random_plays_everything_about_equally() -> None:
    state = rulewright.load("tictactoe").start()
    counts = Counter(player("random").choose(state, seed).move.text for seed in range(1800))
    # 200 each are expected with a standard deviation of 13.3; five of them leave one chance in a hundred thousand.
    assert len(counts) == 9
    assert all(133 < count < 267 for count in counts.values())


def test_greedy_takes_a_win() -> None:
    state = rulewright.load("tictactoe").start()
    for text in ("a1", "b1", "a2", "b2"):
        state.push(text)
    opinion = player("greedy").choose(state, 7)
    assert (opinion.move.text, opinion.proof) == ("a3", "win")


def test_greedy_does_not_lose_at_once() -> None:
    """In Yavalath three in a row lose."""
    state = rulewright.load("yavalath").position({"e4": "white", "e6": "white", "a1": "black", "a5": "black"})
    losing = [move for move in state.legal_moves if move.text == "e5"]
    assert losing
    last = player("greedy").choose(state, 1).candidates[-1]
    assert (last.move.text, last.proof) == ("e5", "loss")
    assert all(player("greedy").choose(state, seed).move.text != "e5" for seed in range(100))


def test_greedy_takes_what_it_can() -> None:
    state = rulewright.load("breakthrough").position(
        {"a2": "white man", "h2": "white man", "b3": "black man", "g8": "black man"}, to_move="white"
    )
    assert all(player("greedy").choose(state, seed).move.text == "a2-b3" for seed in range(20))


def test_a_draw_is_as_good_as_even_material() -> None:
    """Stalemating with a queen more is no aim; a draw with a queen less is."""
    ahead = rulewright.load("chess").position(
        {"f7": "white king", "c1": "white queen", "h8": "black king"}, to_move="white"
    )
    kinds = {candidate.move.text: candidate.proof for candidate in player("greedy").choose(ahead, 1).candidates}
    assert "draw" in kinds.values(), "there is a stalemate to avoid"
    chosen = {player("greedy").choose(ahead, seed).move.text for seed in range(50)}
    assert all(kinds[text] != "draw" for text in chosen)


def test_material_by_hand() -> None:
    state = rulewright.load("breakthrough").position(
        {"a2": "white man", "h2": "white man", "b4": "black man"}, to_move="white"
    )
    assert material(state, 0) == pytest.approx(2 / 3)
    assert material(state, 1) == pytest.approx(1 / 3)


def test_whoever_swaps_holds_the_other_side() -> None:
    """One stone lies on the board of Hex: it belongs to whoever holds its side, and greedy wants it."""
    state = rulewright.load("hex", size=5).start()
    state.push("c3")
    assert player("greedy").choose(state, 3).move.text == "swap"
    state.push("swap")
    assert material(state, 1) == 1.0, "the second player has it now"


@pytest.mark.parametrize("game", ["backgammon", "chinese_checkers", "four_player_chaturanga", "kalah", "dvonn"])
def test_greedy_plays_with_chance_many_players_and_stacks(game: str) -> None:
    state = rulewright.load(game).start()
    for decision in range(20):
        if state.outcome is not None:
            break
        drawn = random_move(state, 1, 0, decision) if state.is_chance else player("greedy").choose(state, decision).move
        state.push(drawn)
    assert len(state.history) == 20


def test_greedy_stops_when_it_is_asked_to() -> None:
    state = rulewright.load("breakthrough").start()
    assert player("greedy").choose(state, 1, stop=lambda: True).visits == 1


def test_where_pieces_are_only_placed_greedy_makes_rows_and_stops_others() -> None:
    state = rulewright.load("gomoku").position(
        {"f8": "black", "g8": "black", "h8": "black", "c3": "white", "d3": "white"}, to_move="white"
    )
    assert {player("greedy").choose(state, seed).move.text for seed in range(5)} == {"e8", "i8"}
    longer = rulewright.load("gomoku").position(
        {"f8": "black", "g8": "black", "b3": "white", "c3": "white", "d3": "white"}, to_move="white"
    )
    assert {player("greedy").choose(longer, seed).move.text for seed in range(5)} == {"a3", "e3"}


@pytest.mark.parametrize(("game", "options"), [("connect_four", {}), ("hex", {"size": 5}), ("gomoku", {})])
def test_greedy_beats_random_where_pieces_are_only_placed(game: str, options: dict[str, int]) -> None:
    """Of 12 games a player who is no better wins 11 or more in three cases of a thousand."""
    result = rulewright.match(load_with(game, options), ["greedy", "random"], games=12)
    assert result.points["greedy"] >= 11

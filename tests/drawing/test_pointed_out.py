"""What pages point out on a board: pieces at stake, and which of its kind a piece is."""

from __future__ import annotations

import re

import pytest

import rulewright
from rulewright.headless.random_games import play_random
from rulewright.show.at_stake import at_stake
from rulewright.show.drawing.live import LiveBoard
from rulewright.show.numbering import numbers
from rulewright.state import State


def _names(state: State) -> list[str]:
    return sorted(state.game.rules.board.label(site) for site in at_stake(state))


@pytest.mark.parametrize(
    ("game", "moves", "expected"),
    [
        ("chess", "e2-e4 f7-f6", []),
        ("chess", "e2-e4 f7-f6 d1-h5", ["e8"]),
        ("chess", "f2-f3 e7-e5 g2-g4 d8-h4", ["e1"]),  # fool's mate
        ("tictactoe", "a1 b1 a2 b2 a3", []),
    ],
)
def test_what_must_be_saved_is_pointed_out(game: str, moves: str, expected: list[str]) -> None:
    state = rulewright.load(game).start(moves.split())
    assert _names(state) == expected
    assert LiveBoard(state).picture().count("rw-stake") == len(expected)


def test_of_what_stands_in_the_way_nothing_is_pointed_out() -> None:
    """In Shogi a stranded pawn is forbidden, too; in check only the king is at stake."""
    state = rulewright.load("shogi").position(
        {"e1": "black king", "e5": "white rook", "a1": "black pawn", "i9": "white king"}, to_move="black"
    )
    assert _names(state) == ["e1"]


def test_numbers_are_those_of_the_list_of_moves() -> None:
    """The Universal Hive Protocol, written by the hook of the game, calls the second ant wA2 wherever it goes."""
    seen = 0

    def compare(state: State) -> None:
        nonlocal seen
        if not state.history:
            return
        named = re.match(r"[wb][A-Z]([0-9])", state.history[-1].text)
        if named is None:
            return  # a piece of which there is only one, or a pass
        before = state.copy()
        before.pop()
        come = [
            slot
            for slot, number in numbers(state).items()
            if number == int(named[1])
            and state.position.layers[0].get(slot[1]) != before.position.layers[0].get(slot[1])
        ]
        assert come, state.history[-1].text
        seen += 1

    for number in range(3):
        play_random(rulewright.load("hive"), 7, number, 60, compare)
    assert seen > 60

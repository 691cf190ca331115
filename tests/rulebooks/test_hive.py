"""Hive Pocket, sentence by sentence. Sketches show the hive as hexagons lie: each row is half a site further right.

How sites are called is told in hive_positions.py.
"""

from __future__ import annotations

import pytest

from rulewright.errors import IllegalMove
from tests.conformance.helpers import after, labels, result, tray
from tests.rulebooks.hive_positions import HIVE, TWO, on, placed, stand, targets, written

# ------------------------------------------------------------------------------------------- aim, preparation


def test_each_player_has_thirteen_pieces() -> None:
    start = HIVE.start()
    assert (tray(start, "hand", "white"), tray(start, "hand", "black")) == (13, 13)
    expected = {"queen": 1, "beetle": 2, "grasshopper": 3, "spider": 2, "ant": 3, "ladybug": 1, "mosquito": 1}
    assert {kind: tray(start, "hand", "white", kind) for kind in expected} == expected


def test_the_first_piece_goes_to_the_middle_of_the_table() -> None:
    assert set(written(HIVE.start())) == {
        f"{kind}@0,0" for kind in ("queen", "beetle", "grasshopper", "spider", "ant", "ladybug", "mosquito")
    }


def test_the_second_piece_touches_the_first() -> None:
    state = after(HIVE.start(), "wA1")
    assert placed(state) == {"1,0", "-1,0", "0,1", "-1,1", "0,-1", "1,-1"}


def test_then_it_goes_round_in_turn() -> None:
    state = after(HIVE.start(), "wA1", "bA1 -wA1")
    assert state.player == "white"


def test_a_new_piece_touches_only_its_own_colour() -> None:
    assert placed(stand(TWO, ply=3)) == {"-1,0", "-1,1", "0,-1"}
    touching_none = "-3,0"
    assert touching_none not in placed(stand(TWO, ply=3))


def test_a_piece_once_placed_is_not_taken_away() -> None:
    state = stand({**TWO, "-1,0": "white ant"})
    for move in labels(state):
        assert sum(len(stack) for stack in after(state, move).position.layers[0].values()) >= 3


# ------------------------------------------------------------------------------------------- the queen


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_the_queen_may_be_placed_in_any_of_the_first_four_turns(turn: int) -> None:
    moves = ["wA1", "bA1 wA1-", "wS1 -wA1", "bS1 bA1-", "wB1 -wS1", "bB1 bS1-"][: 2 * turn - 2]
    state = after(HIVE.start(), *moves)
    assert any(move.startswith("wQ") for move in labels(state))
    assert any(not move.startswith("wQ") for move in labels(state)) is (turn < 4)


def test_in_the_fourth_turn_the_queen_must_be_placed() -> None:
    state = after(HIVE.start(), "wA1", "bA1 wA1-", "wS1 -wA1", "bS1 bA1-", "wB1 -wS1", "bB1 bS1-")
    assert labels(state)
    assert all(move.startswith("wQ") for move in labels(state))


def test_that_holds_for_the_second_player_too() -> None:
    moves = ["wA1", "bA1 wA1-", "wS1 -wA1", "bS1 bA1-", "wB1 -wS1", "bB1 bS1-", "wQ -wB1"]
    assert all(move.startswith("bQ") for move in labels(after(HIVE.start(), *moves)))
    third = after(HIVE.start(), *moves[:5])
    assert any(not move.startswith("bQ") for move in labels(third)), "in the third turn the choice is free"


def test_the_second_player_may_begin_with_the_queen() -> None:
    assert "bQ wA1-" in labels(after(HIVE.start(), "wA1"))


def test_pieces_are_moved_only_after_the_queen_is_in() -> None:
    before = after(HIVE.start(), "wA1", "bA1 wA1-", "wS1 -wA1", "bS1 bA1-")
    assert not any(">" in text for text in written(before))
    then = after(before, "wQ -wS1", "bQ bS1-")
    assert targets(then, "-2,0")


def test_later_one_chooses_between_placing_and_moving() -> None:
    state = stand({**TWO, "-1,0": "white ant"})
    assert placed(state)
    assert targets(state, "-1,0")


# ------------------------------------------------------------------------------------------- while moving


def test_a_moving_piece_may_touch_enemy_pieces() -> None:
    state = stand({**TWO, "-1,0": "white ant"})
    assert "2,0" in targets(state, "-1,0"), "only the black queen is there"


def test_the_hive_stays_in_one_piece_at_the_end_of_a_move() -> None:
    state = stand({"0,0": "black ant", "-1,0": "black queen", "1,0": "white queen"}, to_move="black", ply=10)
    assert targets(state, "0,0") == set()


def test_the_hive_stays_in_one_piece_during_a_move() -> None:
    """The queen on 0,0 holds two halves together; on 0,1 she would hold them together again.

        a
    q       Q
      Q'            (her own place; -1,1 and 1,0 touch 0,1 as well)
    """
    state = stand({"0,0": "white queen", "-1,1": "black queen", "1,0": "black ant", "2,-1": "white ant"})
    assert targets(state, "0,0") == set()
    round_about = {"-1,2": "white ant", "0,2": "white spider", "1,1": "black spider"}
    held = stand({"0,0": "white queen", "-1,1": "black queen", "1,0": "black ant", **round_about})
    assert targets(held, "0,0"), "the others hang together without her"


def test_a_piece_that_is_closed_in_does_not_move() -> None:
    """Five pieces round the ant; its way out between 1,0 and 0,-1 is too narrow."""
    five = {
        "1,0": "black ant",
        "0,1": "black ant",
        "-1,1": "white queen",
        "-1,0": "black queen",
        "0,-1": "black spider",
    }
    assert targets(stand({"0,0": "white ant", **five}), "0,0") == set()
    four = {site: piece for site, piece in five.items() if site != "0,-1"}
    assert targets(stand({"0,0": "white ant", **four}), "0,0")


def test_beetle_and_grasshopper_are_exceptions() -> None:
    five = {
        "1,0": "black ant",
        "0,1": "black ant",
        "-1,1": "white queen",
        "-1,0": "black queen",
        "0,-1": "black spider",
    }
    assert targets(stand({"0,0": "white beetle", **five}), "0,0") == set(five)
    # Over 0,1 to 0,2 and over the others likewise; 1,-1 is empty and nothing is jumped that way.
    assert targets(stand({"0,0": "white grasshopper", **five}), "0,0") == {"2,0", "0,2", "-2,2", "-2,0", "0,-2"}


def test_a_space_that_needs_others_to_make_way_is_not_entered() -> None:
    """The queen on 1,-1 stands in front of the opening of a ring of five."""
    five = {"1,0": "black ant", "0,1": "black ant", "-1,1": "black spider", "-1,0": "black queen", "0,-1": "black ant"}
    assert targets(stand({"1,-1": "white queen", **five}), "1,-1") == {"2,-1", "1,-2"}


# ------------------------------------------------------------------------------------------- blocked, end, draw


def test_who_can_neither_place_nor_move_misses_a_turn() -> None:
    covered = on({"1,0": "black queen"}, "white queen", "black beetle", at="0,0", ply=11)
    assert labels(covered) == ["pass"], "white's only piece is covered, and no white piece shows"
    passed = after(covered, "pass")
    assert passed.player == "black"
    assert result(passed) is None


def test_nobody_may_pass_who_can_play() -> None:
    state = stand(TWO)
    assert "pass" not in labels(state)
    with pytest.raises(IllegalMove):
        state.push("pass")


def test_after_a_missed_turn_the_game_goes_on() -> None:
    covered = on({"1,0": "black queen"}, "white queen", "black beetle", at="0,0", ply=11)
    freed = after(covered, "pass", "0,0>0,1")
    assert freed.player == "white"
    assert labels(freed) != ["pass"]


# Five round the white queen; the site 1,0 is open.
_NEARLY = {
    "0,0": "white queen", "0,1": "black ant", "-1,1": "black ant", "-1,0": "white ant", "0,-1": "black queen",
    "1,-1": "white spider",
}  # fmt: skip


def test_a_queen_surrounded_by_six_loses_whatever_their_colour() -> None:
    state = stand({**_NEARLY, "2,-1": "black beetle"}, to_move="black", ply=16)
    assert result(after(state, "2,-1>1,0")) == "black wins"
    assert result(after(state, "2,-1>2,-2")) is None, "five are not enough"


def test_who_surrounds_his_own_queen_loses() -> None:
    state = stand({**_NEARLY, "2,-1": "white beetle"}, ply=17)
    assert result(after(state, "2,-1>1,0")) == "black wins"


def test_a_new_piece_can_be_the_last_of_the_six() -> None:
    """White places an ant on 0,0, which touches white pieces only, and so closes the ring round the own queen."""
    ring = {"-2,0": "white ant", "-2,1": "white spider", "-1,-1": "white ant", "0,-1": "white spider"}
    state = stand({"-1,0": "white queen", **ring, "-1,1": "white beetle", "-3,0": "black queen"}, ply=17)
    assert result(after(state, "ant@0,0")) == "black wins"


def test_a_covered_queen_can_be_surrounded_too() -> None:
    others = {site: piece for site, piece in _NEARLY.items() if site != "0,0"}
    state = on({**others, "2,-1": "black beetle"}, "white queen", "white beetle", at="0,0", to_move="black", ply=18)
    assert result(after(state, "2,-1>1,0")) == "black wins"


def test_surrounding_both_queens_at_once_is_a_draw() -> None:
    """The queens stand side by side; 0,1 is the last free site of both."""
    state = stand(
        {"0,0": "white queen", "1,0": "black queen", "-1,1": "white ant", "-1,0": "white ant", "0,-1": "white ant",
         "1,-1": "white spider", "2,0": "black ant", "1,1": "black ant", "2,-1": "black ant", "0,2": "black spider",
         "0,3": "white grasshopper"},
        ply=19,
    )  # fmt: skip
    assert result(after(state, "0,3>0,1")) == "draw"


def test_the_texts_are_those_of_the_universal_hive_protocol() -> None:
    state = after(HIVE.start(), "wQ", "bA1 wQ-")
    assert state.parse("wA1 -wQ") == state.parse("ant@-1,0")
    assert state.parse("wA1 \\wQ") == state.parse("ant@-1,1")
    moved = stand({**TWO, "-1,0": "white ant"})
    assert moved.parse("wA1 bQ-") == moved.parse("-1,0>2,0")

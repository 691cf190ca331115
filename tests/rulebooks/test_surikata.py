"""Surikata, sentence by sentence."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.errors import IllegalMove
from rulewright.state import State
from tests.conformance.helpers import after, labels, pieces, result, tray

SURIKATA = rulewright.load("surikata")


def _stones(diagram: str, **keys: object) -> State:
    """A position of the second phase: `#` mound, `O` white, `o` orange, `*` the meerkat."""
    return SURIKATA.position(diagram, phase="stones", **keys)


# ------------------------------------------------------------------------------------------- material


def test_one_meerkat_five_mounds_and_ten_stones_each() -> None:
    start = SURIKATA.start()
    assert tray(start, "supply", kind="meerkat") == 1
    assert tray(start, "supply", kind="mound") == 5
    assert tray(start, "hand", "white", "stone") == tray(start, "hand", "orange", "stone") == 10


def test_the_board_is_empty_at_first_and_has_25_spaces() -> None:
    start = SURIKATA.start()
    assert pieces(start) == {}
    assert len(start.game.rules.board) == 25


# ------------------------------------------------------------------------------------------- mounds


def test_mounds_are_placed_in_turn_and_the_starting_player_begins() -> None:
    state = SURIKATA.start()
    for number, site in enumerate(["a1", "b1", "c1", "d1", "e1"]):
        assert state.player == ("white", "orange")[number % 2]
        assert len(state.legal_moves) == 25 - number
        state.push(site)
    assert set(pieces(state).values()) == {"mound"}


def test_mounds_may_stand_next_to_one_another() -> None:
    state = after(SURIKATA.start(), "c3")
    assert {"b3", "d3", "c2", "c4", "b2", "d4"} <= set(labels(state))


def test_mounds_stay_where_they_are() -> None:
    state = after(SURIKATA.start(), "a1", "b1", "c1", "d1", "e1", "a3")
    mounds = {"a1", "b1", "c1", "d1", "e1"}
    for move in labels(state):
        assert {site for site, piece in pieces(after(state, move)).items() if piece == "mound"} == mounds
        assert move not in mounds


# ------------------------------------------------------------------------------------------- the meerkat


def test_the_meerkat_looks_along_rows_and_columns_to_their_end() -> None:
    state = _stones("""\
        . . . . .
        . . . . .
        . . o* . .
        . . . . .
        . . . . .
        """)
    seen = {"a3", "b3", "d3", "e3", "c1", "c2", "c4", "c5"}
    assert set(labels(state)) == {f"{column}{row}" for column in "abcde" for row in range(1, 6)} - seen - {"c3"}


def test_it_does_not_look_diagonally() -> None:
    state = _stones("""\
        . . . . .
        . . . . .
        . . o* . .
        . . . . .
        . . . . .
        """)
    assert {"b2", "a1", "d4", "e5", "b4", "a5", "d2", "e1"} <= set(labels(state))


def test_it_cannot_see_over_a_mound() -> None:
    state = _stones("""\
        . . . . .
        . . # . .
        . . o* # .
        . . . . .
        . . . . .
        """)
    assert {"c5", "e3"} <= set(labels(state))
    assert not {"c2", "c1", "b3", "a3"} & set(labels(state))


def test_stones_do_not_hinder_its_view() -> None:
    state = _stones("""\
        . . . . .
        . . o . .
        . O o* O .
        . . . . .
        . . . . .
        """)
    assert not {"c5", "a3", "e3"} & set(labels(state))


# ------------------------------------------------------------------------------------------- play


def test_who_places_the_last_mound_places_the_first_stone_with_the_meerkat_on_it() -> None:
    state = after(SURIKATA.start(), "a1", "b1", "c1", "d1", "e1")
    assert state.player == "white"
    assert len(state.legal_moves) == 20, "nothing is seen yet"
    state.push("c3")
    assert pieces(state)["c3"] == "white stone"
    assert pieces(state, 1) == {"c3": "meerkat"}


def test_then_the_players_take_turns() -> None:
    state = after(SURIKATA.start(), "a1", "b1", "c1", "d1", "e1", "c3")
    assert state.player == "orange"
    assert after(state, "a2").player == "white"


def test_a_stone_goes_on_a_free_space_only() -> None:
    state = _stones("""\
        . . . . #
        O o . . .
        . . o* . .
        O . . . .
        # . . . .
        """)
    assert not {"a1", "e5", "a2", "a4", "b4", "c3"} & set(labels(state))


def test_the_meerkat_moves_onto_every_new_stone() -> None:
    state = after(SURIKATA.start(), "a1", "b1", "c1", "d1", "e1", "c3", "a2")
    assert pieces(state, 1) == {"a2": "meerkat"}
    assert "d2" not in labels(state), "it looks along row 2 now"
    assert "d3" in labels(state)
    for move in ("d4", "b3", "e5"):
        state.push(move)
        assert pieces(state, 1) == {move: "meerkat"}


def test_stones_come_from_the_own_supply() -> None:
    state = after(SURIKATA.start(), "a1", "b1", "c1", "d1", "e1", "c3")
    assert (tray(state, "hand", "white"), tray(state, "hand", "orange")) == (9, 10)


def test_a_stone_once_placed_is_not_moved() -> None:
    state = after(SURIKATA.start(), "a1", "b1", "c1", "d1", "e1", "c3", "a2")
    for move in labels(state):
        assert {"c3": "white stone", "a2": "orange stone"}.items() <= pieces(after(state, move)).items()


def test_nobody_may_pass() -> None:
    state = after(SURIKATA.start(), "a1", "b1", "c1", "d1", "e1", "c3")
    with pytest.raises(IllegalMove):
        state.push("pass")


# ------------------------------------------------------------------------------------------- the end


@pytest.mark.parametrize("row", [("a1", "b1", "c1"), ("a1", "a2", "a3"), ("a1", "b2", "c3"), ("a3", "b2", "c1")])
def test_three_of_ones_own_in_a_row_lose(row: tuple[str, str, str]) -> None:
    for last in row:
        standing = {"white stone": [site for site in row if site != last], "orange stone": ["e4"], "meerkat": ["e4"]}
        state = SURIKATA.position(standing, phase="stones")
        assert result(after(state, last)) == "orange wins"


def test_more_than_three_lose_as_well() -> None:
    standing = {"white stone": ["a1", "b1", "d1", "e1"], "orange stone": ["e4"], "meerkat": ["a4"]}
    assert result(after(SURIKATA.position(standing, phase="stones"), "c1")) == "orange wins"


def test_the_row_must_be_unbroken() -> None:
    standing = {"white stone": ["a1", "b1"], "orange stone": ["e4"], "meerkat": ["e4"]}
    assert result(after(SURIKATA.position(standing, phase="stones"), "d1")) is None


def test_stones_of_both_colours_are_no_row() -> None:
    standing = {"white stone": ["a1"], "orange stone": ["b1", "e4"], "meerkat": ["e4"]}
    assert result(after(SURIKATA.position(standing, phase="stones"), "c1")) is None


def test_the_enemys_row_is_not_ones_own_loss() -> None:
    """White makes no row; that orange has one from before does not matter to White's turn."""
    standing = {"orange stone": ["a1", "b1", "c1"], "white stone": ["e4"], "meerkat": ["e4"]}
    assert result(after(SURIKATA.position(standing, phase="stones"), "a5")) is None


def _one_row_free(meerkat: str) -> State:
    """Only a1 is free in the bottom left corner; everything else is a mound or a stone."""
    stones = {"white stone": ["b2", "d2"], "orange stone": ["c2", "e2"], "meerkat": [meerkat]}
    mounds = [f"{column}{row}" for column in "abcde" for row in (3, 4, 5)] + ["a2", "c1", "d1", "e1", "b1"]
    given = {**stones, "mound": mounds[:5]}
    rest = mounds[5:]
    given["white stone"] = [*stones["white stone"], *rest[::2]]
    given["orange stone"] = [*stones["orange stone"], *rest[1::2]]
    return SURIKATA.position(given, phase="stones", hand={"white": {"stone": 2}, "orange": {"stone": 2}})


def test_a_player_who_can_place_only_into_view_has_lost() -> None:
    assert result(_one_row_free("b1")) == "orange wins", "a1 is the last free space, and it is seen from b1"
    assert labels(_one_row_free("b2")) == ["a1"], "from b2 it is not seen"


def test_a_player_with_one_space_left_must_take_it_even_if_it_loses() -> None:
    """Only a1 is out of sight; with a2 and a3 it makes three."""
    state = _stones("""\
        # o o O #
        # O O o #
        O O o o #
        O o O o* O
        . o O o O
        """, hand={"white": {"stone": 1}, "orange": {"stone": 1}})  # fmt: skip
    assert labels(state) == ["a1"]
    assert result(after(state, "a1")) == "orange wins"


def test_all_stones_placed_without_a_row_is_a_draw() -> None:
    """Column c is all mounds; no column has three of a colour; the last stone goes to a1."""
    state = _stones("""\
        O o # O o
        o O # o O
        o O # o O
        O o # O o*
        . o # O o
        """)
    assert (tray(state, "hand", "white"), tray(state, "hand", "orange")) == (1, 0)
    assert result(after(state, "a1")) == "draw"

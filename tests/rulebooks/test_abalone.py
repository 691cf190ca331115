"""Abalone, sentence by sentence. Rows a to i from the bottom, diagonals 1 to 9; e1 to e9 is the middle row."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.errors import IllegalMove
from rulewright.state import State
from tests.conformance.helpers import after, labels, pieces, result, tray

ABALONE = rulewright.load("abalone")


def _position(black: str, white: str = "a1", **keys: object) -> State:
    return ABALONE.position({"black": black.split(), "white": white.split()}, **keys)


def _board(state: State) -> tuple[set[str], set[str]]:
    """The sites of Black's and of White's marbles."""
    standing = pieces(state)
    black = {site for site, piece in standing.items() if piece.startswith("black")}
    return black, set(standing) - black


# ------------------------------------------------------------------------------------------- start


def test_each_player_has_fourteen_marbles_in_one_group() -> None:
    black, white = _board(ABALONE.start())
    assert (len(black), len(white)) == (14, 14)
    assert black == {*(f"a{n}" for n in range(1, 6)), *(f"b{n}" for n in range(1, 7)), "c3", "c4", "c5"}
    assert white == {*(f"i{n}" for n in range(5, 10)), *(f"h{n}" for n in range(4, 10)), "g5", "g6", "g7"}


def test_black_begins_and_the_players_move_in_turn() -> None:
    start = ABALONE.start()
    assert start.player == "black"
    assert after(start, "c3c2").player == "white"


def test_a_player_must_move() -> None:
    with pytest.raises(IllegalMove):
        ABALONE.start().push("pass")


# ------------------------------------------------------------------------------------------- moving


def test_a_marble_moves_to_a_free_neighbouring_space_in_six_directions() -> None:
    assert {label for label in labels(_position("e5")) if label.startswith("e5")} == {
        "e5e6", "e5e4", "e5f5", "e5f6", "e5d5", "e5d4",
    }  # fmt: skip
    assert "e5e6" not in labels(_position("e5", "e6")), "one against one does not push"


@pytest.mark.parametrize(("marbles", "move"), [("e4 e5", "e4e5"), ("e3 e4 e5", "e3e4"), ("c3 d4 e5", "c3d4")])
def test_two_or_three_marbles_move_together_in_their_line(marbles: str, move: str) -> None:
    state = _position(marbles)
    black, _ = _board(after(state, move))
    assert len(black) == len(marbles.split())
    assert marbles.split()[0] not in black, "the one at the back has left its space, and the others have moved up"


@pytest.mark.parametrize(
    ("marbles", "move", "there"), [("e4 e5", "e4e5f4", "f4 f5"), ("e3 e4 e5", "e3e5d3", "d3 d4 d5")]
)
def test_two_or_three_marbles_move_sideways_and_keep_their_order(marbles: str, move: str, there: str) -> None:
    black, _ = _board(after(_position(marbles), move))
    assert black == set(there.split())


def test_every_marble_moves_only_one_space() -> None:
    state = _position("e3 e4 e5")
    assert {"e3e5", "e3e6"} & set(labels(state)) == set()
    black, _ = _board(after(state, "e3e4"))
    assert black == {"e4", "e5", "e6"}


def test_no_more_than_three_marbles_move() -> None:
    state = _position("e2 e3 e4 e5")
    assert "e2e3" not in labels(state)
    assert "e3e4" in labels(state)
    assert not {"e2e5f2", "e2e5f3", "e2e5d2"} & set(labels(state))


def test_marbles_that_do_not_touch_do_not_move_together() -> None:
    assert not {"e3e5f3", "e3e5d3"} & set(labels(_position("e3 e5")))


def test_an_arc_or_a_triangle_is_no_line() -> None:
    arc = labels(_position("e4 e5 f6"))
    assert not {"e4f6f4", "e4f6f5", "e4f6d4"} & set(arc)
    triangle = labels(_position("e4 e5 f5"))
    assert all(
        len(label) == 4 or {label[:2], label[2:4]} in ({"e4", "e5"}, {"e4", "f5"}, {"e5", "f5"}) for label in triangle
    )


def test_a_sideways_move_needs_all_spaces_free() -> None:
    assert "e3e5f3" not in labels(_position("e3 e4 e5", "f4"))
    assert "e3e5d3" in labels(_position("e3 e4 e5", "f4"))


def test_nothing_moves_sideways_off_the_board() -> None:
    at_the_edge = labels(_position("a1 a2 a3", "i9"))
    assert {label for label in at_the_edge if label.startswith("a1a3")} == {"a1a3b1", "a1a3b2"}


# ------------------------------------------------------------------------------------------- sumito


@pytest.mark.parametrize(
    ("black", "white", "move"),
    [("e3 e4", "e5", "e3e4"), ("e2 e3 e4", "e5", "e2e3"), ("e2 e3 e4", "e5 e6", "e2e3")],
    ids=["two against one", "three against one", "three against two"],
)
def test_sumito_with_more_marbles_than_the_enemy(black: str, white: str, move: str) -> None:
    mine, theirs = _board(after(_position(black, white), move))
    assert mine == {f"e{int(site[1]) + 1}" for site in black.split()}
    assert theirs == {f"e{int(site[1]) + 1}" for site in white.split()}


@pytest.mark.parametrize(
    ("black", "white"), [("e4", "e5"), ("e3 e4", "e5 e6"), ("e2 e3 e4", "e5 e6 e7"), ("e3 e4", "e5 e6 e7")]
)
def test_with_equal_or_fewer_marbles_there_is_no_sumito(black: str, white: str) -> None:
    state = _position(black, white)
    first = black.split()[0]
    assert f"{first}e{int(first[1]) + 1}" not in labels(state)


def test_four_against_two_moves_three_of_them() -> None:
    state = _position("e1 e2 e3 e4", "e5 e6")
    assert "e1e2" not in labels(state)
    mine, theirs = _board(after(state, "e2e3"))
    assert mine == {"e1", "e3", "e4", "e5"}, "the fourth stays"
    assert theirs == {"e6", "e7"}


def test_three_in_a_row_are_a_complete_defence() -> None:
    state = _position("e1 e2 e3 e4", "e5 e6 e7")
    assert not {"e1e2", "e2e3", "e3e4", "e4e5"} & set(labels(state))


def test_sumito_only_in_a_straight_line() -> None:
    state = _position("e3 e4", "f4 f5")
    assert not {"e3e4f3", "e3e4f4"} & set(labels(state)), "nobody is pushed sideways"


def test_behind_the_enemy_must_be_a_free_space_or_the_edge() -> None:
    assert "e2e3" not in labels(_position("e2 e3 e4 e7", "e5 e6"))
    assert "e2e3" not in labels(_position("e2 e3 e4", "e5 d4 e6 e7"))
    assert "e2e3" in labels(_position("e2 e3 e4", "e5 e6"))
    assert "e5e6" in labels(_position("e5 e6 e7", "e8 e9"))


def test_no_sumito_over_a_free_space() -> None:
    _, theirs = _board(after(_position("e3 e4", "e6"), "e3e4"))
    assert theirs == {"e6"}


def test_no_sumito_on_marbles_out_of_line() -> None:
    _, theirs = _board(after(_position("e3 e4", "f6 d5"), "e3e4"))
    assert theirs == {"f6", "d5"}


def test_own_marbles_in_the_way_stop_a_push() -> None:
    assert "e2e3" not in labels(_position("e2 e3 e5", "e4"))


# ------------------------------------------------------------------------------------------- pushing off, winning


def test_a_marble_pushed_over_the_edge_is_out() -> None:
    done = after(_position("e7 e8", "e9 a1"), "e7e8")
    mine, theirs = _board(done)
    assert (mine, theirs) == ({"e8", "e9"}, {"a1"})
    assert tray(done, "taken", "black") == 1


def test_of_two_marbles_pushed_only_the_first_goes_over_the_edge() -> None:
    done = after(_position("e5 e6 e7", "e8 e9"), "e5e6")
    assert _board(done) == ({"e6", "e7", "e8"}, {"e9"})
    assert tray(done, "taken", "black") == 1


@pytest.mark.parametrize(
    ("black", "white", "move"), [("c5 d5", "e5", "c5d5"), ("e5 f6", "g7", "e5f6"), ("g5 f5", "e5", "g5f5")]
)
def test_sumito_goes_in_every_direction(black: str, white: str, move: str) -> None:
    _, theirs = _board(after(_position(black, white), move))
    assert theirs.isdisjoint({white})
    assert len(theirs) == 1


def test_only_a_sumito_pushes_off_never_ones_own() -> None:
    state = _position("e8 e9")
    assert "e8e9" not in labels(state)
    for move in labels(state):
        black, _ = _board(after(state, move))
        assert len(black) == 2


@pytest.mark.parametrize(("before", "expected"), [(4, None), (5, "black wins")])
def test_the_first_to_push_six_off_wins(before: int, expected: str | None) -> None:
    state = _position("e7 e8", "e9 a1", taken={"black": {"marble": before}})
    assert result(after(state, "e7e8")) == expected


def test_white_wins_in_the_same_way() -> None:
    state = ABALONE.position(
        {"white": ["e7", "e8"], "black": ["e9", "a1"]}, to_move="white", taken={"white": {"marble": 5}}
    )
    assert result(after(state, "e7e8")) == "white wins"


def test_pushing_is_not_compulsory() -> None:
    assert {"e7e8", "e7e6"} <= set(labels(_position("e7 e8", "e9 a1")))


def test_a_block_of_three_by_three_cannot_be_pushed() -> None:
    """Nine white marbles in a rhombus: from any side three stand behind one another."""
    block = " ".join(f"{row}{n}" for row, first in (("d", 4), ("e", 4), ("f", 4)) for n in range(first, first + 3))
    for attackers, move in (("e1 e2 e3", "e1e2"), ("a1 b2 c3", "a1b2"), ("a4 b4 c4", "a4b4")):
        assert move not in labels(_position(attackers, block))

"""Erleuchtung (KARO), sentence by sentence. Five by five; c3 is the free centre."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.state import State
from tests.conformance.helpers import after, labels, pieces, result

GAME = rulewright.load("erleuchtung")
RIM = {f"{c}{r}" for c in "abcde" for r in range(1, 6)} - {f"{c}{r}" for c in "bcd" for r in (2, 3, 4)}


def _position(**figures: str) -> State:
    """`white_dark="a1 b2"` and so on; White is to move."""
    given = {}
    for name, sites in figures.items():
        player, state = name.split("_")
        given[f"{player} {state} figure"] = sites.split()
    return GAME.position(given)


def _from(state: State, site: str) -> set[str]:
    return {label.split("-")[1] for label in labels(state) if label.startswith(f"{site}-")}


# ------------------------------------------------------------------------------------------- preparation


def test_eight_figures_each_stand_dark_on_the_rim() -> None:
    standing = pieces(GAME.start())
    assert set(standing) == RIM
    assert list(standing.values()).count("white dark figure") == 8
    assert list(standing.values()).count("red dark figure") == 8


def test_the_field_is_five_by_five_with_a_free_centre() -> None:
    assert len(GAME.rules.board) == 25
    assert "c3" not in pieces(GAME.start())


# ------------------------------------------------------------------------------------------- moving


def test_whose_turn_it_is_moves_one_own_figure() -> None:
    start = GAME.start()
    mine = {site for site, piece in pieces(start).items() if piece.startswith("white")}
    assert {label[:2] for label in labels(start)} <= mine
    moved = after(start, labels(start)[0])
    assert moved.player == "red"
    assert len(set(pieces(start).items()) - set(pieces(moved).items())) == 1


def test_a_figure_moves_in_all_directions_to_a_free_neighbour() -> None:
    state = _position(white_dark="b4", red_dark="e1")
    assert _from(state, "b4") == {"a3", "b3", "c3", "c3*", "a4", "c4", "a5", "b5", "c5"}
    beside = _position(white_dark="b4 c4", red_dark="a3 b3")
    assert not {"c4", "a3", "b3"} & _from(beside, "b4")


def test_a_figure_jumps_along_rows_and_columns_over_a_neighbour() -> None:
    state = _position(white_dark="b2", red_dark="b3 c2")
    assert {"b4", "d2"} <= _from(state, "b2")


def test_it_jumps_over_own_and_enemy_figures() -> None:
    state = _position(white_dark="b2 b3", red_dark="c2")
    assert {"b4", "d2"} <= _from(state, "b2")


def test_a_figure_in_the_centre_is_jumped_like_any_other() -> None:
    assert "d3" in _from(_position(white_dark="b3", red_dark="c3"), "b3")
    assert "d3*" in _from(_position(white_dark="b3", red_lit="c3"), "b3")
    assert "d3*" not in _from(_position(white_dark="b3", red_dark="c3"), "b3"), "it has not been in the centre itself"


def test_a_figure_that_stays_dark_in_the_centre_is_not_lit_by_leaving_it() -> None:
    assert not any(target.endswith("*") for target in _from(_position(white_dark="c3", red_dark="e5"), "c3"))


def test_the_figure_jumped_over_must_be_next_to_it_and_the_space_behind_free() -> None:
    assert "b5" not in _from(_position(white_dark="b2", red_dark="b4"), "b2")
    assert not {"b4", "b5"} & _from(_position(white_dark="b2", red_dark="b3 b4"), "b2")


def test_nothing_is_captured_by_a_jump() -> None:
    assert pieces(after(_position(white_dark="b2", red_dark="b3"), "b2-b4"))["b3"] == "red dark figure"


def test_chains_of_jumps_are_allowed_but_not_compulsory() -> None:
    state = _position(white_dark="a1", red_dark="b1 d1")
    assert {"c1", "e1"} <= _from(state, "a1")


def test_there_are_no_diagonal_jumps() -> None:
    state = _position(white_dark="b2", red_dark="c3")
    assert "d4" not in _from(state, "b2")


def test_a_step_is_not_followed_by_a_jump() -> None:
    """b1 is a step away; from there it could jump over b2 to b3."""
    state = _position(white_dark="a1", red_dark="b2")
    assert not any("b3" in label or " " in label for label in labels(state))


# ------------------------------------------------------------------------------------------- light


def test_a_figure_that_enters_the_centre_may_be_turned() -> None:
    state = _position(white_dark="c2", red_dark="e5")
    assert {"c3", "c3*"} <= _from(state, "c2")
    assert pieces(after(state, "c2-c3*"))["c3"] == "white lit figure"
    assert pieces(after(state, "c2-c3"))["c3"] == "white dark figure"


def test_it_is_turned_nowhere_else() -> None:
    state = _position(white_dark="b2", red_dark="e5")
    assert {target for target in _from(state, "b2") if target.endswith("*")} == {"c3*"}


def test_entering_the_centre_by_a_jump_counts_too() -> None:
    assert {"c3", "c3*"} <= _from(_position(white_dark="c1", red_dark="c2"), "c1")
    through = _position(white_dark="a3", red_dark="b3 d3")
    assert "e3*" in _from(through, "a3"), "on the way through the centre"


def test_who_jumps_over_a_lit_figure_may_be_turned() -> None:
    state = _position(white_dark="a1", red_lit="b1")
    assert {"c1", "c1*"} <= _from(state, "a1")
    assert pieces(after(state, "a1-c1*"))["c1"] == "white lit figure"
    assert "c1*" in _from(_position(white_dark="a1", white_lit="b1", red_dark="e5"), "a1"), "one's own light counts"


def test_jumping_over_a_dark_figure_gives_no_light() -> None:
    assert "c1*" not in _from(_position(white_dark="a1", red_dark="b1"), "a1")


def test_walking_past_a_lit_figure_gives_no_light() -> None:
    assert "a2*" not in _from(_position(white_dark="a1", red_lit="b1"), "a1")


def test_lit_over_lit_changes_nothing() -> None:
    state = _position(white_lit="a1", red_lit="b1")
    assert pieces(after(state, "a1-c1")) == {"b1": "red lit figure", "c1": "white lit figure"}
    assert "c1*" not in _from(state, "a1")


def test_a_lit_figure_stays_lit() -> None:
    state = _position(white_lit="b2", red_dark="b3 e5")
    for move in labels(state):
        assert any(piece == "white lit figure" for piece in pieces(after(state, move)).values()), move


@pytest.mark.parametrize("move", ["c2-c3", "a1-c1"])
def test_automatic_light_is_an_option(move: str) -> None:
    automatic = rulewright.load("erleuchtung", flip="automatic")
    state = automatic.position({"white dark figure": ["c2", "a1"], "red lit figure": ["b1"]})
    assert move not in labels(state)
    assert pieces(after(state, f"{move}*"))[move[3:]] == "white lit figure"


# ------------------------------------------------------------------------------------------- arrival


def _nearly(rest: str) -> State:
    """Seven lit white figures on the rim, anywhere, and one more as given."""
    kind, site = rest.split()
    seven = "a5 b5 c5 d5 e5 e4 e3"
    given = {"white lit figure": seven.split(), "red dark figure": ["b3"]}
    given.setdefault(f"white {kind} figure", []).append(site)
    return GAME.position(given)


@pytest.mark.parametrize("goal", ["a1", "b1", "c1", "a2", "a3"])
def test_all_lit_figures_on_any_rim_spaces_win(goal: str) -> None:
    assert result(after(_nearly("lit b2"), f"b2-{goal}")) == "white wins"


def test_a_figure_inside_is_not_home() -> None:
    assert result(after(_nearly("lit b2"), "b2-c2")) is None


def test_a_dark_figure_on_the_rim_is_not_home() -> None:
    assert result(after(_nearly("dark b2"), "b2-a1")) is None


def test_light_from_the_jump_that_lands_on_the_rim_counts() -> None:
    """The last figure jumps from c2 over the lit one on d2 to e2."""
    state = GAME.position(
        {
            "white lit figure": ["a5", "b5", "c5", "d5", "e5", "e4", "e3"],
            "white dark figure": ["c2"],
            "red lit figure": ["d2"],
        }
    )
    assert result(after(state, "c2-e2*")) == "white wins"
    assert result(after(state, "c2-e2")) is None


def test_a_figure_that_has_arrived_may_move_on() -> None:
    assert "d4" in _from(_nearly("lit b2"), "e5")


def test_red_wins_in_the_same_way() -> None:
    state = GAME.position(
        {"red lit figure": ["a5", "b5", "c5", "d5", "e5", "e4", "e3", "b2"], "white dark figure": ["b3"]}, to_move="red"
    )
    assert result(after(state, "b2-a1")) == "red wins"

"""Schleicher & Hüpfer (KARO), sentence by sentence. Columns a to c, rows 1 to 8; capital letters are White's."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.state import State
from tests.conformance.helpers import after, labels, pieces, result, tray

GAME = rulewright.load("schleicher_und_huepfer")
FREE = rulewright.load("schleicher_und_huepfer", line_up="free")


def _position(**pieces_at: str) -> State:
    """`white_creeper="a1 b2"` and so on; White is to move."""
    given = {}
    for name, sites in pieces_at.items():
        player, state = name.split("_")
        given[f"{player} {state} stone"] = sites.split()
    return GAME.position(given)


def _from(state: State, site: str) -> set[str]:
    return {label.split("-")[1] for label in labels(state) if label.startswith(f"{site}-")}


# ------------------------------------------------------------------------------------------- preparation


def test_24_tiles_lie_three_by_eight() -> None:
    names = {site.name for site in GAME.rules.board.sites}
    assert names == {f"{column}{row}" for column in "abc" for row in range(1, 9)}


def test_six_stones_each_stand_on_the_first_two_rows() -> None:
    standing = pieces(GAME.start())
    assert {site for site, piece in standing.items() if "white" in piece} == {f"{c}{r}" for c in "abc" for r in (1, 2)}
    assert {site for site, piece in standing.items() if "red" in piece} == {f"{c}{r}" for c in "abc" for r in (7, 8)}


@pytest.mark.parametrize("player", ["white", "red"])
def test_three_stones_are_creepers_and_three_are_hoppers(player: str) -> None:
    standing = list(pieces(GAME.start()).values())
    assert standing.count(f"{player} creeper stone") == 3
    assert standing.count(f"{player} hopper stone") == 3


def test_the_players_move_one_stone_of_their_own_in_turn() -> None:
    state = GAME.start()
    assert {label[:2] for label in labels(state)} <= {f"{c}{r}" for c in "abc" for r in (1, 2)}
    moved = after(state, "a2-a3")
    assert moved.player == "red"
    assert {label[:2] for label in labels(moved)} <= {f"{c}{r}" for c in "abc" for r in (7, 8)}
    assert sum(pieces(moved).get(site) != piece for site, piece in pieces(state).items()) == 1


# ------------------------------------------------------------------------------------------- the creeper


def test_the_creeper_moves_one_space_in_any_direction() -> None:
    state = _position(white_creeper="b4", red_creeper="a8")
    assert _from(state, "b4") == {"a3", "b3", "c3", "a4", "c4", "a5", "b5", "c5"}


def test_the_creeper_needs_a_free_space() -> None:
    state = _position(white_creeper="b4 b5", red_creeper="a5 c3")
    assert _from(state, "b4") == {"a3", "b3", "a4", "c4", "c5"}


def test_the_creeper_does_not_hop() -> None:
    state = _position(white_creeper="b4", red_creeper="b5")
    assert "b6" not in _from(state, "b4")


# ------------------------------------------------------------------------------------------- the hopper


def test_the_hopper_hops_in_a_straight_line_over_one_stone_or_several() -> None:
    state = _position(white_hopper="a1", red_creeper="a2 a3 b1", white_creeper="a4 b2")
    assert _from(state, "a1") == {"a5", "c1", "c3"}


def test_it_lands_right_behind_them() -> None:
    state = _position(white_hopper="a1", red_creeper="a2", white_creeper="c8")
    assert _from(state, "a1") == {"a3"}


def test_it_hops_once_in_a_turn() -> None:
    """From a3 it could hop on over a4, were it a hopper still."""
    state = _position(white_hopper="a1", red_creeper="a2 a4", white_creeper="c8")
    assert _from(state, "a1") == {"a3"}


def test_the_space_behind_must_be_free_and_on_the_board() -> None:
    state = _position(white_hopper="a1", red_creeper="b1 c1", white_creeper="c8")
    assert _from(state, "a1") == set()
    off = _position(white_hopper="b1", red_creeper="c1", white_creeper="c8")
    assert _from(off, "b1") == set()


def test_it_needs_a_stone_right_beside_it() -> None:
    state = _position(white_hopper="a1", red_creeper="a3", white_creeper="c8")
    assert _from(state, "a1") == set(), "no steps, and no run-up"


def test_it_hops_over_own_and_enemy_stones() -> None:
    own = _position(white_hopper="a1", white_creeper="a2", red_creeper="c8")
    enemy = _position(white_hopper="a1", red_creeper="a2 c8")
    assert _from(own, "a1") == _from(enemy, "a1") == {"a3"}


def test_nothing_is_captured() -> None:
    done = after(_position(white_hopper="a1", red_creeper="a2 c8"), "a1-a3")
    assert pieces(done) == {"a2": "red creeper stone", "a3": "white creeper stone", "c8": "red creeper stone"}


# ------------------------------------------------------------------------------------------- turning


def test_a_creeper_that_moves_becomes_a_hopper() -> None:
    done = after(_position(white_creeper="b4", red_creeper="a8"), "b4-b5")
    assert pieces(done)["b5"] == "white hopper stone"


def test_a_hopper_that_hops_becomes_a_creeper() -> None:
    done = after(_position(white_hopper="a1", red_creeper="a2"), "a1-a3")
    assert pieces(done)["a3"] == "white creeper stone"


def test_a_stone_that_is_hopped_over_is_not_turned() -> None:
    done = after(_position(white_hopper="a1", red_hopper="a2"), "a1-a3")
    assert pieces(done)["a2"] == "red hopper stone"


def test_moving_and_hopping_backwards_is_allowed() -> None:
    assert "b3" in _from(_position(white_creeper="b4", red_creeper="a8"), "b4")
    assert "b3" in _from(_position(white_hopper="b5", red_creeper="b4"), "b5")


# ------------------------------------------------------------------------------------------- the end


@pytest.mark.parametrize("faces", [("white_creeper", "white_hopper"), ("white_hopper", "white_creeper")])
def test_all_stones_on_the_far_side_win_whichever_way_up(faces: tuple[str, str]) -> None:
    there = {faces[0]: "a7 b7 a8", faces[1]: "b8 c8"}
    there["white_creeper"] = f"{there['white_creeper']} c6"
    state = _position(**there, red_creeper="a1")
    assert result(after(state, "c6-c7")) == "white wins"


def test_one_stone_that_is_not_there_yet_is_enough_to_go_on() -> None:
    state = _position(white_creeper="a7 b7 a8 b8 c4 c7", red_creeper="a1")
    assert result(after(state, "c4-c5")) is None, "c8 is free"


def test_red_wins_on_whites_side() -> None:
    state = GAME.position(
        {"red creeper stone": ["a1", "b1", "c1", "a2", "b2", "c3"], "white creeper stone": ["c8"]}, to_move="red"
    )
    assert result(after(state, "c3-c2")) == "red wins"


def test_goal_spaces_still_held_by_the_enemy_do_not_stop_a_win() -> None:
    """All six are on the far half; c8, the only goal space that is not White's, is held by red."""
    state = _position(white_creeper="a7 b7 c7 a8 b8 c4", red_creeper="c8")
    assert result(after(state, "c4-c5")) == "white wins"
    behind = _position(white_creeper="a7 b7 c7 a8 b8 c3", red_creeper="c8")
    assert result(after(behind, "c3-c4")) is None, "not on the opposite side yet"


# ------------------------------------------------------------------------------------------- for advanced players


def test_advanced_players_choose_how_many_of_each_and_where() -> None:
    state = FREE.start()
    assert pieces(state) == {}
    assert tray(state, "hand", "white") == 6
    assert set(labels(state)) == {f"{how}@{c}{r}" for how in ("creeper", "hopper") for c in "abc" for r in (1, 2)}
    white = [f"{how}@{site}" for how, site in zip(["hopper"] * 6, ["a1", "b1", "c1", "a2", "b2", "c2"], strict=True)]
    red = [f"creeper@{c}{r}" for r in (8, 7) for c in "abc"]
    for mine, theirs in zip(white, red, strict=True):
        state = after(state, mine, theirs)
    assert list(pieces(state).values()).count("white hopper stone") == 6
    assert list(pieces(state).values()).count("red creeper stone") == 6
    assert not any("@" in label for label in labels(state)), "now they race"


def test_they_use_the_six_start_spaces_only() -> None:
    assert not any(label.endswith("3") for label in labels(FREE.start()))
    assert {label[-1] for label in labels(after(FREE.start(), "hopper@a1"))} == {"7", "8"}

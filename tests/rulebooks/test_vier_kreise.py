"""Vier Kreise (KARO), sentence by sentence. The tiles lie at 0..4 x 0..3 at first."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.state import State
from tests.conformance.helpers import after, labels, pieces, result, tray

GAME = rulewright.load("vier_kreise")
TILES = [f"{x},{y}" for y in range(4) for x in range(5)]


def _moving(tiles: list[str] | None = None, /, to_move: str = "white", **stones: str) -> State:
    """`white_down="0,0 1,0"` and so on, in the second part of the game."""
    given: dict[str, list[str]] = {"tile": TILES if tiles is None else tiles}
    for name, sites in stones.items():
        player, face = name.split("_")
        given[f"{player} {face} stone"] = sites.split()
    return GAME.position(given, phase="moving", to_move=to_move, hand={"white": {"stone": 0}, "red": {"stone": 0}})


def _stones_only(state: State, site: str) -> set[str]:
    """Where a stone can go without a tile being moved."""
    return {label.split("-", 1)[1] for label in labels(state) if ">" not in label and label.startswith(f"{site}-")}


def _tiles(state: State) -> set[str]:
    """All tile moves that some stone can complete."""
    return {label.split()[0] for label in labels(state) if ">" in label}


def _faces(state: State) -> list[str]:
    return sorted(pieces(state).values())


# ------------------------------------------------------------------------------------------- preparation, placing


def test_twenty_tiles_lie_five_by_four_and_each_player_has_six_stones() -> None:
    start = GAME.start()
    assert len(start.position.layers[1]) == 20
    assert set(labels(start)) == set(TILES)
    assert (tray(start, "hand", "white"), tray(start, "hand", "red")) == (6, 6)


def test_stones_are_placed_in_turn_on_any_free_tile() -> None:
    state = after(GAME.start(), "2,1")
    assert state.player == "red"
    assert set(labels(state)) == set(TILES) - {"2,1"}


def test_stones_are_placed_with_the_circle_down() -> None:
    assert _faces(after(GAME.start(), "2,1", "3,1")) == ["red down stone", "white down stone"]


def test_no_tile_is_moved_while_stones_are_placed() -> None:
    assert not any(">" in label for label in labels(GAME.start()))


def test_when_all_are_placed_the_second_part_begins() -> None:
    state = GAME.start()
    for number, site in enumerate(TILES[:12], 1):
        assert not any("-" in label for label in labels(state)), number
        state.push(site)
    assert all("-" in label for label in labels(state))
    assert state.player == "white"


# ------------------------------------------------------------------------------------------- moving stones


def test_one_own_stone_moves_to_a_free_neighbouring_tile_in_all_directions() -> None:
    state = _moving(white_down="2,1", red_down="0,0")
    assert _stones_only(state, "2,1") == {"1,0", "2,0", "3,0", "1,1", "3,1", "1,2", "2,2", "3,2"}
    assert _stones_only(state, "0,0") == set()


def test_there_is_nothing_to_stand_on_beside_the_tiles() -> None:
    state = _moving(white_down="4,3", red_down="0,0")
    assert _stones_only(state, "4,3") == {"3,2", "4,2", "3,3"}


def test_an_occupied_tile_is_not_entered() -> None:
    state = _moving(white_down="0,0 1,0", red_down="0,1 1,1")
    assert not {"1,0", "0,1", "1,1"} & _stones_only(state, "0,0")


@pytest.mark.parametrize("over", ["white_up", "red_down"])
@pytest.mark.parametrize(("middle", "goal"), [("3,1", "4,1"), ("2,2", "2,3"), ("3,2", "4,3"), ("1,2", "0,3")])
def test_a_stone_jumps_over_a_neighbour_of_either_colour(over: str, middle: str, goal: str) -> None:
    state = _moving(white_down="2,1", **{over: middle})
    assert goal in _stones_only(state, "2,1")


def test_the_tile_right_behind_must_be_free() -> None:
    state = _moving(white_down="0,0", red_down="1,0 2,0")
    assert not {"2,0", "3,0"} & _stones_only(state, "0,0"), "never over two"


def test_there_is_only_one_jump_in_a_turn() -> None:
    state = _moving(white_down="0,0", red_down="1,0 3,0")
    assert "2,0" in _stones_only(state, "0,0")
    assert "4,0" not in _stones_only(state, "0,0")


def test_a_jump_turns_the_stone_up_and_the_next_one_down_again() -> None:
    state = after(_moving(white_down="0,0", red_down="1,0"), "0,0-2,0")
    assert _faces(state) == ["red down stone", "white up stone"]
    back = after(_moving(white_up="2,0", red_down="1,0"), "2,0-0,0")
    assert _faces(back) == ["red down stone", "white down stone"]


def test_a_step_does_not_turn_the_stone() -> None:
    for face in ("up", "down"):
        state = after(_moving(**{f"white_{face}": "0,0"}, red_down="4,3"), "0,0-0,1")
        assert f"white {face} stone" in _faces(state)


# ------------------------------------------------------------------------------------------- moving tiles


def test_a_tile_may_be_moved_first_and_need_not() -> None:
    state = _moving(white_down="4,0", red_down="2,2")
    assert any(">" in label for label in labels(state))
    assert any(">" not in label for label in labels(state))


def test_only_one_tile_is_moved_and_before_the_stone() -> None:
    state = _moving(white_down="4,0", red_down="2,2")
    assert all(label.count(">") <= 1 for label in labels(state))
    assert all(label.split()[0].count(">") == 1 for label in labels(state) if ">" in label)


def test_a_tile_with_a_stone_on_it_stays() -> None:
    state = _moving(white_down="4,0 0,0", red_down="0,3")
    assert not any(tile.startswith(("0,0>", "0,3>", "4,0>")) for tile in _tiles(state))
    assert any(tile.startswith("4,3>") for tile in _tiles(state))


def test_a_tile_needs_two_free_sides() -> None:
    """Of the full rectangle only the corners have two."""
    state = _moving(white_down="2,1", red_down="2,2")
    near_the_rim = _moving(white_down="4,1", red_down="2,2")
    assert {tile.split(">")[0] for tile in _tiles(near_the_rim)} == {"0,0", "0,3", "4,0", "4,3"}
    assert _tiles(state) == set(), "no new tile can be entered from the middle"


# A bridge of one tile, 5,1, between the rectangle (less four tiles) and three tiles beyond it.
_BRIDGED = [site for site in TILES if site not in ("0,0", "0,1", "0,2", "0,3")] + ["5,1", "6,1", "6,2", "7,1"]


def test_no_other_tile_may_be_cut_off() -> None:
    state = _moving(_BRIDGED, white_down="4,1", red_down="1,0")
    assert not any(tile.startswith("5,1>") for tile in _tiles(state))
    assert any(tile.startswith("7,1>") for tile in _tiles(state))


def test_a_tile_that_touches_only_with_a_corner_is_cut_off() -> None:
    """Without 5,1 the tile 5,2 would touch 4,1 and 4,3 by corners only, were 4,2 not there."""
    tiles = [site for site in TILES if site not in ("0,0", "0,1", "4,2")] + ["5,1", "5,2", "3,4"]
    state = _moving(tiles, white_down="4,1", red_down="1,0")
    assert not any(tile.startswith("5,1>") for tile in _tiles(state))
    assert any(tile.startswith("5,2>") for tile in _tiles(state))


def test_a_tile_is_laid_with_a_side_against_another() -> None:
    state = _moving(white_down="4,3", red_down="0,1")
    goals = {tile.split(">")[1] for tile in _tiles(state)}
    assert "5,4" not in goals, "it would touch 4,3 by a corner only"
    assert {"5,3", "4,4"} <= goals


def test_the_place_it_came_from_holds_no_tile() -> None:
    """At -1,0 it would touch only 0,0, the place that it has left."""
    state = _moving(white_down="0,1", red_down="4,3")
    assert "0,0>-1,1" in _tiles(state)
    assert "0,0>-1,0" not in _tiles(state)


def test_it_is_laid_somewhere_else() -> None:
    state = _moving(white_down="4,3", red_down="0,1")
    assert all(tile.split(">")[0] != tile.split(">")[1] for tile in _tiles(state))


def test_who_moves_a_tile_must_enter_it_in_the_same_turn() -> None:
    state = _moving(white_down="4,1", red_down="2,2")
    for label in labels(state):
        if ">" in label:
            tile, stone = label.split()
            assert tile.split(">")[1] == stone.split("-", 1)[1]
    assert "0,0>-1,1" not in _tiles(state), "no white stone can get there"


def test_the_new_tile_may_be_entered_by_a_jump() -> None:
    state = _moving(white_down="3,1", red_down="4,1")
    done = after(state, "0,0>5,1 3,1-5,1")
    assert _faces(done) == ["red down stone", "white up stone"]


def test_moving_tile_and_stone_is_one_turn() -> None:
    state = _moving(white_down="3,1", red_down="4,1")
    assert after(state, "0,0>5,1 3,1-5,1").player == "red"
    assert len(after(state, "0,0>5,1 3,1-5,1").position.layers[1]) == 20


# ------------------------------------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("three", "last", "goal"),
    [
        ("0,3 1,3 2,3", "4,2", "3,3"),
        ("1,0 1,1 1,2", "2,2", "1,3"),
        ("0,0 1,1 2,2", "4,3", "3,3"),
        ("0,3 1,2 2,1", "4,0", "3,0"),
    ],
    ids=["row", "column", "diagonal", "other diagonal"],
)
def test_four_in_a_row_with_circles_up_win(three: str, last: str, goal: str) -> None:
    state = _moving(white_up=f"{three} {last}", red_down="4,1")
    assert result(after(state, f"{last}-{goal}")) == "white wins"
    assert result(after(_moving(white_up=three, white_down=last, red_down="4,1"), f"{last}-{goal}")) is None


def test_three_are_not_enough_and_the_row_has_no_gaps() -> None:
    assert result(after(_moving(white_up="0,3 1,3 3,2", red_down="4,0"), "3,2-2,3")) is None
    assert result(after(_moving(white_up="0,3 1,3 3,3 4,2", red_down="4,0"), "4,2-4,3")) is None


def test_enemy_stones_do_not_count() -> None:
    assert result(after(_moving(white_up="0,3 1,3 4,2", red_up="2,3"), "4,2-3,3")) is None


def test_a_square_of_four_is_no_row() -> None:
    assert result(after(_moving(white_up="0,3 1,3 0,2 2,2", red_down="4,0"), "2,2-1,2")) is None


def test_red_wins_in_the_same_way() -> None:
    state = _moving(to_move="red", red_up="0,3 1,3 2,3 4,2", white_down="4,0")
    assert result(after(state, "4,2-3,3")) == "red wins"

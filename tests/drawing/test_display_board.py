"""What `display` says of a board without a grid: rows, long points, and dice."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.rules.appearance import dice_of
from rulewright.show.drawing.live import LiveBoard
from rulewright.show.drawing.scene import Scene, Spot
from rulewright.show.drawing.status import dice_on_table, variables_in_words
from rulewright.state import State
from rulewright.web.view import view_of
from tests.drawing.games import game


def _live(name: str, moves: str = "", flipped: bool = False) -> LiveBoard:
    return LiveBoard(game(name).start(moves), flipped)


def _named(scene: Scene) -> dict[str, Spot]:
    return {spot.name: spot for spot in scene.spots}


@pytest.mark.parametrize("flipped", [False, True])
def test_points_lie_as_people_know_them(flipped: bool) -> None:
    """Two tables of six points with the bar between them; men lie in each from its own edge."""
    live = _live("backgammon", flipped=flipped)
    spots, turned = _named(live.scene), -1 if flipped else 1
    for upper, lower in (("p13", "p12"), ("p18", "p7"), ("bar_w", "bar_b"), ("p19", "p6"), ("p24", "p1")):
        assert spots[upper].x == spots[lower].x
        assert (spots[upper].y - spots[lower].y) * turned > 0
        assert live.board.way(spots[upper]) == -turned
        assert live.board.way(spots[lower]) == turned
    order = sorted((spots[name].x * turned, name) for name in ("p1", "p6", "bar_b", "p7", "p12", "off_w"))
    assert [name for _, name in order] == ["p12", "p7", "bar_b", "p6", "p1", "off_w"]


def test_men_of_a_point_lie_side_by_side_until_there_is_no_room() -> None:
    live = _live("backgammon")
    spot = _named(live.scene)["p13"]
    lying = live.lying(spot)
    heights = [float(lying["foot"]) + number * float(lying["rise"]) for number in range(5)]
    pieces = [piece for piece in live.picture().split("<g ") if "white checker on p13<" in piece]
    drawn = [float(piece.split('cy="')[1].split('"')[0]) for piece in pieces]
    assert drawn == pytest.approx(heights, abs=0.1)
    most, room = live.board.rise
    assert 4 * most <= room < 5 * most


@pytest.mark.parametrize(
    ("name", "stores"),
    [("kalah", "south_store north_store"), ("sungka", "store_s store_n"), ("main_chongkak", "store_n store_s"),
     ("chonka", "west east")],
)  # fmt: skip
def test_opposite_pits_lie_opposite_and_stores_at_the_ends(name: str, stores: str) -> None:
    scene = _live(name).scene
    places = {spot.site: spot.x for spot in scene.main}
    opposite = next(each for each in scene.rules.board.directions if each.name == "opposite")
    pairs = [(site, target) for site, target in enumerate(opposite.next) if target >= 0]
    assert pairs
    assert all(places[site] == places[target] for site, target in pairs)
    assert {spot.name for spot in scene.main if spot.x in (min(places.values()), max(places.values()))} == set(
        stores.split()
    )


def test_the_board_of_ur_has_its_form() -> None:
    spots = _named(_live("ur").scene)
    for one, other in (("w1", "m1"), ("w4", "m4"), ("w13", "m7"), ("w14", "m8"), ("b1", "m1"), ("b14", "m8")):
        assert (spots[one].x, abs(spots[one].y - spots[other].y)) == (spots[other].x, 1), one


@pytest.mark.parametrize(
    ("name", "moves", "dice"),
    [
        ("backgammon", "", []), ("backgammon", "3-1", [1, 3]), ("backgammon", "6-6", [6, 6, 6, 6]),
        ("nard", "6-6", [6, 6]), ("tourne_case", "5-2", [2]), ("chess", "", []),
    ],
)  # fmt: skip
def test_dice_show_what_can_be_played(name: str, moves: str, dice: list[int]) -> None:
    """A double of Backgammon is played four times, one of nard twice; tourne-case plays the smaller die."""
    state: State = rulewright.load(name).start(moves)
    assert dice_on_table(state) == dice
    shown = view_of(state, False, lambda _: "")
    assert shown["dice"] == dice
    assert not any("pips" in note for note in shown["notes"])
    told = dice_of(state.game.rules.display)
    assert variables_in_words(state, told) == [said for said in variables_in_words(state) if "pips" not in said]

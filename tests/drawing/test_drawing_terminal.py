"""Boards for people at a terminal with colours."""

from __future__ import annotations

import re

import pytest

from rulewright.rules.appearance import COLOURS
from rulewright.show.drawing import draw_terminal
from rulewright.show.drawing.colours import PALETTE
from rulewright.show.drawing.grounds import GROUNDS, contrast, ground_for
from rulewright.show.drawing.scene import scene_of
from rulewright.state import State
from tests.drawing.games import SAMPLE_OR_REST, after, played

STYLE = re.compile(r"\x1b\[([0-9;]*)m")


def plain(text: str) -> list[str]:
    return STYLE.sub("", text).split("\n")


def cells(text: str, ground: int) -> int:
    """How many stretches have this ground."""
    return len(re.findall(rf"48;5;{ground}m", text))


@pytest.mark.parametrize("name", SAMPLE_OR_REST)
def test_it_fits_eighty_columns(name: str) -> None:
    assert max(map(len, plain(draw_terminal(played(name, 10))))) <= 80


@pytest.mark.parametrize("name", ["go", "twixt", "chinese_checkers"])
def test_it_gets_narrow_where_there_is_little_room(name: str) -> None:
    wide, narrow = (plain(draw_terminal(played(name, 10), width=width)) for width in (80, 56))
    assert max(map(len, narrow)) < max(map(len, wide))


def test_a_long_hive_loses_its_coordinates_first() -> None:
    """A line of 19 pieces with coordinates would need four columns for each place."""
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
    for turn, (white, black) in enumerate(zip("AAAGGG", "AAAGGG", strict=True)):
        number = turn % 3 + 1
        left = f"w{'AAAGGG'[turn - 1]}{(turn - 1) % 3 + 1}" if turn else "wQ"
        right = f"b{'AAAGGG'[turn - 1]}{(turn - 1) % 3 + 1}" if turn else "bQ"
        moves += [f"w{white}{number} -{left}", f"b{black}{number} {right}-"]
    state = after("hive", *moves)
    wide, narrow, bare = (plain(draw_terminal(state, width=width)) for width in (120, 80, 50))
    assert "-1," in wide[0]
    assert "-1," in narrow[0]
    assert not any("," in line for line in bare[:3])
    assert max(map(len, bare)) <= 50


def test_figures_of_chess() -> None:
    rows = plain(draw_terminal(after("chess", "e2-e4")))
    assert rows[0] == "8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ "
    assert rows[4] == "4              ♟          "
    assert rows[8] == "   a  b  c  d  e  f  g  h"


def test_discs_where_there_is_one_kind() -> None:
    assert plain(draw_terminal(after("connect_four", "d")))[5].split() == ["1", "·", "·", "·", "●", "·", "·", "·"]


def test_players_with_a_letter_for_a_name_play_it() -> None:
    rows = plain(draw_terminal(after("tictactoe", "b2", "a1")))
    assert rows[:3] == ["3  ·  ·  · ", "2  ·  X  · ", "1  O  ·  · "]


def test_both_ends_of_the_last_move_are_marked() -> None:
    state = after("chess", "e2-e4")
    ground = GROUNDS[0]
    assert cells(draw_terminal(state), ground.last) == 0
    assert cells(draw_terminal(state, last=_sites(state, "e2", "e4")), ground.last) >= 2


def test_what_can_be_picked_is_marked_and_hides_the_last_move() -> None:
    state = after("chess", "e2-e4")
    text = draw_terminal(state, last=_sites(state, "e4"), targets=_sites(state, "f6", "h6"))
    assert (cells(text, GROUNDS[0].last), plain(text)[2]) == (0, "6                 •     • ")


def test_sites_without_a_board_are_named_where_they_are_asked_for() -> None:
    state = after("hive", "wS1")
    text = "\n".join(plain(draw_terminal(state, targets=_sites(state, "1,0", "0,-1"))))
    assert " 1,0 " in text
    assert " 0,-1 " in text


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        # The bounds of the scale, and the grey that is just too light on white (WCAG 2 wants 4.5).
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#777777", "#ffffff", 4.48),
        ("#767676", "#ffffff", 4.54),
    ],
)
def test_contrast_as_it_is_defined(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.005)
    assert contrast(other, one) == pytest.approx(ratio, abs=0.005)


@pytest.mark.parametrize(
    "colours",
    [
        (COLOURS["white"], COLOURS["black"]),
        (COLOURS["white"], COLOURS["orange"]),
        (COLOURS["red"], COLOURS["blue"]),
        PALETTE[:2],
    ],
)
def test_no_other_ground_would_be_better(colours: tuple[str, ...]) -> None:
    chosen = min(contrast(ground_for(colours).colour, colour) for colour in colours)
    assert all(min(contrast(ground.colour, colour) for colour in colours) <= chosen for ground in GROUNDS)


def test_white_and_black_play_on_wood() -> None:
    assert ground_for((COLOURS["white"], COLOURS["black"])) is GROUNDS[0]


def _sites(state: State, *names: str) -> int:
    return sum(1 << spot.site for spot in scene_of(state).spots if spot.name in names)

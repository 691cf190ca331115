"""Boards to click on: a part for every site, with its name, its place and its words."""

from __future__ import annotations

from xml.etree import ElementTree as Tree

import pytest

import rulewright
from rulewright.headless.random_games import play_random
from rulewright.language.game_files import shipped
from rulewright.show.drawing.live import LiveBoard
from rulewright.show.drawing.scene import scene_of
from rulewright.state import State
from tests.drawing.games import AT_THE_START_AND_LATER, played

SVG = "{http://www.w3.org/2000/svg}"


def sites(state: State, flipped: bool = False) -> dict[str, Tree.Element]:
    root = Tree.fromstring(LiveBoard(state, flipped).picture())
    found = [group for group in root.iter(f"{SVG}g") if "rw-site" in group.get("class", "").split()]
    named = {group.get("data-site", ""): group for group in found}
    assert len(named) == len(found), "every site once"
    return named


def label(state: State, site: str) -> str:
    return sites(state)[site].get("aria-label", "")


@pytest.mark.parametrize(("game", "turns"), AT_THE_START_AND_LATER)
def test_every_site_of_every_game_can_be_clicked(game: str, turns: int) -> None:
    state = played(game, turns)
    for flipped in (False, True):
        found = sites(state, flipped)
        assert found.keys() == {spot.name for spot in scene_of(state).spots}
        for name, group in found.items():
            assert group.get("role") == "button"
            assert group.get("aria-label", "").startswith(f"{name}: ")
            assert any("rw-hit" in (shape.get("class") or "") for shape in group)


def test_a_site_is_told_from_the_top_down() -> None:
    assert label(rulewright.load("chess").start(), "e1") == "e1: white king"
    assert label(rulewright.load("chess").start(), "e4") == "e4: empty"
    assert label(rulewright.load("oware").start(), "a") == "a: 4 \N{MULTIPLICATION SIGN} seed"


def test_seen_from_the_other_side_everything_is_turned_round() -> None:
    for game in ("chess", "quoridor", "hex", "twixt", "nine_mens_morris", "kalah"):
        state = rulewright.load(game).start()
        here, there = sites(state), sites(state, flipped=True)
        for name, group in here.items():
            for key in ("data-x", "data-y"):
                assert float(group.get(key, "")) == pytest.approx(-float(there[name].get(key, "")), abs=0.11), name


def test_pieces_know_their_sites() -> None:
    root = Tree.fromstring(LiveBoard(rulewright.load("chess").start()).picture())
    at = [group.get("data-at") for group in root.iter(f"{SVG}g") if group.get("class") == "rw-piece"]
    assert sorted(filter(None, at)) == sorted(f"{column}{row}" for column in "abcdefgh" for row in "1278")


def test_a_stack_can_be_looked_into() -> None:
    state = play_random(rulewright.load("tak"), 3, 1, max_plies=60).state
    columns = LiveBoard(state).columns()
    assert columns
    for site, pieces in columns.items():
        assert label(state, site).split(": ")[1].split(" on ")[0].endswith(pieces[0]["label"])


def test_what_lies_beside_the_board_has_the_names_that_moves_use() -> None:
    trays = {tray.owner: tray for tray in LiveBoard(rulewright.load("hive").start()).trays()}
    assert {piece.name for piece in trays["white"].pieces} >= {"queen", "ant", "beetle"}
    ant = next(piece for piece in trays["black"].pieces if piece.name == "ant")
    assert (ant.label, ant.count) == ("black ant", 3)
    assert Tree.fromstring(ant.picture).tag == "svg"


def test_titles_of_games_and_names_are_escaped() -> None:
    text = shipped()["tictactoe"].read_text(encoding="utf-8").replace("game: Tic-Tac-Toe", 'game: "<b>&\\""', 1)
    picture = LiveBoard(rulewright.load(text).start()).picture()
    assert "<b>" not in picture
    Tree.fromstring(picture)

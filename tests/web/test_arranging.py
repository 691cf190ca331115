"""Positions set up by hand: what comes back, what is refused, and that the test they become is one."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

import rulewright
from rulewright.headless.random_games import play_random
from rulewright.language.game_files import shipped
from rulewright.proving import Effort, prove
from rulewright.records import read_record, replay
from rulewright.show.as_code import all_keys
from rulewright.web.arranging import arranged, as_test
from tests.web.conftest import Person

KINGS = {"e1": "white king", "e8": "black king"}


def test_a_position_is_seen_and_played_from(person: Person) -> None:
    seat = person.sit_down("chess")
    found = seat.ask("arrange", upto=0)
    assert found["legal"] == "white to move, 20 legal moves."
    assert [piece["name"] for piece in found["pieces"]][:2] == ["white king", "white queen"]
    keys = {**found["keys"], "position": {**KINGS, "a1": "white rook"}, "unmoved": ["a1", "e1"]}
    arranged = seat.ask("arrange", keys=keys)
    assert {pick["pick"] for pick in arranged["next"]["picks"]} == {"site:a1", "site:e1"}
    assert len(seat.moves) == 0, "nothing is played by that"
    begun = person.sit_down(
        "chess", start=arranged["keys"], moves=["e1-c1"]
    )  # castling, with pieces that have not moved
    begun.ask("back", upto=0)
    record = read_record(begun.ask("record", players={})["text"])
    *_, last = replay(record, rulewright.load("chess"))
    assert len(last.pieces()) == 3


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"position": {"e9": "white king"}}, "e9"),
        ({"position": {"e1": "white dragon"}}, "dragon"),
        ({"position": KINGS, "to_move": "green"}, "green"),
        ({"position": KINGS, "ply": -3}, "ply"),
        ({"play": ["e2-e4"]}, "cannot be told by that"),
        ({"position": [[["e1"]]]}, ""),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(person: Person, keys: dict[str, object], why: str) -> None:
    seat = person.sit_down("chess")
    assert why in seat.ask("arrange", 422, keys=keys)["error"]
    assert why in person.post("/api/tables", {"game": "chess", "start": keys}, 422)["error"]


@pytest.mark.parametrize("game", ["chess", "creeper", "hive", "backgammon", "nine_mens_morris", "tictactoe"])
def test_the_test_that_is_copied_is_one(game: str, tmp_path: Path) -> None:
    """It stands in the file in place of the others, and `validate` runs it."""
    played = play_random(rulewright.load(game), 1, 0, 7).state
    test = as_test(arranged(played.game, all_keys(played)))
    text = shipped()[game].read_text(encoding="utf-8")
    for beside in shipped()[game].parent.glob(f"{game}.py"):
        copy(beside, tmp_path)
    (tmp_path / "game.yaml").write_text(text[: text.index("\ntests:")] + f"\ntests:\n{test}", encoding="utf-8")
    proof = prove(tmp_path / "game.yaml", Effort(games=1, plies=5, allow_hooks=True), options={})
    assert [found.message for found in proof.report.errors] == []
    assert proof.tests == 1


@pytest.mark.parametrize("game", ["creeper", "quarto", "choro_acholi", "bidding_tic_tac_toe"])
def test_whatever_there_is_can_be_written(game: str) -> None:
    """Names in capitals, pieces with rows of states beside the board, variables that hold nothing, yes or no."""
    played = play_random(rulewright.load(game, engine="reference"), 1, 0, 5).state
    found, wanted = (state.to_json()["position"] for state in (played.game.position(**all_keys(played)), played))
    for part in ("layers", "trays", "vars"):
        assert found[part] == wanted[part]

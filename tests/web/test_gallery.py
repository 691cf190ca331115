"""The gallery, its pictures, the rules to read; files of one's own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree as Tree

import pytest
from starlette.testclient import TestClient

from rulewright.cli.serve import _chosen
from rulewright.language.game_files import shipped
from rulewright.library.listing import entry
from rulewright.web.app import make_app
from rulewright.web.settings import Settings
from tests.web.conftest import Person


def test_all_games_are_there(person: Person) -> None:
    games = {game["id"]: game for game in person.get("/api/games").json()["games"]}
    assert games.keys() == shipped().keys()
    assert games["hive"]["title"] == "Hive Pocket"
    assert games["abalone_for_three"]["players"] == 3
    assert games["chess"]["status"] == "proven"
    assert games["atomic"]["players"] == 2, "as the game it extends"


@pytest.mark.parametrize("game", ["chess", "hive", "backgammon", "go", "santorini", "tzaar"])
def test_a_picture_shows_the_game_and_needs_nothing_else(person: Person, game: str) -> None:
    answer = person.get(f"/api/games/{game}/picture.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    root = Tree.fromstring(answer.text)
    assert root.find("{http://www.w3.org/2000/svg}style") is not None
    assert 'class="rw-piece"' in answer.text, "an empty board says little"
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")


def test_the_rules_can_be_read(person: Person) -> None:
    assert person.get("/api/games/hive/rules").text == shipped()["hive"].read_text(encoding="utf-8")


def test_rules_in_words(person: Person) -> None:
    told = person.get("/api/games/creeper/words").json()
    assert told["title"] == "Creeper"
    titles = [chapter["title"] for chapter in told["chapters"]]
    assert titles[:3] == ["What you need", "Set-up", "A turn"]
    actions = next(chapter for chapter in told["chapters"] if chapter["title"] == "What you can do")
    assert [entry["name"] for entry in actions["entries"]] == ["hop", "shunt", "take"]
    captions = [diagram["caption"] for diagram in told["diagrams"]]
    assert captions[0] == "The beginning."
    assert captions[1].startswith("Figure 3, bottom left")
    assert all(diagram["svg"].startswith("<svg") for diagram in told["diagrams"])


@pytest.mark.parametrize("game", ["no_such_game", "..", "%2e%2e%2fpyproject", "hive.py", "evidence.json"])
def test_nothing_but_games_can_be_read(person: Person, game: str) -> None:
    assert person.get(f"/api/games/{game}/rules").status_code == 404


def test_files_of_ones_own_come_first_and_are_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    text = shipped()["tictactoe"].read_text(encoding="utf-8")
    file.write_text(text.replace("Tic-Tac-Toe", "Mine"), encoding="utf-8")
    with TestClient(make_app(Settings(files={"mine": file})), base_url="http://localhost") as client:
        me = Person(client)
        first = me.get("/api/games").json()["games"][0]
        assert (first["id"], first["title"], first["status"]) == ("mine", "Mine", "yours")
        assert me.sit_down("mine").about["title"] == "Mine"
        file.write_text(text.replace("Tic-Tac-Toe", "Still mine"), encoding="utf-8")
        assert me.sit_down("mine").about["title"] == "Still mine"
        assert me.get("/api/games").json()["games"][0]["title"] == "Still mine"
        file.write_text("game: Broken\n", encoding="utf-8")
        assert me.post("/api/tables", {"game": "mine"}, 422)["problems"]
        assert me.get("/api/games/mine/picture.svg").status_code == 422


def _huge(file: Path) -> None:
    with file.open("wb") as stream:
        stream.truncate(1 << 32)


PLACES: dict[str, tuple[Callable[[Path], None], str]] = {
    "a pipe": (os.mkfifo, "This is a device or a pipe, not a game file."),
    "a folder": (Path.mkdir, "This is a folder, not a game file."),
    "huge": (_huge, "This file is too large: at most 64 KB, and it has 4194304 KB."),
    "nothing": (lambda file: None, "There is no file"),
}


@pytest.mark.parametrize("place", PLACES)
def test_what_lies_in_the_place_of_a_file_by_now_is_told_and_not_waited_for(place: str, tmp_path: Path) -> None:
    """The server reads it itself to show it: a pipe would keep it from ending, and something huge takes its memory."""
    put, sentence = PLACES[place]
    file = tmp_path / "mine.yaml"
    put(file)
    with TestClient(make_app(Settings(files={"mine": file})), base_url="http://localhost") as client:
        me = Person(client)
        shown = me.get("/api/games/mine/rules")
        assert shown.status_code == 422
        assert shown.json()["error"].startswith(sentence)
        assert me.post("/api/workshop/begin", {"copy": "mine"}, 422)["error"].startswith(sentence)
        varied = me.post("/api/workshop/begin", {"variant": "mine", "tab": "tab_tab_tab"}, 422)
        assert varied["error"] == "This game has mistakes: mend them before you vary it."
        assert me.get("/api/games").json()["games"][0]["id"] == "mine"


ODD = {
    "circle.yaml": "game: Circle\nextends: ring\n",
    "ring.yaml": "game: Ring\nextends: circle\n",
    "chess.yaml": "game: Chess\nextends: nobody\ntests: [x]\n",
    "othello.yaml": "game: Othello\nhooks: {file: pipe.py, odd: {gives: bool}}\ntests: [x]\n",
}


@pytest.mark.parametrize("name", ODD)
def test_a_file_that_is_no_game_is_listed_among_the_others(name: str, tmp_path: Path) -> None:
    """Called like a proven game it has nothing of its proofs, and nothing beside it is read."""
    for file, text in ODD.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.py")
    told = entry("mine", tmp_path / name)
    assert (told["title"], told["players"], told["evidence"]) == (Path(name).stem.capitalize(), None, [])


def test_an_address_that_leads_nowhere_leads_back(person: Person) -> None:
    seen = person.get("/play?game=hive", accept="text/html,*/*")
    assert (seen.status_code, seen.headers["content-type"].split(";")[0]) == (404, "text/html")
    assert 'href="/play/hive"' in seen.text
    told = person.get("/api/nowhere", accept="*/*")
    assert (told.status_code, told.json()) == (404, {"error": "There is nothing at this address."})


def test_a_game_that_is_not_there_may_be_meant_otherwise(person: Person) -> None:
    answer = person.post("/api/tables", {"game": "schleicher"}, 404)
    assert answer["error"] == 'There is no game "schleicher" here. Did you mean "schleicher_und_huepfer"?'


ODD_NAMES = [
    "50% #1?", "a;b", "<img src=x onerror=alert(1)>", "two\nlines\x1b[2J", "..", "\udcff", "x: [y", "'\"", "\u202eabc",
    "a\\b",
]  # fmt: skip
PLAIN = """\
game: Plain
players: [one, two]
board: {tiling: square, size: 2x2}
pieces: {man: {}}
actions: {drop: {place: my man, to: empty}}
turn: drop
end: draw if no empty
"""


def test_whatever_a_file_is_called_it_can_be_played_and_written_on(tmp_path: Path) -> None:
    for name in ODD_NAMES:
        (tmp_path / f"{name}.yaml").write_text(PLAIN, encoding="utf-8")
    files, _ = _chosen([str(tmp_path / f"{name}.yaml") for name in ODD_NAMES])
    with TestClient(make_app(Settings(files=files, workers=3)), base_url="http://localhost") as client:
        me = Person(client)
        assert [game["id"] for game in me.get("/api/games").json()["games"][: len(files)]] == list(files)
        for name in files:
            for shown in ("rules", "picture.svg"):
                assert me.get(f"/api/games/{quote(name, safe='')}/{shown}").status_code == 200
            table = me.sit_down(name)
            table.play(table.lit()[0])
            copied = me.post("/api/workshop/begin", {"copy": name})
            assert copied["text"] == PLAIN
            for said in (table.ask("record", players={}), copied):
                json.dumps(said, ensure_ascii=False).encode()
            varied = me.post("/api/workshop/begin", {"variant": name, "tab": "tab_tab_tab"}, 422)
            assert varied["error"].startswith("Only a game of the library can be varied here: take a copy")

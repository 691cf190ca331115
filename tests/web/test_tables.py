"""Tables: a game from its first pick to its record."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import rulewright
from rulewright.players.strengths import usual_threads
from rulewright.records import read_record, replay
from rulewright.web.app import make_app
from rulewright.web.refusals import Refusal
from rulewright.web.settings import Settings
from rulewright.web.thinking import affordable, engines
from tests.web.conftest import Person, Seat


def test_a_whole_game_by_picking(person: Person) -> None:
    seat = person.sit_down("tictactoe")
    assert seat.about["title"] == "Tic-Tac-Toe"
    assert seat.lit() == [f"site:{column}{row}" for column in "abc" for row in "123"]
    for site in ("a1", "b1", "a2", "b2", "a3"):
        seat.play(f"site:{site}")
    over = seat.view["over"]
    assert over["winners"] == [seat.about["players"][0]["name"]]
    assert seat.view["player"] is None
    assert seat.view["next"]["picks"] == []
    seat.ask("play", 422, picks=["site:c3"])


def test_a_turn_of_several_parts_is_picked_part_by_part(person: Person) -> None:
    """Amazons: a queen, where she goes, where she shoots."""
    seat = person.sit_down("amazons")
    assert seat.lit() == ["site:a4", "site:d1", "site:g1", "site:j4"]
    queen = seat.lit("site:a4")
    assert "site:a5" in queen
    assert "site:a4" not in queen
    arrow = seat.lit("site:a4", "site:a5")
    assert "site:a4" in arrow, "the place she has left is free to shoot at"
    seat.play("site:a4", "site:a5", "site:a4")
    assert len(seat.moves) == 1


def test_a_piece_from_the_hand(person: Person) -> None:
    seat = person.sit_down("hive")
    hand = next(tray for tray in seat.view["trays"] if tray["owner"] == "white")
    assert {piece["name"] for piece in hand["pieces"]} >= {"queen", "ant", "beetle"}
    assert "hand:ant" in seat.lit()
    seat.play("hand:ant", *seat.lit("hand:ant"))
    assert seat.moves == ["wA1"]


def test_a_pawn_becomes_what_one_picks(person: Person) -> None:
    moves = "a2-a4;b7-b5;a4-b5;a7-a6;b5-a6;h7-h6;a6-a7;h6-h5".split(";")
    seat = person.sit_down("chess", moves=moves)
    assert set(seat.lit("site:a7", "site:b8")) == {"word:queen", "word:rook", "word:bishop", "word:knight"}
    seat.play("site:a7", "site:b8", "word:rook")
    assert "b8: white rook" in seat.view["board"]


def test_the_last_pick_of_a_move_plays_it_and_those_before_tell_what_follows(person: Person) -> None:
    seat = person.sit_down("breakthrough")
    first = seat.ask("play", picks=["site:a2"])
    assert {option["pick"] for option in first["picks"]} == {"site:a3", "site:b3"}
    assert seat.ask("view")["ply"] == 0
    assert seat.play("site:a2", "site:a3")["history"][0]["move"] == "a2-a3"
    seat.ask("play", 422, picks=["site:a2"])


def test_a_turn_that_may_end_offers_to(person: Person) -> None:
    """A man of fanorona that has taken may go on taking, but need not."""
    seat = person.sit_down("fanorona")
    longer = [
        (first, second)
        for first in seat.lit()
        for second in seat.lit(first)
        if "done" in seat.lit(first, second) and len(seat.lit(first, second)) > 1
    ]
    if longer:
        before = len(seat.moves)
        seat.play(*longer[0], "done")
        assert len(seat.moves) == before + 1


def test_chance_is_rolled_by_the_server_and_follows_from_the_seed(person: Person) -> None:
    first, second = person.sit_down("backgammon", seed=7), person.sit_down("backgammon", seed=7)
    assert first.moves == second.moves
    assert len(first.moves) == 1
    assert first.view["history"][0]["player"] is None
    assert {tuple(person.sit_down("backgammon", seed=seed).moves) for seed in (1, 2, 3)} != {tuple(first.moves)}


def test_moves_are_taken_back_and_the_past_can_be_looked_at(person: Person) -> None:
    seat = person.sit_down("tictactoe")
    for site in ("a1", "b1", "c1"):
        seat.play(f"site:{site}")
    then = seat.ask("view", upto=1)
    assert then["ply"] == 1
    assert "b1: empty" in then["board"]
    assert seat.ask("view")["ply"] == 3, "looking changes nothing"
    seat.view = seat.ask("back", upto=1)
    assert seat.moves == ["a1"]
    seat.play("site:c3")
    assert seat.moves == ["a1", "c3"]


def test_a_page_that_is_behind_is_told(person: Person) -> None:
    seat = person.sit_down("tictactoe")
    seat.play("site:a1")
    answer = person.post(f"/api/tables/{seat.id}/play", {"ply": 0, "picks": ["site:b2"]}, 409)
    assert answer["stale"] is True
    assert seat.ask("view")["ply"] == 1


def test_a_table_nobody_knows(person: Person) -> None:
    assert person.post("/api/tables/nothing/view", {}, 404)["gone"] is True


def test_what_cannot_be_picked_is_explained_by_the_rules(person: Person) -> None:
    seat = person.sit_down("chess")
    why = seat.ask("why", picks=["site:a1"], pick="site:a5")
    assert why["message"]
    assert why["rule"]["file"] == "chess.yaml"
    assert why["rule"]["line"] > 0
    assert seat.ask("why", move="e2-e4")["message"] is None


def test_a_link_opens_where_the_game_stood(person: Person) -> None:
    first = person.sit_down("hive", options={"set": "base"})
    first.play("hand:queen", *first.lit("hand:queen"))
    second = person.sit_down("hive", options={"set": "base"}, moves=first.moves)
    assert second.view["board"] == first.view["board"]
    assert second.about["options"] == first.about["options"]


def test_a_link_that_leads_nowhere_says_where_it_breaks(person: Person) -> None:
    answer = person.post("/api/tables", {"game": "tictactoe", "moves": ["a1", "a1"]}, 422)
    assert answer["move"] == 2
    assert "Move 2 cannot be played" in answer["error"]


def test_the_record_can_be_replayed(person: Person) -> None:
    seat = person.sit_down("abalone", options={"layout": "belgian_daisy"}, moves=["a1b2"])
    saved = seat.ask("record", players={"black": "person", "white": "random"})
    assert saved["name"] == "abalone.jsonl"
    record = read_record(saved["text"])
    assert record.players == {"black": "person", "white": "random"}
    assert len(list(replay(record, rulewright.load("abalone", layout="belgian_daisy")))) == 2


def test_seen_from_the_other_side(person: Person) -> None:
    seat = person.sit_down("chess")
    there, back = seat.ask("view", flipped=True)["board"], seat.ask("view")["board"]

    def height(board: str, site: str) -> float:
        return float(board.partition(f'data-site="{site}"')[2].partition('data-y="')[2].partition('"')[0])

    assert height(back, "a1") > height(back, "a8")
    assert height(there, "a1") < height(there, "a8")


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_an_engine_moves(person: Person, spec: str) -> None:
    seat = person.sit_down("tictactoe")
    answer = seat.ask("think", spec=spec, play=True)
    assert [made["move"] for made in answer["history"]] == [answer["thought"]["move"]]
    seat.view = answer
    hint = seat.ask("think", spec=spec, play=False)
    assert hint["ply"] == 1
    assert hint["thought"]["sites"] == [hint["thought"]["move"]]


def test_whoever_waits_for_an_engine_has_all_cores_at_work(person: Person) -> None:
    engines = {one["name"]: one for one in person.get("/api/players").json()["engines"]}
    assert engines["mcts"]["threads"] == usual_threads()
    assert engines["alphabeta"]["threads"] == 1, "it knows no threads"


def test_an_engine_that_is_written_wrong(person: Person) -> None:
    seat = person.sit_down("tictactoe")
    assert "mcts" in seat.ask("think", 422, spec="mtcs", play=True)["error"]


@pytest.mark.parametrize(
    ("spec", "most"),
    [
        (f"mcts:playouts=10,threads={(os.cpu_count() or 1) + 1}", f"threads is at most {os.cpu_count() or 1} here."),
        ("mcts:time=61", "time is at most 60 here."),
        ("alphabeta:time=86400", "time is at most 60 here."),
        ("mcts:playouts=10,memory=513", "memory is at most 512 here."),
        ("alphabeta:depth=1,memory=1048576", "memory is at most 512 here."),
        ("mcts:threads=257", "threads is a whole number from 1 to 256."),
        ("mcts:" + " " * 200, '"spec" should be a text of at most 200 characters.'),
    ],
)
def test_no_more_is_given_to_a_player_than_the_machine_has(person: Person, spec: str, most: str) -> None:
    response = person.send(f"/api/tables/{person.sit_down('tictactoe').id}/think", {"spec": spec, "play": True})
    assert response.status_code in (400, 422)
    assert response.json()["error"].endswith(most)


def test_256_threads_are_not_given_because_a_player_may_have_so_many() -> None:
    few = Settings(think_threads=8)
    assert affordable("mcts:threads=8", few) == "mcts:threads=8"
    with pytest.raises(Refusal, match=r'^"threads=256" is too much: threads is at most 8 here\.$'):
        affordable("mcts:threads=256", few)
    assert Settings().think_threads == (os.cpu_count() or 1)


def test_a_program_is_made_ready_before_it_is_asked(person: Person) -> None:
    seat = person.sit_down("tictactoe")
    assert seat.ask("ahead", spec="mcts:time=0.01") == seat.ask("ahead", spec="greedy") == {}
    assert seat.ask("think", spec="mcts:time=0.01", play=True)["ply"] == 1


def test_as_much_as_the_machine_has_is_given(person: Person) -> None:
    spec = f"mcts:playouts=10,threads={os.cpu_count() or 1},time=60,memory=64"
    assert person.sit_down("tictactoe").ask("think", spec=spec, play=True)["ply"] == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"seed": 2**64}, f'"seed" should be a whole number from 0 to {2**64 - 1}.'),
        ({"seed": -1}, f'"seed" should be a whole number from 0 to {2**64 - 1}.'),
        ({"seed": 1.5}, f'"seed" should be a whole number from 0 to {2**64 - 1}.'),
        ({"moves": ["a1"] * 20_001}, '"moves" should be a list of at most 20000 texts.'),
        ({"game": "x" * 201}, '"game" should be a text of at most 200 characters.'),
    ],
)
def test_numbers_out_of_bounds_are_told_with_their_bounds(person: Person, data: dict[str, Any], told: str) -> None:
    assert person.post("/api/tables", {"game": "tictactoe", **data}, 400)["error"] == told


def _thinking(seat: Seat, answers: list[Any], *, play: bool = True, line: int = 1) -> threading.Thread:
    """Somebody thinks for us, or waits for that: so many are now in line for the worker of this table."""
    if line == 1:
        seat.ask("think", spec="mcts:playouts=1")  # the game is compiled, which is not cut short

    def think() -> None:
        data = {"ply": 0, "spec": "mcts:time=50", "play": play}
        response = seat.person.client.post(f"/api/tables/{seat.id}/think", json=data)
        answers.append((response.status_code, response.json()))

    thread = threading.Thread(target=think)
    thread.start()
    server = cast(Starlette, seat.person.client.app).state.server
    worker = server.pool.known(server.tables[seat.id].key)
    until = time.monotonic() + 60
    while worker._asking < line:
        assert time.monotonic() < until, "nobody has begun to think"
        time.sleep(0.01)
    return thread


def test_whoever_thinks_can_be_stopped(person: Person) -> None:
    answers: list[Any] = []
    seat = person.sit_down("hex")
    thread = _thinking(seat, answers)
    seat.ask("stop")
    thread.join(30)
    ((code, answer),) = answers
    assert code == 200
    assert answer["ply"] == 1, "it says what it has found by then"


def test_what_is_taken_back_stays_so_whatever_was_being_thought(person: Person) -> None:
    answers: list[Any] = []
    seat = person.sit_down("hex")
    thread = _thinking(seat, answers)
    seat.view = seat.ask("back", upto=0)
    thread.join(30)
    assert answers[0][0] == 409
    assert seat.ask("view")["ply"] == 0


def test_the_past_can_be_looked_at_while_a_program_thinks_about_its_move(person: Person) -> None:
    answers: list[Any] = []
    seat = person.sit_down("hex")
    thread = _thinking(seat, answers)
    assert seat.ask("view", upto=0)["ply"] == 0
    assert "hex" in seat.ask("record", players={})["text"]
    assert answers == [], "it thinks on"
    seat.ask("stop")
    thread.join(30)
    assert answers[0][1]["ply"] == 1


def test_an_opinion_is_cut_short_for_whoever_plays_on(person: Person) -> None:
    answers: list[Any] = []
    seat = person.sit_down("hex")
    hints = [_thinking(seat, answers, play=False, line=line) for line in (1, 2)]
    assert "site:a1" in seat.lit()
    for hint in hints:
        hint.join(30)
    assert [code for code, _ in answers] == [200, 200], "two at a time do not outdate each other"
    assert all(answer["thought"]["move"] for _, answer in answers)
    assert all(answer["thought"]["seconds"] < 40 for _, answer in answers), "of the fifty that each was given"
    assert seat.play("site:a1")["ply"] == 1


def test_wrong_requests_are_answered_in_a_sentence(person: Person) -> None:
    seat = person.sit_down("tictactoe")
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("/api/tables", {}),
        ("/api/tables", {"game": 7}),
        ("/api/tables", {"game": "no_such_game"}),
        ("/api/tables", {"game": "../../games/hive.yaml"}),
        ("/api/tables", {"game": "/etc/passwd"}),
        ("/api/tables", {"game": "tictactoe", "options": {"no": "such"}}),
        ("/api/tables", {"game": "tictactoe", "options": ["a"]}),
        ("/api/tables", {"game": "tictactoe", "moves": "a1"}),
        ("/api/tables", {"game": "tictactoe", "moves": ["nonsense"]}),
        ("/api/tables", {"game": "tictactoe", "seed": -1}),
        (f"/api/tables/{seat.id}/play", {"picks": ["site:z9"]}),
        (f"/api/tables/{seat.id}/play", {"picks": ["nothing at all"]}),
        (f"/api/tables/{seat.id}/play", {"picks": [1]}),
        (f"/api/tables/{seat.id}/play", {"move": "z9"}),
        (f"/api/tables/{seat.id}/play", {"picks": ["site:a1", "site:a1"]}),
        (f"/api/tables/{seat.id}/back", {}),
        (f"/api/tables/{seat.id}/think", {"spec": None}),
        (f"/api/tables/{seat.id}/ahead", {"spec": "mtcs"}),
    ]
    for address, data in wrong:
        response = person.client.post(address, json=data)
        assert 400 <= response.status_code < 500, (address, data, response.text)
        assert len(response.json()["error"]) > 10
    for body in (b"", b"[]", b"{", b"[" * 5000):
        response = person.client.post("/api/tables", content=body, headers={"content-type": "application/json"})
        assert response.status_code == 400
    assert json.loads(person.client.post(f"/api/tables/{seat.id}/view", json={}).text)["ply"] == 0


def test_other_programs_are_named_by_who_started_the_server_alone() -> None:
    """A page knows a name, and says at most for how long."""
    named = Settings(engines={"fish": "engine:cat -u"})
    assert affordable("fish", named) == "engine:cat -u"
    assert affordable("fish:time=2", named) == "engine:cat -u,time=2"
    for harm in (
        "engine:cat -u",
        "engine:rm",
        "ENGINE:rm",
        "fish:time=2,option.Log=x",
        "fish:command=rm",
        "fish:time=2 rm",
    ):
        with pytest.raises(Refusal):
            affordable(harm, named)
    with pytest.raises(Refusal, match="time is at most 60 here"):
        affordable("fish:time=600", named)
    assert next(one["name"] for one in engines(named)) == "fish"


def test_another_program_plays_in_the_browser() -> None:
    bot = f"{sys.executable} {Path(__file__).parents[1] / 'engines' / 'programs.py'}"
    named = Settings(engines={"good": f"engine:{bot} plays", "bad": f"engine:{bot} lies"})
    with TestClient(make_app(named), base_url="http://127.0.0.1:8017") as client:
        seat = Person(client).sit_down("tictactoe")
        assert seat.ask("think", spec="good", play=False)["thought"]["move"] == "a1"
        assert "plays what cannot be played" in seat.ask("think", 422, spec="bad", play=True)["error"]
        assert "command line" in seat.ask("think", 422, spec=f"engine:{bot} plays", play=True)["error"]

"""`rulewright engine`: what it answers."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
from typing import Any

import pytest

import rulewright
from rulewright.players.spec import spec
from rulewright.protocol.engine import Engine
from rulewright.protocol.problem import Problem
from rulewright.protocol.serving import serve
from tests.docs.pages import DOCS, blocks


@pytest.fixture
def toe() -> Engine:
    return Engine(rulewright.load("tictactoe"), spec("greedy"))


def _said(engine: Engine, *lines: object) -> list[dict[str, Any]]:
    out: list[str] = []
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    serve(engine, io.BytesIO(text.encode()), out.append, str)
    return [json.loads(line) for line in out]


def test_a_conversation(toe: Engine) -> None:
    said = _said(
        toe,
        {"id": 1, "do": "hello", "protocol": 1},
        {"id": 2, "do": "position", "moves": ["a1", "b1", "a2", "b2"]},
        {"id": 3, "do": "go", "variations": 2, "seconds": 1},
        {"id": 4, "do": "quit"},
        {"id": 5, "do": "legal"},
    )
    assert [one["id"] for one in said] == [1, 2, 3]
    assert said[0]["players"] == ["x", "o"]
    assert said[1] == {"id": 2, "player": "x", "over": None, "ply": 5}
    assert (said[2]["move"], said[2]["proof"]) == ("a3", "win")
    assert 1 <= len(said[2]["variations"]) <= 2


def test_what_the_page_shows_is_what_is_answered(toe: Engine) -> None:
    (shown,) = (block.text for block in blocks(DOCS / "programs.md") if block.text.startswith("$ rulewright engine"))
    lines = [json.loads(line) for line in shown.splitlines()[1:]]
    assert _said(toe, *(line for line in lines if "do" in line)) == [line for line in lines if "do" not in line]


def test_looking(toe: Engine) -> None:
    toe.answer({"do": "position", "moves": ["b2"]})
    assert toe.answer({"do": "legal"})["moves"] == "a1 b1 c1 a2 c2 a3 b3 c3".split()
    assert toe.answer({"do": "why", "move": "b2"})["legal"] is False
    assert toe.answer({"do": "why", "move": "a1"}) == {"legal": True, "why": None}
    offered = toe.answer({"do": "decide"})["decisions"]
    assert [one["text"] for one in offered] == "a1 b1 c1 a2 c2 a3 b3 c3".split()
    made = toe.answer({"do": "decide", "made": [offered[0]["number"]]})
    assert made == {"decisions": [], "complete": True, "move": "a1"}
    shown = toe.answer({"do": "show"})
    assert shown["svg"].startswith("<svg")
    assert toe.game.from_json(shown["state"]) == toe.state


def test_a_position_from_data(toe: Engine) -> None:
    begun = toe.game.start("a1").to_json()
    assert toe.answer({"do": "position", "start": begun, "moves": ["b1"]})["player"] == "x"
    assert [move.text for move in toe.state.history] == ["b1"]


def test_the_end(toe: Engine) -> None:
    answer = toe.answer({"do": "position", "moves": ["a1", "b1", "a2", "b2", "a3"]})
    assert (answer["player"], answer["over"]) == (None, {"winners": ["x"], "draw": False})
    with pytest.raises(Problem, match="nobody is to move here"):
        toe.answer({"do": "go"})


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x", 'a question is a JSON object such as {"do": "legal"}, not x'),
        ("[1]", "a question is a JSON object"),
        ({"do": "fly"}, "there is no question 'fly'; \"do\" is one of hello, game"),
        ({"do": ["go"]}, "there is no question ['go']"),
        ({"do": "hello", "protocol": 2}, "this is protocol 1"),
        ({"do": "game", "game": "chess"}, "this engine plays Tic-Tac-Toe"),
        ({"do": "position", "moves": "a1"}, '"moves" is a list of texts'),
        ({"do": "position", "moves": ["a1", "a1"]}, 'move 2: "a1" is not a legal move here'),
        ({"do": "position", "start": 7}, '"state" should be an object'),
        ({"do": "go", "variations": 0}, '"variations" is a whole number from 1 to 1000'),
        ({"do": "go", "seconds": "long"}, '"time" is a number'),
        ({"do": "go", "seed": -1}, '"seed" is a whole number'),
        ({"do": "decide", "made": [None]}, '"made" is a list of decisions'),
        ({"do": "decide", "made": ["z9"]}, '"z9" cannot be decided here'),
        ({"do": "why"}, '"move" is the text of a move'),
    ],
)
def test_one_sentence_for_what_makes_no_sense(toe: Engine, line: object, expected: str) -> None:
    (said,) = _said(toe, line)
    assert expected in said["error"]
    assert "\n" not in said["error"]


def test_bounds_that_a_player_does_not_have() -> None:
    (said,) = _said(Engine(rulewright.load("tictactoe"), spec("alphabeta")), {"do": "go", "playouts": 5})
    assert 'alphabeta has no "playouts"' in said["error"]


def test_it_thinks_until_it_is_stopped() -> None:
    """And tells what it thinks on the way."""
    command = [sys.executable, "-m", "rulewright", "engine", "connect_four"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write('{"id": 1, "do": "go", "seconds": 3600}\n')
        process.stdin.flush()
        info = json.loads(process.stdout.readline())
        assert info["info"]["move"] in "abcdefg"
        process.stdin.write('{"do": "stop"}\n{"id": 2, "do": "quit"}\n')
        process.stdin.flush()
        last = [json.loads(line) for line in process.stdout][-1]
        assert last["move"] in "abcdefg"
        assert process.wait() == 0


def test_stop_is_for_what_was_asked_last(toe: Engine) -> None:
    """One that comes before a question does not hurry it."""
    heard: list[bool] = []
    answer = toe.answer

    def asked(data: Any, stop: Any = None, tell: Any = None) -> Any:
        heard.append(stop())
        return answer(data)

    toe.answer = asked  # type: ignore[method-assign]
    read, done = threading.Event(), io.BytesIO(b'{"do": "stop"}\n{"do": "legal"}\n')
    serve(toe, done, lambda line: read.set(), str)
    assert heard == [False]
    assert read.is_set()

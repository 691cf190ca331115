"""Outcomes from outside: a state that lies about its end is refused as far as the position shows it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import rulewright
from rulewright.errors import InvalidState
from rulewright.game import Game
from rulewright.headless.random_games import play_random


def _ended(game: Game, moves: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(game.start(moves).to_json()))
    return data


def _refused(game: Game, data: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidState) as refused:
        game.from_json(data)
    assert why in str(refused.value)


LINES = """\
game: Lines
players: [x, o]
board: {tiling: square, size: 3x3}
pieces: {mark: {}}
actions: {drop: {place: mark, to: empty}}
turn: drop
end:
  - win if line of 3 mine
  - draw if no empty
limit: {turns: 30, result: draw}
"""
_WON = "a1; a2; b1; b2; c1"


@pytest.fixture(scope="module")
def lines() -> Game:
    return rulewright.load(LINES, engine="reference")


def test_a_true_end_is_read(lines: Game) -> None:
    data = _ended(lines, _WON)
    assert data["outcome"]["winners"] == ["x"]
    assert lines.from_json(data).outcome == lines.start(_WON).outcome


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"winners": ["o"]}, "the rule does not come to this here"),
        ({"winners": ["x", "o"]}, "the winners do not fit the rule"),
        ({"winners": []}, "the winners do not fit the rule"),
        ({"winners": ["x", "x"]}, "each once"),
        ({"draw": True}, "the winners do not fit the rule"),
        ({"scores": {"x": 1, "o": 0}}, "this game has no score"),
        ({"rule": {"line": 8, "column": 5, "text": "lose"}}, "a rule of this game that ends it"),
        ({"rule": None}, "the winners do not fit the rule"),
    ],
)
def test_a_changed_end_is_refused(lines: Game, change: dict[str, Any], why: str) -> None:
    data = _ended(lines, _WON)
    data["outcome"].update(change)
    _refused(lines, data, why)


def _rule(game: Game, number: int) -> dict[str, Any]:
    nodes = [game.rules.end[0].outcome, game.rules.end[1].outcome, game.rules.limit.result]
    span = nodes[number].span
    return {"line": span.line, "column": span.column, "text": span.text}


@pytest.mark.parametrize(
    ("winners", "draw", "number", "why"),
    [
        (["x"], False, 0, "the rule does not come to this here"),
        (["x", "o"], True, 1, "the rule does not come to this here"),
        (["x", "o"], True, 2, "the limit of turns has not been reached"),
        (["x", "o"], True, None, "the player to move has a move"),
    ],
)
def test_an_end_of_a_game_that_goes_on_is_refused(
    lines: Game, winners: list[str], draw: bool, number: int | None, why: str
) -> None:
    data = _ended(lines, "a1; a2")
    rule = None if number is None else _rule(lines, number)
    data["outcome"] = {"winners": winners, "draw": draw, "scores": None, "rule": rule}
    _refused(lines, data, why)


REPEATED = """\
game: To and fro
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {man: {}}
setup: {white man: [a1], black man: [c3]}
actions: {go: {move: mine, path: step orth to empty}}
turn: go
stuck: lose
repetition: {times: 2, result: draw}
limit: {turns: 30, result: highest score wins}
score: count (mine in row 1)
"""


def test_repetitions_and_scores() -> None:
    game = rulewright.load(REPEATED, engine="reference")
    data = _ended(game, "a1-a2; c3-c2; a2-a1; c2-c3")
    assert game.from_json(data).outcome == game.start("a1-a2; c3-c2; a2-a1; c2-c3").outcome
    scored = json.loads(json.dumps(data))
    scored["outcome"]["scores"] = {"white": 1, "black": 0}
    _refused(game, scored, "no score decided the game")
    early = _ended(game, "a1-a2; c3-c2")
    early["outcome"] = data["outcome"]
    _refused(game, early, "the position has not been repeated so often")


TURNS = """\
game: Last Turn
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {man: {}}
setup: {white man: [a1], black man: [c3]}
actions: {go: {move: mine, path: step orth to empty}}
turn: go
end: win if target = b2
limit: {turns: 30, result: draw}
"""


def test_what_only_the_last_turn_shows_is_believed() -> None:
    """`target` is gone with its turn: nobody can tell whether the rule held, only that it makes one player win."""
    game = rulewright.load(TURNS, engine="reference")
    data = _ended(game, "a1-a2; c3-c2")
    span = game.rules.end[0].outcome.span
    rule = {"line": span.line, "column": span.column, "text": span.text}
    data["outcome"] = {"winners": ["white"], "draw": False, "scores": None, "rule": rule}
    assert str(game.from_json(data).outcome) == "white wins"
    data["outcome"]["winners"] = ["white", "black"]
    _refused(game, data, "the winners do not fit the rule")


@pytest.mark.parametrize("name", ["tictactoe", "othello", "oware", "hex", "surikata", "four_player_chaturanga"])
def test_ends_that_play_has_come_to_are_read(name: str) -> None:
    game = rulewright.load(name)
    for number in range(3):
        state = play_random(game, 1, number).state
        assert state.outcome is not None
        assert game.from_json(json.loads(json.dumps(state.to_json()))).outcome == state.outcome

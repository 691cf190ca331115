"""Opinions in words."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.cli.table.opinion import advice, in_words, remark
from rulewright.players.player import Candidate, Opinion
from rulewright.state import State


@pytest.fixture
def state() -> State:
    return rulewright.load("tictactoe").start()


def test_a_hint_with_everything(state: State) -> None:
    b2, a1, c3 = (state.parse(text) for text in ("b2", "a1", "c3"))
    opinion = Opinion(
        b2,
        (Candidate(b2, 900, 0.7), Candidate(a1, 100, 0.25), Candidate(c3, 0, 0.0)),
        line=(b2, a1, c3),
        visits=1000,
        depth=5,
        seconds=1.04,
    )
    assert advice(state, opinion, unicode=False).split("\n") == [
        "Try b2: x is better, 70 % for x (looked 1 000 times, 5 moves deep, 1.0 s).",
        "  b2    70 %  ##############------  900",
        "  a1    25 %  #####---------------  100",
        "It may go on: b2 a1 c3",
    ]


def test_what_is_proven_is_said(state: State) -> None:
    b2 = state.parse("b2")
    opinion = Opinion(b2, (Candidate(b2, 9, 1.0, "win"),), proof="win", visits=9, depth=3, seconds=0.0)
    assert advice(state, opinion, unicode=True) == "Try b2: x wins by force (looked 9 times, 3 moves deep, 0.0 s)."
    assert remark(opinion) == "sees a forced win"


def test_a_player_without_opinions(state: State) -> None:
    opinion = Opinion(state.parse("b2"))
    assert advice(state, opinion, unicode=True) == "Try b2."
    assert remark(opinion) == ""


@pytest.mark.parametrize(
    ("value", "players", "words"),
    [
        (0.5, 2, "about even, 50 % for red"),
        (0.54, 2, "about even, 54 % for red"),
        (0.6, 2, "red is better, 60 % for red"),
        (0.3, 2, "red is worse, 30 % for red"),
        (0.96, 2, "red is winning, 96 % for red"),
        (0.04, 2, "red is losing, 4 % for red"),
        (0.34, 3, "about even, 34 % for red"),
        (0.5, 3, "red is better, 50 % for red"),
    ],
)
def test_judgements(value: float, players: int, words: str) -> None:
    assert in_words("red", value, players) == words

"""What a person may type for a move."""

from __future__ import annotations

import re
from typing import Any

import pytest

import rulewright
from rulewright.cli.table.entry import Entry
from rulewright.state import Move, State


def at(game: str, *moves: str, **options: Any) -> State:
    state = rulewright.load(game, **options).start()
    for move in moves:
        state.push(move)
    return state


@pytest.mark.parametrize("text", ["e2-e4", "E2-E4", "e2e4", "e2 e4", " e2 - e4 "])
def test_a_whole_move_in_many_ways(text: str) -> None:
    move = Entry(at("chess")).read(text)
    assert isinstance(move, Move)
    assert move.text == "e2-e4"


def test_one_thing_after_the_other() -> None:
    entry = Entry(at("chess"))
    begun = entry.read("g1")
    assert begun is entry.begun
    assert begun is not None
    assert not isinstance(begun, Move)
    assert (begun.text, set(begun.sites)) == ("g1", {"f3", "h3"})
    assert str(begun) == 'g1: go on with "f3", "h3". An empty line begins again.'
    move = entry.read("f3")
    assert isinstance(move, Move)
    assert move.text == "g1-f3"


def test_a_begun_turn_does_not_bind() -> None:
    entry = Entry(at("chess"))
    entry.read("g1")
    move = entry.read("e2-e4")
    assert isinstance(move, Move)
    assert move.text == "e2-e4"
    assert entry.read("e5") is None, "not from g1"
    entry.clear()
    assert entry.begun is None


def test_a_choice_at_the_end_of_a_move() -> None:
    """A pawn that arrives becomes something."""
    state = rulewright.load("chess").position(
        {"a7": "white pawn", "e1": "white king", "h8": "black king"}, to_move="white"
    )
    entry = Entry(state)
    begun = entry.read("a7 a8")
    assert begun is not None
    assert not isinstance(begun, Move)
    assert "queen" in str(begun)
    move = entry.read("queen")
    assert isinstance(move, Move)
    assert move == state.parse(move.text)


def test_a_turn_that_may_end_or_go_on() -> None:
    """A piece that takes in Fanorona may take again, but need not."""
    state = rulewright.load("fanorona").position(
        {"c3": "white", "a5": "white", "d2": "black", "b2": "black", "i5": "black"}, to_move="white"
    )
    entry = Entry(state)
    longest = max(state.legal_moves, key=lambda move: len(move.text))
    words = re.findall(r"[a-i][1-5]", longest.text)
    assert len(words) >= 3, "there is a chain"
    begun = entry.read(" ".join(words[:2]))
    assert begun is not None
    assert not isinstance(begun, Move)
    assert str(begun).endswith('"done" ends the turn here. An empty line begins again.')
    move = entry.read("done")
    assert isinstance(move, Move)
    assert re.findall(r"[a-i][1-5]", move.text) == words[:2]


def test_pieces_from_the_hand() -> None:
    entry = Entry(at("hive", "wS1", "bS1 wS1-"))
    begun = entry.read("ant")
    assert begun is not None
    assert not isinstance(begun, Move)
    move = entry.read(begun.sites[0])
    assert isinstance(move, Move)
    assert move.text.startswith("wA1")


def test_the_beginning_of_a_text() -> None:
    """Notations of their own, such as that of Hive, name pieces that are no sites."""
    state = at("hive", "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
    entry = Entry(state)
    begun = entry.read("wQ")
    assert begun is not None
    assert not isinstance(begun, Move)
    wanted = {move.text for move in state.legal_moves if move.text.startswith("wQ ")}
    assert len(wanted) == len(begun.sites) == 2
    rest = min(wanted).removeprefix("wQ ")
    move = entry.read(rest)
    assert isinstance(move, Move)
    assert move.text == min(wanted)
    again = entry.read(begun.sites[1])
    assert isinstance(again, Move)
    assert again.text in wanted


def test_where_a_move_ends() -> None:
    entry = Entry(at("chess"))
    begun = entry.read("f3")
    assert str(begun) == 'f3: go on with "g1-f3", "f2-f3". An empty line begins again.'
    move = entry.read("g1")
    assert isinstance(move, Move)
    assert move.text == "g1-f3"


@pytest.mark.parametrize("text", ["z9", "e2-e5", "-", "wQ", "done"])
def test_what_fits_nothing(text: str) -> None:
    assert Entry(at("chess")).read(text) is None


@pytest.mark.parametrize("game", ["backgammon", "dvonn", "amazons", "surikata", "quarto", "tak", "onitama"])
def test_every_move_can_be_typed_as_it_is_listed(game: str) -> None:
    state = rulewright.load(game).start()
    while state.is_chance:
        state.push(state.legal_moves[0])
    for move in list(state.legal_moves)[:30]:
        assert Entry(state).read(move.text) == move

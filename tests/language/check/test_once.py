"""D18: a pattern is one site only if nothing that is written in the game can make a second such piece."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.errors import InvalidGame, InvalidPosition, InvalidState

_GAME = """\
game: Kings
players: [white, black]
board: {{tiling: square, size: 4x4}}
pieces: {{king: {{letter: k, {number}}}, man: {{letter: m}}}}
vars: {{spot: {{holds: site}}}}
setup: {{white man: [a2], black man: [d3]{setup}}}
actions:
  look: {{pick: mine, do: spot = my king}}
  act: {{{action}}}
turn: look or act
limit: {{turns: 9, result: draw}}
"""
_BOTH = ", white king: [a1], black king: [d4]"


def _game(number: str, setup: str, action: str) -> str:
    return _GAME.format(number=number, setup=setup, action=action)


@pytest.mark.parametrize(
    ("number", "setup", "action"),
    [
        ("each: 1", _BOTH, "move: mine, path: step any to empty or enemy"),
        ("each: 1", ", hand: {king: 1}", "place: king, to: empty"),
        ("each: 1", ", hand: all", "pick: empty, do: put king at target"),
        ("each: 1", _BOTH, "pick: my king, do: set target to man"),
        ("each: 1", _BOTH, "pick: my king, do: set target to neutral"),
        ("each: 1", _BOTH, "pick: empty, do: put man at target"),
        ("each: 1", _BOTH, "pick: mine, do: set up again"),
        ("each: 1", _BOTH, "place: man, tray: taken, to: empty"),
        ("supply: 1", "", "pick: empty, do: put king at target"),
        ("supply: 1", "", "pick: enemy, do: set target to mine"),
        ("supply: 1", "", "pick: enemy, do: move target to my hand"),
    ],
)
def test_there_is_never_a_second_one(number: str, setup: str, action: str) -> None:
    rulewright.load(_game(number, setup, action), engine="reference")


@pytest.mark.parametrize(
    ("number", "setup", "action"),
    [
        ("each: 1", _BOTH, "pick: empty, do: put king at target"),
        ("each: 1", _BOTH, "pick: empty, do: [{if: no my king, do: [put my king at target]}]"),
        ("each: 1", _BOTH, "pick: empty, do: put (2 - 1) king at target"),
        ("each: 1", _BOTH, "pick: mine, do: set target to king"),
        ("supply: 1", "", "pick: mine, do: set target to king"),
        ("each: 1", _BOTH, "pick: mine, with: {what: [king, man]}, do: set target to what"),
        ("each: 1", _BOTH, "pick: mine, let: {what: kind(target)}, do: set (mine next to target) to what"),
        ("each: 1", _BOTH, "pick: enemy, do: set target to mine"),
        ("each: 1", _BOTH, "pick: enemy, with: {whose: [white, black]}, do: set target to whose"),
        ("each: 1", _BOTH, "pick: enemy, do: move target to my hand"),
        ("each: 1", ", hand: {king: 1}", "place: king, tray: [hand, taken], to: empty"),
        ("each: 1", _BOTH + ", supply: {king: 3}", "place: anything, tray: supply, to: empty"),
        ("each: 1", _BOTH + ", supply: {king: 3}", "pick: empty, do: put king at target"),
    ],
)
def test_there_may_be_a_second_one(number: str, setup: str, action: str) -> None:
    text = _game(number, setup, action)
    with pytest.raises(InvalidGame) as refused:
        rulewright.load(text, engine="reference")
    assert [found.code for found in refused.value.diagnostics] == ["type-one-site"]
    assert 'write "only(my king)"' in str(refused.value)
    rulewright.load(text.replace("spot = my king", "spot = only(my king)"), engine="reference")


@pytest.mark.parametrize("place", ["board", "hand"])
def test_a_state_with_two_of_them_is_refused(place: str) -> None:
    game = rulewright.load(_game("each: 1", ", hand: {king: 1}", "place: king, to: empty"), engine="reference")
    state = game.start()
    state.push("b2")
    data = state.to_json()
    if place == "board":
        data["position"]["layers"]["main"]["c3"] = ["white king"]
    else:
        data["position"]["trays"]["hand"]["white"] = {"king": 1}
    with pytest.raises(InvalidState, match='"position" has two pieces king of white, but there is only one'):
        game.from_json(data)


def test_a_position_of_a_test_with_two_of_them_is_refused() -> None:
    game = rulewright.load(_game("each: 1", _BOTH, "place: man, to: empty"), engine="reference")
    with pytest.raises(InvalidPosition, match='white has 2 pieces "king"'):
        game.position({"a1": "white king", "b1": "white king"})

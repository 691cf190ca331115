"""Turns of hundreds of parts: both engines find them, and agree about them."""

from __future__ import annotations

import pytest

from rulewright.headless.playouts import playouts
from rulewright.native.layout.memory_layout import LIMITS

from .engines import both, reference
from .lockstep import Bounds, play

_GAME = """
game: Clock
players: [white, black]
board: {{tiling: square, size: 3x3}}
pieces:
  stone: {{letter: s}}
vars:
  ticks: {{range: 0..2000}}
setup:
  white stone: [a1]
  black stone: [c3]
actions:
  go: {{move: mine, path: step any to empty}}
  tick: {{do: ticks += 1}}
  halt: {{do: ticks = 0}}
turn: go then repeat (tick) while ticks < {parts} then halt
stuck: lose
end: draw if ply > 4
"""


@pytest.mark.parametrize("parts", [3, 150, 600])
def test_both_engines_play_long_turns(parts: int) -> None:
    """The longest ones are too long for the room that the native engine has: the reference takes over."""
    first, second = both(_GAME.format(parts=parts))
    assert play(first, second, Bounds(plies=2), name="clock").plies == 2


def test_the_reference_finds_a_turn_of_a_thousand_parts() -> None:
    state = reference(_GAME.format(parts=1000)).start()
    assert [move.text.count("tick") for move in state.legal_moves] == [1000] * 3


_MANY = """
game: Say a number
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: s}}
setup: {white stone: [a1]}
vars: {said: {range: 0..200}}
actions:
  say: {with: {number: 1..200}, do: said = number}
turn: say
end: [win if said > 50, lose if said > 0]
"""


def test_playouts_go_on_where_a_position_has_more_turns_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list that has no room for them all would leave out those that win."""
    monkeypatch.setitem(LIMITS, "moves", 50)
    found = playouts(both(_MANY)[1], games=40)
    assert (found.games, found.plies, found.cut_off) == (40, 40, 0)
    assert found.wins["white"] > 15


_FAR = """
game: Far
players: [white, black]
board: {{tiling: square, size: 2000x1}}
pieces: {{king: {{letter: k}}}}
vars: {{seen: {{range: 0..1}}}}
setup: {{white king: [a1], black king: [c1]}}
actions:
  roam: {{move: mine, path: step e to empty, again: must}}
  hop: {{move: mine, path: step any to empty}}
turn: hop
stuck: draw
{asking}
"""


@pytest.mark.parametrize(
    "asking",
    [
        "end: win if not enemy can roam",
        "prefer: 1 if enemy can roam else 0",
        "when_turn_ends: seen = 1 if enemy can roam",
    ],
)
def test_whether_a_long_chain_can_be_made_is_asked_after_a_turn_too(asking: str) -> None:
    """That was too deep for Python, and an internal error, wherever it was asked but within a turn."""
    state = reference(_FAR.format(asking=asking)).start()
    assert [move.text for move in state.legal_moves] == ["a1-b1"]

"""Decisions D81 and D82: phases that lead anywhere, and phases of one player."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.engine_choice import EngineName
from rulewright.state import State

_GAME = """
game: Rounds
players: [white, black]
board: {tiling: square, size: 4x2}
pieces: {stone: {letter: s}}
vars: {rounds: {range: 0..9}}
actions:
  drop: {place: my stone, to: empty, say: "d{target}"}
  clear: {do: [remove stone, rounds += 1], say: clear}
  rest: {say: rest}
phases:
  - {name: opening, turn: drop, turns: 1, player: black}
  - {name: filling, turn: drop, until: count stone >= 4}
  - {name: clearing, turn: clear or rest, until: no stone, then: filling, player: white}
end: draw if rounds = 3
"""

pytestmark = pytest.mark.parametrize("engine", ["reference", "native"])


def _phase(state: State) -> str | None:
    return state.game.rules.phases[state.position.phase].name


def test_d81_phases_lead_back(engine: EngineName) -> None:
    state = rulewright.load(_GAME, engine=engine).start()
    seen = []
    for move in ("da1", "db1", "dc1", "dd1", "clear", "da1", "da2", "db1", "db2", "rest", "clear"):
        seen.append((_phase(state), state.player))
        state.push(move)
    assert seen == [
        ("opening", "black"), ("filling", "white"), ("filling", "black"), ("filling", "white"), ("clearing", "white"),
        ("filling", "black"), ("filling", "white"), ("filling", "black"), ("filling", "white"),
        ("clearing", "white"), ("clearing", "white"),
    ]  # fmt: skip
    assert (_phase(state), state.player) == ("filling", "black")


def test_d81_no_phase_comes_twice_at_once(engine: EngineName) -> None:
    """Both are always over: each turn leads to the other one, and not on."""
    text = _GAME.replace("until: count stone >= 4", "until: ply > 0").replace("until: no stone", "until: ply > 0")
    state = rulewright.load(text, engine=engine).start()
    seen = []
    for move in ("da1", "rest", "db1", "rest"):
        state.push(move)
        seen.append(_phase(state))
    assert seen == ["clearing", "filling", "clearing", "filling"]


_AGAIN = """
game: Again
players: [white, black]
board: {tiling: square, size: 4x1}
stack: 4
pieces:
  stone: {letter: s, each: 3}
  seed: {owner: none, letter: o, supply: 5}
setup: {white stone: [a1], black stone: [d1], seed: {b1: 2}, hand: {stone: 2}}
vars: {rounds: {range: 0..9}}
actions:
  drop: {place: my stone, to: c1, say: drop}
  take: {pick: seed, do: [capture target, put seed at c1], say: take}
  anew: {do: [rounds += 1, set up again, put my stone at c1 if rounds = 2], say: anew}
turn: drop or take or anew
limit: {turns: 30, result: draw}
"""


def test_d56_set_up_again_restores_pieces_and_trays(engine: EngineName) -> None:
    game = rulewright.load(_AGAIN, engine=engine)
    start = game.start().position
    state = game.start()
    for move in ("drop", "take", "drop", "anew"):
        state.push(move)
    assert (state.position.layers, state.position.trays) == (start.layers, start.trays)
    assert state.position.variables[0][0][0] == 1
    state.push("anew")
    assert len(state.position.layers[0][2]) == 1, "what follows sees the new position"
    state.push("anew")
    assert (state.position.layers, state.position.trays) == (start.layers, start.trays)

"""Why a game ended, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.show.endings import because, ending

KNIGHTS = "g1-f3 g8-f6 f3-g1 f6-g8 " * 2
RACE = """\
game: Race
players: [ann, bob, cleo]
board: {tiling: square, size: 4x1}
pieces:
  man: {letter: m}
actions:
  drop: {place: man, to: empty}
turn: drop
"""


@pytest.mark.parametrize(
    ("game", "moves", "outcome", "why", "rule"),
    [
        ("chess", "f2-f3 e7-e5 g2-g4 d8-h4", "black wins", "white has no legal move", "stuck: lose if my king"),
        ("chess", KNIGHTS, "draw", "the same position has come up 3 times", "repetition: 3 times, draw"),
        ("tictactoe", "a1 b1 a2 b2 a3", "x wins", "", "win if line of 3 mine"),
        ("out: count piece = 2", "a1 b1", "draw", "ann, bob and cleo are out", "out: count piece = 2"),
        ("out: count piece = 2 and no (my man) in b1", "a1 b1", "bob wins", "ann and cleo are out", "out: count piece"),
        ("limit: {turns: 2, result: draw}", "a1 b1", "draw", "2 turns have been played", "limit: 2 turns, draw"),
    ],
)
def test_because(tmp_path: Path, game: str, moves: str, outcome: str, why: str, rule: str) -> None:
    if ":" in game:
        file = tmp_path / "race.yaml"
        file.write_text(f"{RACE}{game}\n")
        game = str(file)
    state = rulewright.load(game).start()
    for move in moves.split():
        state.push(move)
    assert state.outcome is not None
    assert str(state.outcome) == outcome
    assert because(state, state.outcome) == why
    assert ending(state.game.rules, state.outcome).text.startswith(rule)

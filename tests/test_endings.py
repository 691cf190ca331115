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


# Sam Loyd, 1866: stalemate in ten moves.
LOYD = (
    "e2-e3 a7-a5 d1-h5 a8-a6 h5-a5 h7-h5 h2-h4 a6-h6 a5-c7 f7-f6 c7-d7 e8-f7 d7-b7 d8-d3 b7-b8 d3-h7 b8-c8 f7-g6 c8-e6"
)


@pytest.mark.parametrize(
    ("game", "moves", "outcome", "why", "rule"),
    [
        ("chess", "f2-f3 e7-e5 g2-g4 d8-h4", "black wins", "it is checkmate", "stuck: lose if my king"),
        ("chess", LOYD, "draw", "it is stalemate", "stuck: lose if my king"),
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

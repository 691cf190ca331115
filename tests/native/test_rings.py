"""Directions of an author's own that lead all round: what a run is there (D21), on both engines."""

from __future__ import annotations

import pytest

from .engines import both, reference
from .lockstep import Bounds, play

_GAME = """
game: Rings
players: [white, black]
board:
  tiling: square
  size: 3x3
  directions: {{opposite: a1-c3 a2-c2, ring: a1>b1 b1>b2 b2>a1 c1>c2}}
pieces:
  stone: {{letter: s}}
setup:
  white stone: [{sites}]
actions:
  drop: {{place: stone, to: empty, must: no (it in ({line}))}}
  pass: {{}}
turn: drop or pass
stuck: draw
score: count ({line})
end: [highest score wins if ply > 2]
"""


@pytest.mark.parametrize(
    ("line", "sites", "found"),
    [
        ("line of 2 mine along opposite", "a1, c3, a2", 2),
        ("line of 3 mine along opposite", "a1, c3, a2, c2", 0),
        ("line of exactly 2 mine along opposite", "a1, c3, a2", 2),
        ("line of 2 mine along ring", "a1, b2", 2),
        ("line of exactly 2 mine along ring", "a1, b1, b2", 0),
        ("line of exactly 2 mine along ring", "a1, b1, c1, c2", 4),
        ("line of 3 mine along ring", "a1, b1, b2, c1", 3),
        ("line of 4 mine along ring", "a1, b1, b2, c1", 0),
    ],
)
def test_a_run_all_round(line: str, sites: str, found: int) -> None:
    text = _GAME.format(line=line, sites=sites)
    state = reference(text).start()
    for _ in range(3):
        state.push(next(move for move in state.legal_moves if move.text == "pass"))
    assert state.outcome is not None
    assert state.outcome.scores is not None
    assert state.outcome.scores["white"] == found
    first, second = both(text)
    for number in range(2):
        play(first, second, Bounds(plies=8), name=line, number=number)

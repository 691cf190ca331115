"""Numbers in a file that no board has room for: found by `tools/fuzz.py`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.board.board import Direction
from rulewright.headless.perft import perft

from .engines import both
from .lockstep import Bounds, play

_GAME = """
game: Far
players: {{white: {{forward: n}}, black: {{forward: s}}}}
board: {{tiling: square, size: 5x5}}
pieces: {{stone: {{letter: o}}}}
setup: {{white stone: row 1, black stone: row 5}}
actions:
  go: {rule}
turn: go
stuck: draw
"""
_RULES = {
    "a leap off the board": "{move: mine, path: leap forward 1000000000 to anywhere | step any to empty}",
    "a leap whose way is chosen": "{with: {d: orth}, move: mine, path: leap d 1000000000 to empty | step d to empty}",
    "more jumps than there is room for": "{with: {d: orth}, move: mine, path: repeat 3.. (jump d over enemy to empty)}",
}  # fmt: skip


@pytest.mark.parametrize("name", _RULES)
def test_both_engines_agree(name: str) -> None:
    first, second = both(_GAME.format(rule=_RULES[name]))
    play(first, second, Bounds(plies=6, moves=300, steps=60_000), name=name)
    assert perft(first.start(), 2) == perft(second.start(), 2)
    assert second.playouts(games=2, max_plies=10).games == 2


@given(st.lists(st.integers(-1, 5), min_size=6, max_size=6), st.integers(0, 5), st.integers(0, 40))
def test_steps_that_go_round(table: list[int], start: int, steps: int) -> None:
    direction = Direction("round", tuple(table), None, (-1,) * 6)
    end = start
    for _ in range(steps):
        end = table[end] if end >= 0 else -1
    assert direction.after(start, steps, 0) == end
    assert direction.after(start, 10**9, 0) in range(-1, 6)

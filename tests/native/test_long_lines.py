"""Lines of many sites: counted in a loop, so that a number in a file does not decide how long LLVM takes."""

from __future__ import annotations

from random import Random

import pytest

from .engines import both

pytest.importorskip("llvmlite")

_ROW = """
game: Long lines
players: [x, o]
board: {{tiling: square, size: 60x2}}
pieces: {{mark: {{letter: x}}}}
actions: {{put: {{place: my mark, to: empty}}}}
turn: put
score: count ({line})
end:
  - highest score wins if some ({line}) or no empty
"""


@pytest.mark.parametrize("line", ["line of 40 piece", "line of exactly 40 piece", "line of 33 piece along e"])
def test_both_engines_see_the_same_long_lines(line: str) -> None:
    states = [game.start() for game in both(_ROW.format(line=line))]
    chance, found = Random(5), 0
    while states[0].outcome is None:
        number = chance.randrange(min(3, len(states[0].legal_moves)))  # nearly from left to right
        for state in states:
            state.push(state.legal_moves[number])
        found += 1
    assert [str(state.outcome) for state in states] == [str(states[0].outcome)] * 2
    assert [state.outcome.scores for state in states if state.outcome] == [states[0].outcome.scores] * 2
    assert 33 <= found <= 120


@pytest.mark.parametrize("line", ["line of {} my mark", "line of exactly {} my mark"])
def test_a_long_line_is_no_long_program(line: str) -> None:
    """Machine code for a line of 4,096 on an unbounded board took LLVM a minute; the fuzzer has found it."""
    text = _ROW.replace("60x2", "64x64")
    sizes = []
    for length in (40, 60):
        game = both(text.format(line=line.format(length)))[1]
        sizes.append(sum(len(function.body) for function in game._pipeline.kernel.functions))
    assert sizes[0] == sizes[1]

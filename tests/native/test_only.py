"""`only(S)` of several sites: both engines say so in the same way, and choose nothing."""

from __future__ import annotations

import pytest

from rulewright.errors import NotOnlyOne
from rulewright.headless.perft import perft

from .engines import both

_GAME = """
game: Beacon
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: o}}
actions:
  drop: {place: my stone, to: empty, if: "no mine or distance(target, only(mine)) <= 1"}
turn: drop
"""
_LATE = """
game: Late Beacon
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: o}}
actions:
  drop: {place: my stone, to: empty}
turn: drop
end:
  - win if only(mine in row 1) = c1
"""
_TOLD = r'Beacon: in turn 5 "only\(mine\)" is not one site but several: a1, b1 \(.*:7\)'


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_several_sites_are_told(engine: int) -> None:
    state = both(_GAME)[engine].start()
    for move in ("a1", "a3", "b1"):
        state.push(move)
    assert len(state.legal_moves) == 3  # black has one stone
    state.push("b3")
    with pytest.raises(NotOnlyOne, match=_TOLD):
        len(state.legal_moves)
    state.pop()
    assert len(state.legal_moves) == 3


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_also_at_the_end_of_a_turn(engine: int) -> None:
    state = both(_LATE)[engine].start()
    state.push("a1")
    state.push("a3")
    with pytest.raises(NotOnlyOne, match="a1, b1"):
        len(state.legal_moves)


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_random_games_and_counts_do_not_choose(engine: int) -> None:
    game = both(_LATE)[engine]
    with pytest.raises(NotOnlyOne):
        game.playouts(50, seed=1)
    with pytest.raises(NotOnlyOne):
        perft(game.start(), 3)

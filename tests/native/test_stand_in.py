"""The stand-in of `attacked by` (D57) is a piece on top, for `holding` as for any other pattern, on both engines."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.engine_choice import EngineName

GAME = """\
game: A Stone That May Be Hit
players: [white, black]
board:
  sites: a b c
  tracks: {road: {sites: a b c}}
pieces:
  stone: {letter: s}
  gem: {letter: g}
stack: HEIGHT
setup: {white stone: a, black gem: c}
actions:
  hop: {move: mine, path: slide along road to WANTED}
  put: {place: my stone, to: b, do: [remove target, capture (stone next to (empty not attacked by me are target))]}
turn: hop or put
stuck: draw
"""


@pytest.mark.parametrize("height", [1, 3])
@pytest.mark.parametrize(
    ("wanted", "attacked"),
    [("holding(stone or gem)", False), ("holding(enemy)", True), ("holding(mine)", False), ("enemy", True)],
)
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_holding_knows_the_stand_in(engine: EngineName, height: int, wanted: str, attacked: bool) -> None:
    """White's stone goes along the road to what it wants: b is empty, so a piece of black of no kind stands in for it,
    which fits `enemy` and no kind. If b is not attacked, whoever puts there loses the stone on a."""
    game = rulewright.load(GAME.replace("HEIGHT", str(height)).replace("WANTED", wanted), engine=engine)
    state = game.start()
    put = [move for move in state.legal_moves if move.text == "b"]
    assert len(put) == (not attacked)  # where nothing is captured nothing has happened, and no turn is that
    if put:
        state.push(put[0])
        assert not state["a"]

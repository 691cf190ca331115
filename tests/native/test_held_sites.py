"""Variables that hold several sites: set, added to, taken from, asked, hashed and written down, on both engines."""

from __future__ import annotations

import json

import pytest

from .engines import both
from .lockstep import Bounds, play

_GAME = """
game: Footprints
players: [white, black]
board: {tiling: square, size: 4x4}
pieces: {stone: {letter: o}}
setup: {white stone: [a1], black stone: [d4]}
vars:
  trodden: {holds: sites, start: b2}
  own: {holds: sites, per: player}
  lines: {holds: sites, per: 1..2}
actions:
  go:
    move: mine
    path: step orth to empty not in trodden
    do:
      - trodden = trodden or origin
      - own(me) = own(me) or it
      - lines(row(it)) = row 1 if row(it) = 1 else nothing
      - lines(3) = anywhere          # there is no such entry
      - trodden = nothing if count trodden > 9
turn: go
stuck: lose
end:
  - win if count own(me) >= 6 or some lines(7)
"""


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_what_is_held(engine: int) -> None:
    state = both(_GAME)[engine].start()
    assert [move.text for move in state.legal_moves] == ["a1-b1", "a1-a2"]
    state.push("a1-a2")
    state.push("d4-d3")
    assert [move.text for move in state.legal_moves] == ["a2-a3"]  # not back, and b2 is trodden from the start
    state.push("a2-a3")
    trodden, own, lines = state.position.variables
    named = {state.game.rules.board.label(site): 1 << site for site in range(16)}
    assert trodden == ((named["b2"] | named["a1"] | named["d4"] | named["a2"], 0),)
    assert own == ((named["a2"] | named["a3"], 0), (named["d3"], 0))
    assert lines == ((0, 0), (0, 0))
    again = state.game.from_json(json.loads(json.dumps(state.to_json())))
    assert hash(again) == hash(state)
    assert [move.text for move in again.legal_moves] == [move.text for move in state.legal_moves]


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_the_sites_are_part_of_the_position(engine: int) -> None:
    game = both(_GAME)[engine]
    places = {"white stone": ["a1"], "black stone": ["d4"]}
    one, other = (game.position(places, vars={"trodden": held}) for held in ("none", ["c3"]))
    assert hash(one) != hash(other)
    assert hash(one) == hash(game.position(places, vars={"trodden": "none", "own": {"white": "none", "black": []}}))


def test_both_engines_play_alike() -> None:
    first, second = both(_GAME)
    for number in range(3):
        play(first, second, Bounds(plies=30, moves=500, steps=200_000), name="footprints", number=number)

"""Choices that all make together: both engines offer, keep and carry out the same; playouts draw evenly."""

from __future__ import annotations

import pytest

from rulewright.headless.perft import perft

from .engines import both
from .lockstep import Bounds, play

_RIVALS = """
game: Rivals
players: [ann, bob]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: s}}
actions:
  drop: {place: stone, to: empty}
turn: together drop
stuck: draw
end: [win if line of 3 mine, draw if no empty]
"""
_CLASH = """
game: Clash
players: [ann, bob, cid]
board: {tiling: square, size: 4x4}
pieces: {stone: {letter: s}, king: {letter: k}}
vars: {bid: {range: 0..3, per: player}}
setup: {ann stone: [a1, b1], bob stone: [d4, c4], cid stone: [a4, a3]}
actions:
  go: {move: mine, path: step any to empty or enemy}
  drop:
    place: king
    with: {how: [fast, slow]}
    to: empty next to mine
    if: ply < 6
    do: bid(me) = 2 if how = fast else 1
  hop: {move: mine, path: step orth to empty}
turn: together (go or drop) then may hop
stuck: lose
out: no mine
limit: {turns: 20, result: draw}
repetition: {times: 3, result: draw}
"""
_LAPS = """
game: Laps
players: [ann, bob]
board: {sites: p1..p6, tracks: {ring: {sites: p1..p6, closed: yes}}}
pieces: {seed: {owner: none, letter: o, supply: 12}}
stack: all
setup: {seed: {p1: 3, p4: 3}}
vars: {luck: {range: 0..2}}
actions:
  throw: {with: {eyes: 1..2}, do: luck = eyes}
  sow_all: {pick: "anywhere with height >= luck", do: sow target along ring, must: last_sown with height <= 2}
  lay: {place: seed, to: "anywhere with height >= 1", do: move 1 from target to supply if luck = 2}
phases:
  - {name: opening, turn: together (sow_all or lay), turns: 3}
  - {name: middle, turn: chance throw then together (sow_all or lay)}
stuck: draw
limit: {turns: 12, result: draw}
"""
GAMES = {"rivals": _RIVALS, "clash": _CLASH, "laps": _LAPS}


@pytest.mark.parametrize("name", GAMES)
def test_lock_step(name: str) -> None:
    first, second = both(GAMES[name])
    assert second._engines.native() is not None
    for number in range(4):
        play(first, second, Bounds(plies=40, moves=4000), name=name, number=number)


@pytest.mark.parametrize(("name", "depth"), [("rivals", 4), ("clash", 3), ("laps", 3)])
def test_counts(name: str, depth: int) -> None:
    first, second = both(GAMES[name])
    assert perft(first.start(), depth) == perft(second.start(), depth)


def test_playouts_draw_each_choice_alike() -> None:
    """Two sites: in half of all pairs of choices both want the same one, and one stays empty."""
    text = """
        game: Seats
        players: [ann, bob]
        board: {tiling: square, size: 2x1}
        pieces: {stone: {letter: s}}
        actions: {sit: {place: stone, to: empty}}
        turn: together sit
        end: [win if some empty, draw]
        """
    played = both(text)[1].playouts(4000, seed=3)
    assert played.engine == "native"
    assert 1800 < played.wins["ann"] < 2200
    assert played.draws == 4000 - played.wins["ann"]


def test_decisions_of_the_native_game_are_those_of_the_reference() -> None:
    first, second = (game.start() for game in both(_CLASH))
    for state in (first, second):
        state.push(state.legal_moves[3])
    assert [str(d) for d in first.turn().decisions] == [str(d) for d in second.turn().decisions]

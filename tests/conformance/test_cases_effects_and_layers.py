"""Conformance cases 19, 22, 24, 25, 29 to 31 and 34: what effects change, layers, stacks, trays, walls."""

from __future__ import annotations

import pytest

from rulewright.state import State
from tests.conformance.helpers import after, draft, game, labels, library, pieces, result, tray
from tests.proof.conftest import perft


def test_19_put_and_set() -> None:
    creeper = library("creeper")
    stolen = creeper.position({"c3": "white pawn", "cd34": "black disc", "a5": "black pawn"})
    before = tray(stolen, "supply", kind="disc")
    after_theft = after(stolen, "C3+D4")
    assert pieces(after_theft)["CD34"] == "white disc"
    assert tray(after_theft, "supply", kind="disc") == before
    assert tray(after_theft, "taken") == 0

    claimed = creeper.position({"c3": "white pawn", "a5": "black pawn"})
    after_claim = after(claimed, "C3+D4")
    assert pieces(after_claim)["CD34"] == "white disc"
    assert tray(after_claim, "supply", kind="disc") == tray(claimed, "supply", kind="disc") - 1

    home = creeper.position({"a2": "white pawn", "a5": "black pawn"})
    after_home = after(home, "A2+B1")
    assert pieces(after_home) == {"B1": "white pawn", "A5": "black pawn"}
    assert tray(after_home, "supply", kind="disc") == tray(home, "supply", kind="disc")

    only_put = game("""
        game: Creeper that only puts
        extends: creeper
        actions: {hop: {do: put my disc at passed}}
        """)
    state = only_put.position({"c3": "white pawn", "cd34": "black disc", "a5": "black pawn"})
    assert "C3+D4" not in labels(state)
    assert "C3+B4" in labels(state)


def test_22_shift_and_credit() -> None:
    abalone = library("abalone")
    state = abalone.position({"black": ["a1", "b1", "c1"], "white": ["d1", "e1"]})
    assert "a1b1" in labels(state), "the label is origin and it, so it is b1"
    assert "b1c1" not in labels(state)
    pushed = after(state, "a1b1")
    assert tray(pushed, "taken", "black") == 1
    assert pieces(pushed) == {"b1": "black marble", "c1": "black marble", "d1": "black marble", "e1": "white marble"}

    careless = game("""
        game: Careless Abalone
        extends: abalone
        actions:
          tumble: {pick: mine, path: step any over 0..2 mine to off, do: shift (origin or passed) toward dir}
        turn: tumble
        """)
    edge = careless.position({"black": ["e9", "e8"], "white": ["a1"]})
    tumbled = after(edge, "e8-off")
    assert pieces(tumbled) == {"a1": "white marble", "e9": "black marble"}
    assert tray(tumbled, "taken") == 0


def test_24_layers() -> None:
    flags = game("""
        game: Flags
        players: [white, black]
        board: {tiling: square, size: 1x1}
        pieces: {stone: {letter: s}, flag: {layer: top, letter: f}}
        vars: {asked: {range: 0..9}}
        setup: {white stone: [a1], black flag: [a1]}
        actions:
          my_flag:       {pick: my flag, do: asked += 1, say: my flag}
          enemy_flag:    {pick: enemy flag, do: asked += 1, say: enemy flag}
          own:           {pick: mine, do: asked += 2, say: mine}
          take_flag:     {do: capture enemy flag}
          take_enemy:    {do: capture enemy}
        turn: my_flag or enemy_flag or own or take_flag or take_enemy
        """).start()
    # "my flag" finds nothing; "capture enemy" changes nothing, so it is no turn.
    assert labels(flags) == ["enemy flag", "mine", "take_flag"]
    bare = after(flags, "take_flag")
    assert pieces(bare, 0) == {"a1": "white stone"}
    assert pieces(bare, 1) == {}


_ROW_OF_HEXAGONS = """
    game: Row of hexagons
    players: [white, black]
    board: {tiling: hex, size: unbounded}
    pieces: {stone: {owner: none, supply: 30, letter: s}}
    vars: {looked: {range: 0..1}}
    actions:
      look: {pick: empty next to piece, do: looked = 1}
      crawl:
        move: stone
        if_lifted: connected piece
        path: step any to empty if count (piece next to leaving next to entering) = 1
        say: "{origin}>{target}"
      grow: {place: stone, to: centre}
    turn: look or crawl or grow
    distinct: route
    """


def test_25_torus() -> None:
    hexagons = game(_ROW_OF_HEXAGONS)
    assert hexagons.rules.unbounded is not None
    assert hexagons.rules.unbounded.side == 64
    row = hexagons.position({"stone": [f"{x},0" for x in range(30)]})
    looks = [label for label in labels(row) if ">" not in label]
    # Two ends, 31 above and 31 below.
    assert len(looks) == 64
    assert set(looks) == {"-1,0", "30,0", *(f"{x},1" for x in range(-1, 30)), *(f"{x},-1" for x in range(31))}
    # Only the two ends may leave; each rolls up or down round its one neighbour.
    assert set(labels(row)) - set(looks) == {"0,0>0,1", "0,0>1,-1", "29,0>28,1", "29,0>29,-1"}
    shifted = hexagons.position({"stone": [f"{x + 7},-3" for x in range(30)]})
    assert hash(shifted) == hash(row)
    assert shifted != row

    pair = hexagons.position({"stone": ["0,0", "1,0"]})
    crawls = [label for label in labels(pair) if ">" in label]
    assert len(crawls) == 4
    # Both give a stone above right of another: the same board, moved by (1,-1).
    assert hash(after(pair, "0,0>1,-1")) == hash(after(pair, "1,0>0,1"))
    assert after(pair, "0,0>1,-1") != after(pair, "1,0>0,1")


def test_29_end_turn_ends_all_parts() -> None:
    santorini = draft("santorini")
    rising = santorini.position(
        {"floor": {"a1": 2, "a2": 3}, "blue worker": ["a1"], "white worker": ["e5"]}, phase="play"
    )
    assert "a1-a2" in labels(rising)
    assert not any(label.startswith("a1-a2 ") for label in labels(rising))
    assert result(after(rising, "a1-a2")) == "blue wins"
    level = santorini.position(
        {"floor": {"a1": 3, "a2": 3}, "blue worker": ["a1"], "white worker": ["e5"]}, phase="play"
    )
    assert "a1-a2" not in labels(level)
    # Around a2: a1 (left, three high) can be crowned; b1, b2, b3, a3 can be built on.
    assert [label for label in labels(level) if label.startswith("a1-a2 ")] == [
        "a1-a2 b1", "a1-a2 b2", "a1-a2 a3", "a1-a2 b3", "a1-a2 a1",
    ]  # fmt: skip
    assert result(after(level, "a1-a2 b1")) is None


def test_30_when_captured() -> None:
    shogi = draft("shogi")
    state = shogi.position({"e5": "black gold", "e6": "white promoted pawn", "a1": "black king", "i9": "white king"})
    taken = after(state, "e5-e6")
    assert tray(taken, "taken") == 0
    assert {key[0]: (key[1], key[3], count) for key, count in taken.position.trays.items() if count} == {
        "hand": (0, 0, 1)
    }
    assert tray(taken, "hand", "black", "pawn") == 1
    dropped = after(taken, "i9-i8", "raw_pawn@b2")
    assert pieces(dropped)["b2"] == "black raw pawn"

    backgammon = library("backgammon").position(
        {"white checker": {"p8": 1, "p6": 2}, "black checker": {"p5": 1, "p12": 2}}
    )
    hit = after(backgammon, "3-1", "p8-p5 p6-p5")
    assert pieces(hit)["bar_b"] == "black checker"
    assert pieces(hit)["p5"] == "white checker/white checker"
    one = after(backgammon, "4-3", "p8-p5 p5-p1")
    assert pieces(one) == {
        "p1": "white checker", "p6": "white checker/white checker", "p12": "black checker/black checker",
        "bar_b": "black checker",
    }  # fmt: skip


def _first_parts(state: State) -> list[str]:
    written = state._node.labels()
    return list(dict.fromkeys(written.turn(turn.parts[:1]) for turn in state._node.turns()))


def test_31_trays_with_states() -> None:
    zertz = draft("zertz")
    small = {"ring": ["e4", "e5", "f5"]}
    full = zertz.position(small)
    assert tray(full, "supply") == 24
    first = _first_parts(full)
    # In the order of the key the colour comes before the site.
    assert first == [f"{colour}_marble@{site}" for colour in ("white", "grey", "black") for site in ("e4", "e5", "f5")]

    empty = zertz.position(small, supply={"marble": 0}, taken={"ann": {"marble": {"white": 2, "black": 1}}})
    assert _first_parts(empty) == [
        f"{colour}_marble@{site}" for colour in ("white", "black") for site in ("e4", "e5", "f5")
    ]
    placed = after(empty, next(label for label in labels(empty) if label.startswith("white_marble@e4")))
    assert tray(placed, "taken", "ann") == 2


def test_34_touching() -> None:
    five = library("quoridor", size="five")
    assert len(five.start().legal_moves) == 35
    state = five.position({"wall": ["b3n", "b3ne", "c3n"], "white pawn": ["c3"], "black pawn": ["a5"]})
    walks = [label for label in labels(state) if "-" in label]
    assert walks == ["c3-c2", "c3-b3", "c3-d3"]


@pytest.mark.slow
def test_34_touching_depth_two() -> None:
    assert perft(library("quoridor", size="five").start(), 2) == 1109

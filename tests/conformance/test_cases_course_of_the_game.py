"""Conformance cases 16 to 18, 20, 21, 23, 32, 33 and 35: repetition, variables, who is next, chance, out."""

from __future__ import annotations

import pytest

from rulewright.state import State
from tests.conformance.helpers import after, game, labels, library, pieces, result, tray, variable
from tests.proof.conftest import perft

_RING = """
    game: Ring
    players: [white, black]
    board: {{sites: a b c, tracks: {{ring: {{closed: yes, sites: a b c}}}}}}
    pieces: {{token: {{owner: none, letter: "*"}}}}
    setup: {{token: [a]}}
    actions:
      go: {{move: token, path: step along ring to empty}}
    turn: go
    stuck: lose
    repetition: {{forbidden: yes, compare: {compare}}}
    """


def test_16_superko_both_readings() -> None:
    whole = after(game(_RING.format(compare="position")).start(), "a-b", "b-c")
    assert labels(whole) == ["c-a"], "the start with the other side to move is another position"
    board = after(game(_RING.format(compare="board")).start(), "a-b", "b-c")
    assert labels(board) == []
    assert result(board) == "black wins", "white is stuck"

    ko = library("go", size="5").position({"black stone": ["b3", "a2", "b1"], "white stone": ["c3", "b2", "d2", "c1"]})
    taken = after(ko, "c2")
    assert pieces(taken).get("b2") is None
    assert "b2" not in labels(taken), "it would make the board of the start again"
    passed = after(taken, "pass")
    assert passed.position.passes == 1
    assert pieces(passed) == pieces(taken)


_KNIGHTS = ["g1-f3", "g8-f6", "f3-g1", "f6-g8"]


def test_17_threefold_clocks_unmoved() -> None:
    state = library("chess").start()
    for number, move in enumerate(_KNIGHTS * 2, 1):
        assert state.outcome is None, number
        state.push(move)
    assert result(state) == "draw"

    ticking = game("""
        game: Chess with a clock in the position
        extends: chess
        vars: {quiet: {clock: ~}}
        """)
    assert result(after(ticking.start(), *_KNIGHTS, *_KNIGHTS)) is None
    warnings = [found.code for found in ticking._pipeline.report if found.code.startswith("repetition")]
    assert warnings == ["repetition-clock"]


def test_18_life_of_a_var() -> None:
    chess = library("chess")
    state = chess.position({"e2": "white pawn", "d4": "black pawn", "e1": "white king", "e8": "black king"})
    state.push("e2-e4")
    assert "d4-e3" in labels(state)
    assert "e4" not in pieces(after(state, "d4-e3"))
    later = after(state, "e8-e7", "e1-e2")
    assert "d4-e3" not in labels(later)

    promotion = chess.position({"a7": "white pawn", "a1": "white king", "h7": "black king"}, vars={"quiet": 10})
    assert variable(after(promotion, "a7-a8=queen"), "quiet") == 0
    assert variable(after(promotion, "a1-b1"), "quiet") == 11


def test_20_one_meerkat() -> None:
    start = library("surikata").position({"mound": ["b2", "d2", "c3", "b4", "d4"]}, phase="stones")
    assert tray(start, "supply", kind="meerkat") == 1
    for move, stones in (("a1", 1), ("b3", 2), ("e4", 3)):
        start.push(move)
        assert pieces(start, 1) == {move: "meerkat"}
        assert tray(start, "supply", kind="meerkat") == 0
        assert sum("stone" in piece for piece in pieces(start).values()) == stones

    two = game("""
        game: Two meerkats
        extends: surikata
        pieces: {meerkat: {supply: 2}}
        """)
    state = two.position({"mound": ["b2", "d2", "c3", "b4", "d4"]}, phase="stones")
    state = after(state, "a1", "b3")
    assert pieces(state, 1) == {"a1": "meerkat", "b3": "meerkat"}
    assert labels(state) == [], "the tray is empty and the meerkat is not the only one"
    assert result(state) == "orange wins"


def _last_stone(column_a: str) -> State:
    """Mounds fill column c, so only columns hold three in a row. White places the last stone on a1.

    The other columns, from the bottom: b OOWWO, d WWOOW, e OOWWO. The meerkat on e2 does not see a1.
    """
    players = {"W": "white stone", "O": "orange stone"}
    columns = {"a": "." + column_a[1:], "b": "OOWWO", "c": "#####", "d": "WWOOW", "e": "OOWWO"}
    standing: dict[str, list[str]] = {"white stone": [], "orange stone": [], "mound": [], "meerkat": ["e2"]}
    for column, signs in columns.items():
        for row, sign in enumerate(signs, 1):
            if sign != ".":
                standing[players.get(sign, "mound")].append(f"{column}{row}")
    return library("surikata").position(standing, phase="stones", ply=25)


def test_21_next_player() -> None:
    five = after(library("surikata").start(), "a1", "b1", "c1", "d1", "e1")
    assert (five.player, five.position.ply) == ("white", 6)
    four = game("""
        game: Four mounds
        extends: surikata
        pieces: {mound: {supply: 4}}
        """)
    begun = after(four.start(), "a1", "b1", "c1", "d1")
    assert (begun.player, begun.position.ply) == ("orange", 5)

    assert labels(_last_stone("WWOOW")) == ["a1"]
    assert result(after(_last_stone("WWOOW"), "a1")) == "draw", "orange has no move, but is not asked for one"
    assert result(after(_last_stone("WWWOO"), "a1")) == "orange wins"


def test_23_seats() -> None:
    state = after(library("hex", size="5").start(), "c3")
    assert len(state.legal_moves) == 25
    assert labels(state)[-1] == "swap"
    state.push("swap")
    assert state.player == "blue"
    assert pieces(state) == {"c3": "red stone"}
    assert state.position.ply == 3
    assert state.position.turns[1] + 1 == 2, "the round of blue"


def test_32_chance() -> None:
    start = library("backgammon").start()
    assert start.player == "chance"
    assert labels(start) == [f"{a}-{b}" for a in range(1, 7) for b in range(a, 7)]
    assert start.weights == [1 if a == b else 2 for a in range(1, 7) for b in range(a, 7)]
    assert sum(start.weights) == 36

    bag = game("""
        game: Bag
        players: [white, black]
        board: {tiling: square, size: 2x1}
        pieces: {ball: {owner: none, states: [red, blue], letter: {red: r, blue: b}}}
        setup: {supply: {ball: {red: 2, blue: 1}}}
        actions:
          draw: {place: anything, to: empty in a1}
          pass: {}
        turn: chance draw then pass
        """)
    assert list(zip(labels(bag.start()), bag.start().weights, strict=True)) == [("red_ball@a1", 2), ("blue_ball@a1", 1)]


@pytest.mark.slow
def test_32_chance_perft_is_the_sum_over_the_outcomes() -> None:
    start = library("backgammon").start()
    assert perft(start, 1) == sum(len(after(start, roll).legal_moves) for roll in labels(start))


_THREE = """
    game: Three kings
    players: [ann, bob, cid]
    board: {tiling: square, size: 5x1}
    pieces: {king: {letter: k}, bomb: {letter: b}}
    actions:
      go: {move: mine, path: step orth to empty or enemy king}
      blow: {pick: my bomb, do: remove king not in mine}
    turn: go or blow
    out: no my king
    """


def test_33_out() -> None:
    three = game(_THREE)
    state = three.position({"a1": "ann king", "b1": "bob king", "e1": "cid king"})
    taken = after(state, "a1-b1")
    assert result(taken) is None
    assert taken.player == "cid", "bob is out and is skipped"
    again = after(taken, "e1-d1")
    assert again.player == "ann"
    assert result(after(again, "b1-c1", "d1-c1")) == "cid wins", "the last one in"

    both = three.position({"a1": "ann king", "b1": "ann bomb", "c1": "bob king", "e1": "cid king"})
    assert result(after(both, "b1")) == "ann wins"

    hive = library("hive").position(
        {
            "white queen": ["0,0"], "black queen": ["1,0"], "white ant": ["-1,1", "-1,0", "0,-1"],
            "white spider": ["1,-1"], "black ant": ["2,0", "1,1", "2,-1"], "black spider": ["0,2"],
            "white grasshopper": ["0,3"],
        },
        ply=19,
    )  # fmt: skip
    assert result(after(hive, "0,3>0,1")) == "draw"


_DICE = """
    game: Dice
    players: [white, black]
    board: {{tiling: square, size: 3x1}}
    pieces: {{stone: {{letter: s}}}}
    vars: {{pip: {{range: 1..2}}}}
    setup: {{white stone: [a1], black stone: [b1]}}
    actions:
      roll: {{with: {{eyes: 1..2}}, do: pip = eyes}}
      run:  {{move: mine, path: step e over times(pip - 1) anywhere to empty}}
      rest: {{}}
    turn: {turn}
    stuck: lose
    """


def test_35_segments() -> None:
    resting = game(_DICE.format(turn="chance roll then (run else rest)")).start()
    assert labels(resting) == ["roll:1", "roll:2"]
    assert resting.position.ply == after(resting, "roll:1").position.ply, "a chance segment is not a ply"
    blocked = after(resting, "roll:1")
    assert (blocked.player, labels(blocked)) == ("white", ["rest"])
    assert after(blocked, "rest").position.passes == 1
    assert labels(after(resting, "roll:2")) == ["a1-c1"]

    stuck = game(_DICE.format(turn="chance roll then run")).start()
    assert result(stuck) is None, "before the roll nobody is asked"
    assert result(after(stuck, "roll:1")) == "black wins"
    assert result(after(stuck, "roll:2")) is None

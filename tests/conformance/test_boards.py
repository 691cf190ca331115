"""Decisions D128 to D130: levels, hexagons on a corner, blocks. What is expected was read off drawings on paper."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulewright import load
from rulewright.board import bits
from rulewright.reference import geometry
from tests.conformance.helpers import is_true, number_of, sites_of
from tests.native.engines import both
from tests.native.lockstep import Bounds, play

_PYRAMID = "{tiling: square, size: 3x3, levels: pyramid}"
_CUBE = "{tiling: square, size: 3x2, levels: 3}"
_CORNER = "{tiling: hex, shape: hexagon, size: 2, stands_on: corner}"
_NINE = "{tiling: square, size: 9x9, blocks: {small: 3x3}}"

SETS = [
    (_PYRAMID, "above of b2", "a1_2 b1_2 a2_2 b2_2"),
    (_PYRAMID, "above of a2", "a1_2 a2_2"),
    (_PYRAMID, "below of a2_2", "a2 b2 a3 b3"),
    (_PYRAMID, "up_ne of b1", "b1_2"),
    (_PYRAMID, "up_nw of b1", "a1_2"),
    (_PYRAMID, "down_se of a1_3", "b1_2"),
    (_PYRAMID, "above of above of a1", "a1_3"),
    (_PYRAMID, "level 2", "a1_2 b1_2 a2_2 b2_2"),
    (_PYRAMID, "levels 2..", "a1_2 b1_2 a2_2 b2_2 a1_3"),
    (_PYRAMID, "empty where all below of it are piece", "c2 a3 b3 c3 a1_2"),
    (_PYRAMID, "corners in level 2", "a1_2 b1_2 a2_2 b2_2"),
    (_PYRAMID, "centre", "b2 a1_2 b1_2 a2_2 b2_2 a1_3"),
    (_PYRAMID, "b1 or (anywhere next to a1_2)", "b1 b1_2 a2_2 b2_2"),
    (_CUBE, "above of b1", "b1_2"),
    (_CUBE, "upward of a1", "a1_2 b1_2 a2_2 b2_2"),
    (_CUBE, "up_ne of a1_2", "b2_3"),
    (_CUBE, "below of c2_3", "c2_2"),
    (_CUBE, "line of 3 mine along (any or upward)", "a1 b1 c1 b1_2 c1_3"),
    (_CUBE, "line of 3 mine", "a1 b1 c1"),
    (_CUBE, "row 2 in level 3", "a2_3 b2_3 c2_3"),
    (_CUBE, "reached by (leap 1x2 to empty) from a1", "c2"),
    (_CORNER, "anywhere", "a1 a2 b1 b2 b3 c2 c3"),
    (_CORNER, "n of b2", "b3"),
    (_CORNER, "ne of b2", "c3"),
    (_CORNER, "se of b2", "c2"),
    (_CORNER, "sw of b2", "a1"),
    (_CORNER, "nw of b2", "a2"),
    (_CORNER, "beside(n) of b2", "a2 c3"),
    (_CORNER, "centre", "b2"),
    (_CORNER, "column 1", "a1 a2"),
    (_NINE, "small next to e5", "d4f6"),
    (_NINE, "cell next to a1c3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    (_NINE, "counterpart(b3)", "d7f9"),
    (_NINE, "counterpart(f7)", "g1i3"),
    (_NINE, "n of d4f6", "d7f9"),
    (_NINE, "line of 3 (anywhere in small in (a1c3 or d4f6 or g7i9 or a7c9))", "a1c3 d4f6 g7i9"),
    (_NINE, "cell in counterpart(a1)", ""),
]
_STONES = {_PYRAMID: ["a1", "b1", "c1", "a2", "b2"], _CUBE: ["a1", "b1", "c1", "b1_2", "c1_3"]}


@pytest.mark.parametrize(("board", "expression", "sites"), SETS)
def test_what_lies_where(board: str, expression: str, sites: str) -> None:
    assert sites_of(expression, {"white stone": _STONES[board]} if board in _STONES else {}, board=board) == sites


def test_numbers() -> None:
    assert number_of("level(b1_2)", {}, board=_PYRAMID) == 2
    assert number_of("count anywhere", {}, board=_PYRAMID) == 9 + 4 + 1
    assert number_of("distance(a1, a1_2)", {}, board=_PYRAMID) == 14  # no way: next to stays on a level
    assert number_of("sides(corners)", {}, board=_CORNER) == 6
    assert is_true("some forward of b1 in b2", {}, board=_CORNER, players="{white: {forward: n}, black: {forward: s}}")


_GAMES = {
    "pyramid": """
        game: Pyramid
        players: [white, black]
        board: {tiling: square, size: 3x3, levels: pyramid}
        pieces: {ball: {letter: o}}
        define: {spot: empty where all below of it are piece}
        actions:
          add: {place: my ball, to: spot}
          climb:
            move: mine where no (piece in above of it)
            path: step above to spot
            if: level(target) = level(origin) + 1
        turn: add or climb
        end: win if line of 3 mine along (any or above)
        """,
    "cube": """
        game: Cube
        players: [white, black]
        board: {tiling: square, size: 3x3, levels: 3}
        pieces: {ball: {letter: o}}
        actions:
          add: {place: my ball, to: empty in (level 1 or above of piece)}
        turn: add
        end: win if line of 3 mine along (any or upward)
        """,
    "corner": """
        game: Corner
        players: {white: {forward: n}, black: {forward: s}}
        board: {tiling: hex, shape: hexagon, size: 3, stands_on: corner, uses: [cell, edge, corner]}
        pieces: {man: {letter: m}, wall: {letter: w, on: edge}}
        setup: {white man: [a1, b1, c1], black man: [c5, d5, e5]}
        actions:
          walk:
            move: my man
            path: step (forward or forward_diag) to empty or enemy | leap 1x1 to empty
            if: no (wall next to origin next to target)
          build: {place: my wall, to: empty edge next to mine}
        turn: walk or build
        end: win if some mine in (row 1 if me = black else row 5)
        """,
    "blocks": """
        game: Blocks
        players: [white, black]
        board: {tiling: square, size: 4x4, blocks: {large: 2x2}}
        pieces: {mark: {letter: x}}
        vars: {last: {holds: site}}
        define:
          open: empty cell next to (empty large)
          sent: open next to counterpart(last)
          here: large next to target
        actions:
          place:
            place: my mark
            to: sent if some sent else open
            do: [last = target, put my mark at here if count (my mark in cell next to here) = 2]
        turn: place
        end: win if line of 2 (my mark in large)
        """,
}


@pytest.mark.parametrize("name", _GAMES)
def test_both_engines_play_on_such_boards_alike(name: str) -> None:
    first, second = both(_GAMES[name])
    for number in range(4):
        play(first, second, Bounds(plies=30, moves=1000, steps=200_000), name=name, number=number)


_ROAD = "{sites: s1 s2 r1..r4, tracks: {road: {sites: s1 s2 r1..r4, closed: r1}}}"
# D17: from the lead-in a ray ends with the last place; on the loop it goes round, both ways, up to its start.
LOOPS = {
    "reached by (slide along road to empty) from s1": "s2 r1 r2 r3 r4",
    "reached by (slide along road to empty) from r3": "r1 r2 r4",
    "reached by (slide against road to empty) from r2": "r1 r3 r4",
    "reached by (slide against road to empty) from s2": "s1",
    "reached by (step against road to empty) from r1": "r4",
    "reached by (step along road over times(3) anywhere to empty) from s2": "r4",
    "reached by (step along road over times(3) anywhere to empty) from r4": "",
    "anywhere next to r4": "r1 r3",
    "first(3, road)": "s1 s2 r1",
}


@pytest.mark.parametrize("expression", LOOPS)
def test_a_track_with_a_lead_in_and_a_loop(expression: str) -> None:
    assert sites_of(expression, {}, board=_ROAD) == LOOPS[expression]


@pytest.mark.parametrize(
    ("effect", "left"),
    [
        ("sow target along road", {"s2": 1, "r1": 2, "r2": 2, "r3": 1, "r4": 1}),
        ("sow target against road", None),
        ("sow target along road skipping r2", {"s2": 1, "r1": 2, "r3": 2, "r4": 2}),
        ("shift anywhere along road by 6", {"s1": 6, "r1": 1}),
    ],
)
def test_sowing_and_shifting_into_a_loop(effect: str, left: dict[str, int] | None) -> None:
    text = f"""
        game: Loop
        players: [white, black]
        board: {_ROAD}
        pieces: {{seed: {{owner: none, letter: o}}}}
        stack: 9
        setup: {{seed: {{s1: 7}}}}
        actions: {{go: {{pick: s1 with height 7, do: {effect}}}}}
        turn: go
        """
    for found in both(text):
        state = found.start()
        assert [move.text for move in state.legal_moves] == ([] if left is None else ["s1"])
        if left is not None:
            state.push("s1")
            heights = {found.rules.board.label(site): len(stack) for site, stack in state.position.layers[0].items()}
            assert heights == left


def test_where_a_run_begins_is_not_looked_for_among_all_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    """Directions that lead up have none that leads back: each site was compared with all others."""
    cube = "game: Cube\nplayers: [x, o]\nboard: {tiling: square, size: 8, levels: 8}\npieces: {mark: {letter: m}}\n"
    game = load(f"{cube}actions: {{put: {{place: my mark, to: empty}}}}\nturn: put\nstuck: draw\n", engine="reference")
    board, looked = game.rules.board, [0]

    def counted(mask: int) -> Iterator[int]:
        for site in bits(mask):
            looked[0] += 1
            yield site

    monkeypatch.setattr(geometry, "bits", counted)
    upward = tuple(number for number in range(len(board.directions)) if board.back(number) is None)
    assert game._engine.geometry.lines(board.all_sites, upward, 8, False, 0)
    assert looked[0] == len(upward) * len(board)

"""Decision D131: tables."""

from __future__ import annotations

import pytest

from tests.conformance.helpers import number_of, sites_of
from tests.native.engines import both
from tests.native.lockstep import Bounds, play

_FOUR = {"white stone": ["a1", "b1", "d4"], "black stone": ["b2", "e5"]}
_WORTH = "tables: {worth: {a1 b2..b4: 7, mine: 5, row 5: 2, else: 1}}"
ROWS = {"a1": 7, "b3": 7, "b1": 5, "d4": 5, "e5": 2, "a5": 2, "c3": 1, "nothing": 1}


@pytest.mark.parametrize("site", ROWS)
def test_the_first_row_that_holds_the_site_counts(site: str) -> None:
    assert number_of(f"worth({site})", _FOUR, more=_WORTH) == ROWS[site]


def test_values_are_of_any_type() -> None:
    more = "tables: {twins: {column 1: b1 or c1, else: nothing}, goal: {mine: b2, else: e5}}"
    assert sites_of("twins(a3)", _FOUR, more=more) == "b1 c1"
    assert sites_of("twins(b3) or goal(a1)", _FOUR, more=more) == "b2"
    assert sites_of("mine where worth(it) = 7", _FOUR, more=_WORTH) == "a1"


def test_both_engines_read_a_table_of_kinds_alike() -> None:
    first, second = both("""
        game: Worth
        players: {white: {forward: n}, black: {forward: s}}
        board: {tiling: square, size: 5x5}
        pieces:
          pawn: {letter: p, move: step forward to empty | step forward_diag to enemy}
          rook: {letter: r, move: slide orth to empty or enemy}
          knight: {letter: n, move: leap 1x2 to empty or enemy}
        setup: {white pawn: row 2, black pawn: row 4, white rook: [a1], black rook: [e5]}
        vars: {points: {range: 0..50, per: player}}
        tables:
          worth: {pawn: 1, knight: 3, rook: 5, else: 0}
          becomes: {a5 e5 a1 e1: rook, columns 2..4: knight, else: pawn}
        actions:
          move:
            move: mine
            path: its move
            let: {gain: worth(target), new: becomes(target)}
            do: [points(me) += gain, set it to new if it is pawn in (row 1 or row 5)]
        turn: move
        end: win if points(me) > 9
        """)
    for number in range(4):
        play(first, second, Bounds(plies=40, moves=1000, steps=200_000), name="worth", number=number)

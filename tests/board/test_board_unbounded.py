"""Unbounded boards and the torus behind them."""

from __future__ import annotations

import pytest

from rulewright.board import BoardProblems, BoardSpec, build, remove, torus

HIVE = BoardSpec(tiling="hex", size="unbounded")
SQUARE = BoardSpec(tiling="square", size="unbounded", directions={"upright": "n s"})


def test_the_template_knows_directions_but_no_sites() -> None:
    board = build(HIVE)
    assert board.unbounded
    assert board.sites == ()
    assert [direction.name for direction in board.directions] == ["ne", "e", "se", "sw", "w", "nw"]
    assert board.direction_sets["any"] == (0, 1, 2, 3, 4, 5)
    assert board.classes == {"cell": 0}
    assert board.rim is None
    assert board.corners is None
    assert board.centre == 0
    assert board.leap(1, 2) == ()
    assert build(SQUARE).direction_sets["upright"] == (0, 4)


def test_torus_of_hexes() -> None:
    board = torus(HIVE, 32)
    assert len(board) == 1024
    assert board.wrap == 32
    assert all(mask.bit_count() == 6 for mask in board.near)
    assert board.centre == 1
    east = board.directions[board.direction_sets["e"][0]].next
    assert east[0] == 1
    assert east[31] == 0
    north_east = board.directions[board.direction_sets["ne"][0]].next
    assert north_east[0] == 32
    assert north_east[31 * 32 + 5] == 5
    assert board.sites[33].grid == (1, 1)


def test_torus_of_squares() -> None:
    board = torus(SQUARE, 8)
    assert all(mask.bit_count() == 8 for mask in board.near)
    knight = board.leap(1, 2)
    assert knight is not None
    assert all(len(targets) == 8 for targets in knight)
    assert board.direction_sets["upright"] == (0, 4)


def test_a_torus_has_a_limit() -> None:
    with pytest.raises(BoardProblems) as caught:
        torus(HIVE, 2**40)
    assert caught.value.problems[0].code == "board-limit"


def test_a_torus_needs_an_unbounded_board() -> None:
    with pytest.raises(ValueError, match="torus"):
        torus(BoardSpec(tiling="hex", shape="hexagon", size=3), 8)


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        (BoardSpec(tiling="alquerque", size="unbounded"), "size"),
        (BoardSpec(tiling="hex", size="unbounded", shape="star"), "shape"),
        (BoardSpec(tiling="square", size="unbounded", only="dark"), "only"),
        (BoardSpec(tiling="square", size="unbounded", extra={"bag": ("b1",)}), "extra"),
        (BoardSpec(tiling="square", size="unbounded", uses=("cell", "edge")), "uses"),
    ],
)
def test_what_an_unbounded_board_cannot_have(spec: BoardSpec, key: str) -> None:
    with pytest.raises(BoardProblems) as caught:
        build(spec)
    assert caught.value.problems[0].where == (key,)


def test_nothing_can_be_removed() -> None:
    with pytest.raises(BoardProblems):
        remove(torus(HIVE, 8), 1)

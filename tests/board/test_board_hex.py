"""Hex boards, against facts counted by hand."""

from __future__ import annotations

import pytest

from rulewright.board import Board, BoardSpec, bits, build, remove


def names(board: Board, mask: int | None) -> set[str]:
    assert mask is not None
    return {board.sites[site].name for site in bits(mask)}


def around(board: Board, name: str) -> dict[str, str]:
    """The neighbours of a site by direction."""
    found: dict[str, str] = {}
    for direction in board.directions:
        target = direction.next[board.index[name]]
        if target >= 0:
            found[direction.name] = board.sites[target].name
    return found


def hexagon(side: int) -> Board:
    return build(BoardSpec(tiling="hex", shape="hexagon", size=side))


def test_abalone_names_and_directions() -> None:
    board = hexagon(5)
    assert len(board) == 61
    assert [direction.name for direction in board.directions] == ["ne", "e", "se", "sw", "w", "nw"]
    assert [site.name for site in board.sites[:6]] == ["a1", "a2", "a3", "a4", "a5", "b1"]
    assert [name for name in board.index if name[0] == "e"] == [f"e{number}" for number in range(1, 10)]
    assert [name for name in board.index if name[0] == "f"] == [f"f{number}" for number in range(2, 10)]
    assert [name for name in board.index if name[0] == "i"] == [f"i{number}" for number in range(5, 10)]
    assert around(board, "e5") == {"ne": "f6", "e": "e6", "se": "d5", "sw": "d4", "w": "e4", "nw": "f5"}
    assert around(board, "a1") == {"ne": "b2", "e": "a2", "nw": "b1"}
    assert around(board, "e1") == {"ne": "f2", "e": "e2", "se": "d1"}


def test_hexagon_places() -> None:
    board = hexagon(5)
    assert names(board, board.corners) == {"a1", "a5", "e1", "e9", "i5", "i9"}
    assert names(board, board.centre) == {"e5"}
    assert board.rim is not None
    assert board.rim.bit_count() == 24
    assert board.sides is not None
    assert [side.bit_count() for side in board.sides] == [5] * 6
    for corner in bits(board.corners or 0):
        assert sum(side >> corner & 1 for side in board.sides) == 2
    assert names(board, board.rows[1]) == {"a1", "a2", "a3", "a4", "a5"}
    assert names(board, board.columns[1]) == {"a1", "b1", "c1", "d1", "e1"}
    # Three families of lines: 2 * (3 * (61 - 9)) neighbour pairs, both ways.
    assert sum(mask.bit_count() for mask in board.near) == 2 * 3 * (61 - 9)


def test_hexagon_sides_are_those_of_havannah() -> None:
    board = hexagon(8)
    assert len(board) == 169
    assert board.sides is not None
    without_corners = [side & ~(board.corners or 0) for side in board.sides]
    assert [side.bit_count() for side in without_corners] == [6] * 6
    assert sum(without_corners) == (board.rim or 0) & ~(board.corners or 0)


def test_yinsh_and_tzaar() -> None:
    yinsh = hexagon(6)
    assert len(remove(yinsh, yinsh.corners or 0)) == 85
    tzaar = hexagon(5)
    board = remove(tzaar, tzaar.centre or 0)
    assert len(board) == 60
    assert board.centre == 0
    assert "w" not in around(board, "e6")


def test_dvonn_rows() -> None:
    board = build(BoardSpec(tiling="hex", rows=(9, 10, 11, 10, 9)))
    assert len(board) == 49
    assert names(board, board.corners) == {"a1", "a9", "c1", "c11", "e1", "e9"}
    assert names(board, board.centre) == {"c6"}
    assert board.sides is None
    # Counted: 9 + 9 in the outer rows, two ends in each of the other three.
    assert board.rim is not None
    assert board.rim.bit_count() == 24
    assert around(board, "a1") == {"ne": "b2", "e": "a2", "nw": "b1"}
    assert around(board, "d1") == {"ne": "e1", "e": "d2", "se": "c2", "sw": "c1"}


def test_hex_rhombus_adjacency() -> None:
    board = build(BoardSpec(tiling="hex", shape="rhombus", size=11))
    assert len(board) == 121
    # The usual Hex board: b1 touches a2, a1 does not touch b2.
    assert around(board, "a1") == {"ne": "a2", "e": "b1"}
    assert around(board, "b1") == {"ne": "b2", "e": "c1", "w": "a1", "nw": "a2"}
    assert names(board, board.corners) == {"a1", "k1", "a11", "k11"}
    assert names(board, board.centre) == {"f6"}
    assert board.sides is not None
    assert len(board.sides) == 4
    assert board.rim is not None
    assert board.rim.bit_count() == 40
    # A rhombus of n x n has 3n^2 - 4n + 1 pairs of neighbours.
    assert sum(mask.bit_count() for mask in board.near) == 2 * (3 * 121 - 44 + 1)


def test_rhombus_may_be_a_parallelogram() -> None:
    board = build(BoardSpec(tiling="hex", shape="rhombus", size=(4, 2)))
    assert len(board) == 8
    assert names(board, board.corners) == {"a1", "d1", "a2", "d2"}
    even = build(BoardSpec(tiling="hex", shape="rhombus", size=2))
    assert names(even, even.centre) == {"b1", "a2"}


@pytest.mark.parametrize(
    ("side", "centre"),
    # Side 3: the middle lies between the three cells that are not in a corner.
    [(1, {"a1"}), (2, {"a1", "b1", "a2"}), (3, {"b1", "a2", "b2"}), (4, {"b2"})],
)
def test_triangle_centre(side: int, centre: set[str]) -> None:
    board = build(BoardSpec(tiling="hex", shape="triangle", size=side))
    assert names(board, board.centre) == centre


def test_triangle() -> None:
    board = build(BoardSpec(tiling="hex", shape="triangle", size=8))
    assert len(board) == 36
    assert names(board, board.corners) == {"a1", "h1", "a8"}
    assert board.sides is not None
    assert [side.bit_count() for side in board.sides] == [8, 8, 8]
    assert sum(mask.bit_count() for mask in board.near) == 2 * 3 * 28
    assert around(board, "a8") == {"se": "b7", "sw": "a7"}


def test_chinese_checkers_star() -> None:
    board = build(BoardSpec(tiling="hex", shape="star", size=4))
    assert len(board) == 121
    assert [board.rows[row].bit_count() for row in range(1, 18)] == [
        1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1,
    ]  # fmt: skip
    assert [board.points[arm].bit_count() for arm in range(1, 7)] == [10] * 6
    assert names(board, board.points[1]) >= {"a1", "d1", "d4"}
    # Clockwise from the bottom: lower left, upper left, top, upper right, lower right.
    assert names(board, board.points[2]) == {
        "e1", "e2", "e3", "e4", "f1", "f2", "f3", "g1", "g2", "h1",
    }  # fmt: skip
    assert names(board, board.points[4]) >= {"q1"}
    assert names(board, board.points[3]) >= {"m1"}
    assert names(board, board.points[5]) >= {"m13"}
    assert names(board, board.points[6]) >= {"e13"}
    assert names(board, board.corners) == {"a1", "e1", "e13", "m1", "m13", "q1"}
    assert names(board, board.centre) == {"i5"}
    arms = 0
    for arm in board.points.values():
        assert not arms & arm
        arms |= arm
    assert (board.all_sites & ~arms).bit_count() == 61


def test_hex_places_on_paper() -> None:
    board = hexagon(3)
    for site in board.sites:
        for other in bits(board.near[site.index]):
            there = board.sites[other]
            assert (site.x - there.x) ** 2 + (site.y - there.y) ** 2 == pytest.approx(1)
    assert min(site.x for site in board.sites) == 0
    assert min(site.y for site in board.sites) == 0


def test_hex_has_no_diagonals() -> None:
    board = hexagon(3)
    assert board.direction_sets["orth"] == board.direction_sets["any"] == (0, 1, 2, 3, 4, 5)
    assert "diag" not in board.direction_sets


def test_almatafl_counts() -> None:
    # 91 cells of a hexagon of side 6, 18 of them taken away.
    full = hexagon(6)
    gone = full.read_sites("a1 a2 a5 a6 b1 b7 e1 e10 f1 f11 g2 g11 j5 j11 k6 k7 k10 k11")
    assert len(set(gone)) == 18
    assert len(remove(full, sum(1 << site for site in gone))) == 73

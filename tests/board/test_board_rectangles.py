"""Square, alquerque and octosquare boards, against facts counted by hand."""

from __future__ import annotations

import pytest

from rulewright.board import Board, BoardSpec, bits, build, mask_of, remove


def names(board: Board, mask: int | None) -> set[str]:
    assert mask is not None
    return {board.sites[site].name for site in bits(mask)}


def step(board: Board, start: str, direction: str) -> str | None:
    number = board.direction_sets[direction][0]
    target = board.directions[number].next[board.index[start]]
    return board.sites[target].name if target >= 0 else None


CHESS = build(BoardSpec(tiling="square", size=(8, 8)))
CREEPER = build(BoardSpec(tiling="octosquare", size=7, names="upper"))


def test_cells_are_numbered_row_by_row_from_the_bottom() -> None:
    assert [site.name for site in CHESS.sites[:9]] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2"]
    assert CHESS.sites[63].name == "h8"
    assert CHESS.sites[CHESS.index["c2"]].x == 2.0
    assert CHESS.sites[CHESS.index["c2"]].y == 1.0
    assert (CHESS.sites[CHESS.index["c2"]].column, CHESS.sites[CHESS.index["c2"]].row) == (3, 2)


def test_size_is_columns_by_rows() -> None:
    board = build(BoardSpec(tiling="square", size=(9, 10)))
    assert board.sites[-1].name == "i10"
    assert board.described == "9x10 board (a1 to i10)"


def test_columns_after_z_have_two_letters() -> None:
    board = build(BoardSpec(tiling="square", size=(30, 1)))
    assert [site.name for site in board.sites[24:29]] == ["y1", "z1", "aa1", "ab1", "ac1"]


def test_directions_in_canonical_order() -> None:
    assert [direction.name for direction in CHESS.directions] == ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    assert {way: step(CHESS, "e4", way) for way in CHESS.compass} == {
        "n": "e5", "ne": "f5", "e": "f4", "se": "f3", "s": "e3", "sw": "d3", "w": "d4", "nw": "d5",
    }  # fmt: skip
    assert step(CHESS, "h4", "e") is None
    assert step(CHESS, "a1", "sw") is None


def test_places_of_the_shape() -> None:
    assert names(CHESS, CHESS.corners) == {"a1", "h1", "a8", "h8"}
    assert names(CHESS, CHESS.centre) == {"d4", "e4", "d5", "e5"}
    assert CHESS.rim is not None
    assert CHESS.rim.bit_count() == 28
    assert CHESS.sides is not None
    assert [side.bit_count() for side in CHESS.sides] == [8, 8, 8, 8]
    assert sum(bool(side & 1 << CHESS.index["a1"]) for side in CHESS.sides) == 2
    assert names(CHESS, CHESS.rows[3]) == {f"{column}3" for column in "abcdefgh"}
    assert names(CHESS, CHESS.columns[2]) == {f"b{row}" for row in range(1, 9)}
    assert CHESS.dark is None
    assert CHESS.light is None


@pytest.mark.parametrize(
    ("size", "centre"),
    [
        ((3, 3), {"b2"}),
        ((4, 3), {"b2", "c2"}),
        ((3, 4), {"b2", "b3"}),
        ((1, 1), {"a1"}),
        ((2, 1), {"a1", "b1"}),
    ],
)
def test_centre(size: tuple[int, int], centre: set[str]) -> None:
    board = build(BoardSpec(tiling="square", size=size))
    assert names(board, board.centre) == centre


def test_a_single_row_has_two_corners() -> None:
    board = build(BoardSpec(tiling="square", size=(5, 1)))
    assert names(board, board.corners) == {"a1", "e1"}


def test_adjacency_default_is_any() -> None:
    # King moves on an empty chess board: 4 corners x 3 + 24 rim x 5 + 36 x 8.
    assert sum(mask.bit_count() for mask in CHESS.near) == 4 * 3 + 24 * 5 + 36 * 8
    go = build(BoardSpec(tiling="square", size=19, adjacency="orth"))
    assert sum(mask.bit_count() for mask in go.near) == 2 * (2 * 19 * 18)
    rows = build(BoardSpec(tiling="square", size=3, adjacency="e w"))
    assert names(rows, rows.near[rows.index["b2"]]) == {"a2", "c2"}


def test_adjacency_is_mutual_even_along_one_direction() -> None:
    board = build(BoardSpec(tiling="square", size=3, adjacency="n"))
    assert names(board, board.near[board.index["b2"]]) == {"b1", "b3"}


def test_draughts_board() -> None:
    board = build(BoardSpec(tiling="square", size=8, only="dark"))
    assert len(board) == 32
    assert [site.name for site in board.sites[:6]] == ["a1", "c1", "e1", "g1", "b2", "d2"]
    assert step(board, "a1", "ne") == "b2"
    assert step(board, "a1", "n") is None
    assert board.dark == board.all_sites
    assert board.light == 0
    assert names(board, board.corners) == {"a1", "h8"}
    assert names(board, board.centre) == {"d4", "e5"}
    # The rim is that of all 64 cells: 14 of its 28 cells are dark.
    assert board.rim is not None
    assert board.rim.bit_count() == 14
    # Each of the 49 inner crossings of lines is passed by one dark diagonal.
    assert sum(mask.bit_count() for mask in board.near) == 2 * 49


def test_only_light() -> None:
    board = build(BoardSpec(tiling="square", size=(3, 3), only="light"))
    assert [site.name for site in board.sites] == ["b1", "a2", "c2", "b3"]
    assert board.dark == 0


def test_checkered() -> None:
    board = build(BoardSpec(tiling="square", size=(3, 3), checkered=True))
    assert names(board, board.dark) == {"a1", "c1", "b2", "a3", "c3"}
    assert names(board, board.light) == {"b1", "a2", "c2", "b3"}


def test_fox_and_geese_cross() -> None:
    full = build(BoardSpec(tiling="square", size=7))
    gone = "a1 a2 b1 b2 f1 f2 g1 g2 a6 a7 b6 b7 f6 f7 g6 g7"
    board = remove(full, mask_of(full.read_sites(gone)))
    assert len(board) == 33
    assert board.corners == 0
    assert names(board, board.centre) == {"d4"}
    assert step(board, "c2", "w") is None
    assert step(board, "c2", "nw") == "b3"
    # c1 d1 e1 on each side, and c1-c5-like inner ones are not on the rim of the full square.
    assert names(board, board.rim) == {"c1", "d1", "e1", "c7", "d7", "e7", "a3", "a4", "a5", "g3", "g4", "g5"}


def test_alquerque_lines() -> None:
    board = build(BoardSpec(tiling="alquerque", size=(5, 5)))
    assert set(board.classes) == {"point"}
    # 40 straight lines between neighbours, and one diagonal in each of the 16 small squares.
    assert sum(mask.bit_count() for mask in board.near) == 2 * (40 + 16)
    assert board.near[board.index["c3"]].bit_count() == 8
    assert names(board, board.near[board.index["a1"]]) == {"b1", "a2", "b2"}
    assert names(board, board.near[board.index["b1"]]) == {"a1", "c1", "b2"}
    assert step(board, "b2", "nw") == "a3"
    assert step(board, "b1", "nw") is None


def test_fanorona_lines() -> None:
    board = build(BoardSpec(tiling="alquerque", size=(9, 5)))
    assert len(board) == 45
    assert sum(mask.bit_count() for mask in board.near) == 2 * (8 * 5 + 9 * 4 + 8 * 4)
    assert names(board, board.centre) == {"e3"}


def test_creeper_board() -> None:
    assert len(CREEPER) == 49 + 36
    assert CREEPER.sites[48].name == "g7"
    assert CREEPER.sites[49].name == "ab12"
    assert CREEPER.sites[-1].name == "fg67"
    board = remove(CREEPER, mask_of(CREEPER.read_sites("a1 g1 a7 g7")))
    assert board.classes["square"].bit_count() == 45
    assert board.classes["octagon"].bit_count() == 36
    assert board.corners == 0


def test_octosquare_directions() -> None:
    assert step(CREEPER, "c3", "n") == "c4"
    assert step(CREEPER, "c3", "ne") == "cd34"
    assert step(CREEPER, "cd34", "ne") == "d4"
    assert step(CREEPER, "cd34", "e") == "de34"
    assert step(CREEPER, "fg34", "e") is None
    assert step(CREEPER, "a1", "sw") is None
    # Neighbours are like with like: 2*7*6 pairs of squares and 2*6*5 pairs of octagons.
    assert sum(mask.bit_count() for mask in CREEPER.near) == 2 * (84 + 60)
    assert not any(CREEPER.touching)


def test_octosquare_names_around_row_ten() -> None:
    board = build(BoardSpec(tiling="octosquare", size=(3, 12)))
    assert {"ab910", "bc1011"} <= set(board.index)
    assert names(board, board.rows[10]) == {"a10", "b10", "c10"}


def test_capital_names() -> None:
    assert CREEPER.find("B3") == CREEPER.find("b3") == CREEPER.index["b3"]
    assert CREEPER.label(CREEPER.index["ab12"]) == "AB12"
    assert CHESS.find("B3") is None
    assert CHESS.label(0) == "a1"


def test_octosquare_centre_can_be_an_octagon() -> None:
    board = build(BoardSpec(tiling="octosquare", size=4))
    assert names(board, board.centre) == {"bc23"}
    assert names(CREEPER, CREEPER.centre) == {"d4"}

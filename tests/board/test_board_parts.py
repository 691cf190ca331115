"""Edges, corners, links and extra sites."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from rulewright.board import Board, BoardSpec, bits, build, remove

QUORIDOR = build(
    BoardSpec(
        tiling="square",
        size=9,
        uses=("cell", "edge", "corner"),
        adjacency="orth",
        directions={"upright": "n s", "level": "e w"},
    )
)


def names(board: Board, mask: int | None) -> set[str]:
    assert mask is not None
    return {board.sites[site].name for site in bits(mask)}


def of_class(board: Board, cls: str) -> list[str]:
    return [site.name for site in board.sites if site.cls == cls]


def seen(board: Board, start: str, directions: str) -> set[str]:
    """What touches the site on these sides."""
    found = {board.directions[d].touch[board.index[start]] for d in board.direction_sets[directions]}
    return {board.sites[site].name for site in found if site >= 0}


def test_quoridor_counts() -> None:
    assert {cls: mask.bit_count() for cls, mask in QUORIDOR.classes.items()} == {
        "cell": 81,
        "edge": 2 * 9 * 10,
        "corner": 10 * 10,
    }
    rim = QUORIDOR.rim or 0
    assert (rim & QUORIDOR.classes["cell"]).bit_count() == 32
    assert (rim & QUORIDOR.classes["edge"]).bit_count() == 36
    assert (QUORIDOR.classes["corner"] & ~rim).bit_count() == 64


def test_numbers_and_names_of_parts() -> None:
    board = build(BoardSpec(tiling="square", size=(2, 1), uses=("cell", "corner", "edge")))
    assert of_class(board, "edge") == ["a1s", "b1s", "a1w", "a1e", "b1e", "a1n", "b1n"]
    assert of_class(board, "corner") == ["a1sw", "a1se", "b1se", "a1nw", "a1ne", "b1ne"]
    assert [site.cls for site in board.sites] == ["cell"] * 2 + ["edge"] * 7 + ["corner"] * 6
    assert (board.sites[board.index["a1e"]].x, board.sites[board.index["a1e"]].y) == (0.5, 0.0)
    assert (board.sites[board.index["a1sw"]].x, board.sites[board.index["a1sw"]].y) == (-0.5, -0.5)


def test_the_wall_between_two_cells() -> None:
    touching, index = QUORIDOR.touching, QUORIDOR.index
    edges = QUORIDOR.classes["edge"]
    assert names(QUORIDOR, touching[index["e5"]] & touching[index["e6"]] & edges) == {"e5n"}
    assert names(QUORIDOR, touching[index["e5"]] & touching[index["d5"]] & edges) == {"d5e"}
    assert names(QUORIDOR, touching[index["c3"]] & touching[index["b3"]]) == {"b3e", "b3ne", "b2ne"}
    assert names(QUORIDOR, touching[index["a1"]]) == {
        "a1n", "a1e", "a1s", "a1w", "a1ne", "a1se", "a1sw", "a1nw",
    }  # fmt: skip


def test_walls_along_a_direction() -> None:
    assert seen(QUORIDOR, "b3ne", "upright") == {"b3e", "b4e"}
    assert seen(QUORIDOR, "b3ne", "level") == {"b3n", "c3n"}
    assert seen(QUORIDOR, "b3ne", "diag") == {"b3", "c3", "b4", "c4"}
    assert seen(QUORIDOR, "b3n", "upright") == {"b3", "b4"}
    assert seen(QUORIDOR, "b3n", "level") == {"a3ne", "b3ne"}
    assert seen(QUORIDOR, "b3n", "diag") == set()
    assert seen(QUORIDOR, "b3", "orth") == {"b3n", "a3e", "b2n", "b3e"}
    assert seen(QUORIDOR, "b3", "diag") == {"b3ne", "a3ne", "a2ne", "b2ne"}


def test_steps_of_edges_and_corners() -> None:
    north, east = (QUORIDOR.directions[QUORIDOR.direction_sets[way][0]].next for way in "ne")
    index = QUORIDOR.index
    assert east[index["a1n"]] == index["b1n"]
    assert north[index["a1n"]] == -1
    assert north[index["a1e"]] == index["a2e"]
    assert east[index["i1n"]] == -1
    assert north[index["a1ne"]] == index["a2ne"]
    assert north[index["e4"]] == index["e5"]
    # Three more edges at each of its two ends.
    assert names(QUORIDOR, QUORIDOR.near[index["b2n"]]) == {"a2n", "a2e", "a3e", "c2n", "b2e", "b3e"}
    assert names(QUORIDOR, QUORIDOR.near[index["b2ne"]]) == {"b1ne", "b3ne", "a2ne", "c2ne"}


def test_parts_are_not_in_rows() -> None:
    assert names(QUORIDOR, QUORIDOR.rows[9]) == {f"{column}9" for column in "abcdefghi"}


def test_dots_and_boxes() -> None:
    board = build(BoardSpec(tiling="square", size=(2, 2), uses=("cell", "edge")))
    assert board.classes["edge"].bit_count() == 12
    assert "corner" not in board.classes
    assert all((board.touching[cell] & board.classes["edge"]).bit_count() == 4 for cell in range(4))


def test_hex_edges_and_corners() -> None:
    board = build(BoardSpec(tiling="hex", shape="hexagon", size=2, uses=("cell", "edge", "corner")))
    # 7 cells with 12 pairs of neighbours: 42 - 12 edges; by Euler 30 - 7 + 1 corners.
    assert board.classes["edge"].bit_count() == 30
    assert board.classes["corner"].bit_count() == 24
    assert (board.classes["corner"] & ~(board.rim or 0)).bit_count() == 6
    assert (board.classes["edge"] & (board.rim or 0)).bit_count() == 18
    assert names(board, board.touching[board.index["a1c1"]] & board.classes["cell"]) == {"a1", "b1", "b2"}
    assert names(board, board.touching[board.index["a1c2"]] & board.classes["cell"]) == {"a1", "a2", "b2"}
    assert names(board, board.touching[board.index["a1e"]]) == {"a1", "a2", "a1c2", "a1c3"}
    assert seen(board, "a1", "e") == {"a1e"}
    assert seen(board, "a1e", "w") == {"a1"}
    corners = board.classes["corner"]
    # Corners are joined by edges, and each inner edge meets four others.
    assert sum(board.near[corner].bit_count() for corner in bits(corners)) == 2 * 30
    assert names(board, board.near[board.index["a1c2"]]) == {"a1c1", "a1c3", "a2c1"}
    assert board.near[board.index["b1e"]].bit_count() == 4


@pytest.mark.parametrize("size", [6, 12, 24])
def test_twixt_links(size: int) -> None:
    board = build(BoardSpec(tiling="square", size=size, links={"slot": (1, 2)}, adjacency="links"))
    links = 4 * (size - 1) * (size - 2)
    assert board.classes["slot"].bit_count() == links
    assert all(board.touching[link].bit_count() == 2 for link in bits(board.classes["slot"]))
    assert not any(board.near)
    # Each of the four corners is the end of two links.
    without = remove(board, board.corners or 0)
    assert without.classes["slot"].bit_count() == links - 8
    assert without.classes["cell"].bit_count() == size * size - 4


def test_link_names_and_order() -> None:
    board = build(BoardSpec(tiling="square", size=(3, 3), links={"slot": (1, 2)}))
    # Middles: (1,.5), (.5,1) twice, (1.5,1) twice, (1,1.5) ... equal middles by their cells.
    assert of_class(board, "slot") == ["a1c2", "c1a2", "a1b3", "b1a3", "b1c3", "c1b3", "a2c3", "c2a3"]
    # y = 2x meets y = 1 - x/2, y = 1 + x/2, y = 2 - x/2 and y = 2 - 2x inside the board;
    # a1c2 and c1b3 share an end with it, b1c3 is parallel.
    assert names(board, board.crossing[board.index["a1b3"]]) == {"c1a2", "b1a3", "a2c3", "c2a3"}


def segments_cross(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """Crossing by solving for the meeting point, unlike the program, which compares sides."""
    r, s = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    det = r[0] * s[1] - r[1] * s[0]
    if det == 0:
        return False
    t = Fraction((c[0] - a[0]) * s[1] - (c[1] - a[1]) * s[0], det)
    u = Fraction((c[0] - a[0]) * r[1] - (c[1] - a[1]) * r[0], det)
    return 0 < t < 1 and 0 < u < 1


@pytest.mark.parametrize(
    ("links", "shape"),
    [
        ({"slot": (1, 2)}, None),
        ({"slot": (1, 2), "bar": (0, 1), "beam": (2, 2)}, None),
        ({"slot": (1, 1)}, "hexagon"),
    ],
)
def test_crossings(links: dict[str, tuple[int, int]], shape: str | None) -> None:
    if shape:
        board = build(BoardSpec(tiling="hex", shape=shape, size=3, links=links))
    else:
        board = build(BoardSpec(tiling="square", size=(6, 5), links=links))
    ends = {}
    for link, (a, b) in board.ends.items():
        start, end = board.sites[a].grid, board.sites[b].grid
        assert start is not None
        assert end is not None
        ends[link] = (start, end)
    for one, other in combinations(ends, 2):
        expected = segments_cross(*ends[one], *ends[other])
        assert bool(board.crossing[one] >> other & 1) == expected
        assert bool(board.crossing[other] >> one & 1) == expected


def test_a_twixt_link_in_the_open_is_crossed_by_nine() -> None:
    board = build(BoardSpec(tiling="square", size=12, links={"slot": (1, 2)}))
    assert board.crossing[board.index["f5g7"]].bit_count() == 9


def test_hex_links() -> None:
    board = build(BoardSpec(tiling="hex", shape="hexagon", size=2, links={"slot": (1, 1)}))
    # Across each of the six inner corners, and no more: b1 and its likes see two others around the middle.
    assert board.classes["slot"].bit_count() == 6
    assert {"a1b3", "a1c2"} <= set(board.index)


def test_extra_sites() -> None:
    board = build(BoardSpec(tiling="square", size=5, extra={"table": ("q1", "q2", "spare"), "bag": ("z1..z3",)}))
    assert [site.name for site in board.sites[25:]] == ["q1", "q2", "spare", "z1", "z2", "z3"]
    assert board.classes["bag"] == 0b111 << 28
    assert all(board.near[site] == board.touching[site] == 0 for site in range(25, 31))
    assert all(direction.next[25] == -1 for direction in board.directions)
    assert (board.rim or 0) >> 25 == 0
    assert min(site.x for site in board.sites[25:]) > max(site.x for site in board.sites[:25])


def test_removing_a_cell_keeps_the_edges_of_its_neighbours() -> None:
    full = build(BoardSpec(tiling="square", size=(2, 1), uses=("cell", "edge", "corner")))
    board = remove(full, 1 << full.index["a1"])
    # a1e is now the west side of b1, and is called so: the lowest cell it touches names a part.
    assert of_class(board, "cell") == ["b1"]
    assert of_class(board, "edge") == ["b1s", "b1w", "b1e", "b1n"]
    assert of_class(board, "corner") == ["b1sw", "b1se", "b1nw", "b1ne"]
    # It was no outer edge of the full shape.
    assert names(board, (board.rim or 0) & board.classes["edge"]) == {"b1s", "b1e", "b1n"}
    assert names(board, board.touching[0]) == {"b1s", "b1w", "b1e", "b1n", "b1sw", "b1se", "b1nw", "b1ne"}


def test_removing_parts_themselves() -> None:
    full = build(BoardSpec(tiling="square", size=(2, 1), uses=("cell", "edge")))
    board = remove(full, (full.rim or 0) & full.classes["edge"])
    assert [site.name for site in board.sites] == ["a1", "b1", "a1e"]
    assert seen(board, "a1", "e") == {"a1e"}
    assert seen(board, "b1", "w") == {"a1e"}

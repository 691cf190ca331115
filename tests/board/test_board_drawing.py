"""Drawn boards: the lines of each board are written down here by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulewright.board import Board, BoardProblem, BoardProblems, BoardSpec, build

NINE = r"""
a7----------d7----------g7
|           |            |
|   b6------d6------f6   |
|   |       |        |   |
|   |   c5--d5--e5   |   |
|   |   |        |   |   |
a4--b4--c4      e4--f4--g4
|   |   |        |   |   |
|   |   c3--d3--e3   |   |
|   |       |        |   |
|   b2------d2------f2   |
|           |            |
a1----------d1----------g1
"""

TWELVE = r"""
a7----------d7----------g7
| \         |          / |
|   b6------d6------f6   |
|   | \     |      / |   |
|   |   c5--d5--e5   |   |
|   |   |        |   |   |
a4--b4--c4      e4--f4--g4
|   |   |        |   |   |
|   |   c3--d3--e3   |   |
|   | /     |      \ |   |
|   b2------d2------f2   |
| /         |          \ |
a1----------d1----------g1
"""

SIX = r"""
a5------c5------e5
|       |        |
|   b4--c4--d4   |
|   |        |   |
a3--b3      d3--e3
|   |        |   |
|   b2--c2--d2   |
|       |        |
a1------c1------e1
"""

NINE_LINES = """
    a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1,
    a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7
"""
DIAGONALS = "a1 b2 c3, a7 b6 c5, g1 f2 e3, g7 f6 e5"
SIX_LINES = """
    a5 c5 e5, b4 c4 d4, a3 b3, d3 e3, b2 c2 d2, a1 c1 e1,
    a1 a3 a5, b2 b3 b4, c1 c2, c4 c5, d2 d3 d4, e1 e3 e5
"""

Edges = set[frozenset[str]]


def edges_of_lines(lines: str) -> Edges:
    return {frozenset(pair) for line in lines.split(",") for pair in pairwise(line.split())}


def edges_of(board: Board) -> Edges:
    return {
        frozenset((site.name, board.sites[target].name))
        for direction in board.directions
        for site, target in zip(board.sites, direction.next, strict=True)
        if target >= 0
    }


def drawn(text: str) -> Board:
    return build(BoardSpec(drawing=text))


def problems_of(text: str) -> tuple[BoardProblem, ...]:
    with pytest.raises(BoardProblems) as caught:
        drawn(text)
    return caught.value.problems


@pytest.mark.parametrize(
    ("text", "lines", "points", "edges"),
    [
        (NINE, NINE_LINES, 24, 32),
        (TWELVE, f"{NINE_LINES}, {DIAGONALS}", 24, 40),
        (SIX, SIX_LINES, 16, 20),
    ],
)
def test_morris_boards(text: str, lines: str, points: int, edges: int) -> None:
    board = drawn(text)
    assert len(board) == points
    assert len(edges_of_lines(lines)) == edges
    assert edges_of(board) == edges_of_lines(lines)
    assert sum(mask.bit_count() for mask in board.near) == 2 * edges


@pytest.mark.parametrize(("text", "lines"), [(NINE, NINE_LINES), (TWELVE, f"{NINE_LINES}, {DIAGONALS}")])
def test_mills_are_straight(text: str, lines: str) -> None:
    board = drawn(text)
    for line in lines.split(","):
        first, second, third = (board.index[name] for name in line.split())
        assert any(
            direction.next[first] == second and direction.next[second] == third for direction in board.directions
        ), line


def test_directions_follow_the_strokes() -> None:
    board = drawn(TWELVE)
    ways = {
        direction.name: board.sites[direction.next[board.index["b6"]]].name
        for direction in board.directions
        if direction.next[board.index["b6"]] >= 0
    }
    assert ways == {"nw": "a7", "e": "d6", "s": "b4", "se": "c5"}
    assert board.direction_sets["diag"] == (1, 3, 5, 7)


def test_points_are_numbered_by_position() -> None:
    board = drawn(NINE)
    assert [site.name for site in board.sites[:6]] == ["a1", "d1", "g1", "b2", "d2", "f2"]
    assert board.sites[-1].name == "g7"
    assert set(board.classes) == {"point"}
    assert board.described == "drawing (a1 to g7)"


def test_the_drawing_is_square_on_paper() -> None:
    board = drawn(NINE)
    at = {site.name: (site.x, site.y) for site in board.sites}
    assert at["a1"] == (0, 0)
    assert at["g7"] == (6, 6)
    assert at["d6"] == (3, 5)
    assert at["e4"] == (4, 3)


def test_drawings_have_no_rim_corners_centre_or_leaps() -> None:
    board = drawn(SIX)
    assert board.rim is None
    assert board.corners is None
    assert board.centre is None
    assert board.sides is None
    assert board.rows == {}
    assert board.leap(1, 2) is None


def test_small_alquerque_drawing() -> None:
    board = drawn("a3--b3--c3\n| \\ | / |\na2--b2--c2\n| / | \\ |\na1--b1--c1")
    lines = "a3 b3 c3, a2 b2 c2, a1 b1 c1, a1 a2 a3, b1 b2 b3, c1 c2 c3, a1 b2 c3, a3 b2 c1"
    assert edges_of(board) == edges_of_lines(lines)


def test_names_of_one_letter() -> None:
    board = drawn("a-b\n|\\|\nc-d")
    assert edges_of(board) == edges_of_lines("a b, c d, a c, b d, a d")


def test_long_slanting_strokes() -> None:
    board = drawn("top\n   \\\n     \\\n       low")
    assert edges_of(board) == {frozenset(("top", "low"))}
    steep = drawn("  t\n / \\\nl---r")
    assert edges_of(steep) == edges_of_lines("t l, t r, l r")


def test_wide_names_and_blanks_round_strokes() -> None:
    board = drawn("house   -   barn\n    |        |\n   well     pond")
    assert edges_of(board) == edges_of_lines("house barn, house well, barn pond")


def test_lines_that_cross_without_a_point() -> None:
    board = drawn("    n1\n    |\nw1--+--e1\n    |\n    s1")
    assert edges_of(board) == edges_of_lines("n1 s1, w1 e1")
    slanting = drawn("a   b\n \\ /\n  X\n / \\\nc   d")
    assert edges_of(slanting) == edges_of_lines("a d, b c")


def test_a_stroke_that_leads_nowhere() -> None:
    text = "a---b\n|\n|   c"
    (problem,) = problems_of(text)
    assert problem.code == "board-drawing"
    assert problem.where == ("drawing",)
    assert problem.span == (8, 9)
    assert text[8] == "|"
    assert problem.message == "this stroke leads down to no point."


def test_all_bad_strokes_are_found() -> None:
    found = problems_of("a--  \n\n /\n--c")
    assert len(found) == 3
    assert {problem.code for problem in found} == {"board-drawing"}


def test_a_point_drawn_twice() -> None:
    (problem,) = problems_of("a--b--a")
    assert problem.message == 'the point "a" is drawn twice.'
    assert problem.span == (6, 7)


def test_strokes_that_run_into_each_other() -> None:
    (problem,) = [p for p in problems_of("    m\n    |\na--------b\n    |\n    o") if p.span == (10, 11)]
    assert problem.message == "this stroke runs into another stroke."
    assert "+" in (problem.help or "")
    messages = {problem.message for problem in problems_of("a--|--b")}
    assert "this stroke runs into another stroke." in messages


def test_two_strokes_from_one_point_in_one_direction() -> None:
    (problem,) = problems_of("aa bb\n |  |\n cccc")
    assert problem.message == 'two strokes leave the point "cccc" towards n.'


def test_drawings_without_points_and_with_odd_signs() -> None:
    assert problems_of("\n--\n")[0].message == "this drawing has no points."
    assert problems_of("")[0].message == "this drawing has no points."
    (problem,) = problems_of("a--B--c")[:1]
    assert problem.message == '"B" cannot be part of a drawing.'
    assert problem.span == (3, 4)
    assert problems_of("a\t-b")[0].message == "a tab cannot be part of a drawing."


def test_a_point_may_not_have_the_name_of_a_direction() -> None:
    (problem,) = problems_of("n--m")
    assert problem.code == "board-class"

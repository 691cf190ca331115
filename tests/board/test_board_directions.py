"""Directions as values, the author's own directions, leaps."""

from __future__ import annotations

import pytest

from rulewright.board import Board, BoardProblem, BoardProblems, BoardSpec, build

SQUARE = build(BoardSpec(tiling="square", size=8))
HEXAGON = build(BoardSpec(tiling="hex", shape="hexagon", size=5))
KALAH_SITES = "a b c d e f south_store g h i j k l north_store"


def spelled(board: Board, directions: tuple[int, ...] | None) -> set[str] | None:
    return None if directions is None else {board.directions[number].name for number in directions}


def way(board: Board, name: str) -> int:
    return board.direction_sets[name][0]


def problems_of(spec: BoardSpec) -> tuple[BoardProblem, ...]:
    with pytest.raises(BoardProblems) as caught:
        build(spec)
    return caught.value.problems


@pytest.mark.parametrize(
    ("board", "direction", "back", "beside", "across"),
    [
        (SQUARE, "n", "s", {"nw", "ne"}, {"e", "w"}),
        (SQUARE, "se", "nw", {"e", "s"}, {"ne", "sw"}),
        (HEXAGON, "ne", "sw", {"nw", "e"}, {"w", "se"}),
        (HEXAGON, "w", "e", {"sw", "nw"}, {"se", "ne"}),
    ],
)
def test_turning(board: Board, direction: str, back: str, beside: set[str], across: set[str]) -> None:
    number = way(board, direction)
    assert board.back(number) == way(board, back)
    assert spelled(board, board.beside(number)) == beside
    assert spelled(board, board.across(number)) == across


def test_relative_directions_on_squares() -> None:
    assert {word: spelled(SQUARE, dirs) for word, dirs in SQUARE.relative(way(SQUARE, "n")).items()} == {
        "forward": {"n"},
        "backward": {"s"},
        "left": {"w"},
        "right": {"e"},
        "sideways": {"w", "e"},
        "forward_diag": {"nw", "ne"},
        "backward_diag": {"sw", "se"},
    }
    # Black in Dodgem moves east, so north is on the left hand.
    black = SQUARE.relative(way(SQUARE, "e"))
    assert spelled(SQUARE, black["left"]) == {"n"}
    assert spelled(SQUARE, black["right"]) == {"s"}
    assert spelled(SQUARE, black["forward_diag"]) == {"ne", "se"}


def test_relative_directions_on_hexes() -> None:
    words = HEXAGON.relative(way(HEXAGON, "ne"))
    assert spelled(HEXAGON, words["backward"]) == {"sw"}
    assert spelled(HEXAGON, words["forward_diag"]) == {"nw", "e"}
    assert spelled(HEXAGON, words["backward_diag"]) == {"w", "se"}
    assert words["left"] is words["right"] is words["sideways"] is None


def test_standard_sets() -> None:
    assert spelled(SQUARE, SQUARE.direction_sets["orth"]) == {"n", "e", "s", "w"}
    assert spelled(SQUARE, SQUARE.direction_sets["diag"]) == {"ne", "se", "sw", "nw"}
    assert len(SQUARE.direction_sets["any"]) == 8


def test_own_set() -> None:
    board = build(BoardSpec(tiling="square", size=3, directions={"upright": "s n", "cross": "upright e w"}))
    assert spelled(board, board.direction_sets["upright"]) == {"n", "s"}
    assert board.direction_sets["cross"] == board.direction_sets["orth"]
    assert len(board.directions) == 8


def test_own_set_by_player() -> None:
    board = build(
        BoardSpec(
            tiling="square",
            size=3,
            players=("white", "black"),
            directions={"ahead": {"white": "n ne nw", "black": "s"}},
        )
    )
    assert "ahead" not in board.direction_sets
    white, black = board.player_direction_sets["ahead"]
    assert spelled(board, white) == {"n", "ne", "nw"}
    assert spelled(board, black) == {"s"}


def test_pairs_go_both_ways() -> None:
    board = build(BoardSpec(sites=KALAH_SITES, directions={"opposite": "a-l b-k c-j d-i e-h f-g"}))
    (number,) = board.direction_sets["opposite"]
    table = board.directions[number].next
    at = board.index
    assert table[at["a"]] == at["l"]
    assert table[at["l"]] == at["a"]
    assert table[at["south_store"]] == -1
    assert board.back(number) is None
    assert board.beside(number) is None
    assert board.across(number) is None
    assert board.relative(number)["backward"] is None


def test_one_way_steps_by_player() -> None:
    board = build(
        BoardSpec(
            sites="b1..b3 c1..c3 d1..d3 a1..a3",
            players=("south", "north"),
            directions={"behind": {"south": "c1>d1 c2>d2 c3>d3", "north": "b1>a1 b2>a2 b3>a3"}},
        )
    )
    (number,) = board.direction_sets["behind"]
    direction = board.directions[number]
    at = board.index
    assert direction.next == ()
    assert direction.next_for(0)[at["c2"]] == at["d2"]
    assert direction.next_for(0)[at["d2"]] == -1
    assert direction.next_for(1)[at["c2"]] == -1
    assert direction.next_for(1)[at["b3"]] == at["a3"]


def test_adjacency_by_own_direction() -> None:
    board = build(BoardSpec(sites="a b c d", directions={"ring": "a>b b>c c>d d>a"}, adjacency="ring"))
    assert board.near == (0b1010, 0b0101, 0b1010, 0b0101)


@pytest.mark.parametrize(
    ("text", "span", "message"),
    [
        ("a-b b-c", (4, 7), 'the direction "own" joins "b" twice.'),
        ("a>b a>c", (4, 7), 'the direction "own" leads from "a" twice.'),
        ("a>c b>c", (4, 7), 'the direction "own" leads to "c" twice.'),
        ("a>a", (0, 3), 'a direction cannot lead from "a" to itself.'),
        ("a>bag", (0, 5), '"a" is a point and "bag" is a sack.'),
        ("a-b c>d", None, 'the direction "own" mixes different forms.'),
        ("n s", (0, 1), '"n" is not a direction of this board.'),
        ("  ", None, 'the direction "own" is empty.'),
    ],
)
def test_wrong_own_directions(text: str, span: tuple[int, int] | None, message: str) -> None:
    problem = problems_of(BoardSpec(sites="a b c d", extra={"sack": ("bag",)}, directions={"own": text}))[0]
    assert (problem.code, problem.message, problem.span) == ("board-direction", message, span)
    assert problem.where == ("directions", "own")


def test_wrong_words_and_sites_in_directions() -> None:
    (word,) = problems_of(BoardSpec(tiling="square", size=3, directions={"up": "n noth"}))
    assert (word.code, word.span) == ("board-direction", (2, 6))
    (relative,) = problems_of(BoardSpec(tiling="square", size=3, directions={"up": "forward"}))
    assert "depend on the player" in (relative.help or "")
    (site,) = problems_of(BoardSpec(tiling="square", size=3, directions={"mirror": "a1-c3 b1-b9"}))
    assert (site.code, site.span) == ("board-site", (9, 11))
    assert site.message == '"b9" is not a site of this 3x3 board (a1 to c3).'
    (diagonal,) = problems_of(BoardSpec(tiling="hex", shape="hexagon", size=3, adjacency="diag"))
    assert (diagonal.code, diagonal.where) == ("board-direction", ("adjacency",))


def test_maps_by_player_name_every_player() -> None:
    found = problems_of(
        BoardSpec(sites="a b", players=("white", "black"), directions={"on": {"white": "a>b", "blak": "b>a"}})
    )
    # The misspelt player is not told as missing too.
    assert [problem.code for problem in found] == ["board-direction"]
    assert found[0].help == 'did you mean "black"?'
    mixed = problems_of(
        BoardSpec(tiling="square", size=2, players=("w", "b"), directions={"on": {"w": "n", "b": "a1>b1"}})
    )
    assert mixed[0].message == 'the players\' lists of "on" are of two different forms.'


def test_knight_leaps() -> None:
    table = SQUARE.leap(1, 2)
    assert table is not None
    # The well-known number of knight moves on an empty chess board.
    assert sum(len(targets) for targets in table) == 336
    assert {SQUARE.sites[site].name for site in table[SQUARE.index["a1"]]} == {"b3", "c2"}
    assert SQUARE.leap(2, 1) == table


def test_straight_leaps_and_order() -> None:
    board = build(BoardSpec(tiling="square", size=5))
    table = board.leap(0, 2)
    assert table is not None
    assert [board.sites[site].name for site in table[board.index["c3"]]] == ["c1", "a3", "e3", "c5"]
    assert board.leap(0, 0) == ((),) * 25


def test_leaps_go_by_coordinates_over_missing_cells() -> None:
    board = build(BoardSpec(tiling="square", size=5, only="dark"))
    table = board.leap(0, 2)
    assert table is not None
    assert {board.sites[site].name for site in table[board.index["a1"]]} == {"a3", "c1"}
    knight = board.leap(1, 2)
    assert knight is not None
    assert not any(knight)


def test_hex_leaps() -> None:
    table = HEXAGON.leap(1, 1)
    assert table is not None
    # The six cells across the corners of e5.
    assert {HEXAGON.sites[site].name for site in table[HEXAGON.index["e5"]]} == {
        "f7", "d6", "c4", "d3", "f4", "g6",
    }  # fmt: skip
    knight = HEXAGON.leap(1, 2)
    assert knight is not None
    assert len(knight[HEXAGON.index["e5"]]) == 12


def test_octosquare_leaps_stay_in_their_class() -> None:
    board = build(BoardSpec(tiling="octosquare", size=4))
    table = board.leap(1, 2)
    assert table is not None
    assert {board.sites[site].name for site in table[board.index["a1"]]} == {"b3", "c2"}
    assert {board.sites[site].name for site in table[board.index["ab12"]]} == {"bc34", "cd23"}
    table = board.leap(0, 1)
    assert table is not None
    assert table[board.index["ab12"]] == tuple(sorted((board.index["bc12"], board.index["ab23"])))

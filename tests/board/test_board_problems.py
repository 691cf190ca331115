"""What authors are told when a board is wrong."""

from __future__ import annotations

import pytest

from rulewright.board import (
    BoardProblem,
    BoardProblems,
    BoardSpec,
    TrackSpec,
    build,
    parse_leap,
    parse_rows,
    parse_size,
    remove,
)


def problems_of(spec: BoardSpec) -> tuple[BoardProblem, ...]:
    with pytest.raises(BoardProblems) as caught:
        build(spec)
    return caught.value.problems


@pytest.mark.parametrize(
    "spec",
    [
        BoardSpec(tiling="square", size=(1000, 1000)),
        BoardSpec(tiling="square", size=10**4000),
        BoardSpec(tiling="square", size=10**9, only="dark"),
        BoardSpec(tiling="alquerque", size=10**9),
        BoardSpec(tiling="octosquare", size=10**9),
        BoardSpec(tiling="hex", shape="hexagon", size=10**9),
        BoardSpec(tiling="hex", shape="rhombus", size=10**9),
        BoardSpec(tiling="hex", shape="triangle", size=10**9),
        BoardSpec(tiling="hex", shape="star", size=10**9),
        BoardSpec(tiling="hex", rows=(10**9,)),
        BoardSpec(sites="p1..p1000000000"),
        BoardSpec(sites="p1..p4000 q1..q100"),
        BoardSpec(tiling="square", size=60, uses=("cell", "edge")),
        BoardSpec(tiling="square", size=60, links={"slot": (1, 2)}),
        BoardSpec(tiling="square", size=60, extra={"bag": ("cup1..cup600",)}),
        BoardSpec(drawing="a--b--c--d", max_sites=3),
    ],
)
def test_boards_that_are_too_large(spec: BoardSpec) -> None:
    assert problems_of(spec)[0].code == "board-limit"


def test_the_limit_is_exact() -> None:
    assert len(build(BoardSpec(tiling="square", size=64))) == 4096
    assert len(build(BoardSpec(tiling="square", size=(3, 3), max_sites=9))) == 9
    (problem,) = problems_of(BoardSpec(tiling="square", size=(2, 5), max_sites=9))
    assert problem.message == "this board would have 10 sites, but a board can have at most 9."
    # Only the dark half counts.
    assert len(build(BoardSpec(tiling="square", size=(3, 3), only="dark", max_sites=5))) == 5
    assert problems_of(BoardSpec(tiling="square", size=(3, 3), only="dark", max_sites=4))[0].code == "board-limit"


@pytest.mark.parametrize(
    ("spec", "code", "where"),
    [
        (BoardSpec(), "board-shape", ()),
        (BoardSpec(tiling="square", size=3, drawing="a-b"), "board-shape", ("drawing",)),
        (BoardSpec(tiling="squares", size=3), "board-shape", ("tiling",)),
        (BoardSpec(tiling="square"), "board-size", ("size",)),
        (BoardSpec(tiling="square", size=(0, 3)), "board-size", ("size",)),
        (BoardSpec(tiling="square", size="large"), "board-size", ("size",)),
        (BoardSpec(tiling="octosquare", size=1), "board-size", ("size",)),
        (BoardSpec(tiling="octosquare", size=(27, 2)), "board-size", ("size",)),
        (BoardSpec(tiling="square", size=3, shape="hexagon"), "board-shape", ("shape",)),
        (BoardSpec(tiling="square", rows=(3, 4)), "board-shape", ("rows",)),
        (BoardSpec(tiling="hex", size=3), "board-shape", ("tiling",)),
        (BoardSpec(tiling="hex", size=3, shape="hexagn"), "board-shape", ("shape",)),
        (BoardSpec(tiling="hex", size=(3, 4), shape="hexagon"), "board-size", ("size",)),
        (BoardSpec(tiling="hex", size=0, shape="star"), "board-size", ("size",)),
        (BoardSpec(tiling="hex", rows=(3, 4), size=3), "board-shape", ("rows",)),
        (BoardSpec(tiling="hex", rows=(8, 8)), "board-shape", ("rows",)),
        (BoardSpec(tiling="hex", rows=(3, 0)), "board-size", ("rows",)),
        (BoardSpec(tiling="hex", rows=(3, 4), only="dark"), "board-shape", ("only",)),
        (BoardSpec(tiling="alquerque", size=3, checkered=True), "board-shape", ("checkered",)),
        (BoardSpec(tiling="square", size=3, only="black"), "board-shape", ("only",)),
        (BoardSpec(sites="a b", size=3), "board-shape", ("size",)),
        (BoardSpec(tiling="square", size=3, names="lower"), "board-class", ("names",)),
        (BoardSpec(tiling="square", size=3, uses=("cell", "edges")), "board-class", ("uses", "1")),
        (BoardSpec(tiling="square", size=3, uses=("edge",)), "board-class", ("uses",)),
        (BoardSpec(tiling="alquerque", size=3, uses=("cell", "edge")), "board-class", ("uses",)),
        (BoardSpec(drawing="a-b", uses=("cell", "edge")), "board-class", ("uses",)),
        (BoardSpec(sites="a b", links={"slot": (1, 2)}), "board-class", ("links",)),
        (BoardSpec(tiling="octosquare", size=4, links={"slot": (1, 2)}), "board-class", ("links",)),
        (BoardSpec(tiling="square", size=3, links={"slot": (5, 9)}), "board-class", ("links", "slot")),
        (BoardSpec(tiling="square", size=3, links={"slot": (0, 0)}), "board-class", ("links", "slot")),
        (BoardSpec(tiling="square", size=3, adjacency="links"), "board-class", ("adjacency",)),
        (BoardSpec(tiling="square", size=3, links={"cell": (1, 2)}), "board-class", ("links", "cell")),
        (BoardSpec(tiling="square", size=3, extra={"cell": ("x",)}), "board-class", ("extra", "cell")),
        (BoardSpec(tiling="square", size=3, extra={"bag": ("a1",)}), "board-site", ("extra", "bag", "0")),
        (BoardSpec(tiling="square", size=3, extra={"bag": ("ne",)}), "board-class", ("extra", "bag")),
        (BoardSpec(tiling="square", size=3, extra={"n": ("x",)}), "board-class", ("extra", "n")),
        (BoardSpec(tiling="square", size=3, extra={"a1": ("x",)}), "board-class", ("extra", "a1")),
        (BoardSpec(tiling="square", size=3, extra={"Bag": ("x",)}), "board-class", ("extra", "Bag")),
        (BoardSpec(tiling="square", size=3, directions={"orth": "n"}), "board-class", ("directions", "orth")),
        (BoardSpec(tiling="square", size=3, directions={"left": "w"}), "board-class", ("directions", "left")),
        (
            BoardSpec(tiling="square", size=3, players=("white",), tracks={"white": TrackSpec("a1 a2")}),
            "board-class",
            ("tracks", "white"),
        ),
    ],
)
def test_wrong_boards(spec: BoardSpec, code: str, where: tuple[str, ...]) -> None:
    found = problems_of(spec)
    assert (found[0].code, found[0].where) == (code, where)
    for problem in found:
        assert problem.message.endswith(".")
        assert problem.message[0].islower() or problem.message[0] == '"'
        assert problem.help
        assert problem.help[0].islower()
        assert not problem.help.endswith(".")


def test_a_site_may_be_called_e_where_there_is_no_compass() -> None:
    assert build(BoardSpec(sites="a b c d e")).index["e"] == 4


def test_names_that_would_be_used_twice() -> None:
    # On a hex board the third corner of a1 and the link from a1 to c3 would both be "a1c3".
    spec = BoardSpec(tiling="hex", shape="rhombus", size=3, uses=("cell", "corner"), links={"slot": (2, 2)})
    (problem,) = problems_of(spec)
    assert problem.code == "board-class"
    assert "would be called" in problem.message


def test_many_problems_in_one_go() -> None:
    spec = BoardSpec(
        tiling="square",
        size=3,
        uses=("cell", "egde"),
        links={"slot": (7, 9)},
        extra={"bag": ("a1",)},
        tracks={"road": TrackSpec("a1 a9 b9"), "ring": TrackSpec("a1")},
        directions={"up": "north"},
        adjacency="sideways",
    )
    assert sorted(problem.code for problem in problems_of(spec)) == [
        "board-class", "board-class", "board-direction", "board-direction",
        "board-site", "board-site", "board-site", "board-track",
    ]  # fmt: skip


def test_an_endless_list_of_mistakes_stops() -> None:
    spec = BoardSpec(sites=" ".join(f"X{number}" for number in range(10000)))
    assert len(problems_of(spec)) == 50


def test_messages_quote_no_novels() -> None:
    (problem,) = problems_of(BoardSpec(sites="a" * 10 + "B" * 5000))
    assert len(problem.message) < 100


def test_did_you_mean() -> None:
    board = build(BoardSpec(sites="south_store north_store"))
    assert board.names.unknown("sout_store") == (
        '"sout_store" is not a site of this board (south_store to north_store).',
        'did you mean "south_store"?',
    )


def test_a_site_that_was_taken_away() -> None:
    board = build(BoardSpec(tiling="square", size=8, only="dark"))
    message, _ = board.names.unknown("a2")
    assert message == '"a2" is a place of this 8x8 board (a1 to h8) that "only" or "without" takes away.'
    with pytest.raises(BoardProblems) as caught:
        board.read_sites("a1 b1", ("setup",))
    assert caught.value.problems[0].where == ("setup",)


def test_nothing_left() -> None:
    board = build(BoardSpec(tiling="square", size=2))
    with pytest.raises(BoardProblems) as caught:
        remove(board, board.all_sites)
    assert caught.value.problems[0].message == "nothing of this board is left."


def test_a_track_over_cells_that_only_takes_away() -> None:
    (problem,) = problems_of(BoardSpec(tiling="square", size=4, only="dark", tracks={"road": TrackSpec("a1 b1 c1")}))
    assert (problem.code, problem.where) == ("board-track", ("tracks", "road"))


def test_reading_sizes() -> None:
    assert parse_size("8x8") == (8, 8)
    assert parse_size(" 5 ") == 5
    assert parse_size("unbounded") == "unbounded"
    assert parse_leap("1x2", ("links", "slot")) == (1, 2)
    assert parse_rows("9 10 11 10 9") == (9, 10, 11, 10, 9)
    for wrong in ("8 x 8", "-3", "8x", "", "1e9", "9999999999"):
        with pytest.raises(BoardProblems):
            parse_size(wrong)
    with pytest.raises(BoardProblems):
        parse_leap("1", ("links", "slot"))
    with pytest.raises(BoardProblems) as caught:
        parse_rows("9 ten 11")
    assert caught.value.problems[0].span == (2, 5)

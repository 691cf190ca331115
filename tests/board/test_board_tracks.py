"""Tracks and boards that are only a list of sites."""

from __future__ import annotations

import pytest

from rulewright.board import Board, BoardProblem, BoardProblems, BoardSpec, TrackSpec, bits, build, mask_of, remove

INNER = "b1 b2 b3 b4 b5 b6 l1 a5 b5 c5 d5 e5 f5 l2 e6 e5 e4 e3 e2 e1 l3 f2 e2 d2 c2 b2 a2 l4"


def names(board: Board, mask: int) -> set[str]:
    return {board.sites[site].name for site in bits(mask)}


def problems_of(spec: BoardSpec) -> tuple[BoardProblem, ...]:
    with pytest.raises(BoardProblems) as caught:
        build(spec)
    return caught.value.problems


def surakarta() -> Board:
    return build(
        BoardSpec(
            tiling="square",
            size=6,
            extra={"loop": ("l1", "l2", "l3", "l4")},
            tracks={"inner": TrackSpec(INNER, closed=True)},
        )
    )


def test_surakarta_b2_lies_twice_on_inner() -> None:
    board = surakarta()
    inner = board.tracks["inner"]
    assert inner.closed
    assert not inner.per_player
    assert len(inner.sites_for(1)) == 28
    assert inner.occurrences(board.index["b2"], 0) == (1, 25)
    assert inner.occurrences(board.index["l1"], 0) == (6,)
    assert inner.occurrences(board.index["a1"], 0) == ()
    # Tracks on a tiling do not make neighbours.
    assert board.near[board.index["l1"]] == 0


def test_backgammon() -> None:
    board = build(
        BoardSpec(
            sites="p1..p24 bar_w bar_b off_w off_b",
            players=("white", "black"),
            tracks={"road": TrackSpec({"black": "bar_b p1..p24 off_b", "white": "bar_w p24..p1 off_w"})},
        )
    )
    assert len(board) == 28
    assert [site.name for site in board.sites[22:]] == ["p23", "p24", "bar_w", "bar_b", "off_w", "off_b"]
    white, black = (board.tracks["road"].sites_for(player) for player in (0, 1))
    assert [board.sites[site].name for site in white[:3]] == ["bar_w", "p24", "p23"]
    assert [board.sites[site].name for site in black[-2:]] == ["p24", "off_b"]
    assert names(board, board.near[board.index["p1"]]) == {"p2", "off_w", "bar_b"}
    assert board.directions == ()
    assert board.direction_sets == {}
    assert board.rim is None


def test_oware_ring() -> None:
    board = build(
        BoardSpec(sites="a..f g h i j k l", tracks={"ring": TrackSpec("a b c d e f g h i j k l", closed=True)})
    )
    assert len(board) == 12
    assert names(board, board.near[board.index["a"]]) == {"b", "l"}
    # South's houses run to the right, north's back to the left above them.
    at = {site.name: (site.x, site.y) for site in board.sites}
    assert at["f"] == (5, 0)
    assert at["g"] == (5, 1)
    assert at["l"] == (0, 1)


def test_ranges_over_columns() -> None:
    board = build(
        BoardSpec(
            tiling="square",
            size=(12, 3),
            players=("south", "north"),
            tracks={
                "road": TrackSpec({"south": "a1..l1 l2..a2 a3..l3", "north": "l3..a3 a2..l2 l1..a1"}),
            },
        )
    )
    road = board.tracks["road"]
    assert len(road.sites_for(0)) == 36
    assert road.sites_for(0)[12] == board.index["l2"]
    assert road.sites_for(1) == tuple(reversed(road.sites_for(0)))


def test_wrong_site_in_a_track() -> None:
    (problem,) = problems_of(BoardSpec(tiling="square", size=8, tracks={"ring": TrackSpec("a1 b1 b9 a2", closed=True)}))
    assert problem.code == "board-site"
    assert problem.message == '"b9" is not a site of this 8x8 board (a1 to h8).'
    assert problem.where == ("tracks", "ring", "sites")
    assert problem.span == (6, 8)
    assert problem.help is not None
    assert problem.help.startswith("did you mean")


@pytest.mark.parametrize(
    ("text", "closed", "span", "message"),
    [
        ("a", False, None, 'the track "way" needs at least two sites.'),
        ("a b b c", False, (4, 5), 'the track "way" names a site twice in a row.'),
        ("a b c a", True, (6, 7), 'the closed track "way" ends on the site where it begins.'),
    ],
)
def test_wrong_tracks(text: str, closed: bool, span: tuple[int, int] | None, message: str) -> None:
    (problem,) = problems_of(BoardSpec(sites="a b c", tracks={"way": TrackSpec(text, closed)}))
    assert (problem.code, problem.span, problem.message) == ("board-track", span, message)


def test_an_open_track_may_return_to_its_start() -> None:
    board = build(BoardSpec(sites="a b c", tracks={"way": TrackSpec("a b c a")}))
    assert board.tracks["way"].occurrences(0, 0) == (0, 3)


def test_a_track_names_every_player() -> None:
    (problem,) = problems_of(
        BoardSpec(sites="a b", players=("white", "black"), tracks={"road": TrackSpec({"white": "a b"})})
    )
    assert problem.code == "board-track"
    assert problem.message == 'the track "road" says nothing for the player black.'


def test_removal_keeps_tracks_or_tells() -> None:
    board = surakarta()
    shorter = remove(board, 1 << board.index["a1"])
    assert shorter.tracks["inner"].occurrences(shorter.index["b2"], 0) == (1, 25)
    with pytest.raises(BoardProblems) as caught:
        remove(board, mask_of([board.index["b2"]]))
    (problem,) = caught.value.problems
    assert (problem.code, problem.where) == ("board-track", ("tracks", "inner"))


def test_lists_of_sites() -> None:
    (twice,) = problems_of(BoardSpec(sites="a b c b"))
    assert (twice.code, twice.span) == ("board-site", (6, 7))
    assert problems_of(BoardSpec(sites=" "))[0].code == "board-size"
    found = problems_of(BoardSpec(sites="a1..b2 A1 x, q..7"))
    assert [problem.code for problem in found] == ["board-site"] * 4
    assert [problem.span for problem in found] == [(0, 6), (7, 9), (10, 12), (13, 17)]
    assert found[1].help == 'write it in small letters: "a1"'
    assert "commas" in (found[2].help or "")


def test_a_list_of_several_lines_is_drawn_as_it_is_written() -> None:
    board = build(BoardSpec(sites="n2..n1\n\nr1..r3\ns1 s2\n"))
    assert [(site.name, site.x, site.y) for site in board.sites] == [
        *(("n2", 0, 2), ("n1", 1, 2)),
        *(("r1", 0, 1), ("r2", 1, 1), ("r3", 2, 1)),
        *(("s1", 0, 0), ("s2", 1, 0)),
    ]

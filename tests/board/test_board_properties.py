"""What is true of every board."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.board import Board, BoardProblem, BoardProblems, BoardSpec, bits, build, remove, torus
from rulewright.board.problems import Collector
from rulewright.board.spec import letters_of, number_of, read_list

SIDES = st.integers(1, 6)
RECTANGLES = st.builds(
    BoardSpec,
    tiling=st.sampled_from(("square", "alquerque")),
    size=st.tuples(SIDES, SIDES),
    adjacency=st.sampled_from((None, "any", "orth", "diag", "n", "e w")),
)
SQUARES = st.builds(
    BoardSpec,
    tiling=st.just("square"),
    size=st.tuples(st.integers(3, 6), st.integers(3, 6)),
    only=st.sampled_from((None, "dark", "light")),
    checkered=st.booleans(),
    uses=st.sampled_from(((), ("cell", "edge"), ("cell", "corner"), ("cell", "edge", "corner"))),
    links=st.sampled_from(({}, {"slot": (1, 2)}, {"slot": (0, 1), "beam": (1, 1)})),
    extra=st.sampled_from(({}, {"bag": ("x1..x3",)})),
)
OCTOSQUARES = st.builds(BoardSpec, tiling=st.just("octosquare"), size=st.tuples(st.integers(2, 6), st.integers(2, 6)))
HEXES = st.builds(
    BoardSpec,
    tiling=st.just("hex"),
    shape=st.sampled_from(("hexagon", "rhombus", "triangle", "star")),
    size=st.integers(1, 4),
    uses=st.sampled_from(((), ("cell", "edge"), ("cell", "corner"), ("cell", "edge", "corner"))),
)
ROWS = st.lists(st.integers(1, 9), min_size=1, max_size=6).map(lambda rows: BoardSpec(tiling="hex", rows=tuple(rows)))
BOARDS = st.one_of(RECTANGLES, SQUARES, OCTOSQUARES, HEXES, ROWS)


def built(spec: BoardSpec) -> Board | None:
    try:
        return build(spec)
    except BoardProblems:
        # Rows that do not interlock, light cells of a board without any: told, not built.
        return None


def check(board: Board) -> None:
    count = len(board.sites)
    assert [site.index for site in board.sites] == list(range(count))
    assert len(board.index) == count
    assert all(board.index[site.name] == site.index for site in board.sites)

    members = 0
    for cls, mask in board.classes.items():
        assert not members & mask
        members |= mask
        assert all(board.sites[site].cls == cls for site in bits(mask))
    assert members == board.all_sites

    for number, direction in enumerate(board.directions):
        reached = [target for target in direction.next if target >= 0]
        assert len(reached) == len(set(reached))
        back = board.back(number)
        assert back is not None
        assert board.back(back) == number
        for site, target in enumerate(direction.next):
            if target >= 0:
                assert board.directions[back].next[target] == site
                same = board.sites[site].cls == board.sites[target].cls
                assert same != (board.tiling == "octosquare" and number % 2 == 1)
        for site, target in enumerate(direction.touch):
            if target >= 0:
                assert board.touching[site] >> target & 1
                assert board.directions[back].touch[target] == site

    for site in range(count):
        assert not (board.near[site] | board.touching[site]) >> site & 1
        assert all(board.near[other] >> site & 1 for other in bits(board.near[site]))
        assert all(board.touching[other] >> site & 1 for other in bits(board.touching[site]))
        assert all(board.sites[other].cls != board.sites[site].cls for other in bits(board.touching[site]))
        assert all(board.crossing[other] >> site & 1 for other in bits(board.crossing[site]))

    for places_of_shape in (
        board.rim,
        board.corners,
        board.centre,
        *(board.sides or ()),
        *board.rows.values(),
    ):
        assert (places_of_shape or 0) & ~board.all_sites == 0
    if board.dark is not None and board.light is not None:
        assert board.dark & board.light == 0
        assert board.dark | board.light == board.classes["cell"]
    places = {(site.x, site.y) for site in board.sites if site.cls not in ("slot", "beam")}
    assert len(places) == sum(site.cls not in ("slot", "beam") for site in board.sites)


@settings(deadline=None)
@given(BOARDS)
def test_every_board(spec: BoardSpec) -> None:
    board = built(spec)
    if board is not None:
        check(board)


@settings(deadline=None)
@given(BOARDS, st.data())
def test_removal(spec: BoardSpec, data: st.DataObject) -> None:
    board = built(spec)
    if board is None:
        return
    mask = data.draw(st.integers(0, board.all_sites))
    try:
        less = remove(board, mask)
    except BoardProblems:
        return
    check(less)
    at = {(site.cls, site.x, site.y): site.index for site in board.sites}
    old = [at[site.cls, site.x, site.y] for site in less.sites] if not board.ends else None
    if old is None:
        return
    assert not any(mask >> number & 1 for number in old)
    for before, after in zip(board.directions, less.directions, strict=True):
        for new, number in enumerate(old):
            target = before.next[number]
            kept = old.index(target) if target in old else -1
            assert after.next[new] == kept
    for before_mask, after_mask in (
        (board.rim, less.rim),
        (board.corners, less.corners),
        (board.centre, less.centre),
    ):
        assert [number for new, number in enumerate(old) if (after_mask or 0) >> new & 1] == [
            number for number in old if (before_mask or 0) >> number & 1
        ]


@settings(deadline=None)
@given(BOARDS, st.integers(0, 3), st.integers(0, 3))
def test_leaps_are_mutual(spec: BoardSpec, m: int, n: int) -> None:
    board = built(spec)
    if board is None:
        return
    table = board.leap(m, n)
    assert table is not None
    for site, targets in enumerate(table):
        assert list(targets) == sorted(set(targets))
        assert site not in targets
        assert all(site in table[target] for target in targets)


@settings(deadline=None)
@given(st.sampled_from(("hex", "square")), st.integers(3, 12))
def test_every_torus(tiling: str, side: int) -> None:
    board = torus(BoardSpec(tiling=tiling, size="unbounded"), side)
    check(board)
    for direction in board.directions:
        assert sorted(direction.next) == list(range(side * side))


@settings(deadline=None)
@given(st.integers(1, 20000))
def test_letters(number: int) -> None:
    assert number_of(letters_of(number)) == number


@settings(deadline=None)
@given(st.text(alphabet="ab1.- _X\n", max_size=30))
def test_any_text_is_read_or_told(text: str) -> None:
    problems = Collector()
    listed = read_list(text, ("sites",), 100, problems)
    assert (listed is None) == bool(problems.found)


@settings(deadline=None)
@given(st.text(alphabet="abc1-|/\\+X \n", max_size=60))
def test_any_drawing_is_read_or_told(text: str) -> None:
    try:
        check(build(BoardSpec(drawing=text)))
        problems: tuple[BoardProblem, ...] = ()
    except BoardProblems as told:
        problems = told.problems
    for problem in problems:
        assert problem.span is None or 0 <= problem.span[0] < problem.span[1] <= len(text)

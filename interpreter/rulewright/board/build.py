"""From a board's description to the board."""

from __future__ import annotations

from collections import deque

from .alquerque import alquerque
from .bits import mask_of
from .blocks import add_blocks
from .board import Board
from .checks import check_keys, check_names
from .directions import make_directions, near_masks
from .drawing import drawing
from .graph import graph
from .hexagonal import hexagonal
from .layout import Layout
from .levels import in_levels
from .links import add_links
from .names import SiteNames, described
from .octosquare import octosquare
from .parts import add_edges_and_corners, add_extra
from .problems import BoardProblems, Collector, too_many_sites
from .removal import remove
from .spec import BoardSpec
from .square import plane, square
from .tracks import make_tracks, steps_of

_TILINGS = {"square": square, "hex": hexagonal, "octosquare": octosquare, "alquerque": alquerque}


def build(spec: BoardSpec) -> Board:
    """The board of a spec; raises ``BoardProblems``.

    An unbounded board comes without sites: its directions are known, and ``torus`` makes its sites.
    """
    problems = Collector()
    check_keys(spec, problems)
    problems.stop_if_any()
    if spec.unbounded:
        return _finished(plane(spec.tiling or "square", 0), spec, problems)
    layout = _layout(spec, problems)
    if layout is not None:
        layout = in_levels(layout, spec, problems)
    if layout is None:
        raise BoardProblems(problems.found)
    add_edges_and_corners(layout, spec, problems)
    add_links(layout, spec, problems)
    add_blocks(layout, spec, problems)
    add_extra(layout, spec, problems)
    return _finished(layout, spec, problems)


_KEPT = 4  # a game is checked with each of its options, and most of them have the same board
_tori: deque[tuple[BoardSpec, int, Board]] = deque(maxlen=_KEPT)


def torus(spec: BoardSpec, side: int) -> Board:
    """The ``side`` x ``side`` torus behind an unbounded board; raises ``BoardProblems``."""
    for known, length, board in _tori:
        if length == side and known == spec:
            return board
    board = _torus(spec, side)
    _tori.append((spec, side, board))
    return board


def _torus(spec: BoardSpec, side: int) -> Board:
    problems = Collector()
    check_keys(spec, problems)
    problems.stop_if_any()
    if side * side > spec.max_sites:
        message = too_many_sites(side * side, spec.max_sites)
        problems.add("board-limit", message, "size", "use fewer pieces, so that less room is needed for them")
        problems.stop_if_any()
    if not spec.unbounded or side < 3:
        raise ValueError("a torus needs an unbounded board and a side of at least 3")
    return _finished(plane(spec.tiling or "square", side), spec, problems)


def _layout(spec: BoardSpec, problems: Collector) -> Layout | None:
    if spec.drawing is not None:
        return drawing(spec, problems)
    if spec.sites is not None:
        return graph(spec, problems)
    return _TILINGS[spec.tiling or ""](spec, problems)


def _finished(layout: Layout, spec: BoardSpec, problems: Collector) -> Board:
    """Directions, neighbours and tracks, and everything else that needs all sites to be there."""
    index = {site.name: site.index for site in layout.sites}
    in_words = described(layout.kind, {} if layout.unbounded else layout.first_and_last())
    names = SiteNames(index, in_words, spec.names == "upper")
    made = make_directions(layout, names, spec, problems)
    tracks = make_tracks(names, spec, problems)
    near = near_masks(layout, made, steps_of(tracks), spec, problems)
    check_names(layout, index, spec, problems)
    problems.stop_if_any()

    touching = [0] * len(layout.sites)
    for a, b in layout.touching:
        touching[a] |= 1 << b
        touching[b] |= 1 << a
    rows: dict[int, int] = {}
    columns: dict[int, int] = {}
    for site in layout.sites:
        if site.row is not None and site.column is not None:
            rows[site.row] = rows.get(site.row, 0) | 1 << site.index
            columns[site.column] = columns.get(site.column, 0) | 1 << site.index
    dark, light = _colours(layout) if spec.checkered or spec.only else (None, None)
    board = Board(
        described=in_words,
        removed=frozenset(),
        tiling=layout.tiling,
        sites=tuple(layout.sites),
        index=index,
        classes={cls: layout.of_class(cls) for cls in (*layout.main_classes, *layout.own_classes)},
        main_classes=layout.main_classes,
        compass=layout.compass,
        directions=tuple(made.all),
        direction_sets=made.sets,
        player_direction_sets=made.player_sets,
        near=tuple(near),
        touching=tuple(touching),
        tracks=tracks,
        rim=layout.rim,
        corners=layout.corners,
        centre=layout.centre,
        sides=layout.sides,
        rows=dict(sorted(rows.items())),
        columns=dict(sorted(columns.items())),
        points=layout.points,
        levels=layout.levels,
        corner_up=layout.corner_up,
        dark=dark,
        light=light,
        crossing=tuple(layout.crossing.get(site.index, 0) for site in layout.sites),
        unbounded=layout.unbounded,
        wrap=layout.wrap,
        upper_names=spec.names == "upper",
        hangs_on=layout.hangs_on,
        ends=layout.ends,
        blocks=layout.blocks,
        counterparts={
            cls: tuple(table.get(site.index, -1) for site in layout.sites) for cls, table in layout.counterparts.items()
        },
    )
    if spec.only:
        board = remove(board, (light if spec.only == "dark" else dark) or 0)
    if len(board) > spec.max_sites:
        problems.add("board-limit", too_many_sites(len(board), spec.max_sites), "size", "make the board smaller")
        problems.stop_if_any()
    return board


def _colours(layout: Layout) -> tuple[int, int]:
    """The dark cells, a1 among them, and the light ones."""
    cells = [site for site in layout.sites if site.column is not None and site.row is not None]
    dark = mask_of(site.index for site in cells if ((site.column or 0) + (site.row or 0)) % 2 == 0)
    return dark, mask_of(site.index for site in cells) & ~dark

"""Taking sites off a board (``without:``, ``only:``)."""

from __future__ import annotations

from dataclasses import replace

from .bits import bits, renumbered
from .board import Board, Direction, Site, Track
from .problems import Collector


def remove(board: Board, mask: int) -> Board:
    """The board without these sites and what hangs on them; raises ``BoardProblems``.

    Edges and corners go when their last cell goes, links when one of their two cells goes. What rim, corners,
    centre and sides mean was settled in the full shape (D14), so those sets only lose sites.
    """
    mask &= board.all_sites
    for part, cells in board.hangs_on.items():
        if all(mask >> cell & 1 for cell, _ in cells):
            mask |= 1 << part
    for link, (a, b) in board.ends.items():
        if mask >> a & 1 or mask >> b & 1:
            mask |= 1 << link
    for block, members in board.blocks.items():
        if members & ~mask == 0:
            mask |= 1 << block
    if not mask:
        return board
    _check(board, mask)
    kept = list(bits(board.all_sites & ~mask))
    new = [-1] * len(board.sites)
    for number, site in enumerate(kept):
        new[site] = number

    hangs_on = {
        new[part]: tuple((new[cell], suffix) for cell, suffix in cells if new[cell] >= 0)
        for part, cells in board.hangs_on.items()
        if new[part] >= 0
    }
    sites: list[Site] = []
    for number, old in enumerate(kept):
        name = board.sites[old].name
        if number in hangs_on:
            # A part is named by its lowest cell, and that may just have gone.
            lowest, suffix = hangs_on[number][0]
            name = sites[lowest].name + suffix
        sites.append(replace(board.sites[old], index=number, name=name))

    def moved(set_of_sites: int) -> int:
        return renumbered(set_of_sites, new)

    def moved_or_none(set_of_sites: int | None) -> int | None:
        return None if set_of_sites is None else moved(set_of_sites)

    def table(old: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(new[old[site]] if old[site] >= 0 else -1 for site in kept)

    index = {site.name: site.index for site in sites}
    return replace(
        board,
        removed=frozenset(name for name in (*board.removed, *board.index) if name not in index),
        sites=tuple(sites),
        index=index,
        classes={cls: moved(members) for cls, members in board.classes.items()},
        directions=tuple(
            Direction(
                direction.name,
                table(direction.next) if direction.by_player is None else (),
                None if direction.by_player is None else tuple(table(one) for one in direction.by_player),
                table(direction.touch),
            )
            for direction in board.directions
        ),
        near=tuple(moved(board.near[site]) for site in kept),
        touching=tuple(moved(board.touching[site]) for site in kept),
        tracks={
            name: Track(name, track.loops, tuple(tuple(new[site] for site in one) for one in track.sequences))
            for name, track in board.tracks.items()
        },
        rim=moved_or_none(board.rim),
        corners=moved_or_none(board.corners),
        centre=moved_or_none(board.centre),
        sides=None if board.sides is None else tuple(moved(side) for side in board.sides),
        rows={number: moved(row) for number, row in board.rows.items()},
        columns={number: moved(column) for number, column in board.columns.items()},
        points={number: moved(point) for number, point in board.points.items()},
        levels={number: moved(level) for number, level in board.levels.items()},
        dark=moved_or_none(board.dark),
        light=moved_or_none(board.light),
        crossing=tuple(moved(board.crossing[site]) for site in kept),
        hangs_on=hangs_on,
        blocks={new[block]: moved(cells) for block, cells in board.blocks.items() if new[block] >= 0},
        counterparts={cls: table(of_each) for cls, of_each in board.counterparts.items()},
        ends={new[link]: (new[a], new[b]) for link, (a, b) in board.ends.items() if new[link] >= 0},
    )


def _check(board: Board, mask: int) -> None:
    problems = Collector()
    if mask == board.all_sites:
        problems.add("board-size", "nothing of this board is left.", "without", "remove fewer sites")
    elif board.unbounded:
        help = "positions there are compared wherever they lie, so no place can be special"
        problems.add("board-size", 'an unbounded board cannot have "without".', "without", help)
    problems.stop_if_any()
    for track in board.tracks.values():
        lost = next((site for one in track.sequences for site in one if mask >> site & 1), None)
        if lost is not None:
            problems.add(
                "board-track",
                f'the track "{track.name}" runs over "{board.sites[lost].name}", which is not on the board any more.',
                ("tracks", track.name),
                "lead the track round it, or leave the site on the board",
            )
    problems.stop_if_any()

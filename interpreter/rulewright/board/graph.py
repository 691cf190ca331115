"""Boards that are only a list of sites (race games, mancala)."""

from __future__ import annotations

from itertools import pairwise

from .board import Site
from .layout import Layout, Place
from .problems import Collector
from .spec import BoardSpec, ListedName, read_list


def graph(spec: BoardSpec, problems: Collector) -> Layout | None:
    """The sites of the list, in its order; what is next to what, the tracks say.

    A list of several lines is drawn as it is written. One of one line is drawn as two rows, the second one backwards:
    so a mancala board looks like one. If it begins with a range, as p1..p24 of Backgammon, that is the board, and a few
    single sites behind it stand beside.
    """
    listed = read_list(spec.sites or "", ("sites",), spec.max_sites, problems)
    if listed is None:
        return None
    if not listed:
        problems.add("board-size", "this board has no sites.", "sites", 'list them: "sites: a b c d"')
        return None
    layout = Layout("board", None, (), adjacency="tracks", main_classes=("point",))
    seen: set[str] = set()
    places = _in_lines(spec.sites or "", listed) or _in_two_rows(listed)
    for item, (x, y) in zip(listed, places, strict=True):
        if item.name in seen:
            help = "name it once; a track may come back to a site, the list may not"
            problems.add("board-site", f'the site "{item.name}" is listed twice.', "sites", help, item.span)
        seen.add(item.name)
        layout.add(Site(0, item.name, "point", float(x), float(y)))
    return layout if len(seen) == len(listed) else None


def _in_lines(text: str, listed: list[ListedName]) -> list[Place] | None:
    """Each line is a row, the first one on top; none if there is only one."""
    lines = [text.count("\n", 0, item.span[0]) for item in listed]
    if len(set(lines)) < 2:
        return None
    rows = {line: number for number, line in enumerate(sorted(set(lines), reverse=True))}
    return [(number - lines.index(line), rows[line]) for number, line in enumerate(lines)]


def _in_two_rows(listed: list[ListedName]) -> list[Place]:
    ring = sum(item.span == listed[0].span for item in listed)
    beside = listed[ring:]
    if len(beside) > ring // 4 or any(item.span == other.span for item, other in pairwise(beside)):
        ring = len(listed)
    below = (ring + 1) // 2
    row = [(number, 0) if number < below else (2 * below - 1 - number, 1) for number in range(ring)]
    return row + [(below + number // 2, number % 2) for number in range(len(listed) - ring)]

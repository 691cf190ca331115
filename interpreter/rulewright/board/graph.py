"""Boards that are only a list of sites (race games, mancala)."""

from __future__ import annotations

from itertools import pairwise

from .board import Site
from .layout import Layout
from .problems import Collector
from .spec import BoardSpec, read_list


def graph(spec: BoardSpec, problems: Collector) -> Layout | None:
    """The sites of the list, in its order; what is next to what, the tracks say.

    They are drawn as two rows, the second one backwards: so a mancala board looks like one. If the list begins with a
    range, as p1..p24 of Backgammon, that is the board, and a few single sites behind it stand beside.
    """
    listed = read_list(spec.sites or "", ("sites",), spec.max_sites, problems)
    if listed is None:
        return None
    if not listed:
        problems.add("board-size", "this board has no sites.", "sites", 'list them: "sites: a b c d"')
        return None
    layout = Layout("board", None, (), adjacency="tracks", main_classes=("point",))
    seen: set[str] = set()
    ring = sum(item.span == listed[0].span for item in listed)
    beside = listed[ring:]
    if len(beside) > ring // 4 or any(item.span == other.span for item, other in pairwise(beside)):
        ring = len(listed)
    below = (ring + 1) // 2
    for number, item in enumerate(listed):
        if item.name in seen:
            help = "name it once; a track may come back to a site, the list may not"
            problems.add("board-site", f'the site "{item.name}" is listed twice.', "sites", help, item.span)
        seen.add(item.name)
        if number < ring:
            x, y = (number, 0) if number < below else (2 * below - 1 - number, 1)
        else:
            x, y = below + (number - ring) // 2, (number - ring) % 2
        layout.add(Site(0, item.name, "point", float(x), float(y)))
    return layout if len(seen) == len(listed) else None

"""Links: sites that join two cells a leap apart (Twixt), and which of them cross."""

from __future__ import annotations

from .board import Site, leap_vectors
from .layout import Layout
from .problems import Collector, too_many_sites
from .spec import BoardSpec

Vector = tuple[int, int]


def add_links(layout: Layout, spec: BoardSpec, problems: Collector) -> None:
    """Adds the sites of all link classes."""
    if not spec.links:
        return
    if layout.tiling not in ("square", "hex", "alquerque"):
        help = "a link joins two cells a leap apart, and leaps need columns and rows"
        problems.add("board-class", "only square, hex and alquerque boards can have links.", "links", help)
        return
    made: list[tuple[int, Vector, Vector]] = []
    for cls, (m, n) in spec.links.items():
        layout.own_classes.append(cls)
        pairs = _pairs(layout, m, n)
        if not pairs:
            help = 'write the leap of a link as two small numbers, for example "1x2"'
            problems.add("board-class", f"no two cells of this board are a leap {m}x{n} apart.", ("links", cls), help)
        elif len(layout.sites) + len(pairs) > spec.max_sites:
            message = too_many_sites(len(layout.sites) + len(pairs), spec.max_sites)
            problems.add("board-limit", message, ("links", cls), "make the board smaller")
            return
        for a, b in pairs:
            made.append(_add_link(layout, cls, a, b))
    _find_crossings(layout, made)


def _pairs(layout: Layout, m: int, n: int) -> list[tuple[int, int]]:
    """All pairs of cells that far apart, in the order of their middles; equal middles by their cells."""
    cells = [site for site in layout.sites if site.cls in layout.main_classes]
    at = {site.grid: site.index for site in cells}
    pairs: list[tuple[int, int]] = []
    vectors = leap_vectors(m, n, hexagonal=len(layout.compass) == 6)
    for site in cells:
        if site.grid is None:
            continue
        for right, up in vectors:
            other = at.get((site.grid[0] + right, site.grid[1] + up))
            if other is not None and other > site.index:
                pairs.append((site.index, other))

    def middle(pair: tuple[int, int]) -> tuple[int, int, int, int]:
        (ax, ay), (bx, by) = layout.places[pair[0]], layout.places[pair[1]]
        return ay + by, ax + bx, *pair

    return sorted(pairs, key=middle)


def _add_link(layout: Layout, cls: str, a: int, b: int) -> tuple[int, Vector, Vector]:
    one, other = layout.sites[a], layout.sites[b]
    number = layout.add(Site(0, one.name + other.name, cls, (one.x + other.x) / 2, (one.y + other.y) / 2))
    layout.ends[number] = (a, b)
    layout.touching += [(number, a), (number, b)]
    start, end = one.grid or (0, 0), other.grid or (0, 0)
    return number, start, (end[0] - start[0], end[1] - start[1])


def _find_crossings(layout: Layout, links: list[tuple[int, Vector, Vector]]) -> None:
    """Which links properly cross which.

    That depends only on how the two lie to each other, so it is worked out once for each pair of slopes.
    """
    at: dict[tuple[Vector, Vector], list[int]] = {}
    for number, start, vector in links:
        at.setdefault((start, vector), []).append(number)
    slopes = {vector for _, _, vector in links}
    offsets = {
        vector: [(other, offset) for other in slopes for offset in _crossing_offsets(vector, other)]
        for vector in slopes
    }
    for number, (x, y), vector in links:
        crossed = 0
        for other, (right, up) in offsets[vector]:
            for met in at.get(((x + right, y + up), other), ()):
                crossed |= 1 << met
        if crossed:
            layout.crossing[number] = crossed


def _crossing_offsets(vector: Vector, other: Vector) -> list[Vector]:
    """From where, seen from the start of one link, another must start to cross it."""
    columns = _reach(vector[0], other[0])
    rows = _reach(vector[1], other[1])
    return [(x, y) for x in columns for y in rows if _cross(vector, (x, y), (x + other[0], y + other[1]))]


def _reach(mine: int, its: int) -> range:
    return range(min(0, mine) - max(0, its), max(0, mine) - min(0, its) + 1)


def _cross(end: Vector, a: Vector, b: Vector) -> bool:
    """Whether the line from the origin to ``end`` and the one from a to b meet inside of both."""

    def side(p: Vector, q: Vector, r: Vector) -> int:
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turn > 0) - (turn < 0)

    origin = (0, 0)
    return side(origin, end, a) * side(origin, end, b) < 0 and side(a, b, origin) * side(a, b, end) < 0

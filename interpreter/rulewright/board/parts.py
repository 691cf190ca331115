"""Sites that hang on cells: edges, corners; and loose extra sites."""

from __future__ import annotations

from .board import Site
from .layout import Frame, Layout, Place
from .problems import Collector, did_you_mean, shown, too_many_sites
from .spec import BoardSpec, read_list

PARTS = ("edge", "corner")


def add_edges_and_corners(layout: Layout, spec: BoardSpec, problems: Collector) -> None:
    """Adds what ``uses:`` asks for."""
    frame = layout.frame
    if not spec.uses or not _uses_sound(layout, spec, problems) or frame is None:
        return
    wanted = set(spec.uses)
    edges = _incidence(layout, [(suffix, offset) for suffix, offset, _, _ in frame.sides])
    corners = _incidence(layout, list(frame.corners))
    ends = _edge_ends(layout, frame)
    numbers: dict[Place, int] = {}
    if "edge" in wanted:
        _add_class(layout, frame, "edge", edges, 2, numbers)
    if "corner" in wanted:
        _add_class(layout, frame, "corner", corners, frame.cells_at_corner, numbers)
    _join_parts(layout, frame, numbers, ends)
    if "edge" in wanted and "corner" in wanted:
        for edge, both in ends.items():
            for corner in both:
                _touch(layout, frame, numbers[edge], numbers[corner], edge, corner)


def _uses_sound(layout: Layout, spec: BoardSpec, problems: Collector) -> bool:
    before = len(problems.found)
    known = ("cell", *PARTS)
    for number, part in enumerate(spec.uses):
        if part not in known:
            help = did_you_mean(part, known) or 'the parts are "cell", "edge" and "corner"'
            problems.add("board-class", f'a board has no part called "{shown(part)}".', ("uses", str(number)), help)
    if layout.frame is None and set(spec.uses) - {"cell"}:
        message = "only square and hex boards have edges and corners as sites."
        problems.add("board-class", message, "uses", 'leave "uses" out')
    elif "cell" not in spec.uses:
        message = "the cells are always sites of the board."
        problems.add("board-class", message, "uses", f"write [{', '.join(('cell', *spec.uses))}]")
    return len(problems.found) == before


def _incidence(layout: Layout, around: list[tuple[str, Place]]) -> dict[Place, list[tuple[int, str]]]:
    """Where the parts of all cells are, and for each of them its cells in ascending order."""
    parts: dict[Place, list[tuple[int, str]]] = {}
    for cell, (x, y) in enumerate(layout.places):
        for suffix, (right, up) in around:
            parts.setdefault((x + right, y + up), []).append((cell, suffix))
    return parts


def _edge_ends(layout: Layout, frame: Frame) -> dict[Place, tuple[Place, Place]]:
    ends: dict[Place, tuple[Place, Place]] = {}
    for x, y in layout.places:
        corner_at = [(x + right, y + up) for _, (right, up) in frame.corners]
        for _, (right, up), one, other in frame.sides:
            ends[x + right, y + up] = (corner_at[one], corner_at[other])
    return ends


def _add_class(
    layout: Layout,
    frame: Frame,
    cls: str,
    parts: dict[Place, list[tuple[int, str]]],
    full: int,
    numbers: dict[Place, int],
) -> None:
    """Adds one site for each part, by its middle from bottom to top and left to right."""
    layout.own_classes.append(cls)
    for place in sorted(parts, key=lambda place: (place[1], place[0])):
        cells = parts[place]
        lowest, suffix = cells[0]
        name = layout.sites[lowest].name + suffix
        number = layout.add(Site(0, name, cls, place[0] * frame.scale[0], place[1] * frame.scale[1]))
        numbers[place] = number
        layout.hangs_on[number] = tuple(cells)
        if len(cells) < full and layout.rim is not None:
            layout.rim |= 1 << number
        for cell, _ in cells:
            _touch(layout, frame, cell, number, layout.places[cell], place)


def _touch(layout: Layout, frame: Frame, a: int, b: int, place_a: Place, place_b: Place) -> None:
    """Notes that two sites of different classes touch, and in which direction they see each other."""
    layout.touching.append((a, b))
    right, up = place_b[0] - place_a[0], place_b[1] - place_a[1]
    there, back = frame.pointers.get((right, up)), frame.pointers.get((-right, -up))
    if there is not None and back is not None:
        layout.touch[there][a] = b
        layout.touch[back][b] = a


def _join_parts(
    layout: Layout, frame: Frame, numbers: dict[Place, int], ends: dict[Place, tuple[Place, Place]]
) -> None:
    """Neighbours among edges and among corners.

    Edges that meet at a corner are next to each other. Where the lines of the board go straight on, an edge
    has the one that continues it as its step, and corners have steps like the points of a grid; on hex boards
    nothing goes straight on, and corners are next to each other if an edge joins them.
    """
    meeting: dict[Place, list[int]] = {}
    for edge, both in ends.items():
        if edge in numbers:
            for corner in both:
                meeting.setdefault(corner, []).append(numbers[edge])
        if not frame.straight and both[0] in numbers:
            layout.joined.append((numbers[both[0]], numbers[both[1]]))
    for edges in meeting.values():
        layout.joined.extend((a, b) for a in edges for b in edges if a < b)
    if not frame.straight:
        return
    for place, number in numbers.items():
        for (right, up), direction in frame.pointers.items():
            if place in ends and (place[0] + right, place[1] + up) not in ends[place]:
                continue  # an edge goes on only through its own ends
            layout.steps[direction][number] = numbers.get((place[0] + 2 * right, place[1] + 2 * up), -1)


def add_extra(layout: Layout, spec: BoardSpec, problems: Collector) -> None:
    """Adds the loose sites of ``extra:``, drawn in a column to the right of the board."""
    column = max((site.x for site in layout.sites), default=0.0) + 2
    taken = {site.name for site in layout.sites}
    for cls, names in spec.extra.items():
        layout.own_classes.append(cls)
        height = 0
        for number, text in enumerate(names):
            where = ("extra", cls, str(number))
            listed = read_list(text, where, spec.max_sites, problems)
            for item in listed or ():
                if item.name in taken:
                    message = f'there are two sites called "{shown(item.name)}".'
                    problems.add("board-site", message, where, "give the extra site another name", item.span)
                    break
                taken.add(item.name)
                layout.add(Site(0, item.name, cls, column, float(height)))
                height += 1
            if height > spec.max_sites:
                message = too_many_sites(len(layout.sites), spec.max_sites)
                problems.add("board-limit", message, where, "name fewer sites")
                return
        column += 1

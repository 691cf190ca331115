"""Which keys go together, and which names may stand side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from . import compass
from .layout import Layout
from .problems import Collector, Where, did_you_mean, shown
from .spec import SITE_NAME, UNBOUNDED, BoardSpec

TILINGS = ("square", "hex", "octosquare", "alquerque")
PLACE_WORDS = ("rim", "corners", "centre", "row", "rows", "column", "columns")


def check_keys(spec: BoardSpec, problems: Collector) -> None:
    """Tells what is missing, what does not go together, and words that are none of those allowed."""
    given = [key for key in ("tiling", "drawing", "sites") if getattr(spec, key) is not None]
    if len(given) != 1:
        what = "needs" if not given else "can have only one of"
        message = f'a board {what} "tiling", "drawing" or "sites".'
        problems.add("board-shape", message, tuple(given[1:2]), 'for example "tiling: square" with "size: 8x8"')
        return
    if spec.tiling is not None and spec.tiling not in TILINGS:
        help = did_you_mean(spec.tiling, TILINGS) or f"the tilings are {', '.join(TILINGS)}"
        problems.add("board-shape", f'"{shown(spec.tiling)}" is not a tiling.', "tiling", help)
        return
    if isinstance(spec.size, str) and spec.size != UNBOUNDED:
        help = 'write columns x rows ("8x8"), one number for a side ("5"), or "unbounded"'
        problems.add("board-size", f'"{shown(spec.size)}" is not a size.', "size", help)
    _check_shape_keys(spec, given[0], problems)
    if spec.names not in (None, "upper"):
        message = f'"{shown(spec.names or "")}" is not a way to write names.'
        problems.add("board-class", message, "names", 'write "names: upper", or leave it out for small letters')
    if spec.unbounded:
        _check_unbounded(spec, problems)
    elif spec.levels is not None:
        _check_levels(spec, problems)


def _check_shape_keys(spec: BoardSpec, given: str, problems: Collector) -> None:
    """Keys that mean something only on some boards."""
    if spec.tiling is None:
        for key in ("size", "shape", "rows"):
            if getattr(spec, key) is not None:
                help = f'leave "{key}" out; "{given}" already says how large the board is'
                problems.add("board-shape", f'"{key}" does not go with "{given}".', key, help)
    elif spec.tiling != "hex":
        if spec.shape is not None:
            message = f'a board with "tiling: {spec.tiling}" is always a rectangle.'
            problems.add("board-shape", message, "shape", 'leave "shape" out; other shapes need "tiling: hex"')
        if spec.rows is not None:
            message = "only hex boards are described by the lengths of their rows."
            problems.add("board-shape", message, "rows", 'write "size: 8x8", and take away single cells by "without"')
    elif spec.rows is not None and (spec.size is not None or spec.shape is not None):
        message = '"rows" already says how large the board is.'
        problems.add("board-shape", message, "rows", 'leave out "size" and "shape"')
    if spec.blocks and (spec.tiling != "square" or spec.only):
        message = "only a whole square board can be cut into blocks."
        problems.add("board-shape", message, "blocks", 'leave "blocks" out, and name parts of the board under regions:')
    if spec.stands_on not in (None, "side") and (spec.tiling != "hex" or spec.shape != "hexagon"):
        message = "only a hexagon can stand on a corner."
        problems.add("board-shape", message, "stands_on", 'leave it out, or take "tiling: hex" with "shape: hexagon"')
    if spec.only not in (None, "dark", "light"):
        message = f'"{shown(spec.only or "")}" is not a colour of cells.'
        problems.add("board-shape", message, "only", 'write "only: dark" or "only: light"; a1 is dark')
    if spec.tiling != "square":
        for key, used in (("only", spec.only is not None), ("checkered", spec.checkered)):
            if used:
                message = "only square boards have dark and light cells."
                problems.add("board-shape", message, key, f'leave "{key}" out, and take single cells away by "without"')


def _check_levels(spec: BoardSpec, problems: Collector) -> None:
    """Levels are of cells or points alone."""
    if spec.levels == "pyramid" and spec.tiling != "square":
        message = "only square boards can be piled up to a pyramid."
        problems.add("board-shape", message, "levels", 'take "tiling: square", or say how many levels there are')
    if spec.sites is not None:
        message = "a list of sites has no levels."
        problems.add("board-shape", message, "levels", 'take a tiling, or lead from site to site by "directions"')
    for key in ("uses", "links", "blocks", "only"):
        if getattr(spec, key):
            problems.add(
                "board-shape", f'a board in levels cannot have "{key}".', key, f'leave out "{key}" or "levels"'
            )


def _check_unbounded(spec: BoardSpec, problems: Collector) -> None:
    if spec.tiling not in ("square", "hex"):
        message = "only square and hex boards can be unbounded."
        problems.add("board-size", message, "size", 'write a size such as "8x8", or take another tiling')
    if spec.shape is not None:
        problems.add("board-shape", "an unbounded board has no shape.", "shape", 'leave "shape" out')
    for key in ("levels", "only", "checkered", "uses", "links", "blocks", "extra", "tracks", "names"):
        if getattr(spec, key):
            help = "positions there are compared wherever they lie, so no place can be special"
            problems.add("board-size", f'an unbounded board cannot have "{key}".', key, help)


def check_names(layout: Layout, index: Mapping[str, int], spec: BoardSpec, problems: Collector) -> None:
    """Every name of the board has one meaning (D1)."""
    meanings: dict[str, str] = {}
    words = compass.standard_sets(layout.compass)
    _take(meanings, words, "a direction")
    _take(meanings, compass.RELATIVE, "a direction")
    _take(meanings, (name for one in layout.upright for name in (one.name, *one.sets)), "a direction")
    _take(meanings, PLACE_WORDS, "a word for places of the board")
    _take(meanings, layout.main_classes, "a class of sites")
    _take(meanings, spec.players, "a player")
    if spec.only or spec.checkered:
        _take(meanings, ("dark", "light"), "a word for cells")
    _take(meanings, (part for part in spec.uses if part in ("edge", "corner")), "a class of sites")
    _check_sites(layout, index, meanings, spec, problems)
    for key, what, own in (
        ("links", "a class of sites", spec.links),
        ("blocks", "a class of sites", spec.blocks),
        ("extra", "a class of sites", spec.extra),
        ("tracks", "a track", spec.tracks),
        ("directions", "a direction", spec.directions),
    ):
        for name in own:
            _check_own(name, (key, name), what, index, meanings, problems)
    if spec.adjacency == "links" and "links" in spec.directions:
        message = 'a direction cannot be called "links" here.'
        help = 'choose another name: "adjacency: links" already means the links of the board'
        problems.add("board-class", message, ("directions", "links"), help, at_key=True)


def _take(meanings: dict[str, str], words: Iterable[str], meaning: str) -> None:
    meanings.update(dict.fromkeys(words, meaning))


def _check_sites(
    layout: Layout,
    index: Mapping[str, int],
    meanings: Mapping[str, str],
    spec: BoardSpec,
    problems: Collector,
) -> None:
    # The sites of a tiling name themselves; a player called like one is told at the player.
    silent = set(spec.players) if spec.tiling is not None else set()
    for name in index:
        if name in meanings and name not in silent:
            site = layout.sites[index[name]]
            span = None
            if site.cls in spec.extra:
                where: Where = ("extra", site.cls)
            else:
                where = ("drawing",) if spec.drawing is not None else ("sites",)
                written = re.search(rf"\b{name}\b", spec.drawing or spec.sites or "")
                span = written.span() if written else None  # a range does not spell out all its names
            message = f'a site cannot be called "{name}", because that is {meanings[name]}.'
            problems.add("board-class", message, where, "choose another name for it", span)
    if len(index) < len(layout.sites) and not problems.found:
        twice = next(site.name for site in layout.sites if index[site.name] != site.index)
        message = f'two different sites would be called "{twice}".'
        help = "make the board smaller, or leave one of the classes out"
        problems.add("board-class", message, ("links",) if spec.links else ("size",), help)


def _check_own(
    name: str,
    where: Where,
    what: str,
    index: Mapping[str, int],
    meanings: dict[str, str],
    problems: Collector,
) -> None:
    taken = meanings.get(name) or ("a site" if name in index else None)
    if taken:
        message = f'{what} cannot be called "{shown(name)}", because that is already {taken}.'
        problems.add("board-class", message, where, "choose another name", at_key=True)
    elif not SITE_NAME.fullmatch(name):
        help = "a name is a small letter, then small letters, digits and underlines"
        problems.add("board-class", f'"{shown(name)}" cannot be the name of {what}.', where, help, at_key=True)
    meanings[name] = what

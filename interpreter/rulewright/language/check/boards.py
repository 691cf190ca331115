"""`board:` → the board: plain values out of the document, mistakes back to their place."""

from __future__ import annotations

from ...board import (
    Board,
    BoardProblem,
    BoardProblems,
    BoardSpec,
    TrackSpec,
    build,
    mask_of,
    parse_leap,
    parse_rows,
    parse_size,
    remove,
)
from ...source.diagnostics import suggestion
from ...source.limits import LIMITS
from ...source.source import Span
from ..document.nodes import Mapping, Node, Scalar, Sequence
from . import nodes
from .statics import evaluate
from .symbols import RELATIVE_DIRECTIONS, Symbol, What
from .world import World


def read_board(world: World) -> BoardSpec | None:
    """Builds the board and enters its names; None if it cannot be built."""
    node = world.root.get("board")
    if not isinstance(node, Mapping):
        return None
    try:
        spec = _spec(world, node)
        world.board = build(spec)
        _declare(world, node, world.board)
        without = node.get("without")
        gone = _without(world, without) if without is not None else 0
        if gone:
            world.board = remove(world.board, gone)
            _forget_sites(world)
            _declare_sites(world, world.board)
    except BoardProblems as found:
        tell_board_problems(world, found)
        return None
    return spec


def tell_board_problems(world: World, found: BoardProblems) -> None:
    """Each problem at its place in `board:`."""
    board = world.root.get("board")
    assert isinstance(board, Mapping)
    for problem in found.problems:
        _tell(world, board, problem)


def _spec(world: World, node: Mapping) -> BoardSpec:
    size, rows = nodes.scalar(node.get("size")), nodes.scalar(node.get("rows"))
    return BoardSpec(
        tiling=nodes.text(node.get("tiling")),
        drawing=nodes.text(node.get("drawing")),
        sites=nodes.text(node.get("sites")),
        shape=nodes.text(node.get("shape")),
        size=parse_size(size.text) if size else None,
        rows=parse_rows(rows.text) if rows else None,
        stands_on=nodes.text(node.get("stands_on")),
        levels=int(levels) if (levels := nodes.text(node.get("levels")) or "").isdecimal() else levels or None,
        only=nodes.text(node.get("only")),
        checkered=nodes.yes(node.get("checkered")),
        uses=tuple(item.text for item in nodes.texts(node.get("uses"))),
        links={
            key.text: parse_leap(nodes.text(value) or "", ("links", key.text))
            for key, value in nodes.mapping(node.get("links"))
        },
        blocks={
            key.text: parse_leap(nodes.text(value) or "", ("blocks", key.text))
            for key, value in nodes.mapping(node.get("blocks"))
        },
        extra={
            key.text: tuple(item.text for item in nodes.texts(value)) for key, value in nodes.mapping(node.get("extra"))
        },
        tracks={key.text: _track(world, value) for key, value in nodes.mapping(node.get("tracks"))},
        directions={key.text: _direction(value) for key, value in nodes.mapping(node.get("directions"))},
        adjacency=nodes.text(node.get("adjacency")),
        names=nodes.text(node.get("names")),
        players=tuple(player.name for player in world.players),
        max_sites=LIMITS.sites.value,
    )


def _track(world: World, node: Node) -> TrackSpec:
    """A list of sites, or `closed` with `sites:` or with one list for each player."""
    if isinstance(node, Scalar):
        return TrackSpec(node.text)
    closed = _closed(nodes.get(node, "closed"))
    sites = nodes.text(nodes.get(node, "sites"))
    if sites is not None:
        for key, _ in nodes.mapping(node):
            if key.text not in ("closed", "sites"):
                message = f'"{key.text}" says nothing beside "sites", which are those of all players.'
                help_text = suggestion(key.text, ("closed",), 'write "sites" for all, or a row for each player')
                world.report.error("board-track", message, key.span, help_text)
        return TrackSpec(sites, closed)
    by_player = {key.text: value.text for key, value in nodes.mapping(node)
                 if key.text != "closed" and isinstance(value, Scalar)}  # fmt: skip
    return TrackSpec(by_player, closed)


def _closed(node: Node | None) -> bool | str | dict[str, str]:
    """`yes`, or the site that follows the last one, perhaps one for each player."""
    if isinstance(node, Mapping):
        return {key.text: value.text for key, value in nodes.mapping(node) if isinstance(value, Scalar)}
    text = nodes.text(node)
    return nodes.yes(node) if text in (None, "yes", "no") else text or False


def _direction(node: Node) -> str | dict[str, str]:
    if isinstance(node, Scalar):
        return node.text
    return {key.text: value.text for key, value in nodes.mapping(node) if isinstance(value, Scalar)}


def _tell(world: World, board: Mapping, problem: BoardProblem) -> None:
    """A board problem at its place: the key, the value, or letters of the value."""
    node: Node = board
    span: Span = (world.root.entry("board") or board.entries[0]).key.span
    for key in problem.where:
        if isinstance(node, Sequence) and key.isdigit():
            node = node.items[int(key)]
            continue
        if isinstance(node, Scalar):
            break  # a list may be written as one text
        entry = node.entry(key) if isinstance(node, Mapping) else None
        if entry is None:
            # `tracks.road` may stand as `tracks.road.sites`; a missing step points at its parent.
            inner = node.entry("sites") if isinstance(node, Mapping) else None
            if inner is None:
                break
            entry = inner
        node = entry.value
        span = entry.key.span
    inner_sites = node.entry("sites") if isinstance(node, Mapping) and problem.span else None
    if inner_sites is not None:
        node = inner_sites.value
    if isinstance(node, Scalar) and not problem.at_key:
        span = node.part(*problem.span) if problem.span else node.span
    world.report.error(problem.code, problem.message, span, problem.help)


def _without(world: World, node: Node) -> int:
    """The sites to remove: a list of names, or a set of the full shape."""
    from .expressions import Checker
    from .scope import scope_at

    board = world.ready_board
    found = 0
    for item in nodes.texts(node):
        if isinstance(node, Scalar):
            parsed = world.parse_expr(item)
            if parsed is not None:
                checked = Checker(world, scope_at("regions", "without:")).sites(parsed)
                found |= evaluate(world, checked)
        else:
            found |= site_mask(world, item)
    if found and found == board.all_sites:
        world.report.error("board-size", "no site is left on this board.", node.span, "remove fewer sites")
        return 0
    return found


def site_mask(world: World, item: Scalar) -> int:
    """A site, or several with ranges, by name; told if there is no such site."""
    try:
        return mask_of(site for site, _ in world.read_sites(item.text))
    except BoardProblems as found:
        for problem in found.problems:
            span = item.part(*problem.span) if problem.span else item.span
            world.report.error(problem.code, problem.message, span, problem.help)
        return 0


def _declare(world: World, node: Mapping, board: Board) -> None:
    """Enters directions, tracks, classes and sites as names."""
    for name in (*board.direction_sets, *board.player_direction_sets):
        own = _key_span(node, "directions", name)
        if own is not None:
            world.declare(What.DIRECTION, name, own)
        elif name != "any":
            _bring(world, What.DIRECTION, name)
    if board.compass:
        for name in RELATIVE_DIRECTIONS:
            _bring(world, What.DIRECTION, name)
    for name in board.tracks:
        world.declare(What.TRACK, name, _key_span(node, "tracks", name) or node.span)
    for name in board.classes:
        span = _key_span(node, "links", name) or _key_span(node, "blocks", name) or _key_span(node, "extra", name)
        if span is not None:
            world.declare(What.CLASS, name, span)
        else:
            _bring(world, What.CLASS, name)
    for name, sites in (("dark", board.dark), ("light", board.light)):
        if sites is not None:
            _bring(world, What.CLASS, name)
    _declare_sites(world, board)


def _declare_sites(world: World, board: Board) -> None:
    for name, index in board.index.items():
        _bring(world, What.SITE, name, index)


def _bring(world: World, what: What, name: str, index: int = 0) -> None:
    """Enters a name that the board brings along; told if the author gave it to something else before."""
    known = world.symbols.get(name)
    if known is None:
        world.symbols[name] = Symbol(what, name, None, index)
    elif known.span is not None and known.what is not what:
        world.refused.add(name)
        help = f"choose another name for the {known.what.value.split(' ', 1)[1]}"
        world.report.error("name-twice", f'"{name}" is already {what.value} of this board.', known.span, help)


def _forget_sites(world: World) -> None:
    for name in [name for name, symbol in world.symbols.items() if symbol.what is What.SITE]:
        del world.symbols[name]


def _key_span(node: Mapping, section: str, name: str) -> Span | None:
    inner = node.get(section)
    entry = inner.entry(name) if isinstance(inner, Mapping) else None
    return entry.key.span if entry else None

"""`display:`: rules never look at it, but what it speaks of must exist, and what it asks for can be drawn."""

from __future__ import annotations

from ...rules.appearance import BOARD, COLOURS, Appearance
from ...source.diagnostics import one_of, suggestion
from ..document.nodes import Node, Scalar
from . import nodes
from .outlines import check_outline
from .symbols import What
from .world import World

_SHOWN = (What.PLAYER, What.KIND, What.STATE)


def read_display(world: World) -> tuple[Appearance, ...]:
    """A choice of an option may take a piece away and leave its look, so a name is told if no choice has it."""
    known = [name for name, symbol in world.symbols.items() if symbol.what in _SHOWN]
    found = []
    for key, look in nodes.mapping(world.root.get("display")):
        if key.text not in (*known, BOARD):
            message = f'"{key.text}" under display is neither a player nor a piece, so it is never shown.'
            help = suggestion(
                key.text, (*known, BOARD), f"this game has {one_of(known, 'and')}, and there is the board"
            )
            world.report.unused("dead-name", message, key.span, help)
            continue
        world.report.in_use(key.span)
        if key.text not in known:
            _only_a_colour(world, look)
        symbol, shape, outline = (nodes.text(nodes.get(look, word)) for word in ("symbol", "shape", "outline"))
        drawn = nodes.scalar(nodes.get(look, "outline"))
        if drawn is not None:
            check_outline(world, drawn)
        found.append(Appearance(key.span, key.text, _colour(world, nodes.get(look, "colour")), symbol, shape, outline))
    return tuple(found)


def _only_a_colour(world: World, look: Node) -> None:
    """Of the board nothing else can be told."""
    for key, _ in nodes.mapping(look):
        if key.text != "colour":
            message = f'the board has no {key.text}: under display it can be given a "colour" only.'
            help = "write it below a player, a piece or a state; the form of cells is said under board"
            world.report.error("display-board", message, key.span, help)


def _colour(world: World, node: Node | None) -> str | None:
    given = nodes.scalar(node)
    if not isinstance(given, Scalar) or given.text.startswith("#"):
        return given.text.lower() if given else None
    if given.text not in COLOURS:
        help = suggestion(given.text, COLOURS, f'colours are {one_of(COLOURS, most=40)}, or "#rrggbb" in quotes')
        world.report.error("name-unknown", f'I don\'t know the colour "{given.text}".', given.span, help)
    return COLOURS.get(given.text)

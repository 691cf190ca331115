"""`display:`: rules never look at it, but what it speaks of must exist."""

from __future__ import annotations

from ...source.diagnostics import one_of, suggestion
from . import nodes
from .symbols import What
from .world import World

_SHOWN = (What.PLAYER, What.KIND, What.STATE)


def check_display(world: World) -> None:
    """A choice of an option may take a piece away and leave its look, so a name is told if no choice has it."""
    known = [name for name, symbol in world.symbols.items() if symbol.what in _SHOWN]
    for key, _ in nodes.mapping(world.root.get("display")):
        if key.text in known:
            world.report.in_use(key.span)
            continue
        message = f'"{key.text}" under display is neither a player nor a piece, so it is never shown.'
        help = suggestion(key.text, known, f"this game has {one_of(known, 'and')}")
        world.report.unused("dead-name", message, key.span, help)

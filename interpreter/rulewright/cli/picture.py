"""A position drawn for this terminal: with its colours, and only signs that it can show."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .terminal import wants_colours

if TYPE_CHECKING:
    from ..state import State


def drawn(state: State, marked: Iterable[str] | None = None) -> str:
    """With colours, the last move is marked; or the sites with these names."""
    from ..drawing import draw_text

    colours = wants_colours(sys.stdout)
    if marked is not None:
        highlight = _sites(state, set(marked))
    else:
        played = state.so_far()[1]
        last = played[-1].target if played and colours else -1
        highlight = 1 << last if last >= 0 else 0
    return draw_text(state, colours=colours, unicode=shows_unicode(), highlight=highlight)


def _sites(state: State, names: set[str]) -> int:
    from ..drawing.scene import scene_of

    return sum(1 << spot.site for spot in scene_of(state).spots if spot.name in names)


def shows_unicode() -> bool:
    """Whether standard output can show more than ASCII."""
    try:
        "\N{MIDDLE DOT}\N{WHITE CHESS KING}\N{BLACK CIRCLE}".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

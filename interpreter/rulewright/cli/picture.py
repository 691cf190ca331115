"""A position drawn for this terminal: with its colours, and only signs that it can show."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from .terminal import wants_colours

if TYPE_CHECKING:
    from ..state import State


def drawn(state: State) -> str:
    """With colours, the last move is marked."""
    from ..drawing import draw_text

    colours = wants_colours(sys.stdout)
    played = state.so_far()[1]
    last = played[-1].target if played and colours else -1
    marked = 1 << last if last >= 0 else 0
    return draw_text(state, colours=colours, unicode=_shows_unicode(sys.stdout), highlight=marked)


def _shows_unicode(stream: TextIO) -> bool:
    try:
        "·♔●".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

"""A position drawn for this terminal: with its colours, and only signs that it can show."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .terminal import wants_colours

if TYPE_CHECKING:
    from ..state import State


def drawn(state: State, marked: Iterable[str] | None = None, *, brackets: bool = False) -> str:
    """The board of this state with the last move marked; or instead the sites with these names.

    Without colours there are marks only where `brackets` are wanted.
    """
    from ..show.drawing import draw_terminal, draw_text
    from ..show.drawing.scene import scene_of

    scene = scene_of(state)
    last = sum(1 << site for site in scene.changed)
    targets = sum(1 << spot.site for spot in scene.spots if spot.name in set(marked or ()))
    if wants_colours(sys.stdout) and shows_unicode():
        return draw_terminal(state, last=last, targets=targets, width=shutil.get_terminal_size().columns)
    colours = wants_colours(sys.stdout)
    highlight = targets or last if colours or brackets else 0
    return draw_text(state, colours=colours, unicode=shows_unicode(), highlight=highlight, roomy=brackets)


def shows_unicode() -> bool:
    """Whether standard output can show more than ASCII."""
    try:
        "\N{MIDDLE DOT}\N{WHITE CHESS KING}\N{BLACK CIRCLE}".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

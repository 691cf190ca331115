"""A state for notebooks: the picture, and under it the moves that can be played."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .status import turn_in_words
from .svg import draw_svg

if TYPE_CHECKING:
    from ...state import State

_SHOWN = 200  # moves that are listed; of more, the rest is counted


def draw_html(state: State) -> str:
    moves = state.legal_moves
    listed = " ".join(f"<code>{escape(move.text)}</code>" for move in moves[:_SHOWN])
    more = f" and {len(moves) - _SHOWN} more" if len(moves) > _SHOWN else ""
    count = "1 legal move" if len(moves) == 1 else f"{len(moves)} legal moves"
    below = f"<details><summary>{count}</summary><p>{listed}{more}</p></details>" if moves else ""
    heading = escape(f"{state.game.title}: {turn_in_words(state)}")
    return f'<figure style="margin:0">{draw_svg(state)}<figcaption>{heading}{below}</figcaption></figure>'

"""Beside the board: what players hold, what they have taken, what is left in the supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .colours import colours_of_players
from .picture import Sheet
from .status import TIMES, Tray, tray_caption, tray_in_words
from .svg_pieces import PiecePicture

if TYPE_CHECKING:
    from ...state import State


def draw_trays(sheet: Sheet, pieces: PiecePicture, trays: list[Tray], x: float, top: float, size: float) -> None:
    """Trays below each other from the top, left edge at x; `size` is that of the text."""
    state = pieces.scene.state
    y = top - size
    for tray in trays:
        _draw_caption(sheet, state, tray, x, y, size)
        y -= size * 1.75
        group = sheet.inside("rw-tray", tray_in_words(state, tray, TIMES))
        per_row = 2 if len(tray.stock) <= 6 else 3
        for number, (piece, count) in enumerate(tray.stock):
            column = number % per_row
            if number and not column:
                y -= size * 1.9
            left = x + column * size * (4.4 if per_row == 2 else 3.4)
            pieces.draw_piece(group, piece, left + size * 0.8, y, size * 0.8)
            if count > 1:
                group.text(left + size * 1.8, y, f"{TIMES}{count}", size * 0.9, "start", cls="rw-ink")
            sheet.reach(left + size * 3.6, y, size)
        y -= size * 2.2


def _draw_caption(sheet: Sheet, state: State, tray: Tray, x: float, y: float, size: float) -> None:
    if tray.owner is not None:
        colour = colours_of_players(state.game.rules)[tray.owner]
        sheet.circle(x + size * 0.4, y, size * 0.36, fill=colour, cls="rw-chip", stroke_width=1.0)
        x += size * 1.1
    sheet.text(x, y, tray_caption(state, tray), size * 0.95, "start", cls="rw-soft")

"""A state as text, for terminals and messages."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from .scene import Scene, Shape, Spot, scene_of
from .signs import Signs, whose
from .status import TIMES, last_move, tray_in_words, trays_of, turn_in_words, variables_in_words
from .text_cells import write_cells, write_octosquare, write_walls
from .text_points import write_pits, write_points
from .writer import Writer

if TYPE_CHECKING:
    from ...state import State

WIDTH = 80


def draw_text(
    state: State, *, colours: bool = False, unicode: bool = True, highlight: int = 0, roomy: bool = False
) -> str:
    """The board, and under it whose turn it is and what lies beside the board.

    `colours` adds terminal colours, `unicode=False` keeps to ASCII, `highlight` is a set of sites to mark; `roomy`
    leaves room for marks where there are none, so that boards with and without them are equally wide.
    """
    scene = scene_of(state)
    signs = Signs(scene.rules, unicode)
    writer = Writer(scene, signs, colours, highlight, roomy)
    write_board(writer, unicode)
    return "\n".join([*writer.canvas.lines(colours), "", *below_board(writer, unicode, WIDTH)])


def below_board(writer: Writer, unicode: bool, width: int) -> list[str]:
    """Whose turn it is and what lies beside the board, in lines."""
    lines = []
    for paragraph in _below(writer, TIMES if unicode else "x"):
        lines.extend(textwrap.wrap(paragraph, width, subsequent_indent="  ", break_on_hyphens=False))
    return lines


def write_board(writer: Writer, unicode: bool) -> None:
    """The board itself, in the way of its shape."""
    shape = writer.scene.shape
    if shape is Shape.SQUARE and writer.scene.hanging:
        write_walls(writer, unicode)
    elif shape in (Shape.SQUARE, Shape.HEX):
        write_cells(writer)
    elif shape is Shape.OCTOSQUARE:
        write_octosquare(writer)
    elif shape is Shape.POINTS:
        write_points(writer, unicode)
    else:
        write_pits(writer)


def _below(writer: Writer, times: str) -> list[str]:
    """What the board does not show, one paragraph each."""
    scene, state = writer.scene, writer.scene.state
    first = turn_in_words(state)
    if state.history:
        first += f"; last move {last_move(state)}"
    elsewhere = [spot for spot in scene.spots if spot.site not in writer.drawn and spot.occupied]
    on_board = [spot for spot in scene.spots if spot.site in writer.drawn]
    pieces = [piece for spot in on_board for stack in spot.stacks for piece in stack]
    paragraphs = [
        first,
        _listed("beside the board", [f"{spot.name} {_in_words(scene, spot, times)}" for spot in elsewhere]),
        _listed("stacks from the bottom", _mixed_stacks(scene, writer.signs)),
        *(tray_in_words(state, tray, times) for tray in trays_of(state)),
        "; ".join(variables_in_words(state)),
        _listed("signs", writer.signs.legend(pieces)),
    ]
    return [paragraph for paragraph in paragraphs if paragraph]


def _in_words(scene: Scene, spot: Spot, times: str) -> str:
    tops = [(stack[-1], len(stack)) for stack in spot.stacks if stack]
    return " and ".join(whose(scene.rules, top) + (f" {times}{high}" if high > 1 else "") for top, high in tops)


def _listed(caption: str, items: list[str]) -> str:
    return f"{caption}: {', '.join(items)}" if items else ""


def _mixed_stacks(scene: Scene, signs: Signs) -> list[str]:
    """Stacks whose top does not tell what is below."""
    return [
        f"{spot.name} {''.join(map(signs.sign, stack))}"
        for spot in scene.spots
        for stack in spot.stacks
        if len(set(stack)) > 1
    ]

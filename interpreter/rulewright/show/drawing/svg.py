"""A state as a picture: SVG without anything from outside, for light and dark surroundings."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Tree

from .colours import colours_of_players
from .picture import FONT, STYLE, UNIT, Sheet
from .scene import Scene, Shape, Spot, scene_of
from .signs import whose
from .status import last_move, trays_of, turn_in_words, variables_in_words
from .svg_board import BoardPicture
from .svg_pieces import PiecePicture
from .svg_regions import draw_regions
from .svg_side import draw_trays

if TYPE_CHECKING:
    from ...state import State

SIZE = 480
MARGIN = 0.3


def draw_svg(state: State, *, size: int = SIZE, highlight: int = 0) -> str:
    """The board with everything on it and beside it; the longer side is `size` pixels.

    `highlight` is a set of sites to mark; what the last move changed is marked anyway.
    """
    scene = scene_of(state)
    root = Tree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "font-family": FONT})
    title = f"{state.game.title}: {turn_in_words(state)}"
    root.set("aria-label", title)
    Tree.SubElement(root, "title").text = title
    Tree.SubElement(root, "desc").text = _description(scene)
    Tree.SubElement(root, "style").text = STYLE
    panel = Tree.SubElement(root, "rect", {"class": "rw-panel"})
    sheet = Sheet(Tree.SubElement(root, "g"))
    _draw(sheet, scene, highlight)
    fit(root, panel, sheet, size)
    return Tree.tostring(root, encoding="unicode")


def _draw(sheet: Sheet, scene: Scene, highlight: int) -> None:
    board = BoardPicture(scene, size_of_text(scene))
    pieces = PiecePicture(scene, board)
    draw_board(sheet, scene, board, pieces)
    for spot in scene.spots:
        if highlight >> spot.site & 1:
            sheet.circle(*board.place(spot), board.radius(spot) * 1.12, cls="rw-mark", stroke_width=3.0)
    left, right, top, bottom = sheet.left, sheet.right, sheet.top, sheet.bottom
    size, trays = board.size_of_text, trays_of(scene.state)
    if trays:
        draw_trays(sheet, pieces, trays, right + size, top, size)
    _draw_caption(sheet, scene, left, top, size)
    _draw_variables(sheet, scene.state, left, min(bottom, sheet.bottom), size)


def size_of_text(scene: Scene) -> float:
    """That of coordinates, by how large the board is."""
    xs, ys = [spot.x for spot in scene.spots], [spot.y for spot in scene.spots]
    extent = max(max(xs) - min(xs), max(ys) - min(ys)) + 1
    return min(0.85, max(0.2, extent / 26))


def draw_board(sheet: Sheet, scene: Scene, board: BoardPicture, pieces: PiecePicture) -> None:
    """The board with everything on it, and nothing beside it."""
    board.draw(sheet)
    room_for_sides = draw_regions(sheet, scene, board)
    changed = [spot for spot in (*scene.main, *scene.loose) if spot.site in scene.changed]
    marked = [(spot, "rw-last") for spot in changed]
    marked += [(spot, "rw-stake") for spot in (*scene.main, *scene.loose) if spot.site in scene.at_stake]
    for spot, cls in marked:
        draw_ground(sheet, board, spot, cls)
    board.draw_names(sheet, room_for_sides)
    pieces.draw_all(sheet)
    for spot, cls in marked:
        if pieces.is_covered(spot):
            draw_rim(sheet, board, spot, cls)


def draw_rim(sheet: Sheet, board: BoardPicture, spot: Spot, cls: str) -> None:
    """The outline of a tile that is pointed out: the last move has changed it, or it is at stake."""
    sheet.polygon(board.outline(spot, 0.92), cls=f"{cls}-tile", stroke_width=3.5)


def draw_ground(sheet: Sheet, board: BoardPicture, spot: Spot, cls: str) -> None:
    """The ground of a site that is pointed out."""
    if board.tall:
        sheet.box(*board.place(spot), 0.9, board.height, 0.2, cls=cls)
    elif board.scene.shape in (Shape.POINTS, Shape.PITS) or spot in board.scene.loose:
        sheet.circle(*board.place(spot), board.radius(spot) * 1.2, cls=cls)
    else:
        sheet.polygon(board.outline(spot, 0.86 if board.scene.hanging else 1.0), cls=cls)


def _draw_caption(sheet: Sheet, scene: Scene, left: float, top: float, size: float) -> None:
    """Whose turn it is, with the colour; the last move behind it."""
    state = scene.state
    y, x = top + size * 1.3, left
    if state.outcome is None and not state.is_chance:
        colour = colours_of_players(scene.rules)[state.position.me]
        sheet.circle(x + size * 0.5, y, size * 0.45, fill=colour, cls="rw-chip", stroke_width=1.0)
        x += size * 1.3
    text = turn_in_words(state)
    sheet.text(x, y, text, size * 1.05, "start", cls="rw-ink", font_weight="600")
    if state.history:
        after = x + len(text) * size * 0.62 + size
        sheet.text(after, y, f"after {last_move(state)}", size * 0.95, "start", cls="rw-soft")


def _draw_variables(sheet: Sheet, state: State, left: float, bottom: float, size: float) -> None:
    room = max(20, int((sheet.right - left) / (size * 0.55)))
    for number, line in enumerate(textwrap.wrap("; ".join(variables_in_words(state)), room)):
        sheet.text(left, bottom - size * (1.1 + 1.3 * number), line, size * 0.95, "start", cls="rw-soft")


def fit(root: Tree.Element, panel: Tree.Element, sheet: Sheet, size: int) -> None:
    """Shows all of the sheet, the longer side `size` pixels, with the panel behind it."""
    left, top = (sheet.left - MARGIN) * UNIT, (-sheet.top - MARGIN) * UNIT
    width, height = (sheet.right - sheet.left + 2 * MARGIN) * UNIT, (sheet.top - sheet.bottom + 2 * MARGIN) * UNIT
    root.set("viewBox", f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}")
    scale = size / max(width, height)
    root.set("width", f"{width * scale:.0f}")
    root.set("height", f"{height * scale:.0f}")
    for name, value in (("x", left), ("y", top), ("width", width), ("height", height)):
        panel.set(name, f"{value:.1f}")
    panel.set("rx", f"{0.2 * UNIT:.1f}")


def _description(scene: Scene) -> str:
    """The position in words: what stands where, by piece."""
    places: dict[str, list[str]] = {}
    for spot in scene.spots:
        for stack in spot.stacks:
            for piece in stack:
                places.setdefault(whose(scene.rules, piece), []).append(spot.name)
    return "; ".join(f"{piece}: {' '.join(names)}" for piece, names in sorted(places.items())) or "An empty board."

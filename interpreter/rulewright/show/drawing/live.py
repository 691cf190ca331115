"""A board to play on in a page: the picture with a part for every site that can be clicked, focused and told.

Its colours come from the style sheet of the page. Over everything lies one `<g class="rw-site" data-site="a1">` for
each site, with a label for screen readers and its middle in `data-x` and `data-y`; the pieces of a site have `data-at`.
In long places they lie one behind the other (`data-foot`, `data-rise`, `data-room`: see `lying`).
What lies beside the board is not in the picture: a page has its own room for that (`trays`, `columns`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Tree

from ..at_stake import at_stake
from ..numbering import numbers
from .picture import FONT, UNIT, Sheet
from .scene import Piece, Scene, Shape, Spot, scene_of
from .signs import whose
from .status import tray_caption, trays_of
from .svg import draw_board, fit, size_of_text
from .svg_board import BoardPicture
from .svg_pieces import PiecePicture

if TYPE_CHECKING:
    from ...state import State

SIZE = 1000
SMALLER = 0.7
"""Coordinates: a page shows a board larger than a document does."""


@dataclass(frozen=True, slots=True)
class Lying:
    """Pieces off the board: `name` is that of the piece as moves write it."""

    name: str
    label: str
    count: int
    picture: str


@dataclass(frozen=True, slots=True)
class LiveTray:
    caption: str
    owner: str | None
    pieces: tuple[Lying, ...]


class LiveBoard:
    def __init__(self, state: State, flipped: bool = False, scene: Scene | None = None) -> None:
        self.state = state
        self.scene = _pointed_out(state, flipped) if scene is None else scene
        self.board = BoardPicture(self.scene, size_of_text(self.scene) * SMALLER)
        self.pieces = PiecePicture(self.scene, self.board, live=True)

    # ------------------------------------------------------------ the board

    def picture(self, style: str | None = None) -> str:
        """The board to play on; with a style sheet of its own it is only to be looked at."""
        root = Tree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": FONT, "class": "rw-picture"})
        root.set("role", "img" if style else "group")
        root.set("aria-label", f"The board of {self.state.game.title}")
        if style:
            Tree.SubElement(root, "style").text = style
        panel = Tree.SubElement(root, "rect", {"class": "rw-panel"})
        sheet = Sheet(Tree.SubElement(root, "g", {"class": "rw-drawn", "aria-hidden": "true"}))
        draw_board(sheet, self.scene, self.board, self.pieces)
        if not style:
            self._draw_sites(root)
        fit(root, panel, sheet, SIZE)
        del root.attrib["width"], root.attrib["height"]  # it is as large as the page has room for
        return Tree.tostring(root, encoding="unicode")

    def _draw_sites(self, root: Tree.Element) -> None:
        sites = Tree.SubElement(root, "g", {"class": "rw-sites"})
        # Links and edges last: they are thin, and must not be covered.
        thin = {spot.site for spot in (*self.scene.hanging, *self.scene.links)}
        for spot in sorted(self.scene.spots, key=lambda spot: (spot.site in thin, -spot.y, spot.x)):
            self._draw_site(sites, spot)

    def _draw_site(self, sites: Tree.Element, spot: Spot) -> None:
        x, y = self.board.place(spot)
        group = Tree.SubElement(sites, "g", {"class": "rw-site rw-full" if spot.occupied else "rw-site"})
        group.set("data-site", spot.name)
        group.set("data-x", f"{x * UNIT:.1f}")
        group.set("data-y", f"{-y * UNIT:.1f}")
        for name, value in self.lying(spot).items():
            group.set(f"data-{name}", value)
        group.set("role", "button")
        group.set("tabindex", "-1")
        at_stake = ", at stake" if spot.site in self.scene.at_stake else ""
        group.set("aria-label", site_in_words(self.scene, spot) + at_stake)
        if self.is_thin(spot):
            group.set("class", f"{group.get('class')} rw-thin")
        self.draw_shapes(Sheet(group), spot, self.pieces.is_covered(spot))

    def lying(self, spot: Spot) -> dict[str, str]:
        """Where in a long place the first piece lies, how far from each the next one, in how much room for all."""
        if not self.board.tall:
            return {}
        foot, (rise, room), way = (
            self.board.place(spot)[1] + self.board.foot(spot),
            self.board.rise,
            self.board.way(spot),
        )
        found = {"foot": -foot, "rise": -way * rise, "room": room}
        return {name: f"{value * UNIT:.1f}" for name, value in found.items()}

    def is_thin(self, spot: Spot) -> bool:
        """Links, edges and corners."""
        return self.board.bar(spot) is not None or spot.site in self.scene.rules.board.hangs_on

    def draw_shapes(self, sheet: Sheet, spot: Spot, covered: bool) -> None:
        """What of a site is clicked and lit; `covered`: tiles lie on it."""
        x, y = self.board.place(spot)
        bar = self.board.bar(spot)
        if bar is not None:
            sheet.line(*bar, cls="rw-hit rw-bar", stroke_width=0.3 * UNIT, stroke_linecap="round")
            return
        if spot.site in self.scene.rules.board.hangs_on:
            sheet.circle(x, y, 0.2, cls="rw-hit")
            sheet.circle(x, y, 0.1, cls="rw-aim")
            return
        radius = self.board.radius(spot)
        if self.scene.shape is Shape.PITS or spot in self.scene.loose:
            height = self.board.height if self.scene.shape is Shape.PITS else 0.92
            sheet.box(x, y, 0.92, height, 0.2, cls="rw-hit")
            sheet.box(x, y, 0.92, height, 0.2 if self.board.tall else 0.3, cls="rw-ring")
        else:
            if self.scene.shape is Shape.POINTS:
                sheet.circle(x, y, 0.5 * self.board.grain, cls="rw-hit")
            else:
                sheet.polygon(self.board.outline(spot), cls="rw-hit")
            if covered:
                sheet.polygon(self.board.outline(spot, 0.94), cls="rw-ring")
            else:
                sheet.circle(x, y, radius * 1.08, cls="rw-ring")
        sheet.circle(x, y + self.board.foot(spot), radius * 0.36, cls="rw-aim")

    # ------------------------------------------------------------ beside it

    def trays(self) -> list[LiveTray]:
        return [
            LiveTray(
                tray_caption(self.state, tray),
                None if tray.owner is None else self.state.game.players[tray.owner],
                tuple(
                    Lying(self.name(piece), whose(self.scene.rules, piece), count, self.piece(piece))
                    for piece, count in tray.stock
                ),
            )
            for tray in trays_of(self.state)
        ]

    def name(self, piece: Piece) -> str:
        kind = self.scene.rules.kinds[piece.kind]
        return "_".join([*(axis.values[value] for axis, value in zip(kind.axes, piece.values, strict=True)), kind.name])

    def piece(self, piece: Piece) -> str:
        """A picture of a piece alone."""
        root = Tree.Element("svg", {"viewBox": f"{-UNIT / 2} {-UNIT / 2} {UNIT} {UNIT}", "font-family": FONT})
        root.set("class", "rw-alone")
        root.set("aria-hidden", "true")
        cls = self.scene.main[0].cls if self.scene.main else "cell"
        self.pieces.draw_piece(Sheet(Tree.SubElement(root, "g")), piece, 0, 0, 0.38, cls)
        return Tree.tostring(root, encoding="unicode")

    def named_piece(self, name: str) -> str | None:
        """A picture of a piece by the name it has in moves, as the player to move would have it."""
        me = self.state.position.me
        for number, kind in enumerate(self.scene.rules.kinds):
            for state in range(kind.combinations):
                piece = Piece(None if kind.neutral else me, number, self.state.game._engine.codes.values(number, state))
                if self.name(piece) == name:
                    return self.piece(piece)
        return None

    def columns(self) -> dict[str, list[dict[str, str]]]:
        """The pieces of every site where more than one lies, from the top down: name of the site -> pieces."""
        found = {}
        for spot in self.scene.spots:
            lying = _from_the_top(self.scene, spot)
            if len(lying) > 1 and len(set(lying)) > 1:
                found[spot.name] = [
                    {"label": whose(self.scene.rules, piece), "picture": self.piece(piece)} for piece in lying
                ]
        return found


def _pointed_out(state: State, flipped: bool) -> Scene:
    return replace(scene_of(state, flipped), at_stake=at_stake(state), numbers=numbers(state))


def _from_the_top(scene: Scene, spot: Spot) -> list[Piece]:
    order = sorted(range(len(spot.stacks)), key=lambda layer: (layer in scene.layers_below, -layer))
    return [piece for layer in order for piece in reversed(spot.stacks[layer])]


def site_in_words(scene: Scene, spot: Spot) -> str:
    """`a1: white queen`; a stack from the top down, `a1: white beetle on black queen`, or `a1: 4 seeds`."""
    lying = _from_the_top(scene, spot)
    if not lying:
        return f"{spot.name}: empty"
    runs: list[tuple[str, int]] = []
    for piece in lying:
        words = whose(scene.rules, piece)
        if runs and runs[-1][0] == words:
            runs[-1] = words, runs[-1][1] + 1
        else:
            runs.append((words, 1))
    told = " on ".join(words if count == 1 else f"{count} × {words}" for words, count in runs)  # noqa: RUF001
    return f"{spot.name}: {told}"

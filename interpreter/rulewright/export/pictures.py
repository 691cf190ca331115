"""How a game is drawn, taken apart: a page puts the parts together for any position, without Python.

The ground, every site and every piece are drawn here by the same code as everywhere else; `static/drawing.js` only
places them. On an unbounded board there is one site, which is drawn wherever there is room for a piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as Tree

from ..analysis.pieces import NEUTRAL
from ..game import Game
from ..show.drawing.colours import ink_on
from ..show.drawing.live import SIZE, LiveBoard
from ..show.drawing.picture import UNIT, Sheet
from ..show.drawing.scene import Piece, Scene, Spot, scene_of
from ..show.drawing.signs import whose
from ..show.drawing.svg import draw_ground, draw_rim, fit
from ..show.drawing.svg_board import cell_corners
from ..show.drawing.svg_pieces import LAST, edge_of, seed_colour
from ..show.drawing.svg_regions import draw_regions
from ..show.numbering import numbered

Data = dict[str, Any]
_COLOUR = "#c010a5"  # stands for the colour of a piece that lies on an edge or a link; nothing else is drawn in it


def picture_data(game: Game) -> Data:
    views = [_View(game, flipped) for flipped in (False, True)]
    pieces = [view.pieces() for view in views]
    first = views[0]
    return {
        "unit": UNIT,
        "title": game.title,
        "views": [view.data() for view in views],
        # Only pieces that point somewhere look different from the other side.
        "pieces": pieces if pieces[0] != pieces[1] else pieces[:1],
        "unbounded": first.unbounded(),
        "rise": first.live.board.rise,
        "points": bool(first.scene.points),
        "grain": first.live.board.grain,
        "below": sorted(first.scene.layers_below),
        "tiles": sorted(first.live.pieces.looks.tile_layers),
        "pits": first.scene.shape.name == "PITS",
        "numbered": sorted(numbered(game.rules)),
        "links": [spot.site for spot in first.scene.links],
        "stand_for": _COLOUR,
    }


class _View:
    """The board from one side, with nothing on it."""

    def __init__(self, game: Game, flipped: bool) -> None:
        self.game = game
        full = scene_of(game.start(), flipped)
        nothing: tuple[tuple[Piece, ...], ...] = tuple(() for _ in game.rules.layers)
        spots = tuple(replace(spot, stacks=nothing) for spot in full.spots)
        self.scene: Scene = replace(full, spots=spots)
        self.live = LiveBoard(game.start(), flipped, self.scene)

    def data(self) -> Data:
        if self.scene.rules.board.unbounded:
            return {}
        live = self.live
        root, panel = Tree.Element("svg"), Tree.Element("rect")
        sheet = Sheet(Tree.Element("g"))
        live.board.draw(sheet)
        room = draw_regions(sheet, self.scene, live.board)
        ground = _inside(sheet.group)
        names = Sheet(Tree.Element("g"))
        live.board.draw_names(names, room)
        for x, y in ((names.left, names.bottom), (names.right, names.top)):
            if abs(x) != float("inf"):
                sheet.reach(x, y)
        fit(root, panel, sheet, SIZE)
        return {
            "box": root.get("viewBox"),
            "ground": ground,
            "names": _inside(names.group),
            "spots": [self._spot(spot) for spot in self.scene.spots],
        }

    def _spot(self, spot: Spot) -> Data:
        live = self.live
        x, y = live.board.place(spot)
        found: Data = {
            "site": spot.site, "name": spot.name, "x": round(x, 4), "y": round(y, 4), "far": [-spot.y, spot.x],
            "look": f"{spot.cls} {live.board.radius(spot):.4f}", "radius": live.board.radius(spot),
            "shapes": _drawn(lambda sheet: live.draw_shapes(sheet, spot, False)),
        }  # fmt: skip
        if live.board.tall:
            found |= {"foot": live.board.foot(spot), "way": live.board.way(spot), "lying": live.lying(spot)}
        if live.is_thin(spot):
            found["bar"] = _drawn(lambda sheet: live.pieces.draw_stroke(sheet, spot, _COLOUR, 1.0))
            found["last"] = _drawn(lambda sheet: live.pieces.draw_stroke(sheet, spot, LAST, 1.8))
            found["thin"] = True
            return found
        found["last"] = _drawn(lambda sheet: draw_ground(sheet, live.board, spot, "rw-last"))
        if live.pieces.looks.tile_layers:
            found["covered"] = _drawn(lambda sheet: live.draw_shapes(sheet, spot, True))
            found["tile"] = _drawn(lambda sheet: draw_rim(sheet, live.board, spot, "rw-last"))
        return found

    def unbounded(self) -> Data | None:
        """The one site that all sites of an unbounded board look like, in the middle of its cell."""
        board = self.scene.rules.board
        if not board.unbounded:
            return None
        middle = replace(self.scene.main[0], x=0.0, y=0.0)
        alone = replace(self.scene, spots=(middle,))
        self.live = LiveBoard(self.game.start(), False, alone)
        return {
            "hexagonal": board.tiling == "hex",
            "spot": self._spot(middle),
            "corners": [[round(x, 4), round(y, 4)] for x, y in cell_corners(alone, middle.cls)],
        }

    # ------------------------------------------------------------ pieces

    def pieces(self) -> Data:
        """For each code of a piece its names, its picture alone, and what it looks like on the board."""
        found: Data = {}
        codes = self.game._engine.codes
        for owner, piece, state in self._every_piece():
            look = self.live.pieces.looks.of(piece)
            found[str(codes.code(owner, piece.kind, state))] = {
                "label": whose(self.scene.rules, piece),
                "alone": self.live.piece(piece),
                "colour": look.colour,
                "ink": ink_on(look.colour),
                "seed": [seed_colour(look.colour), edge_of(look.colour)],
                "looks": self._looks(piece),
            }
        return found

    def _every_piece(self) -> Iterator[tuple[int, Piece, int]]:
        codes = self.game._engine.codes
        for number, kind in enumerate(self.game.rules.kinds):
            # In a supply lies what belongs to nobody yet.
            for owner in [NEUTRAL] if kind.neutral else range(NEUTRAL, len(self.game.players)):
                for state in range(kind.combinations):
                    values = codes.values(number, state)
                    yield owner, Piece(None if owner == NEUTRAL else owner, number, values), state

    def _looks(self, piece: Piece) -> Data:
        """By class of site and size: whole, and as large as what lies on something else, or alone above the ground."""
        live = self.live
        spots = {(spot.cls, live.board.radius(spot)) for spot in (*self.scene.main, *self.scene.loose)}
        shares = (1, 0.5, 0.8) if len(self.scene.rules.layers) > 1 else (1,)
        return {
            f"{cls} {radius:.4f} {share}": _drawn(_placing(live, piece, radius * share, cls))
            for cls, radius in sorted(spots)
            for share in shares
        }


def _placing(live: LiveBoard, piece: Piece, radius: float, cls: str) -> Callable[[Sheet], None]:
    return lambda sheet: live.pieces.draw_piece(sheet, piece, 0, 0, radius, cls)


def _drawn(draw: Callable[[Sheet], None]) -> str:
    sheet = Sheet(Tree.Element("g"))
    draw(sheet)
    return _inside(sheet.group)


def _inside(group: Tree.Element) -> str:
    return "".join(Tree.tostring(element, encoding="unicode") for element in group)

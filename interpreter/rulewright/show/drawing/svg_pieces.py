"""Pieces in a picture: single, in stacks, as heaps of seeds, on edges and on links."""

from __future__ import annotations

from math import cos, pi, sin

from .colours import Colour, ink_on, is_light, is_nearly_black, mixed
from .glyphs import SIDE
from .looks import Form, Look, Looks
from .picture import UNIT, Sheet
from .scene import Piece, Scene, Shape, Spot
from .signs import whose
from .svg_board import BoardPicture, cell_corners

COMPASS = {"n": 90, "ne": 45, "e": 0, "se": -45, "s": -90, "sw": -135, "w": 180, "nw": 135}
LAST: Colour = "#f4c430"
CORNER_COMPASS = {"n": 90, "ne": 30, "se": -30, "s": -90, "sw": -150, "nw": 150}
HEX_COMPASS = {"ne": 60, "e": 0, "se": -60, "sw": -120, "w": 180, "nw": 120}


class PiecePicture:
    def __init__(self, scene: Scene, board: BoardPicture, live: bool = False) -> None:
        self.scene = scene
        self.board = board
        self.live = live  # a page wants to find the pieces of a site again
        self.looks = Looks(scene)

    # ------------------------------------------------------------ places

    def draw_all(self, sheet: Sheet) -> None:
        """Everything that stands on the board, the far rows first so that stacks cover what is behind them."""
        for spot in (*self.scene.links, *self.scene.hanging):
            for piece in (piece for stack in spot.stacks for piece in stack):
                if spot.site in self.scene.changed:
                    self.draw_stroke(sheet, spot, LAST, 1.8)
                inside = self._group(sheet, piece, spot)
                self.draw_stroke(inside, spot, self.looks.of(piece).colour, 1.0)
        spots = sorted((*self.scene.main, *self.scene.loose), key=lambda spot: (-spot.y, spot.x))
        for below in (True, False):
            for spot in spots:
                self._draw_spot(sheet, spot, below)

    def _draw_spot(self, sheet: Sheet, spot: Spot, below: bool) -> None:
        x, y = self.board.place(spot)
        if below:
            for layer in self.scene.layers_below:
                for level, piece in enumerate(spot.stacks[layer]):
                    self._draw_on(sheet, piece, spot, x, y, self.board.radius(spot), (layer, level))
            return
        main = spot.stacks[0]
        if self._is_heap(main):
            self._draw_heap(sheet, spot, x, y)
            return
        radius, rise = self.board.radius(spot), self.board.way(spot) * self._rise(len(main))
        y += self.board.foot(spot)
        for level, piece in enumerate(main):
            self._draw_on(sheet, piece, spot, x, y + level * rise, radius, (0, level))
        top = y + max(0, len(main) - 1) * rise
        if len(main) > 1 and (not self.scene.points or self._rise(len(main)) < self.board.rise[0]):
            self._draw_height(sheet, x + radius * 0.8, top - radius * 0.75, len(main))
        for layer, stack in enumerate(spot.stacks):
            if layer and layer not in self.scene.layers_below:
                for level, piece in enumerate(stack):
                    self._draw_on(sheet, piece, spot, x, top, radius * (0.5 if main else 0.8), (layer, level))

    def is_covered(self, spot: Spot) -> bool:
        """Whether tiles hide the ground of a cell."""
        return any(spot.stacks[layer] for layer in self.looks.tile_layers)

    def _rise(self, height: int) -> float:
        most, room = self.board.rise
        return min(most, room / max(1, height - 1))

    def _draw_on(
        self, sheet: Sheet, piece: Piece, spot: Spot, x: float, y: float, radius: float, place: tuple[int, int]
    ) -> None:
        """`place`: the layer of the piece, and how many lie below it there."""
        inside = self._group(sheet, piece, spot)
        self.draw_piece(inside, piece, x, y, radius, spot.cls)
        number = self.scene.numbers.get((place[0], spot.site, place[1]))
        if number is not None:
            ink = ink_on(self.looks.of(piece).colour)
            inside.text(
                x + radius * 0.58,
                y - radius * 0.66,
                str(number),
                radius * 0.58,
                cls="rw-which",
                fill=ink,
                font_weight="600",
            )

    def _group(self, sheet: Sheet, piece: Piece, spot: Spot) -> Sheet:
        group = sheet.inside("rw-piece", f"{whose(self.scene.rules, piece)} on {spot.name}")
        if self.live:
            group.group.set("data-at", spot.name)
        return group

    def _is_heap(self, stack: tuple[Piece, ...]) -> bool:
        return self.scene.shape is Shape.PITS and bool(stack) and stack[0].owner is None and len(set(stack)) == 1

    def _draw_heap(self, sheet: Sheet, spot: Spot, x: float, y: float) -> None:
        """Many equal neutral pieces lie beside each other, as seeds in a pit do."""
        stack = spot.stacks[0]
        size = min(0.11, 0.3 / len(stack) ** 0.5)
        for number, piece in enumerate(stack):
            angle, away = number * pi * (3 - 5**0.5), 0.32 * ((number + 0.5) / len(stack)) ** 0.5
            inside = self._group(sheet, piece, spot)
            look = self.looks.of(piece)
            inside.circle(
                x + (away * cos(angle) if len(stack) > 1 else 0), y + (away * sin(angle) if len(stack) > 1 else 0),
                size, fill=seed_colour(look.colour), stroke=edge_of(look.colour), stroke_width=1.0,
            )  # fmt: skip
        self._draw_height(sheet, x + 0.36, y - 0.36, len(stack))

    def _draw_height(self, sheet: Sheet, x: float, y: float, height: int) -> None:
        size = 0.3 * self.board.grain
        sheet.circle(x, y, size * (0.62 if height < 10 else 0.72), cls="rw-badge", stroke_width=1.0)
        sheet.text(x, y, str(height), size * 0.85, cls="rw-number", font_weight="bold")

    def draw_stroke(self, sheet: Sheet, spot: Spot, colour: Colour, thick: float) -> None:
        """A piece on an edge, a corner or a link lies there as a bar."""
        style: dict[str, object] = {"stroke": colour, "stroke_linecap": "round"}
        bar = self.board.bar(spot)
        if bar is not None:
            width = 0.14 if spot.site in self.scene.rules.board.ends else 0.13
            sheet.line(bar[0], bar[1], stroke_width=width * UNIT * thick, **style)
        else:
            sheet.circle(spot.x, spot.y, 0.065 * thick, fill=colour)

    # ------------------------------------------------------------ one piece

    def draw_piece(self, sheet: Sheet, piece: Piece, x: float, y: float, radius: float, cls: str = "cell") -> None:
        look = self.looks.of(piece)
        if look.small:
            radius *= 0.72
        fill, edge = look.colour, edge_of(look.colour)
        width = max(0.8, radius * 4.2)
        if look.form in (Form.FIGURE, Form.SIGN) and look.glyph:
            scale = 2.35 * radius / SIDE
            sheet.path(
                look.glyph, x - scale * SIDE / 2, y + scale * SIDE / 2, scale,
                fill=fill, stroke=ink_on(fill), stroke_width=1.6, stroke_linejoin="round",
            )  # fmt: skip
            return
        if look.form is Form.SIGN and look.parts:
            scale = 2.35 * radius / SIDE
            sheet.drawing(look.parts, x - scale * SIDE / 2, y + scale * SIDE / 2, scale, fill, ink_on(fill))
            return
        if look.form is Form.SIGN:
            size = min(radius * 2.2, 2 * radius / (0.62 * max(1, len(look.text))))
            sheet.text(x, y, look.text, size, fill=fill, font_weight="600", stroke=edge, stroke_width=0.8)
            return
        style: dict[str, object] = {"fill": fill, "stroke": edge, "stroke_width": width}
        if look.form is Form.TILE:
            scale = radius / 0.4 * 0.92
            corners = [(x + right * scale, y + up * scale) for right, up in cell_corners(self.scene, cls)]
            sheet.polygon(corners, stroke_linejoin="round", **style)
        elif look.form is Form.BLOCK:
            sheet.box(x, y, radius * 1.7, radius * 1.7, radius * 0.35, **style)
        else:
            sheet.circle(x, y, radius, **style)
        self._draw_marks(sheet, look, x, y, radius)

    def _draw_marks(self, sheet: Sheet, look: Look, x: float, y: float, radius: float) -> None:
        ink = ink_on(look.colour)
        if look.ring:
            sheet.circle(x, y, radius * 0.66, fill="none", stroke=ink, stroke_width=radius * 8)
        elif look.form is Form.DISC and not look.text and not look.glyph and not look.parts:
            sheet.circle(x, y, radius * 0.72, fill="none", stroke=ink, stroke_width=1.0, stroke_opacity=0.28)
        if look.hole:
            sheet.circle(x, y, radius * 0.36, fill=mixed(look.colour, ink, 0.75))
        if look.parts:
            scale = (1.95 if look.form is Form.TILE else 1.45) * radius / SIDE
            sheet.drawing(look.parts, x - scale * SIDE / 2, y + scale * SIDE / 2, scale, ink, look.colour)
        if look.glyph:
            scale = (1.95 if look.form is Form.TILE else 1.45) * radius / SIDE
            shade = ink if look.tint is None else mixed(look.tint, ink, 0.15 if is_light(look.colour) else 0.4)
            sheet.path(look.glyph, x - scale * SIDE / 2, y + scale * SIDE / 2, scale, fill=shade)
        elif look.text:
            room = 1.2 if look.ring else 1.75
            size = min(radius * 1.15, room * radius / (0.62 * len(look.text)))
            sheet.text(x, y, look.text, size, fill=look.tint or ink, font_weight="600")
        if look.pointing:
            self._draw_pointer(sheet, look, x, y, radius, ink)

    def _draw_pointer(self, sheet: Sheet, look: Look, x: float, y: float, radius: float, ink: Colour) -> None:
        compass = HEX_COMPASS if self.scene.shape is Shape.HEX else COMPASS
        if self.scene.rules.board.corner_up:
            compass = CORNER_COMPASS
        angle = (compass.get(look.pointing or "", 90) + (180 if self.scene.flipped else 0)) * pi / 180
        corners = [(0.92, 0.0), (0.55, 0.3), (0.55, -0.3)]
        sheet.polygon(
            [
                (x + radius * (a * cos(angle) - b * sin(angle)), y + radius * (a * sin(angle) + b * cos(angle)))
                for a, b in corners
            ],
            fill=ink,
        )


def seed_colour(colour: Colour) -> Colour:
    """Of one of many pieces that lie beside each other."""
    return mixed(colour, "#5a3d20", 0.35)


def edge_of(colour: Colour) -> Colour:
    """The outline of a piece: to be seen on light and dark boards."""
    if is_nearly_black(colour):
        return mixed(colour, "#ffffff", 0.4)
    return mixed(colour, "#000000", 0.55 if is_light(colour) else 0.45)

"""A state for people at a terminal that shows colours: cells on a ground, figures, the last move marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.appearance import COLOURS
from .colours import Colour, colour_of_piece, is_light, is_nearly_black, mixed, terminal_code, terminal_style
from .coordinates import Label, labels_of
from .grounds import Ground, contrast, ground_for
from .scene import Piece, Scene, Shape, Spot, scene_of
from .signs import Signs
from .text import below_board, write_board
from .text_cells import widest_in_a_row
from .writer import Writer

if TYPE_CHECKING:
    from ...state import State

DISC = "●"
FIGURES = {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟", "man": DISC}
TARGET = "•"
_BOLD = "1"
_LEAST_CONTRAST = 3.0
_TILE_BLACK: Colour = "#444444"


def draw_terminal(state: State, *, last: int = 0, targets: int = 0, width: int = 80) -> str:
    """The board with wide cells where there is room for them, and under it what the board does not show.

    `last` and `targets` are sets of sites: what the last move has changed, and what can be picked.
    """
    scene = scene_of(state)
    plain = (scene, Signs(scene.rules, unicode=True), True, targets or last)
    for writer in (CellWriter(scene, last, targets), Writer(*plain), _BareWriter(*plain)):
        write_board(writer, True)
        lines = writer.canvas.lines(True)
        if writer.canvas.width <= width:
            break
    return "\n".join([*lines, "", *below_board(writer, True, width)])


class CellWriter(Writer):
    """Writes places as cells with a ground of their own: a disc or figure on it, or a tile with a letter."""

    def __init__(self, scene: Scene, last: int, targets: int) -> None:
        super().__init__(scene, Signs(scene.rules, unicode=True, owners=False), True, targets or last)
        self._last, self._targets = last, targets
        self._figures = _Figures(scene)
        self._has_ground = scene.shape is Shape.HEX or (scene.shape is Shape.SQUARE and not scene.hanging)
        self.ground: Ground = ground_for(self._players)
        # Where pieces only come and never go, cells are points, as in Go; else neighbours differ, as in chess.
        self._points = all(action.verb != "move" for action in scene.rules.actions)
        # As wide as the coordinates below them, so that no ground is missing between cells.
        self._cell = max(self.width(scene.main), widest_in_a_row(labels_of(scene)))

    @property
    def room(self) -> int:
        if not self._has_ground:
            return super().room
        return 3 if self.scene.shape is Shape.HEX else 2

    def text(self, spot: Spot) -> str:
        main = spot.stacks[0]
        figure = self._figures.of(main[-1]) if main and self._has_ground else None
        if figure is not None:
            high = str(len(main)) if len(main) > 1 else ""
            return figure + high + "".join(self.signs.sign(stack[-1]) for stack in spot.stacks[1:] if stack)
        if spot.occupied or not self._has_ground:
            return super().text(spot)
        if self._targets >> spot.site & 1:
            # Names are hard to read off where there is no board.
            return spot.name if self.scene.rules.board.unbounded else TARGET
        return self.signs.empty if self._points else " "

    def put(self, spot: Spot, line: int, column: int, text: str | None = None, around: str = "") -> None:
        if not self._has_ground:
            super().put(spot, line, column, text, around)
            return
        self.drawn.add(spot.site)
        shown = self.text(spot)
        ground = self._ground_of(spot)
        top = next((stack[-1] for stack in spot.stacks if stack), None)
        margin = style = f"38;5;{_ink(COLOURS['white'], self.ground)};48;5;{ground}"
        if top is not None:
            colour = colour_of_piece(self.scene.rules, top, self._players)
            if self._figures.of(top) is not None and shown[0] == self._figures.of(top):
                style = f"{_BOLD};38;5;{_ink(colour, self.ground)};48;5;{ground}"
            else:
                # A black tile would be a hole in a black terminal.
                style = f"{_BOLD};{terminal_style(_TILE_BLACK if is_nearly_black(colour) else colour)}"
                margin = margin if self._is_noted(spot) else style
        before = (self._cell - len(shown)) // 2
        self.canvas.put(line, column - 1, " " * (self._cell + 2), margin)
        self.canvas.put(line, column, (" " * before + shown).ljust(self._cell), style)

    def label(self, label: Label, line: int, column: int, width: int) -> None:
        if not self._has_ground:
            super().label(label, line, column, width)
        elif label.up:
            middle = column + (self._cell - len(label.text)) // 2
            super().label(label, line, middle, width)
        else:
            super().label(label, line, column + 1 if label.right > 0 else column, self._cell)

    def _is_noted(self, spot: Spot) -> bool:
        return bool((self._targets or self._last) >> spot.site & 1)

    def _ground_of(self, spot: Spot) -> int:
        if self._targets >> spot.site & 1:
            return self.ground.target
        if self._last >> spot.site & 1 and not self._targets:
            return self.ground.last
        checkered = self.scene.shape is Shape.SQUARE and not self._points
        dark = checkered and (round(spot.x) + round(spot.y)) % 2 == 0  # as a1 is in chess
        return self.ground.shades[dark]


class _BareWriter(Writer):
    """For what is wider than any board was meant to be, such as a hive that has become a long line."""

    def labels(self) -> list[Label]:
        return []


def _ink(colour: Colour, ground: Ground) -> str:
    """A colour that can be seen on a ground: nearer to white or black if need be."""
    towards = "#000000" if is_light(ground.colour) else "#ffffff"
    if is_nearly_black(colour) and not is_nearly_black(ground.colour):
        return terminal_code("#000000")
    for share in (0.0, 0.2, 0.4, 0.6, 0.8):
        if contrast(mixed(colour, towards, share), ground.colour) >= _LEAST_CONTRAST:
            return terminal_code(mixed(colour, towards, share))
    return terminal_code(towards)


class _Figures:
    """Signs for pieces that need no letter, because there is only one kind or everybody knows the figures."""

    def __init__(self, scene: Scene) -> None:
        self._rules = scene.rules
        self._letters = {
            number: player.name.upper() for number, player in enumerate(scene.rules.players) if len(player.name) == 1
        }

    def of(self, piece: Piece) -> str | None:
        kind = self._rules.kinds[piece.kind]
        if piece.owner is None or kind.axes:
            return None
        alike = [other for other in self._rules.kinds if other.layer == kind.layer and not other.neutral]
        if all(other.name in FIGURES for other in alike):
            return FIGURES[kind.name]
        if len(alike) > 1:
            return None
        return self._letters.get(piece.owner, DISC)

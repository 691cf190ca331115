"""Writes the pieces of places onto a canvas: signs, heights of stacks, marks."""

from __future__ import annotations

from collections.abc import Iterable

from .canvas import Canvas
from .colours import colour_of_piece, colours_of_players, terminal_style
from .coordinates import Label, labels_of
from .scene import Piece, Scene, Spot
from .signs import Signs

DIM = "2"
MARKED = "7"


class Writer:
    def __init__(self, scene: Scene, signs: Signs, colours: bool, highlight: int, roomy: bool = False) -> None:
        self.scene = scene
        self.signs = signs
        self.colours = colours
        self.highlight = highlight
        self.roomy = roomy
        self.canvas = Canvas()
        self.drawn: set[int] = set()
        self._players = colours_of_players(scene.rules)
        in_main = [kind for kind in scene.rules.kinds if kind.layer == 0]
        # Where only one neutral kind stands about in heaps, as in mancala, the number says it all.
        self.counted = scene.rules.stack > 1 and len(in_main) == 1 and in_main[0].neutral

    @property
    def brackets(self) -> bool:
        """Whether marked sites need signs of their own, because there is no colour to mark them with."""
        return (bool(self.highlight) or self.roomy) and not self.colours

    @property
    def room(self) -> int:
        """How many columns lie between the signs of two cells side by side."""
        return 2 if self.brackets else 1

    def text(self, spot: Spot) -> str:
        main, *others = spot.stacks
        if self.counted:
            text = str(len(main))
        else:
            text = self.signs.sign(main[-1]) if main else ""
            text += str(len(main)) if len(main) > 1 else ""
        text += "".join(self.signs.sign(stack[-1]) for stack in others if stack)
        return text or self.signs.empty

    def width(self, spots: Iterable[Spot]) -> int:
        return max((len(self.text(spot)) for spot in spots), default=1)

    def style(self, spot: Spot) -> str:
        top = next((stack[-1] for stack in spot.stacks if stack), None)
        style = DIM if top is None else self._style_of(top)
        return f"{style};{MARKED}" if self.is_marked(spot) else style

    def _style_of(self, piece: Piece) -> str:
        return terminal_style(colour_of_piece(self.scene.rules, piece, self._players))

    def is_marked(self, spot: Spot) -> bool:
        return bool(self.highlight >> spot.site & 1)

    def put(self, spot: Spot, line: int, column: int, text: str | None = None, around: str = "") -> None:
        """Writes a place; `around` holds two signs that stand on both sides of it."""
        self.drawn.add(spot.site)
        shown = self.text(spot) if text is None else text
        if self.brackets and self.is_marked(spot):
            around = "><" if around else "[]"
        if around:
            self.canvas.put(line, column - 1, around[0], DIM)
            self.canvas.put(line, column + len(shown), around[1], DIM)
        self.canvas.put(line, column, shown, self.style(spot))

    def labels(self) -> list[Label]:
        """The coordinates to write."""
        return labels_of(self.scene)

    def label(self, label: Label, line: int, column: int, width: int) -> None:
        """Writes a coordinate beside the place on (line, column), whose sign is `width` wide."""
        if label.up:
            self.canvas.put(line, column, label.text, DIM)
        elif label.right < 0:
            start = column - 1 - len(label.text) - self.brackets
            # Where the corner of a board is missing, the coordinate of a column may already stand here.
            while not self.canvas.is_free(line, start, len(label.text)) and start > column - 8:
                start -= 1
            self.canvas.put(line, start, label.text, DIM)
        else:
            self.canvas.put(line, column + width + 1, label.text, DIM)

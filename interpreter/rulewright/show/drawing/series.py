"""Many positions of one game as pictures in one page: the board is drawn once, and each picture refers to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Tree

from .picture import FONT, UNIT, Sheet
from .scene import scene_of
from .svg import MARGIN, draw_board, draw_ground, draw_rim, size_of_text
from .svg_board import BoardPicture
from .svg_pieces import PiecePicture
from .svg_regions import draw_regions

if TYPE_CHECKING:
    from ...state import State


class Series:
    """`board` goes into the page once, before the `picture`s; `name` is its own among the elements of the page."""

    def __init__(self, start: State, name: str = "rw-board-alone") -> None:
        self._name = name
        self._scene = scene_of(start)
        self._sheet = Sheet(Tree.Element("g", {"id": name}))
        self.alone = start.game.rules.unbounded is None  # else the board grows, and each picture has its own
        if self.alone:
            board = BoardPicture(self._scene, size_of_text(self._scene))
            board.draw(self._sheet)
            board.draw_names(self._sheet, draw_regions(self._sheet, self._scene, board))

    @property
    def board(self) -> str:
        hidden = Tree.Element("svg", {"width": "0", "height": "0", "aria-hidden": "true", "style": "position:absolute"})
        defs = Tree.SubElement(hidden, "defs")
        if self.alone:
            defs.append(self._sheet.group)
        return Tree.tostring(hidden, encoding="unicode")

    def picture(self, state: State, label: str) -> str:
        scene = scene_of(state)
        root = self._root(label)
        sheet = Sheet(Tree.SubElement(root, "g"))
        board = BoardPicture(scene, size_of_text(scene))
        pieces = PiecePicture(scene, board)
        if not self.alone:
            draw_board(sheet, scene, board, pieces)
            return self._told(root, sheet)
        self._use(sheet)
        changed = [spot for spot in (*scene.main, *scene.loose) if spot.site in scene.changed]
        for spot in changed:
            draw_ground(sheet, board, spot, "rw-last")
        pieces.draw_all(sheet)
        for spot in changed:
            if pieces.is_covered(spot):
                draw_rim(sheet, board, spot, "rw-last")
        return self._told(root, sheet)

    def shares(self, values: Mapping[int, float], label: str) -> str:
        """A disc on each site, its area and its darkness by a value from 0 to 1; sites have their names as titles."""
        root = self._root(label)
        sheet = Sheet(Tree.SubElement(root, "g"))
        self._use(sheet)
        board = BoardPicture(self._scene, size_of_text(self._scene))
        for spot in self._scene.spots:
            value = values.get(spot.site, 0.0)
            if value > 0:
                x, y = board.place(spot)
                mark = sheet.inside("heat", f"{spot.name}: {100 * value:.0f} %")
                radius = max(0.06, 1.05 * board.radius(spot) * value**0.5)
                mark.circle(x, y, radius, fill_opacity=round(0.35 + 0.6 * value, 2))
        return self._told(root, sheet)

    def _use(self, sheet: Sheet) -> None:
        sheet.add("use", href=f"#{self._name}")
        sheet.reach(self._sheet.left, self._sheet.bottom)
        sheet.reach(self._sheet.right, self._sheet.top)

    @staticmethod
    def _root(label: str) -> Tree.Element:
        root = Tree.Element("svg", {"role": "img", "font-family": FONT, "aria-label": label})
        Tree.SubElement(root, "title").text = label
        return root

    @staticmethod
    def _told(root: Tree.Element, sheet: Sheet) -> str:
        left, top = (sheet.left - MARGIN) * UNIT, (-sheet.top - MARGIN) * UNIT
        width = (sheet.right - sheet.left + 2 * MARGIN) * UNIT
        height = (sheet.top - sheet.bottom + 2 * MARGIN) * UNIT
        root.set("viewBox", f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}")
        return Tree.tostring(root, encoding="unicode")

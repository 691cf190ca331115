"""The board of a picture: cells by their tiling, points with their lines, pits, coordinates."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from .colours import mixed
from .coordinates import labels_of, named_singly
from .lines import joined_points
from .picture import Sheet
from .scene import Scene, Shape, Spot

LINE = 1.4
"""Pixels of a thin line."""

PIT, POINT = 2.1, 4.6
"""How high places are in which several pieces lie one behind the other: those of a list, and long points."""


class BoardPicture:
    """Where things are on the picture, and the drawing of the board itself."""

    def __init__(self, scene: Scene, size_of_text: float) -> None:
        self.scene = scene
        self.size_of_text = size_of_text
        laid = scene.look is not None and bool(scene.look.rows)
        stacked = scene.rules.stack > 1 and not all(kind.neutral for kind in scene.rules.kinds)
        self.tall = scene.shape is Shape.PITS and (bool(scene.points) or (stacked and not laid))
        self.height = POINT if scene.points else PIT if self.tall else 0.92
        """Of a place of a board without a grid, where pieces lie in it one behind the other."""
        self.spread = self._row_distance() if scene.shape is Shape.PITS else 1.0
        self.colour = scene.look.colour if scene.look else None
        self._middle = (min(spot.y for spot in scene.main) + max(spot.y for spot in scene.main)) / 2
        lines = joined_points(scene) if scene.shape is Shape.POINTS else []
        # Pieces are smaller where two joined points are nearer to each other than usual.
        self.grain = min([1.0, *(_distance(one, other) for one, other in lines)])

    def _row_distance(self) -> float:
        """Of the rows of a list of places; names stand below all but the upper ones."""
        if self.tall:
            return self.height + 0.6
        inner = len({spot.y for spot in self.scene.main}) > 2
        return max(1.25, self.height + 1.5 * self.size_of_text) if inner else 1.25

    def place(self, spot: Spot) -> tuple[float, float]:
        if spot in self.scene.loose and self.scene.shape is not Shape.PITS:  # these have their names below them
            return spot.x, spot.y * 1.35
        return spot.x, spot.y * self.spread

    def way(self, spot: Spot) -> int:
        """Whether pieces lie in it from below (1) or, in points of the upper half, from above (-1)."""
        return -1 if self.scene.points and spot.y > self._middle else 1

    def foot(self, spot: Spot) -> float:
        """How far above the middle of a place its first piece lies."""
        return -self.way(spot) * (self.height / 2 - 0.43) if self.tall else 0.0

    @property
    def rise(self) -> tuple[float, float]:
        """How far each piece of a stack lies from the one below it at most, and the room for all of them."""
        if not self.tall:
            return 0.15, 0.42 * self.grain
        return (0.8 if self.scene.points else 0.7), self.height - 0.85

    def radius(self, spot: Spot) -> float:
        """How large a piece on a site is."""
        if self.scene.shape is Shape.OCTOSQUARE:
            return 0.38 if spot.cls == "octagon" else 0.3
        return {Shape.POINTS: 0.34, Shape.HEX: 0.39}.get(self.scene.shape, 0.4) * self.grain

    def outline(self, spot: Spot, scale: float = 1.0) -> list[tuple[float, float]]:
        """The corners of a cell."""
        x, y = self.place(spot)
        return [(x + right * scale, y + up * scale) for right, up in cell_corners(self.scene, spot.cls)]

    def bar(self, spot: Spot) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """From where to where an edge or a link reaches; None for other sites."""
        board, turned = self.scene.rules.board, -1 if self.scene.flipped else 1
        if spot.site in board.ends:
            one, other = (board.sites[site] for site in board.ends[spot.site])
            return (one.x * turned, one.y * turned), (other.x * turned, other.y * turned)
        if spot.cls != "edge" or spot.site not in board.hangs_on:
            return None
        cell = board.sites[board.hangs_on[spot.site][0][0]]
        right, up = spot.x - cell.x * turned, spot.y - cell.y * turned
        half = 0.5 / 3**0.5 if self.scene.shape is Shape.HEX else 0.5
        along = half * 0.96 / (right**2 + up**2) ** 0.5
        return (spot.x - up * along, spot.y + right * along), (spot.x + up * along, spot.y - right * along)

    # ------------------------------------------------------------ drawing

    def draw(self, sheet: Sheet) -> None:
        scene = self.scene
        if scene.shape is Shape.POINTS:
            self._draw_points(sheet)
        elif scene.shape is Shape.PITS:
            if scene.points:
                sheet.box(*self._around_places(), 0.15, **self._paint("rw-board"), stroke_width=LINE)
            for spot in scene.main:
                self._draw_pit(sheet, spot)
        else:
            self._draw_cells(sheet)
        for spot in scene.loose:
            self._draw_pit(sheet, spot)

    def _draw_cells(self, sheet: Sheet) -> None:
        scene, board = self.scene, self.scene.rules.board
        if board.dark is not None and len({spot.x for spot in scene.main}) > 1:
            self._draw_ground(sheet)
        # Where tiles or pieces make the board, the cells are only where it could go on.
        bare = board.unbounded or bool(scene.layers_below)
        for spot in scene.main:
            cls = "rw-bare" if bare else "rw-second" if spot.cls == "square" else "rw-cell"
            if board.dark is not None:
                cls = "rw-dark" if board.dark >> spot.site & 1 else "rw-light"
            sheet.polygon(self.outline(spot, 0.86 if scene.hanging else 1.0), **self._paint(cls), stroke_width=LINE)
        for cells in board.blocks.values():
            inside = [spot for spot in scene.main if cells >> spot.site & 1]
            (left, right), (low, high) = ((min(line), max(line)) for line in zip(*map(self.place, inside), strict=True))
            for corner in ((left, low), (right, high)):  # two sides each; the others belong to the neighbours as well
                x, y = (
                    place + (0.5 if place == far else -0.5) for place, far in zip(corner, (right, high), strict=True)
                )
                sheet.line((left - 0.5, y), (right + 0.5, y), cls="rw-line", stroke_width=LINE * 2.5)
                sheet.line((x, low - 0.5), (x, high + 0.5), cls="rw-line", stroke_width=LINE * 2.5)

    def _paint(self, cls: str) -> dict[str, Any]:
        """The colours of a part of the board: those of the style sheet, or what `display` says."""
        if self.colour is None or cls == "rw-bare":
            return {"cls": cls}
        pale = mixed(self.colour, "#ffffff", 0.6)
        if cls in ("rw-dark", "rw-light"):
            return {"fill": self.colour if cls == "rw-dark" else pale}
        return {"fill": pale if cls == "rw-second" else self.colour, "stroke": mixed(self.colour, "#000000", 0.3)}

    def _draw_ground(self, sheet: Sheet) -> None:
        """What lies under the cells and shows where some of them are missing."""
        sheet.box(*self._around(1), **self._paint("rw-light"))

    def _around(self, more: float) -> tuple[float, float, float, float]:
        """A box round all sites of the board: its middle, its width and height."""
        xs, ys = [spot.x for spot in self.scene.main], [spot.y for spot in self.scene.main]
        middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
        return *middle, max(xs) - min(xs) + more, max(ys) - min(ys) + more

    def _draw_points(self, sheet: Sheet) -> None:
        sheet.box(*self._around(1.1 * self.grain), 0.12 * self.grain, **self._paint("rw-board"), stroke_width=LINE)
        for one, other in joined_points(self.scene):
            sheet.line(self.place(one), self.place(other), cls="rw-line", stroke_width=LINE * 1.4)
        for spot in self.scene.main:
            sheet.circle(*self.place(spot), 0.08 * self.grain, cls="rw-dot")

    def _around_places(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*map(self.place, self.scene.main), strict=True)
        wide, high = max(xs) - min(xs) + 1.1, max(ys) - min(ys) + self.height + 0.12
        return (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2, wide, high

    def _draw_point(self, sheet: Sheet, spot: Spot) -> None:
        """Every second one in a row is darker, and those opposite each other differ."""
        x, y = self.place(spot)
        way, column = self.way(spot), round(spot.x)
        base, tip = y - way * self.height / 2, y + way * self.height * 0.42
        cls = "rw-dark" if (column + (way < 0)) % 2 else "rw-second"
        sheet.polygon([(x - 0.47, base), (x + 0.47, base), (x, tip)], **self._paint(cls))

    def _draw_pit(self, sheet: Sheet, spot: Spot) -> None:
        x, y = self.place(spot)
        if spot.site in self.scene.points:
            self._draw_point(sheet, spot)
        elif self.tall:
            sheet.box(x, y, 0.9, self.height, 0.2, **self._paint("rw-pit"), stroke_width=LINE)
        else:
            sheet.box(x, y, 0.92, 0.92, 0.3, **self._paint("rw-pit"), stroke_width=LINE)

    def draw_names(self, sheet: Sheet, beyond: float = 0.0) -> None:
        """Coordinates round the board, and the names of sites that coordinates do not tell."""
        size = self.size_of_text
        for label in labels_of(self.scene):
            near = (0.3 if self.scene.shape is Shape.OCTOSQUARE else 0.5 * self.grain) + beyond + 0.75 * size
            length = (label.right**2 + label.up**2) ** 0.5
            far = near / length if label.up or label.right else 0
            x, y = label.x + label.right * far, label.y + label.up * far
            anchor = "middle" if label.up else "end" if label.right < 0 else "start"
            sheet.text(x + (0.2 * size if anchor == "end" else 0), y, label.text, size, anchor, cls="rw-soft")
        if named_singly(self.scene):
            for spot in self.scene.main:
                self._draw_name(sheet, spot)
        for spot in self.scene.loose:
            self._draw_name(sheet, spot)

    def _draw_name(self, sheet: Sheet, spot: Spot) -> None:
        x, y = self.place(spot)
        if self.scene.shape is Shape.POINTS and spot in self.scene.main:
            away = 0.42 * self.grain
            sheet.text(x + away, y - away, spot.name, self.size_of_text * 0.8, "start", cls="rw-soft")
            return
        outside = self.height / 2 + 0.7 * self.size_of_text
        above = self.scene.shape is Shape.PITS and spot.y > self._middle
        longest = max(len(other.name) for other in (self.scene.main if spot in self.scene.main else self.scene.loose))
        size = min(self.size_of_text, 0.95 / (0.58 * longest))
        sheet.text(x, y + (outside if above else -outside), spot.name, size, cls="rw-soft")


def _distance(one: Spot, other: Spot) -> float:
    distance: float = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
    return distance


def cell_corners(scene: Scene, cls: str) -> list[tuple[float, float]]:
    """The corners of a cell round its middle."""
    shape = scene.shape
    if shape is Shape.HEX:
        return _regular(6, 1 / 3**0.5, 0 if scene.rules.board.corner_up else 30)
    if shape is Shape.OCTOSQUARE:
        # Octagons fill the plane but for a small square, standing on its tip, in each corner.
        return _regular(8, 0.5 / cos(pi / 8), 22.5) if cls == "octagon" else _regular(4, 1 - 0.5**0.5, 0)
    return [(0.5, 0.5), (0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5)]


def _regular(corners: int, radius: float, first: float) -> list[tuple[float, float]]:
    angles = [(first + 360 * number / corners) * pi / 180 for number in range(corners)]
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]

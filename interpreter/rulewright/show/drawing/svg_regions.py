"""Regions that belong to players, shown on the board: whose side, camp or home it is."""

from __future__ import annotations

from ...analysis.roots import with_defines
from ...board import bits
from ...rules.expressions import FixedOf
from ...rules.game import Region, Rules
from .colours import colours_of_players
from .picture import Sheet
from .scene import Scene, Shape, Spot
from .svg_board import BoardPicture


def draw_regions(sheet: Sheet, scene: Scene, board: BoardPicture) -> float:
    """A whole side of the board gets a stroke outside it if games end by it, a smaller region a tint.

    It gives the room that strokes took. A side that only pieces ask for, to become others there, is nobody's.

    Rows and columns inside the board speak for themselves.
    """
    if scene.rules.board.unbounded or scene.shape in (Shape.POINTS, Shape.PITS):
        return 0.0
    room = 0.0
    colours = colours_of_players(scene.rules)
    spots = {spot.site: spot for spot in scene.main}
    ending = _regions_that_end_games(scene.rules)
    for region in scene.rules.regions:
        if not region.per_player:
            continue
        for player, sites in enumerate(region.sites):
            inside = [spots[site] for site in bits(sites) if site in spots]
            if not inside:
                continue
            if sites in (scene.rules.board.sides or ()):
                if region.sites not in ending:
                    continue
                _draw_side(sheet, scene, inside, colours[player])
                room = 0.36 if scene.shape is Shape.HEX else 0.14
            elif _is_camp(scene, region, sites):
                for spot in inside:
                    sheet.polygon(board.outline(spot), fill=colours[player], fill_opacity=0.3)
    return room


def _regions_that_end_games(rules: Rules) -> set[tuple[int, ...]]:
    asked = [*rules.end, *([rules.out] if rules.out is not None else ())]
    return {node.sites for node in with_defines(rules, asked) if isinstance(node, FixedOf)}


def _is_camp(scene: Scene, region: Region, sites: int) -> bool:
    """Whether it is a place of its own: not whole rows or columns, and apart from the other players' regions."""
    board = scene.rules.board
    whole = [*board.rows.values(), *board.columns.values()]
    in_lines = 0
    for line in whole:
        if line & ~sites == 0:
            in_lines |= line
    shared = any(sites & other for other in region.sites if other is not sites)
    return in_lines != sites and not shared and sites.bit_count() * 2 < len(scene.main)


def _draw_side(sheet: Sheet, scene: Scene, side: list[Spot], colour: str) -> None:
    ends = sorted(side, key=lambda spot: (round(spot.x, 3), spot.y))
    first, last = ends[0], ends[-1]
    right, up = last.x - first.x, last.y - first.y
    length = (right**2 + up**2) ** 0.5
    if not length:
        return
    middle_x = sum(spot.x for spot in scene.main) / len(scene.main)
    middle_y = sum(spot.y for spot in scene.main) / len(scene.main)
    away_x, away_y = -up / length, right / length
    if (first.x - middle_x) * away_x + (first.y - middle_y) * away_y < 0:
        away_x, away_y = -away_x, -away_y
    far = 0.66 if scene.shape is Shape.HEX else 0.56
    more_x, more_y = right / length * 0.3, up / length * 0.3
    start = (first.x + away_x * far - more_x, first.y + away_y * far - more_y)
    end = (last.x + away_x * far + more_x, last.y + away_y * far + more_y)
    sheet.line(start, end, stroke="#55524a", stroke_width=6.0, stroke_linecap="round")
    sheet.line(start, end, stroke=colour, stroke_width=4.0, stroke_linecap="round")

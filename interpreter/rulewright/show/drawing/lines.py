"""The lines of boards that are drawn as points: which points they join."""

from __future__ import annotations

from itertools import pairwise

from .scene import Scene, Spot


def joined_points(scene: Scene) -> list[tuple[Spot, Spot]]:
    """Every pair of points that a step in some compass direction joins, once."""
    board = scene.rules.board
    spots = {spot.site: spot for spot in scene.main}
    pairs = {
        (min(site, other), max(site, other))
        for direction in board.directions[: len(board.compass)]
        for site, other in enumerate(direction.next)
        if other >= 0
    }
    return [(spots[one], spots[other]) for one, other in sorted(pairs)]


def least_gap(values: list[float]) -> float:
    """The smallest distance between different values; 1 if there is only one value."""
    ordered = sorted(values)
    gaps = [after - before for before, after in pairwise(ordered) if after - before > 0.01]
    return min(gaps, default=1.0)

"""Board descriptions become sites, directions, adjacency and places to draw them."""

from .bits import bits, mask_of
from .board import Board, Direction, Site, Track
from .build import build, torus
from .problems import BoardProblem, BoardProblems
from .removal import remove
from .spec import BoardSpec, TrackSpec, parse_leap, parse_rows, parse_size

__all__ = [
    "Board",
    "BoardProblem",
    "BoardProblems",
    "BoardSpec",
    "Direction",
    "Site",
    "Track",
    "TrackSpec",
    "bits",
    "build",
    "mask_of",
    "parse_leap",
    "parse_rows",
    "parse_size",
    "remove",
    "torus",
]

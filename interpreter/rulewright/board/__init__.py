"""Board descriptions become sites, directions, adjacency and places to draw them."""

from rulewright.board.bits import bits, mask_of
from rulewright.board.board import Board, Direction, Site, Track
from rulewright.board.build import build, torus
from rulewright.board.problems import BoardProblem, BoardProblems
from rulewright.board.removal import remove
from rulewright.board.spec import BoardSpec, TrackSpec, parse_leap, parse_rows, parse_size

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

"""Appearance: what `display` says of players, pieces, states and the board. Drawings read it, engines never do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .expressions import Node

COLOURS: dict[str, str] = {
    "white": "#fbfaf6", "ivory": "#f6efd9", "light": "#f3ead2", "pale": "#efe2bd", "silver": "#c3c8cc",
    "grey": "#8c9196", "gray": "#8c9196", "dark": "#3d3a37", "black": "#26272b",
    "red": "#c8372d", "scarlet": "#d03a20", "crimson": "#a8183c", "pink": "#e58cab", "magenta": "#b83a8f",
    "purple": "#7b4ba0", "violet": "#7857b8", "blue": "#2463b0", "navy": "#213a72", "cyan": "#36a9c4",
    "teal": "#1f8a86", "turquoise": "#2fb5a5", "green": "#2f8f4e", "lime": "#95bf2e", "olive": "#7d7d2c",
    "yellow": "#efc93a", "gold": "#d4a829", "amber": "#e0a020", "orange": "#e07b1f", "brown": "#855a35",
    "tan": "#caa472",
}  # fmt: skip
"""What a name of a colour stands for."""

BOARD = "board"
"""The name under which `display` speaks of the board, unless a piece or a player has it."""

NOTHING = -1
"""In the rows of a board: a place where no site is."""

DICE = "dice"
"""The shape of a variable whose numbers are shown as dice."""

MOVES = "moves"
"""The name under which `display` speaks of lists of moves, in the same way."""

ALGEBRAIC = "algebraic"
"""The notation of moves that chess players write."""


def board_of(display: Iterable[Appearance]) -> Appearance | None:
    """What is said of the board."""
    return next((each for each in display if each.name == BOARD), None)


def dice_of(display: Iterable[Appearance]) -> frozenset[str]:
    """The variables that are shown as dice."""
    return frozenset(each.name for each in display if each.shape == DICE)


OUTLINE_BOX = 45
"""How wide and high the box of an outline is."""


@dataclass(frozen=True, slots=True)
class OutlinePart:
    """One shape of a drawing: a path, how it is placed in the box, and attributes of its looks."""

    path: str
    transform: str
    style: tuple[tuple[str, str], ...]


class Appearance(Node):
    """How what is called `name` is to be drawn; None leaves it to the drawing.

    A `colour` is "#rrggbb". An `outline` is the path of an SVG in a box of 45 by 45; that of a file are `parts`. A
    `notation` is that of moves.
    `numbered` pieces show which of their kind they are.

    Of the board: its sites in `rows` from the top, NOTHING where there is none, and the bit set of those that are
    `points`.
    """

    name: str
    colour: str | None
    symbol: str | None
    shape: str | None
    outline: str | None
    notation: str | None
    numbered: bool
    rows: tuple[tuple[int, ...], ...] = ()
    points: int = 0
    parts: tuple[OutlinePart, ...] = ()

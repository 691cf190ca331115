"""pydraughts (PyPI pydraughts): the draughts of the world.

It numbers squares; a capture is the list of all squares it visits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .harness import Comparison, Peer, package
from .spiel import LETTERS, site


class Draughts:
    """A board of pydraughts as a peer."""

    def __init__(self, variant: str, square: Callable[[int], str]) -> None:
        self.board, self.square = package("draughts").Board(variant=variant), square

    def moves(self) -> dict[str, Any]:
        return {"-".join(map(self.square, move.steps_move)): move for move in self.board.legal_moves()}

    def play(self, move: Any) -> None:
        self.board.push(move)

    def outcome(self) -> str | None:
        if not self.board.is_over():
            return None
        return {2: "white wins", 1: "black wins"}.get(self.board.winner(), "draw")


class Turkish(Draughts):
    """pydraughts 0.6.7 lets a king walk through a piece of its own; such walks are left out."""

    def moves(self) -> dict[str, Any]:
        taken = set(re.findall(r"[a-h][1-8]", self.board.fen))
        return {text: move for text, move in super().moves().items() if move.has_captures or not taken & _between(text)}


def _between(text: str) -> set[str]:
    """The squares between two on a row or a column."""
    (column, row), (to_column, to_row) = ((LETTERS.index(name[0]), int(name[1:]) - 1) for name in text.split("-"))
    far = max(abs(to_column - column), abs(to_row - row))
    way = ((to_column - column) // far, (to_row - row) // far)
    return {site(column + way[0] * step, row + way[1] * step) for step in range(1, far)}


def _from_the_top(number: int) -> str:
    """1 to 50 on the dark squares of 10x10, from the top left."""
    row, place = 9 - (number - 1) // 5, (number - 1) % 5
    return site(2 * place + row % 2, row)


def _from_the_bottom(number: int) -> str:
    """1 to 32 on the dark squares of 8x8, from a1."""
    row, place = divmod(number - 1, 4)
    return site(2 * place + row % 2, row)


def _all_squares(number: int) -> str:
    """1 to 64, from a1."""
    row, column = divmod(number - 1, 8)
    return site(column, row)


def _draughts(
    game: str, variant: str, square: Callable[[int], str], adapter: type[Draughts] = Draughts, **settings: Any
) -> Comparison:
    def start() -> Peer:
        return adapter(variant, square)

    how = "Squares are numbered there. Draw rules differ; a game that only one side calls a draw ends there."
    if adapter is Turkish:
        how += " King against a single man is over here and goes on there; its walks through own pieces are left out."
    return Comparison(game, "pydraughts", "pydraughts", start, how, draws=False, **settings)


COMPARISONS = [
    _draughts("international_draughts", "standard", _from_the_top),
    _draughts("russian_draughts", "russian", _from_the_bottom),
    _draughts("brazilian_draughts", "brazilian", _from_the_bottom),
    _draughts("turkish_draughts", "turkish", _all_squares, Turkish, our_ends=True),
]

"""python-chess (PyPI chess) on Chess960: its 960 arrays, and castling from any of them.

Chance seats our pieces one by one; python-chess numbers whole arrays. While pieces are being seated, the peer allows
what leads to at least one of its 960 arrays, so the two agree on the arrays as well.
"""

from __future__ import annotations

from typing import Any

from .fairy import Chess, chess_text
from .harness import Comparison, package

_SEATS = "bbqnnk"  # the order in which our chance seats them: the first bishop on a light square, the second on a dark
_KINDS = {"b": "bishop", "q": "queen", "n": "knight", "k": "king"}


class Chess960(Chess):
    """A board of python-chess that waits for its array."""

    def __init__(self) -> None:
        super().__init__("chess.Board", chess_text)
        self.program = package("chess")
        self.seats: list[int] = []  # columns, in the order of _SEATS
        self.arrays = [self._array(number) for number in range(960)]

    def _array(self, number: int) -> str:
        board = self.program.BaseBoard.from_chess960_pos(number)
        return "".join(board.piece_at(column).symbol().lower() for column in range(8))

    def moves(self) -> dict[str, Any]:
        done = len(self.seats)
        if done == len(_SEATS):
            return super().moves()
        columns = range(8) if done > 1 else range(1 - done, 8, 2)
        return {
            f"{_KINDS[_SEATS[done]]} {'abcdefgh'[column]}1": column
            for column in columns
            if column not in self.seats and self._fitting([*self.seats, column])
        }

    def _fitting(self, seats: list[int]) -> list[int]:
        """The numbers of the arrays in which these seats are taken so."""
        return [
            number
            for number, array in enumerate(self.arrays)
            if all(array[column] == letter for column, letter in zip(seats, _SEATS, strict=False))
        ]

    def play(self, move: Any) -> None:
        if len(self.seats) == len(_SEATS):
            super().play(move)
            return
        self.seats.append(move)
        if len(self.seats) == len(_SEATS):
            [number] = self._fitting(self.seats)
            self.board = self.program.Board.from_chess960_pos(number)


COMPARISONS = [
    Comparison(
        "chess960", "python-chess", "chess", Chess960,
        "While chance seats the pieces, what leads to one of its 960 arrays. Castling is the king taking its own rook.",
        games=6, plies=46, positions=240, deep=20,
    ),
]  # fmt: skip

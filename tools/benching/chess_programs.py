"""Libraries for chess: python-chess in Python, and pyffish, which is Fairy-Stockfish called from Python."""

from __future__ import annotations

import random
from typing import Any

from .runners import Run, library, repeat, timed


class PythonChess:
    def __init__(self) -> None:
        self.chess = library("chess", "chess")
        self.random = random.Random(1)

    def _one_game(self, numbers: random.Random) -> int:
        board = self.chess.Board()
        moves = 0
        while True:
            legal = list(board.legal_moves)
            if not legal or board.halfmove_clock >= 100 or board.is_insufficient_material() or board.is_repetition(3):
                return moves
            board.push(numbers.choice(legal))
            moves += 1

    def playouts(self, seconds: float) -> Run:
        return repeat(self._one_game, seconds, self.random)

    def perft(self, depth: int) -> Run:
        return timed(lambda: self._count(self.chess.Board(), depth))

    def _count(self, board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        found = 0
        for move in board.legal_moves:
            board.push(move)
            found += self._count(board, depth - 1)
            board.pop()
        return found


class Pyffish:
    """Every call sets up a position anew, so this is the price of its interface more than of its engine."""

    def __init__(self, variant: str) -> None:
        self.program = library("pyffish", "pyffish")
        self.variant = variant
        self.start = self.program.start_fen(variant)
        self.random = random.Random(1)

    def _one_game(self, numbers: random.Random) -> int:
        fen, moves = self.start, 0
        while legal := self.program.legal_moves(self.variant, fen, []):
            if self.program.is_optional_game_end(self.variant, fen, [])[0]:
                break
            fen = self.program.get_fen(self.variant, fen, [numbers.choice(legal)])
            moves += 1
        return moves

    def playouts(self, seconds: float) -> Run:
        return repeat(self._one_game, seconds, self.random)

    def perft(self, depth: int) -> Run:
        return timed(lambda: self._count(self.start, depth))

    def _count(self, fen: str, depth: int) -> int:
        legal = self.program.legal_moves(self.variant, fen, [])
        if depth == 1:
            return len(legal)
        return sum(self._count(self.program.get_fen(self.variant, fen, [move]), depth - 1) for move in legal)

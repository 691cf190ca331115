"""RoyalUr (PyPI RoyalUr), the rules of Finkel: tiles of a path, four dice of zero or one."""

from __future__ import annotations

from itertools import product
from typing import Any

from .harness import Comparison, Peer, package

_MIDDLE = [f"m{number}" for number in range(1, 9)]


class Ur:
    """A game of RoyalUr as a peer. It goes on by itself when a roll cannot be used; here that is a move, `rest`."""

    def __init__(self) -> None:
        self.game = package("royalur").Game.create_finkel()
        self.rests = False

    def moves(self) -> dict[str, Any]:
        if self.rests:
            return {"rest": None}
        if self.game.is_waiting_for_roll():
            return {"-".join(map(str, dice)): sum(dice) for dice in product((0, 1), repeat=4)}
        return {_text(move): move for move in self.game.find_available_moves()}

    def play(self, move: Any) -> None:
        if self.rests:
            self.rests = False
        elif self.game.is_waiting_for_roll():
            self.game.roll_dice(move)
            self.rests = not self.game.is_waiting_for_move()
        else:
            self.game.make_move(move)

    def outcome(self) -> str | None:
        if not self.game.is_finished():
            return None
        return "white wins" if self.game.get_winner().name == "LIGHT" else "black wins"


def _text(move: Any) -> str:
    """Our names of where a piece comes from and goes to; what is not on the board waits or is home."""
    side = "w" if move.player.name == "LIGHT" else "b"
    path = [*(f"{side}{number}" for number in (4, 3, 2, 1)), *_MIDDLE, f"{side}14", f"{side}13"]
    origin = f"{side}0" if move.source_piece is None else path[move.source_piece.path_index]
    target = f"{side}15" if move.dest_piece is None else path[move.dest_piece.path_index]
    return f"{origin}-{target}"


def _start() -> Peer:
    return Ur()


_HOW = "A turn without a move, which it passes over by itself, is our rest."

COMPARISONS = [
    Comparison("ur", "RoyalUr", "RoyalUr", _start, _HOW, games=2, plies=1000, positions=400, deep=20),
]

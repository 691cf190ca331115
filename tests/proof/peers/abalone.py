"""abalone_boai (PyPI abalone-boai): a move is a marble, or the two ends of a row, and a direction."""

from __future__ import annotations

from typing import Any

from .harness import Comparison, Peer, package


class Abalone:
    """A game of abalone_boai as a peer."""

    def __init__(self) -> None:
        self.game, self.tools = package("abalone.game").Game(), package("abalone.utils")

    def moves(self) -> dict[str, Any]:
        return {self._text(*move): move for move in self.game.generate_legal_moves()}

    def _text(self, marbles: Any, direction: Any) -> str:
        """The marble at the back and where it goes; broadside both ends and where the first goes."""
        ends = marbles if isinstance(marbles, tuple) else (marbles,)
        goal = self.tools.neighbor(ends[0], direction)
        return "".join("".join(space.value) for space in (*ends, goal)).lower()

    def play(self, move: Any) -> None:
        self.game.move(*move)
        self.game.switch_player()

    def outcome(self) -> str | None:
        black, white = self.game.get_score()
        if 8 not in (black, white):
            return None
        return "white wins" if black == 8 else "black wins"


def _start() -> Peer:
    return Abalone()


_HOW = "A broadside has two names, from either end. A draw by repetition, which only we know, ends the comparison."

COMPARISONS = [
    Comparison("abalone", "abalone_boai", "abalone-boai", _start, _HOW, draws=False, games=2, plies=40, positions=60),
]

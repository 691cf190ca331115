"""fanorona_aec (PyPI fanorona-aec): one step at a time, and an action that ends the turn."""

from __future__ import annotations

import copy
from typing import Any

from rulewright.state import State
from tests.conformance.helpers import pieces

from .harness import Comparison, Peer, package


class Fanorona:
    """A game of fanorona_aec as a peer. Its steps are put together to turns; a turn is told by the board behind it."""

    def __init__(self) -> None:
        self.state = package("env.fanorona_state").FanoronaState()
        self.tools = package("env.fanorona_move")
        self.state.reset()

    def moves(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._follow(self.state, found)
        return found

    def _follow(self, state: Any, found: dict[str, Any]) -> None:
        for action in state.legal_moves:
            after = copy.deepcopy(state)
            after.push(self.tools.FanoronaMove.from_action(action))
            if after.turn_to_play != state.turn_to_play:
                found[_board(after)] = after
            else:
                self._follow(after, found)

    def play(self, move: Any) -> None:
        self.state = move
        self.state.half_moves = 0  # it calls a game of 44 turns a draw

    def outcome(self) -> str | None:
        left = {letter for letter in _board(self.state) if letter in "WB"}
        return None if len(left) == 2 else "white wins" if "W" in left else "black wins"


def _board(state: Any) -> str:
    """Rows from the bottom, `W`, `B` and `.`"""
    return "/".join("".join("WB."[int(piece)] for piece in row) for row in state.board)


def _ours(state: State) -> str:
    standing = pieces(state)
    letters = {site: "W" if piece.startswith("white") else "B" for site, piece in standing.items()}
    return "/".join("".join(letters.get(f"{column}{row}", ".") for column in "abcdefghi") for row in range(1, 6))


def _start() -> Peer:
    return Fanorona()


_HOW = (
    "Single steps there are put together to turns, and turns are told by the board behind them. A draw by repetition, "
    "which only we know, ends the comparison."
)

COMPARISONS = [
    Comparison(
        "fanorona",
        "fanorona_aec",
        "fanorona-aec",
        _start,
        _HOW,
        after=_ours,
        draws=False,
        games=2,
        plies=60,
        positions=60,
    ),
]

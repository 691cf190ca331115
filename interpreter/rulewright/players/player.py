"""What a playing program is, and what it has to say about a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from ..state import Move, Outcome, State

Proof: TypeAlias = Literal["win", "loss", "draw"]
_ROUNDED = 1e-9  # what a sum of thirds may be off


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was looked at: how often, what it is worth to who moves (0 lost … 1 won), and what is proven."""

    move: Move
    visits: int
    value: float
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a player thinks of a position: its move, best candidates first, and the worth of it all to each player."""

    move: Move
    candidates: tuple[Candidate, ...] = ()
    values: tuple[float, ...] | None = None  # by player, 0 … 1; None from a player that does not judge
    proof: Proof | None = None  # for who is to move
    line: tuple[Move, ...] = ()  # how it may go on, beginning with the move
    visits: int = 0  # playouts, or positions looked at
    depth: int = 0
    seconds: float = 0.0


Stop: TypeAlias = Callable[[], bool]  # whether to end the thinking early; asked a few times a second
Tell: TypeAlias = Callable[[Opinion], None]  # told what is thought by now, about as often


class Player(Protocol):
    """A program that plays. It may keep what it found for the next move of the same game."""

    spec: str
    """How it is written on a command line: `mcts:time=1`."""

    def choose(self, state: State, seed: int, stop: Stop | None = None, tell: Tell | None = None) -> Opinion:
        """A move for whoever is to move; never called where chance moves or the game is over.

        The same seed gives the same choice, unless it is bound by time or uses several threads. `stop` ends the
        thinking early; `tell` hears of it on the way.
        """
        ...

    def forget(self) -> None:
        """A new game: what was kept for the next move is of no use any more."""
        ...


def worth(outcome: Outcome, players: tuple[str, ...]) -> tuple[float, ...]:
    """What an end of the game is worth to each player: winners share 1, in a draw all do; scores do not count."""
    winners = outcome.winners if outcome.winners and not outcome.draw else ()
    if outcome.draw:
        return (1 / len(players),) * len(players)
    return tuple(1 / len(winners) if name in winners else 0.0 for name in players)


def can_be_worths(row: Sequence[float], players: int) -> bool:
    """Whether some end of a game is worth this to so many players; nobody has won where all get nothing."""
    return len(row) == players and min(row) >= 0 and (not any(row) or abs(sum(row) - 1) < _ROUNDED)

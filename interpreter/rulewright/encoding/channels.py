"""What the numbers of an observation mean: channels of the board, and entries of the rows beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

# ---------------------------------------------------------------- channels: a number for each site


@dataclass(frozen=True, slots=True)
class PieceChannel:
    """1 where a piece of an owner and kind lies; `below` the top of its stack by so many. Owner -1 is nobody."""

    name: str
    layer: int
    below: int
    owner: int  # seats after the one who is to move
    kind: int


@dataclass(frozen=True, slots=True)
class StateChannel:
    """1 where the piece is in a state: pairs of a kind and the axis of it, with the value they share."""

    name: str
    layer: int
    below: int
    places: tuple[tuple[int, int, int], ...]  # kind, axis, value


@dataclass(frozen=True, slots=True)
class HeightChannel:
    """How many pieces lie on a site, 255 at most."""

    name: str


@dataclass(frozen=True, slots=True)
class VariableChannel:
    """1 on the site, or the sites, that a variable holds; the entry of a player counts from the one to move."""

    name: str
    variable: int
    entry: int


@dataclass(frozen=True, slots=True)
class UnmovedChannel:
    """1 where a piece has not moved yet."""

    name: str


@dataclass(frozen=True, slots=True)
class PickedChannel:
    """The place of a site in the path of the turn so far, from 1; of several the last, 255 at most."""

    name: str


@dataclass(frozen=True, slots=True)
class ExistsChannel:
    """1 where the board has a site at all."""

    name: str


Channel: TypeAlias = (
    PieceChannel | StateChannel | HeightChannel | VariableChannel | UnmovedChannel | PickedChannel | ExistsChannel
)


# ---------------------------------------------------------------- entries: single numbers


@dataclass(frozen=True, slots=True)
class TrayEntry:
    """How many pieces lie in a tray; the holder counts from the one to move, -1 for the supply."""

    name: str
    low: int
    high: int
    tray: str
    holder: int
    kind: int
    state: int


@dataclass(frozen=True, slots=True)
class VariableEntry:
    """What a variable holds: -1 for nothing; a player counts from the one to move. Or how long it still does."""

    name: str
    low: int
    high: int
    variable: int
    entry: int
    age: bool = False


@dataclass(frozen=True, slots=True)
class FlowEntry:
    """One number of the course of the game, by its name in a position; `player` counts from the one to move."""

    name: str
    low: int
    high: int
    what: str
    player: int = 0


@dataclass(frozen=True, slots=True)
class DecidedEntry:
    """How often a decision that is no site was made in the turn so far."""

    name: str
    low: int
    high: int
    number: int


Entry: TypeAlias = TrayEntry | VariableEntry | FlowEntry | DecidedEntry
ROWS = ("hand", "vars", "flow", "decided")
"""The arrays beside the board, in the order in which they lie one behind the other."""

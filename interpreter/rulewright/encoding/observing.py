"""Observations of positions: channel by channel and entry by entry, as the specification says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..analysis.pieces import NEUTRAL
from ..board import bits
from ..reference.position import Position
from ..rules.types import Type
from .channels import (
    Channel,
    DecidedEntry,
    Entry,
    ExistsChannel,
    FlowEntry,
    HeightChannel,
    PickedChannel,
    PieceChannel,
    StateChannel,
    TrayEntry,
    UnmovedChannel,
    VariableChannel,
    VariableEntry,
)  # fmt: skip
from .contents import Contents

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 255  # of a channel
MOST_TOLD = 2**31 - 1  # of a row


class Observer:
    """Reads a position, and the path of the turn so far, from the view of the one to move."""

    def __init__(self, contents: Contents, position: Position, path: Sequence[int]) -> None:
        self.contents, self.position, self.path = contents, position, path
        self.rules, self.codes = contents.rules, contents.engine.codes
        self.players = len(self.rules.players)

    def _player(self, seat: int) -> int:
        return (seat + self.position.me) % self.players

    def _seat(self, player: int) -> int:
        return (player - self.position.me) % self.players

    # ------------------------------------------------------------ channels

    def channel(self, channel: Channel) -> Iterator[tuple[int, int]]:
        """The sites where it is not 0, each with its number."""
        position = self.position
        match channel:
            case PieceChannel() | StateChannel():
                for site, stack in position.layers[channel.layer].items():
                    if len(stack) > channel.below and self._fits(channel, stack[-1 - channel.below]):
                        yield site, 1
            case HeightChannel():
                yield from ((site, min(MOST, len(stack))) for site, stack in position.layers[0].items())
            case VariableChannel():
                spec = self.rules.variables[channel.variable]
                value, _ = position.variables[channel.variable][self._entry(channel)]
                held = () if value is None else bits(value) if spec.type is Type.SET else (value,)
                yield from ((site, 1) for site in held)
            case UnmovedChannel():
                yield from ((site, 1) for site in bits(position.unmoved))
            case PickedChannel():
                sites = len(self.rules.board)
                yield from ((number, min(MOST, place)) for place, number in enumerate(self.path, 1) if number < sites)
            case ExistsChannel():
                yield from ((site, 1) for site in range(len(self.rules.board)))

    def _fits(self, channel: PieceChannel | StateChannel, code: int) -> bool:
        codes, kind = self.codes, self.codes.kind(code)
        if isinstance(channel, PieceChannel):
            owner = codes.owner(code)
            return kind == channel.kind and (owner if owner == NEUTRAL else self._seat(owner)) == channel.owner
        values = codes.values(kind, codes.state(code))
        return any(kind == its and values[axis] == value for its, axis, value in channel.places)

    def _entry(self, what: VariableChannel | VariableEntry) -> int:
        spec = self.rules.variables[what.variable]
        return self._player(what.entry) if spec.per_player else what.entry

    # ------------------------------------------------------------ entries

    def entry(self, entry: Entry) -> int:
        position = self.position
        match entry:
            case TrayEntry():
                holder = entry.holder if entry.holder == NEUTRAL else self._player(entry.holder)
                return min(position.trays.get((entry.tray, holder, entry.kind, entry.state), 0), MOST_TOLD)
            case VariableEntry():
                value, age = position.variables[entry.variable][self._entry(entry)]
                if entry.age:
                    return age
                if value is not None and self.rules.variables[entry.variable].type is Type.PLAYER:
                    return self._seat(value)
                return -1 if value is None else value
            case DecidedEntry():
                return self.path.count(entry.number)
            case FlowEntry():
                return self._flow(entry)

    def _flow(self, entry: FlowEntry) -> int:
        position = self.position
        if entry.what == "out":
            return int(self._player(entry.player) in position.out)
        if entry.what == "repeats":
            return position.history.count(position.history[-1]) if position.history else 0
        found: int = getattr(position, entry.what)
        return found

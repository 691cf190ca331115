"""Zobrist hashing, and counter-based random numbers by SplitMix64 (semantics section 19): computed, never stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ..analysis.pieces import NEUTRAL
from ..analysis.variables import start_value
from ..board import bits
from ..rules.game import Rules
from ..rules.types import Type
from .position import Position
from .view import Memory

if TYPE_CHECKING:
    from .engine import Engine

_MASK = 2**64 - 1


def mix(z: int) -> int:
    z = (z + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
    return z ^ z >> 31


@lru_cache(maxsize=1 << 17)  # the same few thousand keys are asked for again and again
def key(tag: int, a: int, b: int, c: int) -> int:
    return mix(mix(mix(mix(tag) + a & _MASK) + b & _MASK) + (c & _MASK) & _MASK)


def draw(seed: int, game: int, turn: int, among: int) -> int:
    """Which of `among` things draw number `turn` of a game picks (D109)."""
    x = mix(mix(mix(seed & _MASK) + game & _MASK) + turn & _MASK)
    return (x >> 32) * among >> 32


def _registers(carried: object) -> Iterator[int]:
    """What is carried over from one segment of a turn to the next, as numbers in a fixed order."""
    if not isinstance(carried, Memory):
        return
    yield from (carried.origins, carried.targets, carried.passed, carried.last_sown, carried.captures, carried.parts)
    for number, part in carried.actions:
        yield from (number, part.origin, part.target, part.passed, part.it, part.kind, part.load, _number(part.dir))
        yield from (_number(value) for _, value in part.names)


def _number(value: object) -> int:
    """Any value of a register as one number."""
    if isinstance(value, int):
        return value & _MASK
    if isinstance(value, tuple):
        found = len(value)
        for item in value:
            found = mix(found + _number(item) & _MASK)
        return found
    return int.from_bytes(str(value).encode()[:8], "little")


def levels_of(stack: int) -> int:
    """How many numbers the levels of one site take, so that no two pieces share one."""
    return 64 if stack < 64 else 256


class Hashes:
    def __init__(self, engine: Engine) -> None:
        self.rules: Rules = engine.rules
        self.codes = engine.codes
        self._taken_is_read = engine.facts.taken_is_read
        self.start_values = [start_value(spec) for spec in self.rules.variables]

    def board(self, position: Position) -> int:
        """The pieces' part; on an unbounded board up to translation (D105)."""
        place_of, levels = self._canonical(position), levels_of(self.rules.stack)
        found = 0
        for number, layer in enumerate(position.layers):
            for site, stack in layer.items():
                place = place_of(site)
                for level, code in enumerate(stack):
                    found ^= key(1, number, place * levels + level + 1, code)
        return found

    def position(self, position: Position) -> int:
        found = self.board(position)
        place_of = self._canonical(position)
        states = self.codes.states
        for (tray, player, kind, state), count in position.trays.items():
            if count and (tray != "taken" or self._taken_is_read):
                tag = {"hand": 2, "supply": 3, "taken": 4}[tray]
                found ^= key(tag, 0 if player == NEUTRAL else player, kind * states + state, count)
        for number, spec in enumerate(self.rules.variables):
            if spec.clock:
                continue
            if spec.type is Type.SET:
                for index, (sites, _) in enumerate(position.variables[number]):
                    for site in bits(sites or 0):
                        found ^= key(10, number, index, site)
                continue
            for index, (value, age) in enumerate(position.variables[number]):
                if value != self.start_values[number]:
                    held = -1 if value is None else place_of(value) if spec.type is Type.SITE else value
                    found ^= key(5, number, index, (held + (age << 32)) & _MASK)
        for site in range(position.unmoved.bit_length()):
            if position.unmoved >> site & 1:
                found ^= key(6, place_of(site), 0, 0)
        found ^= key(7, position.phase, position.me, position.seats)
        for player in position.out:
            found ^= key(8, player, 0, 0)
        found ^= self.within(position.segment, position.carried)
        for player, choice in enumerate(position.chosen):
            for place, value in enumerate(choice):
                found ^= key(11, player, place, value)
        return found

    @staticmethod
    def within(segment: int, carried: object) -> int:
        """The part of what a turn remembers while it goes on."""
        found = 0
        if segment:
            for register, value in enumerate(_registers(carried)):
                found ^= key(9, segment, register, value)
        return found

    def _canonical(self, position: Position) -> Callable[[int], int]:
        """The number of a site in hashes; torus sites count from the first occupied column and row of the anchor."""
        unbounded = self.rules.unbounded
        if unbounded is None:
            return lambda site: site
        side = unbounded.side
        anchor = position.layers[unbounded.layer]
        columns = {site % side for site in anchor}
        rows = {site // side for site in anchor}
        x0 = next((x for x in sorted(columns) if (x - 1) % side not in columns), 0)
        y0 = next((y for y in sorted(rows) if (y - 1) % side not in rows), 0)
        return lambda site: (site // side - y0) % side * side + (site % side - x0) % side

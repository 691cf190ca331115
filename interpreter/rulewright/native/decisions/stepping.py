"""A game that is decided in a block of its own, on and on: nothing is kept of what was before."""

from __future__ import annotations

import ctypes
import struct
from typing import TYPE_CHECKING

from ...errors import OutOfRoom
from ..codegen.stepper_calls import STEPPER
from .program import NONE, PLAYED

if TYPE_CHECKING:
    from ...reference.game_flow import Result
    from ...reference.position import Position
    from ..engine import Snapshot
    from .reader import DecisionReader

_OVER = STEPPER.index("over")
_FAILED = 2  # in place of yes or no
_DECIDE = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
_CHOOSE = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)


class Stepping:
    """`words` is what machine code is told of it (codegen/stepper_calls), which decides in the same block."""

    def __init__(self, reader: DecisionReader, snapshot: Snapshot, careful: bool = False) -> None:
        self.reader, self.native, self.memory, self.start = reader, reader.native, reader.memory, snapshot
        self.block = self.native.new_block()
        layout, memory = self.native.layout, self.memory
        decide, choose, _ = reader.addresses(careful)
        # What rules remember of earlier positions lies outside the state; then Python goes back to the start.
        self._first = ctypes.create_string_buffer(snapshot.data, len(snapshot.data))
        self._aside = (ctypes.c_int64 * memory.words)()  # what is offered, while that is weighed
        start = 0 if self.native.repeats else ctypes.addressof(self._first)
        known = {
            "block": self.block.address, "state_end": layout.state_end, "start": start, "decide": decide,
            "choose": choose, "error": layout.error, "given": memory.given, "mask": memory.mask,
            "words": memory.words, "over": 0, "none": NONE, "played": PLAYED, "by_chance": memory.by_chance,
            "weigh": reader.address("rw_weigh", careful), "weights": memory.weights,
            "numbers": ctypes.addressof(reader.number_objects), "aside": ctypes.addressof(self._aside),
        }  # fmt: skip
        self.words = (ctypes.c_int64 * len(STEPPER))(*(known[name] for name in STEPPER))
        self._decide, self._choose = _DECIDE(decide), _CHOOSE(choose)
        self.reset()

    def reset(self) -> None:
        """Back to where it began."""
        self.native.put(self.block, self.start, run=True)
        self.block.put_word(self.native.layout.error, 0)
        self._begin()

    def _begin(self) -> None:
        self.block.put_word(self.memory.given, 0)
        self._came(self._decide(self.block.address))

    def _came(self, came: int) -> None:
        if self.block.word(self.native.layout.error):
            self.words[_OVER] = _FAILED
            self.native.compiler.hooks.callbacks.raise_problem(self.block)
            raise OutOfRoom
        self.words[_OVER] = int(came == NONE)

    @property
    def is_over(self) -> bool:
        if self.words[_OVER] == _FAILED:
            raise OutOfRoom
        return bool(self.words[_OVER])

    @property
    def numbers(self) -> tuple[int, ...]:
        """What is offered, in order; nothing if the game is over."""
        return () if self.is_over else self.reader.mask(self.block, self.memory.mask)

    def choose(self, number: int) -> bool:
        """Makes a decision that is offered; whether a turn, or a segment of one, is over with it."""
        came = self._choose(self.block.address, number)
        self._came(came)
        if came == PLAYED:
            self._begin()
        return bool(came == PLAYED)

    @property
    def path(self) -> tuple[int, ...]:
        """What was decided of the turn, also what goes without saying."""
        front = 0 if self.is_over else self.block.word(self.memory.front)
        return tuple(value >> 1 for value in struct.unpack_from(f"<{front}q", self.block.memory, self.memory.path))

    @property
    def weights(self) -> list[int]:
        """How likely chance decides so, for each decision that is offered."""
        block, memory, numbers = self.block, self.memory, self.numbers
        mask = slice(memory.mask, memory.mask + 8 * memory.words)
        offered, by_chance = block.memory[mask], block.word(memory.by_chance)
        self.reader.weigh(block)  # looks through the turns once more
        block.memory[mask] = offered
        block.put_word(memory.by_chance, by_chance)
        return [max(1, block.word(memory.weights + 8 * number)) for number in numbers]

    @property
    def by_chance(self) -> bool:
        return not self.is_over and bool(self.block.word(self.memory.by_chance))

    @property
    def result(self) -> Result | None:
        return self.native.result(self.block.memory[: self.native.layout.state_end])

    @property
    def position(self) -> Position:
        """The position at the beginning of the turn; its history is known if rules look at it."""
        return self.native.position_in(self.block)


__all__ = ["Stepping"]

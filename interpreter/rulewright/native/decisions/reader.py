"""Python's side of decisions: what is offered after a beginning of a turn, and the position after a whole one."""

from __future__ import annotations

import struct
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import OutOfRoom
from ..codegen.module import NativeModule
from ..ir.program import Program
from .program import NONE, OFFERED, DecisionProgram, decision_compiler

if TYPE_CHECKING:
    from ...reference.game_flow import Result
    from ..engine import NativeEngine, Room, Snapshot


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """What is offered after some decisions, by number and in order; nothing where the turn or the game is over."""

    before: Snapshot  # the position that the turn began in
    numbers: tuple[int, ...]
    path: tuple[int, ...]  # the decisions made, also those that go without saying
    through: tuple[int, ...]  # the same if what is decided next is one of `after`: with a hand that goes without saying
    after: frozenset[int]
    best: int  # what `prefer` says of the best turn
    played: Snapshot | None = None  # the position after the turn, if that is whole
    result: Result | None = None


class DecisionReader:
    """The decisions of one game. Its program is compiled when it is first asked for."""

    def __init__(self, native: NativeEngine, checked: bool) -> None:
        self.native = native
        program = DecisionProgram(decision_compiler(native.compiler))
        self.memory, self.layout = program.memory, native.layout
        self.vocabulary = program.script.numbers.vocabulary
        self._kernel = program.program()
        self._checked = checked
        self._module = NativeModule(self._kernel, self.layout.error, checked, hurry=True)
        self._decide = self._module.function("rw_decide", 0, True)
        self._weigh = self._module.function("rw_weigh", 0, False)
        self._careful: NativeModule | None = None

    # ------------------------------------------------------------ one turn

    def begin(self, snapshot: Snapshot) -> Offer:
        """What is offered at the beginning of a turn."""
        return self._look(snapshot, (), 0)

    def choose(self, offer: Offer, number: int) -> Offer:
        """What is offered after one of the decisions that are; the position, if the turn is over."""
        if number not in offer.numbers:
            raise ValueError(f"decision {number} is not offered")
        path = offer.through if number in offer.after else offer.path
        return self._look(offer.before, (*path, number), offer.best)

    def weights(self, offer: Offer) -> dict[int, int]:
        """How likely chance decides so, for each decision that is offered."""
        room, memory = self.native._enter(offer.before), self.memory
        self._put_path(room, offer.path, offer.best)
        self._decide(room.block.address)
        self._weigh(room.block.address)
        room.listed = -1
        return {number: room.block.word(memory.weights + 8 * number) for number in offer.numbers}

    def _put_path(self, room: Room, path: tuple[int, ...], best: int) -> None:
        block, memory = room.block, self.memory
        struct.pack_into(f"<{len(path)}q", block.memory, memory.path, *(2 * number for number in path))
        block.put_word(memory.given, len(path))
        block.put_word(memory.best, best)
        block.put_word(memory.measuring, 0)

    def _look(self, snapshot: Snapshot, path: tuple[int, ...], best: int) -> Offer:
        native, memory = self.native, self.memory
        room = native._enter(snapshot)
        room.listed = -1
        block = room.block
        self._put_path(room, path, best)
        came = self._decide(block.address)
        native._check(room)
        nothing = frozenset[int]()
        if came == NONE:
            result = native.result(block.memory[: self.layout.state_end])
            native._leave(room)
            return Offer(snapshot, (), path, path, nothing, best, None, result)
        if came == OFFERED:
            front = block.word(memory.front)
            after, through = nothing, ()
            if block.word(memory.through) >= 0:
                after = frozenset(self._mask(room, memory.other))
                through = self._told(room, memory.second, block.word(memory.second_front))
            found = self._mask(room, memory.mask)
            return Offer(snapshot, found, self._told(room, memory.path, front), through, after, block.word(memory.best))
        lines = block.word(memory.lines)
        patch = block.memory[memory.changes : memory.changes + 16 * lines]
        played = native.patched(snapshot, patch)
        return Offer(snapshot, (), path, path, nothing, best, played, native.result(played.data))

    def _told(self, room: Room, start: int, length: int) -> tuple[int, ...]:
        found = struct.unpack_from(f"<{length}q", room.block.memory, start)
        return tuple(value >> 1 for value in found)

    def _mask(self, room: Room, start: int) -> tuple[int, ...]:
        found = int.from_bytes(room.block.memory[start : start + 8 * self.memory.words], "little")
        numbers = []
        while found:
            numbers.append((found & -found).bit_length() - 1)
            found &= found - 1
        return tuple(numbers)

    # ------------------------------------------------------------ random games

    def playouts(self, start: Snapshot, games: int, seed: int) -> tuple[int, int, float]:
        """Random games, each decision drawn evenly of those offered: decisions, plies, seconds of processor time."""
        native, layout = self.native, self.layout
        if self._careful is None:
            self._careful = NativeModule(Program(native.compiler.unit.n), layout.error, self._checked)
            self._careful.add(self._kernel)
        run = self._careful.function("rw_decision_playouts", 2, True)
        block = native.borrow()
        try:
            native.put(block, start, run=True)
            block.memory[layout.start : layout.start + len(start.data)] = start.data
            begin = time.thread_time()
            decisions = run(block.address, seed, games)
            taken = time.thread_time() - begin
            native.compiler.hooks.callbacks.raise_problem(block)
            if block.word(layout.error):
                raise OutOfRoom
            return decisions, block.word(self.memory.total), taken
        finally:
            native.give_back(block)


__all__ = ["DecisionReader", "Offer"]

"""Python's side of decisions: what is offered after a beginning of a turn, and the position after a whole one."""

from __future__ import annotations

import ctypes
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import OutOfRoom
from ..codegen.module import NativeModule
from ..ir.program import Program, no_deeper
from .list_games import list_games
from .program import NONE, OFFERED, DecisionProgram, decision_compiler

if TYPE_CHECKING:
    from ...reference.game_flow import Result
    from ..engine import NativeEngine, Snapshot
    from ..runtime.position_codec import Block


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """What is offered after some decisions, by number and in order; nothing where the turn or the game is over."""

    before: Snapshot  # the position that the turn began in
    numbers: tuple[int, ...]
    path: tuple[int, ...]  # the decisions made, also those that go without saying
    ways: tuple[tuple[frozenset[int], tuple[int, ...]], ...]  # other paths, for those that are offered after them
    best: int  # what `prefer` says of the best turn
    played: Snapshot | None = None  # the position after the turn, if that is whole
    result: Result | None = None


class DecisionReader:
    """The decisions of one game. Its program is compiled when it is first asked for."""

    def __init__(self, native: NativeEngine, checked: bool) -> None:
        self.native = native
        with no_deeper():
            compiler = decision_compiler(native.compiler)
            program = DecisionProgram(compiler)
            self._kernel = compiler.counted(program.program())
        self.memory, self.layout = program.memory, native.layout
        self.knows_chance = program.knows_chance
        self.vocabulary = program.script.numbers.vocabulary
        self.is_straight = program.is_straight
        self._checked = checked
        self._module = NativeModule(self._kernel, self.layout.error, checked, hurry=True)
        self.decide = self._module.function("rw_decide", 0, True)
        self.make = self._module.function("rw_choose", 1, True)
        self._weigh = self._module.function("rw_weigh", 0, False)
        self._careful: NativeModule | None = None
        self._number_objects: ctypes.Array[ctypes.c_void_p] | None = None
        self._listed: Callable[[int, int, int], int] | None = None

    # ------------------------------------------------------------ one turn

    def begin(self, snapshot: Snapshot) -> Offer:
        """What is offered at the beginning of a turn."""
        return self._look(snapshot, (), 0)

    def choose(self, offer: Offer, number: int) -> Offer:
        """What is offered after one of the decisions that are; the position, if the turn is over."""
        if number not in offer.numbers:
            raise ValueError(f"decision {number} is not offered")
        path = next((path for after, path in offer.ways if number in after), offer.path)
        return self._look(offer.before, (*path, number), offer.best)

    def follow(self, snapshot: Snapshot, path: tuple[int, ...], best: int) -> Offer:
        """What is offered after a path, with all that goes without saying; `best` is what `prefer` says."""
        return self._look(snapshot, path, best)

    def weights(self, offer: Offer) -> dict[int, int]:
        """How likely chance decides so, for each decision that is offered."""
        room, memory = self.native._enter(offer.before), self.memory
        room.unlist()
        self._put_path(room.block, offer.path, offer.best)
        self.decide(room.block.address)
        self.weigh(room.block)
        return {number: room.block.word(memory.weights + 8 * number) for number in offer.numbers}

    def weigh(self, block: Block) -> None:
        """How likely chance decides so, beside each decision that is offered in a block."""
        self._weigh(block.address)

    def _put_path(self, block: Block, path: tuple[int, ...], best: int) -> None:
        memory = self.memory
        struct.pack_into(f"<{len(path)}q", block.memory, memory.path, *(2 * number for number in path))
        block.put_word(memory.given, len(path))
        block.put_word(memory.best, best)

    def _look(self, snapshot: Snapshot, path: tuple[int, ...], best: int) -> Offer:
        native, memory = self.native, self.memory
        room = native._enter(snapshot)
        room.unlist()
        block = room.block
        self._put_path(block, path, best)
        came = self.decide(block.address)
        native._check(room)
        if came == NONE:
            result = native.result(block.memory[: self.layout.state_end])
            native._leave(room)
            return Offer(snapshot, (), path, (), best, None, result)
        if came == OFFERED:
            front = block.word(memory.front)
            found, path = self.mask(block, memory.mask), self._told(block, memory.path, front)
            ways = tuple(self._way(block, number) for number in range(block.word(memory.ways)))
            return Offer(snapshot, found, path, ways, block.word(memory.best))
        lines = block.word(memory.lines)
        patch = block.memory[memory.changes : memory.changes + 16 * lines]
        played = native.patched(snapshot, patch)
        return Offer(snapshot, (), path, (), best, played, native.result(played.data))

    def _way(self, block: Block, number: int) -> tuple[frozenset[int], tuple[int, ...]]:
        at, mask = self.memory.way + number * self.memory.way_size, 8 * self.memory.words
        return frozenset(self.mask(block, at + 8)), self._told(block, at + 8 + mask, block.word(at))

    def _told(self, block: Block, start: int, length: int) -> tuple[int, ...]:
        found = struct.unpack_from(f"<{length}q", block.memory, start)
        return tuple(value >> 1 for value in found)

    def mask(self, block: Block, start: int) -> tuple[int, ...]:
        found = int.from_bytes(block.memory[start : start + 8 * self.memory.words], "little")
        numbers = []
        while found:
            numbers.append((found & -found).bit_length() - 1)
            found &= found - 1
        return tuple(numbers)

    # ------------------------------------------------------------ random games

    def playouts(self, start: Snapshot, games: int, seed: int) -> tuple[int, int, float]:
        """Random games, each decision drawn evenly of those offered: decisions, plies, seconds of processor time."""
        return self._run(self.careful.function("rw_decision_playouts", 2, True), start, games, seed)

    @property
    def careful(self) -> NativeModule:
        """The same code for long work."""
        if self._careful is None:
            self._careful = NativeModule(Program(self.native.compiler.unit.n), self.layout.error, self._checked)
            self._careful.add(self._kernel)
        return self._careful

    def address(self, name: str, careful: bool) -> int:
        """Of a function that other programs call."""
        found: int = (self.careful if careful else self._module).engine.get_function_address(name)
        return found

    def addresses(self, careful: bool) -> tuple[int, int, int]:
        """Of what tells what is offered, of what makes a decision, of what chance decides by (else 0)."""
        by_chance = self.address("rw_by_chance", careful) if self.knows_chance else 0
        return self.address("rw_decide", careful), self.address("rw_choose", careful), by_chance

    @property
    def number_objects(self) -> ctypes.Array[ctypes.c_void_p]:
        """Where Python's objects of all numbers of decisions are, which stay as long as this does."""
        if self._number_objects is None:
            self._numbers = tuple(range(64 * self.memory.words))
            self._number_objects = (ctypes.c_void_p * len(self._numbers))(*map(id, self._numbers))
        return self._number_objects

    def list_playouts(self, start: Snapshot, games: int, seed: int) -> tuple[int, float]:
        """Random games by the list of moves: moves, seconds of processor time. For comparison."""
        if self._listed is None:
            module = self.native.module
            module.add(list_games(self.native.compiler))
            self._listed = module.function("rw_list_games", 2, True)
        moves, _, taken = self._run(self._listed, start, games, seed)
        return moves, taken

    def _run(
        self, run: Callable[[int, int, int], int], start: Snapshot, games: int, seed: int
    ) -> tuple[int, int, float]:
        native, layout = self.native, self.layout
        block = native.borrow()
        try:
            native.put(block, start, run=True)
            block.memory[layout.start : layout.start + len(start.data)] = start.data
            begin = time.thread_time()
            done = run(block.address, seed, games)
            taken = time.thread_time() - begin
            native.compiler.hooks.callbacks.raise_problem(block)
            if block.word(layout.error):
                raise OutOfRoom
            return done, block.word(self.memory.total), taken
        finally:
            native.give_back(block)


__all__ = ["DecisionReader", "Offer"]

"""Runs the loop over arrays, on several threads with a block each; code made in a hurry is replaced when it pays."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeAlias

from ... import __version__
from ...encoding.encoding import Encoding
from ..codegen.module import NativeModule
from ..ir import Program
from .program import BatchProgram
from .record import FUNCTIONS, WORDS, form_of, record_of

if TYPE_CHECKING:
    from ..decisions.reader import DecisionReader
    from ..engine import Snapshot
    from ..runtime.position_codec import Block

Words: TypeAlias = "ctypes.Array[ctypes.c_int64]"
_ACTIONS, _OUTGROWN, _FUNCTIONS = WORDS["actions"], WORDS["outgrown"], WORDS[FUNCTIONS[0]]
MANY = 30_000  # steps of single games, after which code made in a hurry is replaced
FEW = 256  # games that are not worth a second thread


class BatchRunner:
    """One encoding of one game; rows and arrays are given by their addresses."""

    def __init__(
        self, reader: DecisionReader, encoding: Encoding, start: Snapshot, threads: int, most_plies: int | None,
        fingerprint: str | None,
    ) -> None:  # fmt: skip
        native = reader.native
        self._reader, self._native, self._threads = reader, native, threads
        self.record = record_of(native.layout, reader.memory, encoding._contents.asks_once, most_plies)
        self.form = form_of(self.record, __version__, fingerprint)
        self.start = self._row(start, encoding)
        first = native.word(start, native.layout.ply)
        self._last_ply = first + most_plies if most_plies is not None else 1 << 60
        self._start_state = start
        self._start_bytes = ctypes.create_string_buffer(self.start, len(self.start) + 8)
        self._blocks: list[Block] = []
        self._pool: ThreadPoolExecutor | None = None
        self._process = os.getpid()
        self._steps = 0
        self.see_through(encoding)

    def see_through(self, encoding: Encoding) -> None:
        """From now on observations are those of this encoding."""
        written = BatchProgram(
            self._native.compiler, self._reader.memory, encoding, self.record, self._reader.knows_chance
        )
        self._program = written.program
        self._take(careful=self._steps >= MANY)

    def _take(self, careful: bool) -> None:
        layout, kernel = self._native.layout, self._program
        self._careful = careful
        self._module = NativeModule(
            Program(kernel.sites) if careful else kernel, layout.error, False, hurry=not careful
        )
        if careful:
            self._module.add(kernel)
        self._run = self._module.function("rw_batch_step", 4, False)
        self._first_wrong = self._module.function("rw_batch_check", 4, True)
        self._run_checked = self._module.function("rw_batch_checked_step", 4, True)
        self._functions = self._reader.addresses(careful)

    def _row(self, start: Snapshot, encoding: Encoding) -> bytes:
        """The row of a game that has not begun."""
        record, row = self.record, bytearray(self.record.size)
        row[record.form : record.form + 8] = self.form
        row[record.over : record.over + 8] = struct.pack("<q", 1)
        row[record.state : record.state + len(start.data)] = start.data
        if record.most_hashes:
            row[record.history : record.history + len(start.history)] = start.history
        return bytes(row)

    # ------------------------------------------------------------ running

    def told(self, arrays: Mapping[str, int], auto_reset: bool) -> Words:
        """The words that the loop is told: where rows and arrays lie; actions are told with each step."""
        known = {
            **dict.fromkeys(WORDS, 0), **arrays, "start": ctypes.addressof(self._start_bytes),
            "last_ply": self._last_ply, "auto_reset": int(auto_reset),
        }  # fmt: skip
        return (ctypes.c_int64 * len(WORDS))(*(known[name] for name in WORDS))

    def step(self, n: int, told: Words, actions: int) -> int:
        """One step of so many games, if all actions are there: the first game in which one is not, or -1."""
        if self._crew_of(n) > 1:
            wrong = self.first_wrong(n, told, actions)
            if wrong < 0:
                self.run(n, told, actions)
            return wrong
        self._tell(n, told, actions)
        block = self._block(0)
        found: int = self._run_checked(block.address, ctypes.addressof(told) - block.address, block.address, 0, n)
        self._native.compiler.hooks.callbacks.raise_problem(block)
        return found

    def run(self, n: int, told: Words, actions: int) -> None:
        """One step of so many games."""
        self._tell(n, told, actions)
        crew = self._crew_of(n)
        if crew == 1:
            self._part(0, told, 0, n)
        else:
            ends = [number * n // crew for number in range(crew + 1)]
            list(self._crew().map(self._part, range(crew), [told] * crew, ends, ends[1:]))

    def _crew_of(self, n: int) -> int:
        return max(1, min(self._threads, -(-n // FEW)))

    def _tell(self, n: int, told: Words, actions: int) -> None:
        self._steps += n
        if self._steps >= MANY and not self._careful:
            self._take(careful=True)
        for place, address in enumerate(self._functions, _FUNCTIONS):
            told[place] = address
        told[_ACTIONS], told[_OUTGROWN] = actions, 0

    @staticmethod
    def outgrown(told: Words) -> bool:
        """Whether a game has outgrown its window in the last step."""
        return bool(told[_OUTGROWN])

    def _part(self, number: int, told: Words, first: int, last: int) -> None:
        block = self._block(number)
        self._run(block.address, ctypes.addressof(told) - block.address, block.address, first, last)
        self._native.compiler.hooks.callbacks.raise_problem(block)

    def first_wrong(self, n: int, told: Words, actions: int) -> int:
        """The first game in which an action is not there by its mask, -1 if there is none."""
        told[_ACTIONS] = actions
        base = self._block(0).address
        found: int = self._first_wrong(base, ctypes.addressof(told) - base, base, 0, n)
        return found

    def _block(self, number: int) -> Block:
        while len(self._blocks) <= number:
            block = self._native.borrow()
            self._native.put(block, self._start_state)
            self._blocks.append(block)
        return self._blocks[number]

    def _crew(self) -> ThreadPoolExecutor:
        """Threads that wait for work; those of a process that was forked are not there in the child."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self._threads), os.getpid()
            for number in range(self._threads):
                self._block(number)
        return self._pool

    def close(self) -> None:
        for block in self._blocks:
            self._native.give_back(block)
        self._blocks = []
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None


__all__ = ["BatchRunner"]

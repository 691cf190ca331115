"""Iterative deepening: alpha-beta, deeper and deeper; the memory of one search and what it has found."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

from .alphabeta import DEEPEST, KEPT, MARGIN, SEARCHES, SLOT, AlphaBetaSearch
from .alphabeta_by_decisions import DecisionAlphaBeta
from .arena import AT
from .memory import SearchMemory, module_of

if TYPE_CHECKING:
    from ..decisions.reader import DecisionReader
    from ..engine import NativeEngine, Snapshot
    from ..runtime.position_codec import Block
    from .evaluation_store import Judge

_STACK = 32 << 20  # bytes for the moves of a line
_LEAST = 16 << 20  # for everything else: a value for each move of the root, and a table


class Deepening(SearchMemory):
    def __init__(self, native: NativeEngine, size: int, judge: Judge, reader: DecisionReader | None = None) -> None:
        """With a reader it goes by decisions."""
        super().__init__(native, _STACK + max(size, _LEAST), judge)
        self._number = 0  # of the search
        self.by_decisions = reader is not None
        if reader is not None:
            self.decide_by(reader)
        kind = DecisionAlphaBeta if self.by_decisions else AlphaBetaSearch
        self._deepen: Callable[[int, int], int] = module_of(kind).function("rw_deepen", 1, True)

    def begin(self, snapshot: Snapshot, moves: int, person: int, friends: int) -> None:
        """A new search, of a position with so many moves, for somebody and those who are with them."""
        self.person = person
        free = self.set_root(snapshot)
        sizes = {
            "goods": 8 * KEPT,
            "killers": 8 * DEEPEST,
            "lines": 8 * DEEPEST * (DEEPEST + 1),
            "line_lengths": 8 * (DEEPEST + 1),
            "root_values": 8 * moves,
        }
        for name, size in sizes.items():
            self.put(name, free)
            self.memory[free : free + size] = bytes(size)
            free += size
        self.put("stack", free)
        self.put("stack_end", free + _STACK - MARGIN)
        table = free + _STACK
        entries = 1
        while table + 2 * entries * SLOT <= self.size:
            entries *= 2
        self.put("table", table)
        self.put("table_mask", entries - 1)
        self._number = (self._number + 1) % SEARCHES
        if not self._number:  # from here on numbers come again
            self.memory[table : table + entries * SLOT] = bytes(entries * SLOT)
            self._number = 1
        for name, value in {"person": person, "friends": friends, "nodes": 0, "iteration": self._number}.items():
            self.put(name, value)

    def deepen(self, block: Block, depth: int) -> bool:
        """Searches so many moves deep; no if it was stopped on the way, where what it has found so far may do."""
        self.enter(block)
        stopped = self._deepen(self.address, depth)
        self.leave(block)
        return not stopped

    @property
    def nodes(self) -> int:
        return self.word(AT["nodes"])

    @property
    def value(self) -> int:
        """Of the root, after a depth was finished."""
        return self.word(AT["root_value"])

    def values(self, count: int) -> list[int]:
        """Of the moves of the root: exact for the best, for others no more than a bound."""
        return list(struct.unpack_from(f"<{count}q", self.memory, self.word(AT["root_values"])))

    def line(self) -> list[int]:
        """How the game goes on if both do what is best, as far as it looked; nothing if no move was finished."""
        length = self.word(self.word(AT["line_lengths"]))
        return list(struct.unpack_from(f"<{length}q", self.memory, self.word(AT["lines"])))

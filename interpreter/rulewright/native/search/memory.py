"""The memory that a search runs in: the words of the arena, filled with what it must know of a game."""

from __future__ import annotations

import ctypes
import mmap
import struct
from typing import TYPE_CHECKING

from ...analysis.players import mates
from ...locks import Lock
from ..codegen.module import NativeModule
from ..ir.program import Program
from .alphabeta import AlphaBetaSearch
from .arena import AT, BEST, STATE
from .program import TreeSearch

if TYPE_CHECKING:
    from ...rules.game import Rules
    from ..decisions.reader import DecisionReader
    from ..engine import NativeEngine, Snapshot
    from ..layout.memory_layout import Layout
    from ..runtime.position_codec import Block
    from .evaluation_store import Judge

_MASK = 2**64 - 1
# Words of the arena that are words of a layout.
_PLACES = (
    "result", "me", "seats", "history_length", "history", "hash", "filter", "moves", "patches", "error", "stop",
    "spent", "segment", "passes", "log", "log_top", "taken",
)  # fmt: skip


# And those that are addresses of functions of the game.
FUNCTIONS = {"list_moves": "rw_moves", "play_out": "rw_playout", "sample": "rw_sample", "hash_of": "rw_hash"}


def words_of_game(layout: Layout) -> dict[str, int]:
    """What a search must know of a game, in words of the arena."""
    facts = layout.facts
    rules, players = facts.rules, facts.players
    known = {
        "state_size": layout.state_end,
        "cells": layout.cells[0],
        # Marks are cells of one byte.
        "cells_end": layout.cells[0] + (layout.n * rules.stack if layout.cell == 8 else 0),
        "taken_end": layout.taken + layout.tray // 8 * layout.combinations * players,
        "players": players,
        "two": int(players == 2),
        "repeats": int(facts.repeats),
        # Where no position may come again only a pass leaves it as it is, and nobody goes round in circles.
        "circles": int(facts.repeats and not (rules.repetition is not None and rules.repetition.forbidden)),
    }
    return known | {name: getattr(layout, name) for name in _PLACES}


def most_to_win(rules: Rules) -> list[float]:
    """For each player all, or a share of what a team wins."""
    return [1 / len(mates(rules, player)) for player in range(len(rules.players))]


_modules: dict[type, NativeModule] = {}
_making = Lock()


def module_of(kind: type[TreeSearch] | type[AlphaBetaSearch]) -> NativeModule:
    """A search, the same for all games; kept on disk like everything that is compiled."""
    with _making:  # a second one would take the place of the first, which somebody searches with
        made = _modules.get(kind)
        if made is None:
            made = NativeModule(Program(1), 0, False)
            made.add(kind().program)
            _modules[kind] = made
        return made


class SearchMemory:
    def __init__(self, native: NativeEngine, size: int, judge: Judge | None = None) -> None:
        native.prepare_playouts(careful=True)
        self.native = native
        self.judge = judge
        self.size = size
        self.memory = mmap.mmap(-1, size)
        self._view = ctypes.c_char.from_buffer(self.memory)
        self.address = ctypes.addressof(self._view)
        self.players = len(native.engine.rules.players)
        self._write_game()

    # ------------------------------------------------------------ words

    def word(self, at: int) -> int:
        found: int = struct.unpack_from("<q", self.memory, at)[0]
        return found

    def real(self, at: int) -> float:
        found: float = struct.unpack_from("<d", self.memory, at)[0]
        return found

    def put(self, name: str, value: int) -> None:
        struct.pack_into("<Q", self.memory, AT[name], value & _MASK)

    def put_real(self, at: int, value: float) -> None:
        struct.pack_into("<d", self.memory, at, value)

    # ------------------------------------------------------------ the game

    def _write_game(self) -> None:
        native = self.native
        address = native.module.engine.get_function_address
        for name, function in FUNCTIONS.items():
            self.put(name, address(function))
        for name, value in words_of_game(native.layout).items():
            self.put(name, value)
        for player, most in enumerate(most_to_win(native.engine.rules)):
            self.put_real(BEST + 8 * player, most)

    def decide_by(self, reader: DecisionReader) -> None:
        """How decisions are found, and where that lies in the block."""
        memory, layout, rules = reader.memory, self.native.layout, self.native.engine.rules
        known = {
            "decide": reader.careful.engine.get_function_address("rw_decide"),
            "given": memory.given,
            "front": memory.front,
            "best": memory.best,
            "mask": memory.mask,
            "mask_words": memory.words,
            "path": memory.path,
            "ways": memory.ways,
            "way": memory.way,
            "way_size": memory.way_size,
            "changes": memory.changes,
            "change_count": memory.lines,
            "by_chance": memory.by_chance,
            "sites": layout.n,
            "cell_size": rules.stack if layout.cell == 8 else 0,
        }
        for name, value in known.items():
            self.put(name, value)

    def play_by_decisions(self, reader: DecisionReader) -> None:
        """From now on playouts go by decisions."""
        self.put("play_out", reader.careful.engine.get_function_address("rw_decision_playout"))

    def set_root(self, snapshot: Snapshot) -> int:
        """The position to search from; gives where memory is free behind it."""
        self.snapshot = snapshot
        self.memory[STATE : STATE + len(snapshot.data)] = snapshot.data
        self.put("root_history", len(snapshot.history) // 8)
        end = STATE + len(snapshot.data)
        return end + -end % 8

    def enter(self, block: Block) -> None:
        """The search goes on in a block."""
        self.native.put(block, self.snapshot, run=True)
        self.put("game", block.address - self.address)
        self.put("block", block.address)
        self.put("first_ply", block.word(self.native.layout.ply))
        self.put("judge", self.judge.address - self.address if self.judge is not None else 0)

    def leave(self, block: Block) -> None:
        self.native.compiler.hooks.callbacks.raise_problem(block)

"""A search tree in memory of its own, and the position it grows from."""

from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ..kernel.program import Program
from ..lowering.course import DRAW
from ..machine.module import NativeModule
from .arena import (
    AT,
    BEST,
    COUNT,
    DISTANCE,
    MOVE_SIZE,
    NODE,
    NODE_SIZE,
    NODE_VISITS,
    OUTCOME,
    PROOF,
    STATE,
    TOTAL,
    VALUE,
    VISITS,
)
from .program import TreeSearch

if TYPE_CHECKING:
    from ..engine import NativeEngine, Snapshot
    from ..running.blocks import Block
    from .judge import Judge

_MASK = 2**64 - 1


@lru_cache(maxsize=1)
def _module() -> NativeModule:
    """The search of all games; kept on disk like everything that is compiled."""
    made = NativeModule(Program(1), 0, False)
    made.add(TreeSearch().program)
    return made


@dataclass(frozen=True, slots=True)
class Grown:
    """A move of the root: how often it was tried, the sum of what that brought who moves, and what is proven."""

    visits: int
    value: float
    proof: int


@dataclass(frozen=True, slots=True)
class Limits:
    """How a tree is grown."""

    exploration: float
    rave: float
    longest: int  # plies of a playout


class Tree:
    def __init__(self, native: NativeEngine, size: int, judge: Judge | None = None) -> None:
        native.prepare_playouts()
        self.native = native
        self.judge = judge
        self.size = max(size, 1 << 20)
        self.memory = mmap.mmap(-1, self.size)
        self._view = ctypes.c_char.from_buffer(self.memory)
        self.address = ctypes.addressof(self._view)
        module = _module()
        self._search: Callable[[int, int], int] = module.function("rw_search", 1, True)
        self._train: Callable[[int, int, int], int] = module.function("rw_train", 2, True)
        self._take_over: Callable[[int, int, int], int] = module.function("rw_take_over", 2, True)
        self._write_game()

    # ------------------------------------------------------------ words

    def word(self, at: int) -> int:
        found: int = struct.unpack_from("<q", self.memory, at)[0]
        return found

    def put(self, name: str, value: int) -> None:
        struct.pack_into("<Q", self.memory, AT[name], value & _MASK)

    def real(self, at: int) -> float:
        found: float = struct.unpack_from("<d", self.memory, at)[0]
        return found

    def _write_game(self) -> None:
        native, layout = self.native, self.native.layout
        address = native.module.engine.get_function_address
        players = native.engine.rules.players
        known = {
            "list_moves": address("rw_moves"),
            "play_out": address("rw_playout"),
            "state_size": layout.state_end,
            "cells": layout.cells[0],
            # Marks are cells of one byte.
            "cells_end": layout.cells[0] + (layout.n * native.engine.rules.stack if layout.cell == 8 else 0),
            "players": len(players),
            "two": int(len(players) == 2),
            "repeats": int(native.repeats),
        }
        for name in (
            "result", "me", "seats", "history_length", "history", "hash", "filter", "moves", "patches", "error", "stop",
        ):  # fmt: skip
            known[name] = getattr(layout, name)
        for name, value in known.items():
            self.put(name, value)
        for number, player in enumerate(players):
            mates = sum(player.team is not None and player.team == other.team for other in players)
            struct.pack_into("<d", self.memory, BEST + 8 * number, 1 / max(mates, 1))

    # ------------------------------------------------------------ a search

    def begin(self, snapshot: Snapshot, seed: int, limits: Limits) -> None:
        """A new tree from a position."""
        start = STATE + len(snapshot.data)
        self._set(snapshot, seed, limits)
        for name, value in {"top": start + -start % 8, "limit": self.size, "root": 0, "root_proof": 0}.items():
            self.put(name, value)

    def again(self, seed: int, limits: Limits) -> bool:
        """Goes on from the position it has, with other numbers; no if there is nothing to go on with."""
        if self.word(AT["root"]) <= 0:
            return False
        self._set(self.snapshot, seed, limits)
        return True

    def _set(self, snapshot: Snapshot, seed: int, limits: Limits) -> None:
        self.snapshot = snapshot
        self.memory[STATE : STATE + len(snapshot.data)] = snapshot.data
        known = {
            "root_history": len(snapshot.history) // 8,
            "iteration": 0,
            "deepest": 0,
            "seed": seed,
            "longest": limits.longest,
        }
        for name, value in known.items():
            self.put(name, value)
        struct.pack_into("<d", self.memory, AT["exploration"], limits.exploration)
        struct.pack_into("<d", self.memory, AT["rave"], limits.rave)
        players = len(self.native.engine.rules.players)
        self.memory[TOTAL : TOTAL + 8 * players] = bytes(8 * players)

    def grow(self, block: Block, playouts: int) -> int:
        """So many playouts, fewer if everything is known before; -1 if the position is too large."""
        self._enter(block)
        done = self._search(self.address, playouts)
        self.native.compiler.hooks.callbacks.raise_problem(block)
        return done

    def train(self, block: Block, plies: int, longest: int) -> int:
        """The judge learns from so many plies of random games, none of them longer than this; how many ended."""
        self._enter(block)
        self.put("first_ply", block.word(self.native.layout.ply))
        games = self._train(self.address, plies, longest)
        self.native.compiler.hooks.callbacks.raise_problem(block)
        return games

    def _enter(self, block: Block) -> None:
        self.native.put(block, self.snapshot, run=True)
        self.put("game", block.address - self.address)
        self.put("block", block.address)
        self.put("judge", self.judge.address - self.address if self.judge is not None else 0)

    def continue_from(self, other: Tree, path: list[int], snapshot: Snapshot, seed: int, limits: Limits) -> bool:
        """Begins with the part of another tree that lies behind some moves; no if it did not grow there."""
        node, proof = other.word(AT["root"]), 0
        for index in path:
            move = other._move(node, index)
            node, proof = (other.word(move + NODE), other.word(move + PROOF)) if node > 0 else (0, 0)
        if node <= 0:
            return False
        self.begin(snapshot, seed, limits)
        self.put("root_proof", proof)
        self._take_over(self.address, other.address - self.address, node)
        return True

    # ------------------------------------------------------------ what was found

    @staticmethod
    def _move(node: int, index: int) -> int:
        return node + NODE_SIZE + index * MOVE_SIZE

    @property
    def playouts(self) -> int:
        """How many there were since the search began."""
        return self.word(AT["iteration"])

    @property
    def deepest(self) -> int:
        return self.word(AT["deepest"])

    @property
    def proof(self) -> int:
        return self.word(AT["root_proof"])

    def totals(self) -> list[float]:
        """What the playouts of this search brought each person, together."""
        return [self.real(TOTAL + 8 * number) for number in range(len(self.native.engine.rules.players))]

    def moves(self, node: int | None = None) -> list[Grown]:
        """The moves of the root in their order, or of another node."""
        node = self.word(AT["root"]) if node is None else node
        found: list[Grown] = []
        if node <= 0:
            return found
        for index in range(self.word(node + COUNT)):
            at = self._move(node, index)
            found.append(Grown(self.word(at + VISITS), self.real(at + VALUE), self.word(at + PROOF)))
        return found

    def line(self, first: int) -> list[int]:
        """The moves that were tried most, beginning with a given one: how it thinks the game goes on."""
        node, index, found = self.word(AT["root"]), first, [first]
        while node > 0:
            node = self.word(self._move(node, index) + NODE)
            if node <= 0 or not self.word(node + NODE_VISITS):
                break
            moves = self.moves(node)
            index = max(range(len(moves)), key=lambda number: moves[number].visits)
            found.append(index)
        return found


def outcome_share(proof: int, person: int, players: int) -> float:
    """What a proven outcome is worth to somebody."""
    if proof & DRAW:
        return 1 / players
    winners = proof & 0xFFFF
    return 1 / winners.bit_count() if winners >> person & 1 else 0.0


def distance(proof: int) -> int:
    """In how many moves a proven outcome is there."""
    return (proof & _MASK) >> DISTANCE


__all__ = ["OUTCOME", "Grown", "Limits", "Tree", "distance", "outcome_share"]

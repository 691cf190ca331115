"""A search tree whose nodes are decisions, and what it says of whole turns."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .arena import AT, Move, Node, Path
from .by_decisions import DecisionTreeSearch
from .memory import module_of
from .tree import Grown, Limits, Tree

if TYPE_CHECKING:
    from ..decisions.reader import DecisionReader
    from ..engine import NativeEngine, Snapshot
    from ..runtime.position_codec import Block
    from .evaluation_store import Judge


@dataclass(frozen=True, slots=True)
class GrownTurn:
    """A turn of the root: its decisions, what `prefer` says of the best, what came of it, and its last edge."""

    path: tuple[int, ...]
    best: int
    grown: Grown
    edge: int


class DecisionTree(Tree):
    kind = DecisionTreeSearch

    def __init__(self, native: NativeEngine, size: int, judge: Judge | None, reader: DecisionReader) -> None:
        super().__init__(native, size, judge)
        self.decide_by(reader)
        if native.lists_turns:
            self.play_by_decisions(reader)
        module = module_of(self.kind)
        self._list: Callable[[int], int] = module.function("rw_list", 0, True)
        self._win: Callable[[int, int], int] = module.function("rw_win", 1, True)
        self._find: Callable[[int, int, int], int] = module.function("rw_find", 2, True)

    # ------------------------------------------------------------ turns

    def edges(self, node: int) -> Iterator[tuple[int, Grown]]:
        """The edges of a node, in order, with what came of them."""
        for index, grown in enumerate(self.moves(node) if node > 0 else ()):
            yield self._move(node, index), grown

    def turns(self, node: int | None = None) -> Iterator[GrownTurn]:
        """The whole turns that were tried from a node at the beginning of one."""
        node = self.word(AT["root"]) if node is None else node
        for edge, grown in self.edges(node):
            if not grown.visits and not grown.proof:
                continue
            if self.is_whole(edge):
                yield GrownTurn(self.path_to(edge), self.word(self.word(edge + Move.PATH) + Path.BEST), grown, edge)
            else:
                yield from self.turns(self.word(edge + Move.NODE))

    def winning(self, block: Block) -> int | None:
        """The place of a move in the list that wins at once."""
        self.enter(block)
        found = self._list(self.address)
        if block.word(self.native.layout.error):
            return None
        number = self._win(self.address, found)
        return None if number < 0 else number

    def places(self, block: Block, played: list[Snapshot]) -> list[int | None]:
        """The places of turns in the list of moves, by the positions they lead to; None where that cannot be told."""
        self.enter(block)
        found = self._list(self.address)
        if block.word(self.native.layout.error):
            return [None] * len(played)
        return [self._place(block, after.data, found) for after in played]

    def _place(self, block: Block, after: bytes, found: int) -> int | None:
        top, before = self.word(AT["top"]), self.snapshot.data
        if top + len(after) > self.size:
            return None
        self.memory[top : top + len(after)] = after
        number = self._find(self.address, 0, found)
        while number >= 0:
            if self.native.listed_after(block, before, number) == after:
                return number
            number = self._find(self.address, number + 1, found)
        return None

    def is_whole(self, edge: int) -> bool:
        """Whether a turn is over with an edge, as far as is known."""
        return self.word(edge + Move.LENGTH) > 0 or (bool(self.word(edge + Move.PROOF)) and not self._goes_on(edge))

    def _goes_on(self, edge: int) -> bool:
        return self.word(edge + Move.NODE) > 0

    def path_to(self, edge: int) -> tuple[int, ...]:
        """The decisions of the turn that an edge belongs to, up to it."""
        place = self.word(edge + Move.PATH)
        return struct.unpack_from(f"<{self.word(place + Path.STEPS)}i", self.memory, place + Path.NUMBERS)

    def _patch(self, edge: int) -> Iterator[tuple[int, int]]:
        place, length = self.word(edge + Move.PATCH), self.word(edge + Move.LENGTH)
        values = struct.unpack_from(f"<{length}q", self.memory, place)
        return zip(struct.unpack_from(f"<{length}i", self.memory, place + 8 * length), values, strict=True)

    # ------------------------------------------------------------ from one position to the next

    def continue_after(self, other: DecisionTree, snapshots: list[Snapshot], seed: int, limits: Limits) -> bool:
        """Begins with the part of another tree behind turns to these positions; no if it did not grow there."""
        node, proof = other.behind(snapshots)
        return self._continue_at(other, node, proof, snapshots[-1], seed, limits)

    def behind(self, snapshots: list[Snapshot]) -> tuple[int, int]:
        """The node, and what is proven of it, after turns that led from the root to these positions; 0 if none is."""
        node, before, proof = self.word(AT["root"]), self.snapshot, 0
        for snapshot in snapshots:
            edge = self._edge_to(node, before.data, snapshot.data)
            if edge is None:
                return 0, 0
            node, proof, before = self.word(edge + Move.NODE), self.word(edge + Move.PROOF), snapshot
        return node, proof

    def _edge_to(self, node: int, before: bytes, after: bytes) -> int | None:
        """The edge that ends a turn and leads to a position, if it was gone beyond."""
        for edge in self._ends(node):
            if all(struct.unpack_from("<q", after, at)[0] == value for at, value in self._patch(edge)):
                data = bytearray(before)
                for at, value in self._patch(edge):
                    struct.pack_into("<q", data, at, value)
                if data == after:
                    return edge
        return None

    def _ends(self, node: int) -> Iterator[int]:
        """Edges that end a turn and were gone beyond."""
        if node <= 0:
            return
        count = self.word(node + Node.COUNT)
        for index in range(count):
            edge = self._move(node, index)
            inner = self.word(edge + Move.NODE)
            if inner > 0 and self.word(edge + Move.LENGTH) > 0:
                yield edge
            elif inner > 0:
                yield from self._ends(inner)

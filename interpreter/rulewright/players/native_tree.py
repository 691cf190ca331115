"""Search trees of the native engine: one for each thread, from the same position, looked at together."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from ..native.search.tree import Grown, Limits, Tree, distance, outcome_share
from ..node import Node
from ..reference.hashing import mix
from ..seats import seat_to_move
from ..stacks import large_stacks
from ..state import State
from .player import Opinion
from .search_tree import Proven, Tried, opinion_of

if TYPE_CHECKING:
    from ..native.decisions.reader import DecisionReader
    from ..native.engine import NativeEngine
    from ..native.search.evaluation_store import Judge

_STACK = 64 << 20  # bytes for each thread


class NativeTrees:
    """The memory of a player: it stays from move to move."""

    def __init__(
        self, native: NativeEngine, judge: Judge, megabytes: int, threads: int, playing: DecisionReader | None = None
    ) -> None:
        # Each thread has two: the part of a tree that is still of use is copied from one to the other.
        size = (megabytes << 20) // (2 * threads)
        self.native = native
        self.judge = judge
        self._pairs = [[Tree(native, size, self.judge), Tree(native, size, self.judge)] for _ in range(threads)]
        self._node: Node | None = None
        for tree in (tree for pair in self._pairs for tree in pair):
            if playing is not None:
                tree.play_by_decisions(playing)

    def begin(self, state: State, seed: int, limits: Limits, keep: bool) -> NativeTree:
        """Trees for a position, with what is known of it from before if it may be kept."""
        node = state._node
        path = _path(self._node, node) if keep and self._node is not None else None
        snapshot = node.snapshot(self.native)
        for number, pair in enumerate(self._pairs):
            own = mix(seed + number & 2**64 - 1)
            if path and pair[1].continue_from(pair[0], path, snapshot, own, limits):
                pair.reverse()
            elif path != [] or not pair[0].again(own, limits):
                pair[0].begin(snapshot, own, limits)
        self._node = node
        return NativeTree([pair[0] for pair in self._pairs], node.count(), seat_to_move(state))

    def forget(self) -> None:
        self._node = None


def _path(before: Node, now: Node) -> list[int] | None:
    """The moves that led from one node to another; None if none did."""
    path: list[int] = []
    node: Node | None = now
    while node is not None and node is not before:
        path.append(node.index)
        node = node.parent
    return path[::-1] if node is before else None


class GrownTrees:
    """Trees from one position, and what they have found together."""

    def __init__(self, trees: Sequence[Tree], person: int) -> None:
        self.trees = trees
        self._person = person
        self._native = trees[0].native
        self._players = len(self._native.engine.rules.players)

    def grow(self, playouts: int) -> int:
        native = self._native
        blocks = [native.borrow() for _ in self.trees]
        try:
            if len(self.trees) == 1:
                return max(0, self.trees[0].grow(blocks[0], playouts))
            share = -(-playouts // len(self.trees))
            with ThreadPoolExecutor(len(self.trees)) as pool:
                with large_stacks(_STACK):  # they are all started by this
                    done = pool.map(lambda tree, block: tree.grow(block, share), self.trees, blocks)
                return sum(max(0, number) for number in done)
        finally:
            for block in blocks:
                native.give_back(block)

    def _together(self, grown: list[Grown]) -> Tried:
        visits = sum(move.visits for move in grown)
        proof = next((move.proof for move in grown if move.proof), 0)
        mean = sum(move.value for move in grown) / visits if visits else 0.0
        return Tried(visits, self._worth(proof)[self._person] if proof else mean, self._proven(proof))

    def _worth(self, proof: int) -> tuple[float, ...]:
        return tuple(outcome_share(proof, person, self._players) for person in range(self._players))

    def _proven(self, proof: int) -> Proven | None:
        return Proven(self._worth(proof), distance(proof)) if proof else None

    def proven(self) -> Proven | None:
        return self._proven(next((tree.proof for tree in self.trees if tree.proof), 0))

    def means(self) -> tuple[float, ...]:
        playouts = sum(tree.playouts for tree in self.trees)
        if not playouts:
            return (1 / self._players,) * self._players
        sums = [sum(row) for row in zip(*(tree.totals() for tree in self.trees), strict=True)]
        return tuple(value / playouts for value in sums)

    def deepest(self) -> int:
        return max(tree.deepest for tree in self.trees)


class NativeTree(GrownTrees):
    def __init__(self, trees: Sequence[Tree], moves: int, person: int) -> None:
        super().__init__(trees, person)
        self._count = moves

    def tried(self) -> list[Tried]:
        rows = [tree.moves() for tree in self.trees]
        return [self._together([row[number] for row in rows if row]) for number in range(self._count)]

    def line(self, first: int) -> list[int]:
        return max((tree.line(first) for tree in self.trees), key=len)

    def win_at_once(self) -> Opinion | None:
        """Growing begins with the moves of the root."""
        return None

    def opinion(self, state: State, seconds: float) -> Opinion:
        return opinion_of(state, self, seconds)

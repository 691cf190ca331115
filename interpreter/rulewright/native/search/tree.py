"""A search tree in memory of its own, and the position it grows from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..lower.game_flow import DRAW
from .arena import AT, DISTANCE, SQUARES, TOTAL, WIDE, Move, Node
from .memory import SearchMemory, module_of
from .program import TreeSearch

if TYPE_CHECKING:
    from ..engine import NativeEngine, Snapshot
    from ..runtime.position_codec import Block
    from .evaluation_store import Judge

_MASK = 2**64 - 1


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


class Tree(SearchMemory):
    kind: ClassVar[type[TreeSearch]] = TreeSearch

    def __init__(self, native: NativeEngine, size: int, judge: Judge | None = None) -> None:
        super().__init__(native, max(size, 1 << 20), judge)
        module = module_of(self.kind)
        self._search: Callable[[int, int], int] = module.function("rw_search", 1, True)
        self._train: Callable[[int, int, int, int, int], int] = module.function("rw_train", 4, True)
        self._take_over: Callable[[int, int, int], int] = module.function("rw_take_over", 2, True)

    # ------------------------------------------------------------ a search

    def begin(self, snapshot: Snapshot, seed: int, limits: Limits) -> None:
        """A new tree from a position."""
        free = self._set(snapshot, seed, limits)
        for name, value in {"top": free, "limit": self.size, "root": 0, "root_proof": 0}.items():
            self.put(name, value)

    def again(self, seed: int, limits: Limits) -> bool:
        """Goes on from the position it has, with other numbers; no if there is nothing to go on with."""
        if self.word(AT["root"]) <= 0:
            return False
        self._set(self.snapshot, seed, limits)
        return True

    def _set(self, snapshot: Snapshot, seed: int, limits: Limits) -> int:
        for name, value in {"iteration": 0, "deepest": 0, "seed": seed, "longest": limits.longest}.items():
            self.put(name, value)
        self.put_real(AT["exploration"], limits.exploration)
        self.put_real(AT["rave"], limits.rave)
        for who in range(self.players):
            self.put_real(TOTAL + 8 * who, 0.0)
            self.put_real(SQUARES + 8 * who, 0.0)
            self.put_real(WIDE + 8 * who, limits.exploration)
        return self.set_root(snapshot)

    def grow(self, block: Block, playouts: int) -> int:
        """So many playouts, fewer if everything is known before; -1 if the position is too large."""
        self.enter(block)
        done = self._search(self.address, playouts)
        self.leave(block)
        return done

    def train(self, block: Block, plies: int, longest: int, *, surveying: bool = False, tries: int = 1) -> int:
        """The judge learns from so many plies of random games, none of them longer than this; how many ended.

        When `surveying`, pieces and their moves are only counted. Turns are the best of so many `tries`.
        """
        self.enter(block)
        games = self._train(self.address, plies, longest, surveying, tries)
        self.leave(block)
        return games

    @property
    def steps_of_a_list(self) -> float:
        """What a list took, on the average of those that training came by; where steps are counted, else 1."""
        return max(1.0, self.word(AT["steps"]) / max(1, self.word(AT["lists"])))

    @property
    def has_steps_left(self) -> bool:
        """Whether lists have taken less than training may take."""
        return self.word(AT["steps"]) < self.word(AT["most_steps"])

    @property
    def is_too_large(self) -> bool:
        """Whether training came to a position that has more turns than there is room for, or takes too many steps."""
        return self.word(AT["too_large"]) != 0

    def continue_from(self, other: Tree, path: list[int], snapshot: Snapshot, seed: int, limits: Limits) -> bool:
        """Begins with the part of another tree that lies behind some moves; no if it did not grow there."""
        node, proof = other.word(AT["root"]), 0
        for index in path:
            move = other._move(node, index)
            node, proof = (other.word(move + Move.NODE), other.word(move + Move.PROOF)) if node > 0 else (0, 0)
        return self._continue_at(other, node, proof, snapshot, seed, limits)

    def _continue_at(self, other: Tree, node: int, proof: int, snapshot: Snapshot, seed: int, limits: Limits) -> bool:
        if node <= 0:
            return False
        self.begin(snapshot, seed, limits)
        self.put("root_proof", proof)
        self._take_over(self.address, other.address - self.address, node)
        return True

    # ------------------------------------------------------------ what was found

    @staticmethod
    def _move(node: int, index: int) -> int:
        return node + Node.SIZE + index * Move.SIZE

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
        return [self.real(TOTAL + 8 * number) for number in range(self.players)]

    def moves(self, node: int | None = None) -> list[Grown]:
        """The moves of the root in their order, or of another node."""
        node = self.word(AT["root"]) if node is None else node
        found: list[Grown] = []
        if node <= 0:
            return found
        for index in range(self.word(node + Node.COUNT)):
            at = self._move(node, index)
            found.append(Grown(self.word(at + Move.VISITS), self.real(at + Move.VALUE), self.word(at + Move.PROOF)))
        return found

    def line(self, first: int) -> list[int]:
        """The moves that were tried most, beginning with a given one: how it thinks the game goes on."""
        node, index, found = self.word(AT["root"]), first, [first]
        while node > 0:
            node = self.word(self._move(node, index) + Move.NODE)
            if node <= 0 or not self.word(node + Node.VISITS):
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

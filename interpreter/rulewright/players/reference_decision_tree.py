"""The search by decisions on the reference interpreter: a turn in the middle is a node of the tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..moves import Move
from ..seats import seat_of, seat_to_move
from ..state import State
from ..turn import Turn
from .player import Candidate, Opinion
from .reference_tree import PositionNode, ReferenceTree
from .search_tree import Tried, best_order, best_worth, candidate_of, proof_for


class DecisionNode(PositionNode):
    """The beginning of a turn, or a turn in the middle. What chance does is listed."""

    __slots__ = ("turn",)

    def __init__(self, state: State, turn: Turn | None = None) -> None:
        if turn is None:
            super().__init__(state)
            turn = None if self.proven is not None or state.is_chance else state.turn()
        else:
            self.begin(state, None, seat_to_move(state))
        self.turn = turn

    @property
    def count(self) -> int:
        return super().count if self.turn is None else len(self.turn.numbers)

    def after(self, index: int) -> PositionNode:
        if self.turn is None:
            return super().after(index)
        return self._decided(self.turn.numbers[index])

    def _decided(self, number: int) -> DecisionNode:
        assert self.turn is not None
        turn = self.turn.copy()
        turn.choose(number)
        if not turn.is_complete:
            return DecisionNode(self.state, turn)
        state = self.state.copy()
        state.push(turn)
        return DecisionNode(state)

    @property
    def is_within(self) -> bool:
        return self.turn is not None and bool(self.turn.path)

    def end_of_turn(self, draw: Callable[[int], int]) -> State:
        """The rest of the turn is decided at random."""
        node = self
        while node.is_within:
            assert node.turn is not None
            node = node._decided(node.turn.numbers[draw(len(node.turn.numbers))])
        return node.state


class ReferenceDecisionTree(ReferenceTree):
    kind = DecisionNode

    def opinion(self, state: State, seconds: float) -> Opinion:
        person = seat_to_move(state)
        most = best_worth(state, person)
        first = self._best_turn(person, most)
        found = {first.move: first} | dict(self._whole(self._root, person, most))
        others = (candidate for move, candidate in found.items() if move != first.move)
        proven = self.proven()
        means = proven.worth if proven is not None else self.means()
        return Opinion(
            first.move,
            (found[first.move], *sorted(others, key=lambda candidate: -candidate.visits)),
            tuple(means[seat_of(state, side)] for side in range(len(means))),
            proof_for(proven, person, most),
            (first.move,),
            self._playouts,
            self.deepest(),
            seconds,
        )

    def _best_turn(self, person: int, most: float) -> Candidate:
        """Decision by decision what is best; what nobody has looked at is decided at random."""
        node, tried = self._root, Tried(0, 0.0)
        while node is self._root or (isinstance(node, DecisionNode) and node.is_within):
            index, tried = self._draw(node.count), Tried(0, 0.0)
            if any(node.children):
                edges = [_tried(child, person) for child in node.children]
                index = best_order(edges, person, most)[0]
                tried = edges[index]
            node = (node.children[index] if node.children else None) or node.after(index)
        return candidate_of(node.state._node.made_by(), tried, person, most)

    def _whole(self, node: PositionNode, person: int, most: float) -> Iterator[tuple[Move, Candidate]]:
        """The turns that were tried from a node."""
        for child in node.children:
            if isinstance(child, DecisionNode) and child.is_within:
                yield from self._whole(child, person, most)
            elif child is not None:
                move = child.state._node.made_by()
                yield move, candidate_of(move, _tried(child, person), person, most)


def _tried(child: PositionNode | None, person: int) -> Tried:
    if child is None:
        return Tried(0, 0.0)
    return Tried(child.visits, child.sums[person] / max(child.visits, 1), child.proven)

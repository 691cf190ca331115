"""The same search on the reference interpreter, written to be read: slower, and there for every game."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import ClassVar

from ..headless.random_games import by_weight, plies, random_move
from ..reference.hashing import draw
from ..seats import seat_of, seat_to_move
from ..state import State
from .player import Opinion, worth
from .search_tree import Proven, Tried, best_worth, opinion_of

_LONGEST_PLAYOUT = 100  # plies


class PositionNode:
    """A position that was looked into. Values are those of who moves here; chance moves by weight."""

    __slots__ = ("children", "mover", "proven", "state", "sums", "visits")

    def __init__(self, state: State) -> None:
        outcome = state.outcome
        proven = None if outcome is None else Proven(by_person(state, worth(outcome, state.game.players)), 0)
        self.begin(state, proven, -1 if outcome is not None or state.is_chance else seat_to_move(state))

    def begin(self, state: State, proven: Proven | None, mover: int) -> None:
        self.state = state
        self.visits = 0
        self.sums = [0.0] * len(state.game.players)  # of what each person got
        self.proven = proven
        self.mover = mover
        self.children: list[PositionNode | None] = []

    @property
    def count(self) -> int:
        """How many ways there are to go on."""
        return len(self.state.legal_moves)

    def after(self, index: int) -> PositionNode:
        state = self.state.copy()
        state.push(state.legal_moves[index])
        return type(self)(state)

    def end_of_turn(self, draw: Callable[[int], int]) -> State:
        """Where a playout begins."""
        return self.state


def by_person(state: State, sides: tuple[float, ...]) -> tuple[float, ...]:
    """What belongs to sides, by who holds them."""
    return tuple(sides[seat_of(state, person)] for person in range(len(sides)))


class ReferenceTree:
    kind: ClassVar[type[PositionNode]] = PositionNode

    def __init__(self, state: State, seed: int, exploration: float) -> None:
        self._root = self.kind(state.copy())
        self._seed = seed
        self._exploration = exploration
        self._playouts = 0
        self._deepest = 0
        self._draws = 0

    # ------------------------------------------------------------ growing

    def grow(self, playouts: int) -> int:
        for done in range(playouts):
            if self._root.proven is not None:
                return done
            self._playout()
        return playouts

    def _playout(self) -> None:
        self._playouts += 1
        self._draws = 0
        path = [self._root]
        while path[-1].proven is None and (path[-1].visits or len(path) == 1):
            path.append(self._next(path[-1]))
        self._deepest = max(self._deepest, len(path) - 1)
        leaf = path[-1]
        rewards = leaf.proven.worth if leaf.proven is not None else self._play_out(leaf)
        for node in reversed(path):
            node.visits += 1
            if node.children and node.proven is None:
                node.proven = self._settled(node)
            rewards = node.proven.worth if node.proven is not None else self._at_least(node, rewards)
            for person, reward in enumerate(rewards):
                node.sums[person] += reward

    def _draw(self, among: int) -> int:
        self._draws += 1
        return draw(self._seed, self._playouts, self._draws, among)

    def _next(self, node: PositionNode) -> PositionNode:
        """The child that a playout goes on with."""
        if not node.children:
            node.children = [None] * node.count
        if node.mover < 0:
            index = by_weight(node.state.weights, self._draw)
        else:
            first = self._draw(len(node.children))
            order = [*range(first, len(node.children)), *range(first)]
            index = max(order, key=lambda number: self._score(node, node.children[number]))
        child = node.children[index]
        if child is None:
            child = node.children[index] = node.after(index)
        return child

    def _score(self, node: PositionNode, child: PositionNode | None) -> float:
        wide = self._exploration * math.sqrt(math.log(node.visits + 1))
        if child is None:
            return node.sums[node.mover] / max(node.visits, 1) + wide
        if child.proven is not None:  # nothing to learn: only when all are known
            return child.proven.worth[node.mover] - 4
        return child.sums[node.mover] / max(child.visits, 1) + wide / math.sqrt(max(child.visits, 1))

    def _play_out(self, leaf: PositionNode) -> tuple[float, ...]:
        state = leaf.end_of_turn(self._draw).copy()
        until = plies(state) + _LONGEST_PLAYOUT
        while state.outcome is None and plies(state) < until:
            self._draws += 1
            state.push(random_move(state, self._seed, self._playouts, self._draws))
        outcome = state.outcome
        players = state.game.players
        sides = (1 / len(players),) * len(players) if outcome is None else worth(outcome, players)
        return by_person(state, sides)

    # ------------------------------------------------------------ proofs

    def _settled(self, node: PositionNode) -> Proven | None:
        """What is proven of a node, from what is proven of its children."""
        known = [child.proven for child in node.children if child is not None and child.proven is not None]
        complete = len(known) == len(node.children)
        if node.mover < 0:
            same = complete and len({proven.worth for proven in known}) == 1
            return Proven(known[0].worth, 1 + max(proven.distance for proven in known)) if same else None
        most = best_worth(node.state, node.mover)
        wins = [proven for proven in known if proven.worth[node.mover] >= most]
        if wins:
            quickest = min(wins, key=lambda proven: proven.distance)
            return Proven(quickest.worth, quickest.distance + 1)
        if not complete:
            return None
        best = max(proven.worth[node.mover] for proven in known)
        equals = [proven for proven in known if proven.worth[node.mover] == best]
        if len({proven.worth for proven in equals}) > 1:
            return None
        return Proven(equals[0].worth, 1 + max(proven.distance for proven in equals))

    @staticmethod
    def _at_least(node: PositionNode, rewards: tuple[float, ...]) -> tuple[float, ...]:
        """Who moves would rather take what is sure than what a playout brought."""
        if node.mover < 0:
            return rewards
        sure = [child.proven.worth for child in node.children if child is not None and child.proven is not None]
        return max([rewards, *sure], key=lambda row: row[node.mover])

    # ------------------------------------------------------------ looking

    def tried(self) -> list[Tried]:
        person = seat_to_move(self._root.state)
        found = []
        for child in self._root.children or [None] * len(self._root.state.legal_moves):
            if child is None:
                found.append(Tried(0, 0.0))
            else:
                found.append(Tried(child.visits, child.sums[person] / max(child.visits, 1), child.proven))
        return found

    def proven(self) -> Proven | None:
        return self._root.proven

    def means(self) -> tuple[float, ...]:
        players = len(self._root.sums)
        visits = self._root.visits
        return tuple(value / visits for value in self._root.sums) if visits else (1 / players,) * players

    def line(self, first: int) -> list[int]:
        found, node = [first], self._root.children[first] if self._root.children else None
        while node is not None and any(node.children):
            visits = [-1 if child is None else child.visits for child in node.children]
            found.append(visits.index(max(visits)))
            node = node.children[found[-1]]
        return found

    def deepest(self) -> int:
        return self._deepest

    def win_at_once(self) -> Opinion | None:
        """Growing begins with the moves of the root."""
        return None

    def opinion(self, state: State, seconds: float) -> Opinion:
        return opinion_of(state, self, seconds)

"""Search trees by decisions, and what they think of whole turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..analysis.players import mates
from ..moves import Move
from ..native.search.arena import AT
from ..native.search.arena import Move as Edge
from ..native.search.decision_tree import DecisionTree
from ..native.search.tree import Grown, Limits
from ..node import Node
from ..reference.hashing import mix
from ..seats import seat_of, seat_to_move
from ..state import State
from .native_tree import GrownTrees
from .player import Candidate, Opinion
from .search_tree import Tried, best_order, best_worth, candidate_of, proof_for

if TYPE_CHECKING:
    from ..native.decisions.reader import DecisionReader, Offer
    from ..native.engine import NativeEngine, Snapshot
    from ..native.search.evaluation_store import Judge

_SHOWN = 16  # turns that it tells its opinion of, at most


class DecisionTrees:
    """The memory of a player: it stays from move to move."""

    def __init__(
        self, native: NativeEngine, judge: Judge, reader: DecisionReader, megabytes: int, threads: int
    ) -> None:
        size = (megabytes << 20) // (2 * threads)
        self.native, self.reader = native, reader
        self.judge = judge
        self._pairs = [[DecisionTree(native, size, judge, reader) for _ in range(2)] for _ in range(threads)]
        self._node: Node | None = None

    def begin(self, state: State, seed: int, limits: Limits, keep: bool) -> TreeOfDecisions:
        """Trees for a position, with what is known of it from before if it may be kept."""
        node = state._node
        since = self._since(node) if keep and self._node is not None else None
        for number, pair in enumerate(self._pairs):
            own = mix(seed + number & 2**64 - 1)
            if since and pair[1].continue_after(pair[0], since, own, limits):
                pair.reverse()
            elif since != [] or not pair[0].again(own, limits):
                pair[0].begin(node.snapshot(self.native), own, limits)
        self._node = node
        return TreeOfDecisions(self.reader, [pair[0] for pair in self._pairs], state, seed)

    def forget(self) -> None:
        self._node = None

    def _since(self, now: Node) -> list[Snapshot] | None:
        """The positions that were there since the last one it has thought of; None if that led nowhere."""
        found: list[Snapshot] = []
        node: Node | None = now
        while node is not None and node is not self._node:
            found.append(node.snapshot(self.native))
            node = node.parent
        return found[::-1] if node is not None else None


class TreeOfDecisions(GrownTrees):
    def __init__(self, reader: DecisionReader, trees: list[DecisionTree], state: State, seed: int) -> None:
        super().__init__(trees, seat_to_move(state))
        self._grown, self._reader, self._state, self._seed = trees, reader, state, seed

    def opinion(self, state: State, seconds: float) -> Opinion:
        person = self._person
        most = best_worth(state, person)
        first, tried = self._best_turn(most)
        rows = {first.path: (first, tried)} | self._others(first.path, most)
        candidates = self._candidates(list(rows.values()), most)
        proven = self.proven()
        means = proven.worth if proven is not None else self.means()
        return Opinion(
            candidates[0].move,
            candidates,
            tuple(means[seat_of(state, side)] for side in range(len(means))),
            proof_for(proven, person, most),
            (candidates[0].move,),
            sum(tree.playouts for tree in self._grown),
            self.deepest(),
            seconds,
        )

    def win_at_once(self) -> Opinion | None:
        """A move that wins, if there is one: decisions come to it only by and by."""
        block = self._native.borrow()
        try:
            place = self._grown[0].winning(block)
        finally:
            self._native.give_back(block)
        if place is None:
            return None
        move, players = Move._of(self._state._node, place), range(self._players)
        most, side = best_worth(self._state, self._person), self._state._node.me
        friends = mates(self._state.game.rules, side)
        values = tuple(most if player in friends else 0.0 for player in players)
        return Opinion(move, (Candidate(move, 0, most, "win"),), values, "win", (move,))

    # ------------------------------------------------------------ the turn it would play

    def _best_turn(self, most: float) -> tuple[Offer, Tried]:
        """Decision by decision what is best; what nobody has looked at is decided at random."""
        nodes = [tree.word(AT["root"]) for tree in self._grown]
        offer, tried = self._reader.begin(self._grown[0].snapshot), Tried(0, 0.0)
        while offer.played is None:
            rows = [list(tree.edges(node)) for tree, node in zip(self._grown, nodes, strict=True)]
            grown = next((row for row in rows if row), None)
            if grown is None:
                number = offer.numbers[mix(self._seed + len(offer.path)) % len(offer.numbers)]
                offer = self._reader.choose(offer, number)
                continue
            edges = [self._together([row[index][1] for row in rows if row]) for index in range(len(grown))]
            index = best_order(edges, self._person, most)[0]
            tried = edges[index]
            offer = self._reader.choose(offer, offer.numbers[index])
            nodes = [
                tree.word(row[index][0] + Edge.NODE) if row else 0 for tree, row in zip(self._grown, rows, strict=True)
            ]
        return offer, tried

    # ------------------------------------------------------------ other turns

    def _others(self, best: tuple[int, ...], most: float) -> dict[tuple[int, ...], tuple[Offer, Tried]]:
        """Whole turns that were looked at most, by their paths."""
        found: dict[tuple[int, ...], tuple[int, list[Grown]]] = {}
        for tree in self._grown:
            for turn in tree.turns():
                found.setdefault(turn.path, (turn.best, []))[1].append(turn.grown)
        found.pop(best, None)
        tried = {path: self._together(grown) for path, (_, grown) in found.items()}
        paths = list(tried)
        order = best_order([tried[path] for path in paths], self._person, most)[:_SHOWN] if paths else []
        start = self._grown[0].snapshot
        return {
            paths[index]: (self._reader.follow(start, paths[index], found[paths[index]][0]), tried[paths[index]])
            for index in order
        }

    def _candidates(self, turns: Sequence[tuple[Offer, Tried]], most: float) -> tuple[Candidate, ...]:
        """Turns as moves; those that come to the same are one move, which was tried as often as both."""
        played = [(offer.played, tried) for offer, tried in turns if offer.played is not None]
        places = self._places([snapshot for snapshot, _ in played])
        found: dict[int, list[Tried]] = {}
        for place, (_, tried) in zip(places, played, strict=True):
            found.setdefault(place, []).append(tried)
        node = self._state._node
        return tuple(
            candidate_of(Move._of(node, place), _merged(rows), self._person, most) for place, rows in found.items()
        )

    def _places(self, played: list[Snapshot]) -> list[int]:
        """Their places in the list of moves."""
        native, node, tree = self._native, self._state._node, self._grown[0]
        block = native.borrow()
        try:
            places = tree.places(block, played)
        finally:
            native.give_back(block)
        return [
            node.reached(snapshot, native.result(snapshot.data)).index if place is None else place
            for place, snapshot in zip(places, played, strict=True)
        ]


def _merged(rows: list[Tried]) -> Tried:
    visits = sum(row.visits for row in rows)
    mean = sum(row.mean * row.visits for row in rows) / visits if visits else rows[0].mean
    return Tried(visits, mean, next((row.proven for row in rows if row.proven is not None), None))


__all__ = ["DecisionTrees", "TreeOfDecisions"]

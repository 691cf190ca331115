"""A search tree as a player sees it, whichever engine grows it, and what it thinks of the position at its root."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..analysis.players import mates
from ..seats import seat_of, seat_to_move
from ..state import Move, State
from .player import Candidate, Opinion, Proof

_LONGEST_LINE = 12


@dataclass(frozen=True, slots=True)
class Proven:
    """A value that is certain: the worth of the outcome to each person, and in how many moves it is there."""

    worth: tuple[float, ...]
    distance: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A move of the root: how often it was tried, the mean of what that brought who moves, and what is proven."""

    visits: int
    mean: float
    proven: Proven | None = None


class SearchTree(Protocol):
    """A tree that grows by playouts. People are numbered by the sides they held when the game began."""

    def grow(self, playouts: int) -> int:
        """Makes so many playouts, fewer if all is known before; how many it made."""
        ...

    def proven(self) -> Proven | None:
        """The value of the root, where it is certain."""
        ...

    def win_at_once(self) -> Opinion | None:
        """A move that wins, where growing would not come to it soon."""
        ...

    def opinion(self, state: State, seconds: float) -> Opinion:
        """What it thinks of the position at its root, after so many seconds."""
        ...


class TurnTree(SearchTree, Protocol):
    """One whose moves are turns, as they are listed."""

    def tried(self) -> list[Tried]:
        """The moves of the root, in the order of the list."""
        ...

    def means(self) -> tuple[float, ...]:
        """What the playouts brought each person on average."""
        ...

    def line(self, first: int) -> list[int]:
        """How the game may go on from a move of the root: places in the lists of moves."""
        ...

    def deepest(self) -> int: ...


def opinion_of(state: State, tree: TurnTree, seconds: float) -> Opinion:
    person = seat_to_move(state)
    tried = tree.tried()
    most = best_worth(state, person)
    order = best_order(tried, person, most)
    candidates = tuple(candidate_of(state.legal_moves[number], tried[number], person, most) for number in order)
    proven = tree.proven()
    means = proven.worth if proven is not None else tree.means()
    return Opinion(
        candidates[0].move,
        candidates,
        tuple(means[seat_of(state, side)] for side in range(len(means))),
        proof_for(proven, person, most),
        moves_along(state, tree.line(order[0])[:_LONGEST_LINE]),
        sum(move.visits for move in tried),
        tree.deepest(),
        seconds,
    )


def best_worth(state: State, person: int) -> float:
    """The most that somebody can win: all, or a share of what a team wins."""
    return 1 / len(mates(state.game.rules, person))


def proof_for(proven: Proven | None, person: int, most: float) -> Proof | None:
    if proven is None:
        return None
    worth = proven.worth[person]
    return "win" if worth >= most else "loss" if worth <= 0 else "draw"


def best_order(tried: Sequence[Tried], person: int, most: float) -> list[int]:
    """The places of moves, the best first."""
    order = sorted(range(len(tried)), key=lambda number: _rank(tried[number], person, most), reverse=True)
    return _sure_first(order, tried, person)


def _rank(move: Tried, person: int, most: float) -> tuple[int, float, float]:
    """Proven wins, the quickest first; then what was tried most; lost moves last, those that last longest first."""
    proof = proof_for(move.proven, person, most)
    distance = move.proven.distance if move.proven is not None else 0
    if proof == "win":
        return 2, -distance, move.visits
    return (0, distance, move.visits) if proof == "loss" else (1, move.visits, move.mean)


def _sure_first(order: list[int], tried: Sequence[Tried], person: int) -> list[int]:
    """What is certain comes before what was tried more often, if it is worth more."""
    first = tried[order[0]]
    if first.proven is not None:
        return order
    best, value = order[0], first.mean
    for number in order[1:]:
        proven = tried[number].proven
        if proven is not None and proven.worth[person] > value:
            best, value = number, proven.worth[person]
    return [best, *(number for number in order if number != best)]


def candidate_of(move: Move, tried: Tried, person: int, most: float) -> Candidate:
    value = tried.mean if tried.proven is None else tried.proven.worth[person]
    return Candidate(move, tried.visits, value, proof_for(tried.proven, person, most))


def judged(
    state: State, candidates: tuple[Candidate, ...], line: tuple[Move, ...], nodes: int, depth: int, seconds: float
) -> Opinion:
    """The opinion of a search that gives every move a value, the best first: all others share what is left."""
    best, others = candidates[0], len(state.game.players) - 1
    values = tuple(
        best.value if side == state._node.me else (1 - best.value) / max(others, 1) for side in range(others + 1)
    )
    return Opinion(best.move, candidates, values, best.proof, line, nodes, depth, seconds)


def moves_along(state: State, line: Sequence[int]) -> tuple[Move, ...]:
    """The moves at these places of the lists, one after the other, as far as they lead."""
    found: list[Move] = []
    state = state.copy()
    for index in line:
        if state.outcome is not None or index >= len(state.legal_moves):
            break
        found.append(state.legal_moves[index])
        state.push(found[-1])
    return tuple(found)

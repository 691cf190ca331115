"""Turns and mirrors of the board as permutations of observations and actions, where the game goes on alike.

Which maps the board allows is known from its coordinates. Whether the rules look at more than that is found by trial:
random games are played twice, once as they are and once with all decisions mapped, and must offer the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any, Protocol

from ..board import Board
from ..reference.vocabulary import Kind
from ..rules.types import Type
from .arrays import numpy_module

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .encoding import Encoding, Observation

GAMES, DECISIONS = 4, 200
"""How many random games are played twice, and how many decisions of each at most."""
_STEPS = 24  # turns of the full circle in which a board can be symmetric: halves, thirds, quarters, sixths …
_NEAR = 0.01


class Deciding(Protocol):
    """A turn in the making."""

    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def is_complete(self) -> bool: ...
    def choose(self, decision: Any) -> None: ...


class Playing(Protocol):
    """A game in progress."""

    @property
    def outcome(self) -> object: ...
    def turn(self) -> Any: ...
    def push(self, move: Any) -> None: ...


@dataclass(frozen=True)
class Symmetry:
    """What is at site s comes to `sites[s]`, and action a means what `actions[a]` means now."""

    sites: tuple[int, ...]
    actions: tuple[int, ...]
    _encoding: Encoding

    def __repr__(self) -> str:
        moved = sum(site != number for number, site in enumerate(self.sites))
        return f"<Symmetry that moves {moved} of {len(self.sites)} sites>"

    def observation(self, observation: Observation) -> Observation:
        """The observation of the position with everything in its new place; many at once, too."""
        np, grid = numpy_module(), self._encoding._grid
        order = np.arange(grid.size)
        for site, target in enumerate(self.sites):
            order[grid.places[target]] = grid.places[site]
        made = dict(observation)
        board = observation["board"]
        if grid.is_planes:
            flat = board.reshape(*board.shape[:-2], grid.size)
            made["board"] = flat[..., order].reshape(board.shape)
        else:
            made["board"] = board[..., order, :]
        first = len(self.sites)
        if self._encoding.entries["decided"]:
            made["decided"] = self._moved(observation["decided"], [number - first for number in self.actions[first:]])
        return made

    def of_actions(self, values: NDArray[np.generic]) -> NDArray[np.generic]:
        """A mask or a policy, by the actions as they are now; many at once, too."""
        return self._moved(values, self.actions)

    @staticmethod
    def _moved(values: NDArray[np.generic], targets: Sequence[int]) -> NDArray[np.generic]:
        made = numpy_module().empty_like(values)
        made[..., list(targets)] = values
        moved: NDArray[np.generic] = made
        return moved


def symmetries(encoding: Encoding, start: Callable[[], Playing]) -> tuple[Symmetry, ...]:
    """All symmetries that were found, the one that changes nothing first."""
    engine = encoding._engine
    rules, sites = engine.rules, range(len(engine.rules.board))
    found = [Symmetry(tuple(sites), tuple(range(encoding.action_count)), encoding)]
    if any(spec.type is Type.DIRECTION for spec in rules.variables):
        return tuple(found)  # what such a variable holds would have to be mapped, too
    known = {found[0].sites}
    layers = engine.start().layers
    for candidate in _maps(rules.board):
        if candidate in known:
            continue
        known.add(candidate)
        fits = all({candidate[site]: stack for site, stack in layer.items()} == layer for layer in layers)
        actions = _actions(encoding, candidate) if fits else None
        if actions is not None and all(_go_alike(start, actions, seed) for seed in range(GAMES)):
            found.append(Symmetry(candidate, actions, encoding))
    return tuple(found)


# ---------------------------------------------------------------- maps of the board


def _maps(board: Board) -> Iterator[tuple[int, ...]]:
    """Permutations of the sites that keep classes and neighbours."""
    for candidate in _linear(board) if board.unbounded else _turned(board):
        if candidate is None or len(set(candidate)) < len(board):
            continue
        if any(board.sites[site].cls != board.sites[target].cls for site, target in enumerate(candidate)):
            continue
        if all(
            sorted(candidate[other] for other in range(len(board)) if board.near[site] >> other & 1)
            == [other for other in range(len(board)) if board.near[target] >> other & 1]
            for site, target in enumerate(candidate)
        ):
            yield candidate


def _turned(board: Board) -> Iterator[tuple[int, ...] | None]:
    """All turns about the middle, with and without a mirror."""
    count = len(board)
    middle = sum(complex(site.x, site.y) for site in board.sites) / count
    places = [complex(site.x, site.y) - middle for site in board.sites]
    known = {(round(place.real / _NEAR / 10), round(place.imag / _NEAR / 10)): at for at, place in enumerate(places)}
    for mirrored in (False, True):
        for step in range(_STEPS):
            turn = complex(cos(2 * pi * step / _STEPS), sin(2 * pi * step / _STEPS))
            yield _targets([(place.conjugate() if mirrored else place) * turn for place in places], known)


def _targets(places: list[complex], known: dict[tuple[int, int], int]) -> tuple[int, ...] | None:
    found = []
    for place in places:
        target = known.get((round(place.real / _NEAR / 10), round(place.imag / _NEAR / 10)))
        if target is None:
            return None
        found.append(target)
    return tuple(found)


def _linear(board: Board) -> Iterator[tuple[int, ...]]:
    """On a torus: all whole-number maps that keep its middle."""
    side = board.wrap
    small = (-1, 0, 1)
    for a, b, c, d in ((a, b, c, d) for a in small for b in small for c in small for d in small):
        if a * d - b * c in (1, -1):
            yield tuple(
                (c * x + d * y) % side * side + (a * x + b * y) % side
                for x, y in ((site % side, site // side) for site in range(side * side))
            )


def _actions(encoding: Encoding, sites: tuple[int, ...]) -> tuple[int, ...] | None:
    """What decisions become: sites and directions move, all others stay."""
    vocabulary, board = encoding._engine.vocabulary, encoding._engine.rules.board
    found = []
    for number in range(len(vocabulary)):
        decision = vocabulary.decision(number)
        if decision.kind is Kind.SITE:
            found.append(sites[number])
        elif decision.kind is Kind.DIRECTION:
            turned = _direction(board, decision.value[0], sites)
            if turned is None:
                return None
            found.append(vocabulary.first(Kind.DIRECTION) + turned)
        else:
            found.append(number)
    return tuple(found)


def _direction(board: Board, number: int, sites: tuple[int, ...]) -> int | None:
    def moved(table: tuple[int, ...]) -> tuple[int, ...]:
        made = [-1] * len(table)
        for site, target in enumerate(table):
            made[sites[site]] = -1 if target < 0 else sites[target]
        return tuple(made)

    wanted = tuple(map(moved, board.directions[number].tables))
    return next((at for at, way in enumerate(board.directions) if way.tables == wanted), None)


# ---------------------------------------------------------------- the trial


def _go_alike(start: Callable[[], Playing], actions: tuple[int, ...], seed: int) -> bool:
    """Whether a random game offers the same as it does with all decisions mapped, and ends alike."""
    one, other, numbers = start(), start(), random.Random(seed)
    turns: tuple[Deciding, Deciding] = one.turn(), other.turn()
    for _ in range(DECISIONS):
        here, there = turns[0].numbers, turns[1].numbers
        if {actions[number] for number in here} != set(there):
            return False
        if not here:
            break
        chosen = numbers.choice(here)
        turns[0].choose(chosen)
        turns[1].choose(actions[chosen])
        if turns[0].is_complete != turns[1].is_complete:
            return False
        if turns[0].is_complete:
            one.push(turns[0])
            other.push(turns[1])
            turns = one.turn(), other.turn()
    return one.outcome == other.outcome


__all__ = ["Symmetry", "symmetries"]

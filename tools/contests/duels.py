"""Games between two players who change sides, and how sure the result is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rulewright.game import Game
from rulewright.headless.random_games import plies, random_move
from rulewright.players.player import worth
from rulewright.players.seeds import decision_seed
from rulewright.seats import seat_of, seat_to_move
from rulewright.state import Move, State

_LEAST = 10  # games
_CLEAR = 2.8  # standard deviations


class Chooser(Protocol):
    """Somebody who plays a game."""

    def begin(self) -> None: ...

    def choose(self, state: State, seed: int) -> Move: ...

    def played(self, state: State, move: Move) -> None:
        """A move was played by whoever was to move; `state` is the one before it."""
        ...


@dataclass(frozen=True)
class Score:
    points: float
    games: int
    draws: int = 0

    @property
    def share(self) -> float:
        return self.points / self.games

    def interval(self) -> tuple[float, float]:
        """Where the true share lies in 95 cases of 100 (Wilson)."""
        z, n, p = 1.96, self.games, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def is_clear(self) -> bool:
        """Whether one is surely the stronger. Who looks after every second game has to ask for more than 95 %."""
        spread = math.sqrt(0.25 / self.games)
        return self.games >= _LEAST and self.games % 2 == 0 and abs(self.share - 0.5) > _CLEAR * spread

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{self.points:g} of {self.games} | {100 * self.share:.0f} % | {100 * low:.0f} to {100 * high:.0f} %"

    @property
    def in_full(self) -> str:
        """Games won, drawn and lost before the points."""
        won = round(self.points - 0.5 * self.draws)
        return f"{won}, {self.draws}, {self.games - self.draws - won} | {self}"


def duel(
    game: Game,
    ours: Chooser,
    theirs: Chooser,
    games: int,
    seed: int,
    longest: int,
    watch: Callable[[int, float], None] = lambda games, points: None,
    opening: tuple[str, ...] = (),
    until_clear: bool = False,
    at_random: int = 0,
) -> Score:
    """What the first of two players gets; games that last too long are draws.

    `at_random` plies come before the players': others for each two games, the same for both of them.
    """
    points, draws = 0.0, 0
    for number in range(games):
        seats = (ours, theirs) if number % 2 == 0 else (theirs, ours)
        state = game.start()
        for move in opening:
            state.push(move)
        for chooser in seats:
            chooser.begin()
        decision = 0
        while state.outcome is None and plies(state) < longest:
            own_seed = decision_seed(seed, number, decision)
            if decision < at_random:
                move_made = random_move(state, seed, number // 2, decision)
            elif state.is_chance:
                move_made = random_move(state, seed, number, decision)
            else:
                move_made = seats[seat_to_move(state)].choose(state, own_seed)
            for chooser in seats:
                chooser.played(state, move_made)
            state.push(move_made)
            decision += 1
        gained = _points(state, 0 if number % 2 == 0 else 1)
        points, draws = points + gained, draws + (0 < gained < 1)
        watch(number + 1, points)
        if until_clear and Score(points, number + 1).is_clear:
            return Score(points, number + 1, draws)
    return Score(points, games, draws)


def _points(state: State, person: int) -> float:
    outcome = state.outcome
    if outcome is None:
        return 0.5
    return worth(outcome, state.game.players)[seat_of(state, person)]

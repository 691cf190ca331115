"""OpenSpiel: its own rollouts in C++, and the loop that a Python program would write."""

from __future__ import annotations

import random
import time
from typing import Any

from .runners import Run, library, repeat, timed


class _Spiel:
    def __init__(self, game: str) -> None:
        self.spiel = library("pyspiel", "open_spiel")
        self.game = self.spiel.load_game(game)
        self.random = random.Random(1)

    def one_game(self, numbers: random.Random) -> int:
        state = self.game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(numbers.choices(outcomes, weights)[0])
                continue
            state.apply_action(numbers.choice(state.legal_actions()))
            decisions += 1
        return decisions

    def perft(self, depth: int) -> Run:
        return timed(lambda: _count(self.game.new_initial_state(), depth))


class InPython(_Spiel):
    def playouts(self, seconds: float) -> Run:
        return repeat(self.one_game, seconds, self.random)


class InCpp(_Spiel):
    """The evaluator of its tree search: one simulation of the search is nothing but so many random games.

    It tells nothing about them; their mean length is that of some games played from Python.
    """

    ROLLOUTS = 20

    def __init__(self, game: str) -> None:
        super().__init__(game)
        sample = repeat(self.one_game, 2.0, self.random)
        self.mean = sample.moves / sample.playouts
        self.seed = 0

    def playouts(self, seconds: float) -> Run:
        self.seed += 1
        evaluator = self.spiel.RandomRolloutEvaluator(self.ROLLOUTS, self.seed)
        bot = self.spiel.MCTSBot(self.game, evaluator, 2.0, 1, 1000, False, self.seed, False)
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        begin = time.process_time()
        playouts = 0
        while (spent := time.process_time() - begin) < seconds or not playouts:
            bot.step(state)
            playouts += self.ROLLOUTS
        return Run(playouts, playouts * self.mean, spent)


def _count(state: Any, depth: int) -> int:
    if depth == 1:
        return len(state.legal_actions())
    found = 0
    for action in state.legal_actions():
        child = state.child(action)
        if not child.is_terminal():
            found += _count(child, depth - 1)
    return found

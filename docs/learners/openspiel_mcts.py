"""OpenSpiel's own Monte Carlo tree search plays our Connect Four: nothing of ours but the rules."""

import numpy as np
from open_spiel.python.algorithms import mcts

import rulewright
from rulewright.env.openspiel import openspiel_game

GAME = openspiel_game("connect_four", max_length=60)


class Searcher:
    """A player for `rulewright.match` that thinks with OpenSpiel."""

    def __init__(self, simulations: int = 100, seed: int = 1) -> None:
        rng = np.random.RandomState(seed)
        judge = mcts.RandomRolloutEvaluator(1, rng)
        self.bot = mcts.MCTSBot(GAME, 2.0, simulations, judge, random_state=rng)

    def __call__(self, state: rulewright.State) -> rulewright.Turn:
        theirs = GAME.new_initial_state()
        for node in range(len(state.history)):
            before = GAME.ours.start()
            for move in state.history[:node]:
                before.push(move)
            (number,) = (n for n in before.turn().numbers if before.turn(n).move == state.history[node])
            theirs.apply_action(number)
        return state.turn(self.bot.step(theirs))

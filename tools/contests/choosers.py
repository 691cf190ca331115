"""Who plays: players of ours by CPU time, and OpenSpiel's own Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from rulewright.players.alphabeta import AlphaBeta
from rulewright.players.mcts import Mcts
from rulewright.players.player import Player
from rulewright.state import Move, State
from tests.proof.peers.harness import Comparison, package
from tests.proof.peers.spiel import Spiel

_FIRST_SIMULATIONS = 50
_BRANCHES = 2.0  # how wide OpenSpiel's search looks; the number of its own examples
_MEGABYTES = 1000


class Ours:
    """A player of ours; `leaves_out` are moves that the other side does not know."""

    def __init__(
        self,
        player: Player,
        leaves_out: Callable[[str], bool] = lambda text: False,
        clock: Callable[[], float] = process_time,
    ) -> None:
        self.player, self.leaves_out = player, leaves_out
        self.seconds, self.moves = 0.0, 0
        self.is_warm = False
        if isinstance(player, Mcts | AlphaBeta):
            player.clock = clock  # CPU time does not mind whatever else the machine is doing

    def begin(self) -> None:
        self.player.forget()

    def choose(self, state: State, seed: int) -> Move:
        if not self.is_warm:  # what happens once in a game's life is not thinking
            self.is_warm = True
            self.player.choose(state, seed)
            self.player.forget()
        begin = process_time()
        opinion = self.player.choose(state, seed)
        self.seconds += process_time() - begin
        self.moves += 1
        # One after the other: the texts of ten thousand moves take longer than the thinking.
        known = (candidate.move for candidate in opinion.candidates if not self.leaves_out(candidate.move.text))
        return opinion.move if not self.leaves_out(opinion.move.text) else next(known)

    def played(self, state: State, move: Move) -> None:
        """The state tells it all."""


class SpielMcts:
    """OpenSpiel's C++ search with random playouts, given as many simulations as fit in the time."""

    def __init__(self, comparison: Comparison, seconds: float, seed: int) -> None:
        self.comparison, self.budget, self.seed = comparison, seconds, seed
        self.seconds, self.moves = 0.0, 0
        self.begin()
        amount, spent = _FIRST_SIMULATIONS, 0.0
        while spent < seconds / 2:
            amount *= 2
            _, spent = self._thought(amount, seed)
        self.rate = amount / spent  # simulations a second, as it was last

    def begin(self) -> None:
        peer = self.comparison.start()
        assert isinstance(peer, Spiel)
        self.peer = peer
        self.game = peer.state.get_game()

    def choose(self, state: State, seed: int) -> Move:
        if self.peer.state.is_terminal():  # its game is over where we still pass
            return state.legal_moves[0]
        amount = max(2, int(self.rate * self.budget))
        action, spent = self._thought(amount, seed)
        self.seconds += spent
        self.moves += 1
        # Where it has stopped early, because all was proven, this says nothing about its speed.
        self.rate = min(amount / max(spent, 1e-6), 1.3 * self.rate)
        text = next(text for text, actions in self.peer.moves().items() if actions == [action])
        return next(move for move in state.legal_moves if self.comparison.ours(move.text) == text)

    def _thought(self, simulations: int, seed: int) -> tuple[int, float]:
        """The action it chooses, and the CPU seconds that took."""
        pyspiel = package("pyspiel")
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed % 2**31)
        own = (seed >> 8) % 2**31
        bot = pyspiel.MCTSBot(self.game, evaluator, _BRANCHES, simulations, _MEGABYTES, True, own, False)
        begin = process_time()
        action: int = bot.step(self.peer.state)
        return action, process_time() - begin

    def played(self, state: State, move: Move) -> None:
        moves: dict[str, Any] = dict(self.peer.moves())
        text = self.comparison.ours(move.text)
        if text in moves:
            self.peer.play(moves[text])

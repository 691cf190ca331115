"""The loop that a Python program writes: list the moves, pick one, push it, until the end. Ours beside OpenSpiel's.

Both sides pick with `random.choice`, each in turn, several rounds, by CPU time; medians of moves a second, and of games
a second in the ratio where a move of theirs is only a part of ours. Beside it the same decision by decision, with a
`Stepper`; random games by decisions are other ones, so its ratio is that of games a second.
"""

from __future__ import annotations

import math
import random
import timeit
from collections.abc import Callable, Sequence
from statistics import fmean, median

from rulewright.game import Game
from rulewright.state import State

from .contests import CONTESTS, chosen
from .ours import load_edited
from .runners import Missing, Run, repeat
from .spiel import InPython

SYSTEM = "OpenSpiel Python"


class FromPython:
    def __init__(self, game: Game) -> None:
        self.game, self.random = game, random.Random(1)
        self.by_chance = any(state.is_chance for state in self._first_states())
        self.stepper = game.start().stepper()
        repeat(self.one_game, 3.0, self.random)  # until everything is compiled: some code comes after 100,000 lists

    def _first_states(self) -> list[State]:
        state = self.game.start()
        found = [state.copy()]
        for _ in range(4):
            if state.outcome is not None:
                break
            state.push(self.random.choice(state.legal_moves))
            found.append(state.copy())
        return found

    def one_game(self, numbers: random.Random) -> int:
        state, moves = self.game.start(), 0
        if self.by_chance:
            return self._with_chance(numbers)
        while state.outcome is None:
            state.push(numbers.choice(state.legal_moves))
            moves += 1
        return moves

    def _with_chance(self, numbers: random.Random) -> int:
        state, moves = self.game.start(), 0
        while state.outcome is None:
            if state.is_chance:
                state.push(numbers.choices(state.legal_moves, state.weights)[0])
                continue
            state.push(numbers.choice(state.legal_moves))
            moves += 1
        return moves

    def one_by_decisions(self, numbers: random.Random) -> int:
        """The same decision by decision, in place; how many of players there were."""
        self.stepper.reset()
        if self.by_chance:
            return self._decided_with_chance(numbers)
        stepper, made = self.stepper, 0
        while offered := stepper.numbers:
            stepper.choose(numbers.choice(offered))
            made += 1
        return made

    def _decided_with_chance(self, numbers: random.Random) -> int:
        stepper, made = self.stepper, 0
        while offered := stepper.numbers:
            if stepper.is_chance:
                stepper.choose(numbers.choices(offered, stepper.weights)[0])
                continue
            stepper.choose(numbers.choice(offered))
            made += 1
        return made


def main(games: Sequence[str], rounds: int, seconds: float, tell: Callable[[str], None]) -> None:
    ratios: dict[str, list[float]] = {"ours": [], "decisions": []}
    for contest in chosen(list(games)) if games else CONTESTS:
        rival = next((rival for rival in contest.rivals if rival.system == SYSTEM), None)
        if rival is None:
            continue
        try:
            spiel = InPython(**rival.settings)
        except Missing as problem:
            tell(str(problem))
            return
        ours = FromPython(load_edited(**contest.settings))
        found: dict[str, list[Run]] = {"ours": [], "theirs": [], "decisions": []}
        for _ in range(rounds):
            found["ours"].append(repeat(ours.one_game, seconds, ours.random))
            found["theirs"].append(repeat(spiel.one_game, seconds, spiel.random))
            found["decisions"].append(repeat(ours.one_by_decisions, seconds / 4, ours.random))
        mine, theirs, decisions = (median(map(_speed, runs)) for runs in found.values())
        compared = {
            side: median(_speed(run, "playouts" if side == "decisions" else rival.per) for run in runs)
            for side, runs in found.items()
        }
        their_games = median(_speed(run, "playouts") for run in found["theirs"])
        ratios["ours"].append(compared["ours"] / compared["theirs"])
        ratios["decisions"].append(compared["decisions"] / their_games)
        state = ours.game.start()
        state.push(state.legal_moves[0])
        copying, hashing = (min(timeit.repeat(one, number=10_000)) * 1e5 for one in (state.copy, state.__hash__))
        tell(
            f"{contest.name}: {mine / 1e3:.0f} k moves/s; {SYSTEM} {theirs / 1e3:.0f} k, "
            f"{ratios['ours'][-1]:.2f} times; by decisions {decisions / 1e3:.0f} k, "
            f"{ratios['decisions'][-1]:.2f} times by games; copy {copying:.0f} ns, hash {hashing:.0f} ns"
        )
    for side, several in ratios.items():
        if several:
            tell(f"{side}: geometric mean {math.exp(fmean(map(math.log, several))):.2f}, lowest {min(several):.2f}")


def _speed(run: Run, per: str = "moves") -> float:
    amount: float = getattr(run, per)
    return amount / run.cpu_seconds

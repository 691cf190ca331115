"""Games that play themselves: the random player, and a whole game by it (semantics D109)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from ..game import Game
from ..reference.hashing import draw
from ..state import Move, Outcome, State, outcome_of
from ..turn import Turn

PLAYERS = ("random",)


def random_move(state: State, seed: int, game: int, decision: int) -> Move:
    """The legal move, or the outcome of chance, that decision number `decision` of a random game falls on.

    It follows from the numbers alone, so the same seed gives the same games everywhere.
    """
    if not state.is_chance:
        return state.legal_moves[draw(seed, game, decision, len(state.legal_moves))]
    return state.legal_moves[by_weight(state.weights, partial(draw, seed, game, decision))]


def by_weight(weights: Sequence[int], drawn: Callable[[int], int]) -> int:
    """The place that a number `drawn` from the sum of all weights falls on."""
    sums = list(accumulate(weights))
    return bisect_right(sums, drawn(sums[-1]))


def decide_at_random(turn: Turn, seed: int, game: int, decision: int) -> int:
    """Draws each decision of a turn; gives the number of the next one of the game."""
    while not turn.is_complete:
        turn.choose(turn.decisions[by_weight(turn.weights, partial(draw, seed, game, decision))])
        decision += 1
    return decision


def plies(state: State) -> int:
    """How many turns have been made; what chance does is part of a turn."""
    return state._node.ply - 1


def turns_by_chance(game: Game) -> int:
    """How many turns chance begins a game with, before anybody has something to decide."""
    state = game.start()
    before = plies(state)
    while state.is_chance and state.legal_moves:
        state.push(state.legal_moves[0])
    return plies(state) - before


@dataclass(frozen=True, slots=True)
class GameSummary:
    """How a game went: its turns, its end, and how many moves there were at each decision of a player."""

    plies: int
    outcome: Outcome | None  # None if it was cut off
    choices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its last state, and how many moves there were at each decision of a player."""

    state: State
    choices: tuple[int, ...]
    cut_off: bool  # known without asking whether there is still a move

    @property
    def summary(self) -> GameSummary:
        return GameSummary(plies(self.state), None if self.cut_off else self.state.outcome, self.choices)


def play_random(
    game: Game,
    seed: int,
    number: int,
    max_plies: int | None = None,
    watch: Callable[[State], None] = lambda _: None,
    state: State | None = None,
    by_decisions: bool = False,
) -> Played:
    """Plays random game `number` of a seed to its end, or for so many plies; from the start, or on from `state`.

    `watch` sees the state before each move. By decisions, each decision of a turn is drawn for itself, and no turns are
    listed: then `choices` counts decisions.
    """
    state = game.start() if state is None else state
    choices: list[int] = []
    decision = 0
    while True:
        # By decisions without a list of the turns, which may be endless.
        turn = state.turn() if by_decisions else None
        if (state.outcome is not None) if turn is None else not (turn.numbers or turn.is_complete):
            return Played(state, tuple(choices), cut_off=False)
        if max_plies is not None and plies(state) >= max_plies:
            return Played(state, tuple(choices), cut_off=True)
        watch(state)
        if turn is not None:
            if not state.is_chance:
                choices.append(len(turn.numbers))
            decision = decide_at_random(turn, seed, number, decision)
            state.push(turn)
            continue
        if not state.is_chance:
            choices.append(len(state.legal_moves))
        state.push(random_move(state, seed, number, decision))
        decision += 1


def random_summary(
    game: Game, seed: int, number: int, max_plies: int | None = None, watch: Callable[[int], None] = lambda _: None
) -> GameSummary:
    """How `play_random` ends, without keeping what happens on the way; `watch` is told the plies so far."""
    native = game._engines.fast()
    if native is not None:
        from ..native.runtime.random_games import random_game

        found = random_game(native, seed, number, max_plies, watch)
        if found is not None:
            turns, result, choices = found
            return GameSummary(turns, outcome_of(game, result) if result is not None else None, choices)
    return play_random(game, seed, number, max_plies, lambda state: watch(plies(state))).summary

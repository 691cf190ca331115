"""A game played by programs and functions, to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..headless.random_games import plies, random_move
from ..seats import seat_to_move
from ..state import State
from .functions import AnyPlayer, as_player
from .player import Player
from .seeds import decision_seed


def play_on(
    state: State,
    players: Sequence[Player],
    seeds: Callable[[int], int],
    luck: int,
    max_plies: int | None = None,
    beat: Callable[[int], None] = lambda _: None,
) -> State:
    """Plays to the end, or for so many turns in all. Where only one move is legal nobody is asked.

    `seeds` gives one for each decision, `luck` is that of chance; `beat` is told the turn before each decision.
    """
    for player in players:
        player.forget()
    while state.outcome is None and (max_plies is None or plies(state) < max_plies):
        beat(plies(state))
        decision = len(state.history)
        if state.is_chance:
            state.push(random_move(state, luck, 0, decision))
        elif len(state.legal_moves) == 1:
            state.push(state.legal_moves[0])
        else:
            state.push(players[seat_to_move(state)].choose(state.copy(), seeds(decision)).move)
    return state


def play_game(state: State, players: Sequence[AnyPlayer], seed: int, max_plies: int | None) -> State:
    """One game: the same seed gives the same again, as far as the players let it."""
    return play_on(
        state,
        list(map(as_player, players)),
        lambda decision: decision_seed(seed, 0, decision + 1),
        decision_seed(seed, 0, 0),
        max_plies,
    )

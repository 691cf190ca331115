"""One game of a match."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from ..errors import EngineFailed
from ..game import Game
from ..headless.random_games import play_random, plies
from ..players.player import Player, can_be_worths, worth
from ..players.seeds import decision_seed
from ..players.table import play_on
from ..records import Record, line_of
from ..seats import seat_of, seat_to_move
from ..state import Outcome, State
from .schedule import Pairing

_OPENING_TRIALS = 100


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for all games of a match."""

    seed: int
    opening_plies: int = 0
    max_plies: int | None = None


@dataclass(frozen=True, slots=True)
class MatchGame:
    """How a game went: what it was worth to the holder of each side at the start, 0 … 1."""

    pairing: Pairing
    worths: tuple[float, ...] | None  # None: cut off
    winners: tuple[str, ...]  # the names of the sides that won
    plies: int
    seconds: float
    course: str  # the same for games that went alike, move by move
    record: str
    forfeit: str | None = None  # how a program failed that lost by that


def play(
    game: Game, players: Sequence[Player], pairing: Pairing, terms: Terms, beat: Callable[[int], None]
) -> MatchGame:
    """Plays a game to its end, or for `max_plies` turns; `beat` is told the turn before each decision.

    What chance does and how the game is opened depend on the round, so that all its games meet the same luck.
    """
    begin = monotonic()
    luck = decision_seed(terms.seed, pairing.round, 0)
    state = opened(game, luck, terms.opening_plies)
    forfeit = None
    try:
        play_on(
            state,
            players,
            lambda decision: decision_seed(terms.seed, pairing.number, decision + 1),
            luck,
            terms.max_plies,
            beat,
        )
    except EngineFailed as error:  # another program that cannot go on has lost, as in every tournament
        forfeit = str(error)
    return _result(state, players, pairing, terms, monotonic() - begin, forfeit)


def fits(result: MatchGame, game: Game) -> bool:
    """Whether a game of this match can have gone so: as its record says, which is not played again."""
    record = line_of(game, result.record)
    if record is None or result.seconds < 0 or (result.plies, result.course) != (record.plies, _course(record)):
        return False
    ended, worths = record.outcome, result.worths
    if result.forfeit is not None:
        return worths is not None and can_be_worths(worths, len(game.players)) and _are_some(result.winners, game)
    if ended is None:
        return worths is None and not result.winners
    known = worth(Outcome(ended.winners, ended.draw, None, None), game.players)
    return (
        (worths == known or (worths == known[::-1] and game._engine.facts.swaps))  # who swaps sides takes them along
        and result.winners == ended.winners
        and _are_some(result.winners, game)
    )


def _are_some(winners: tuple[str, ...], game: Game) -> bool:
    return set(winners) <= set(game.players) and len(set(winners)) == len(winners)


def _course(record: Record) -> str:
    return hashlib.sha256("\n".join(record.moves).encode()).hexdigest()


def opened(game: Game, seed: int, opening_plies: int) -> State:
    """The start, or a position that is reached by so many random turns and is not the end already."""
    for wanted in range(opening_plies, 0, -1):
        for trial in range(_OPENING_TRIALS):
            state = play_random(game, seed, 1 + trial, wanted).state
            if state.outcome is None:
                return state
    return game.start()


def _result(
    state: State,
    players: Sequence[Player],
    pairing: Pairing,
    terms: Terms,
    seconds: float,
    forfeit: str | None,
) -> MatchGame:
    outcome = state.outcome
    worths = None
    if outcome is not None:
        by_side = worth(outcome, state.game.players)
        worths = tuple(by_side[seat_of(state, seat)] for seat in range(len(players)))
    record = Record.of(state, [player.spec for player in players], terms.seed, pairing.number)
    winners = outcome.winners if outcome is not None and not outcome.draw else ()
    if forfeit is not None:
        loser = seat_to_move(state)
        share = 1 / max(1, len(players) - 1)
        worths = tuple(0.0 if seat == loser else share for seat in range(len(players)))
        winners = tuple(name for side, name in enumerate(state.game.players) if seat_of(state, side) != loser)
        forfeit = f"{state.player} loses, because {forfeit}"
    return MatchGame(pairing, worths, winners, plies(state), seconds, _course(record), record.line(), forfeit)

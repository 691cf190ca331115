"""Many random games, as fast as they can be played; only what came of them is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic, process_time
from typing import TYPE_CHECKING

from ..engine_choice import EngineName
from ..errors import at_least
from ..state import State
from .random_games import play_random, plies

if TYPE_CHECKING:
    from ..game import Game
    from ..native.engine import NativeEngine
    from ..native.runtime.position_codec import Block

_CHUNK = 8  # games between two looks at the clock, to begin with
_CHUNK_SECONDS = 0.1
_TOO_MANY = 5  # the word that says that a position has more turns than the native engine has room for


@dataclass(slots=True)
class Playouts:
    """What came of random games: who won how often, and how long they were.

    From one seed each engine plays games of its own, so numbers belong to a seed and an `engine`.
    """

    games: int = 0
    plies: int = 0
    wins: dict[str, int] = field(default_factory=dict)  # a team's victory is one of each of its players
    draws: int = 0
    nobody: int = 0  # everybody has lost
    cut_off: int = 0
    cpu_seconds: float = 0.0
    engine: EngineName = "native"  # which one has played

    def _add(self, other: Playouts) -> None:
        self.games += other.games
        self.plies += other.plies
        self.wins = {name: won + other.wins[name] for name, won in self.wins.items()}
        self.draws += other.draws
        self.nobody += other.nobody
        self.cut_off += other.cut_off


def playouts(
    game: Game,
    games: int | None = None,
    seed: int = 1,
    max_plies: int | None = None,
    threads: int = 1,
    seconds: float | None = None,
) -> Playouts:
    """Random games from the start: so many, or as many as can be played in so many seconds; every legal turn is
    equally likely.

    The same seed gives the same games on the same engine, whatever the number of threads. The native engine draws
    without listing moves, so its games are others than those of the reference interpreter, which are the games of
    `rulewright run`; the result says which engine has played.
    """
    at_least(0, games=games, max_plies=max_plies, seconds=seconds)
    at_least(1, threads=threads)
    if games is None and seconds is None:
        games = 1000
    begin, until = process_time(), None if seconds is None else monotonic() + seconds
    native = game._engines.sampling()
    if native is None:
        game._engines.tell_other_playouts()
    found = Playouts(wins=dict.fromkeys(game.players, 0), engine="native" if native is not None else "reference")
    chunk = _CHUNK
    while (games is None or found.games < games) and (until is None or found.games == 0 or monotonic() < until):
        amount = chunk * threads if games is None else min(chunk * threads, games - found.games)
        started = monotonic()
        for part in _played(game, native, seed, found.games, amount, max_plies, threads):
            found._add(part)
        if monotonic() - started < _CHUNK_SECONDS / 2:
            chunk *= 2
    found.cpu_seconds = process_time() - begin
    return found


def _played(
    game: Game, native: NativeEngine | None, seed: int, first: int, amount: int, max_plies: int | None, threads: int
) -> list[Playouts]:
    if native is None:
        return [_by_hand(game, seed, number, max_plies) for number in range(first, first + amount)]
    from ..native.runtime.threads import run

    start = native.snapshot(game._engine.start())
    most = max_plies if max_plies is not None else 1 << 40
    share = -(-amount // threads)
    parts = [(begin, min(share, first + amount - begin)) for begin in range(first, first + amount, share)]

    def task(begin: int, games: int) -> Callable[[Block], Playouts]:
        def play(block: Block) -> Playouts:
            found, number = Playouts(wins=dict.fromkeys(game.players, 0)), begin
            while number < begin + games:
                words = native.playouts(block, start, seed, number, begin + games - number, most)
                found._add(_tally(game, words))
                number = begin + found.games
                if not words[_TOO_MANY] or block.word(native.layout.stop):
                    break
                found._add(_by_hand(game, seed, number, max_plies, State(game, native.position_in(block))))
                number += 1
            return found

        return play

    return run(native, [task(*part) for part in parts], threads)


def _tally(game: Game, words: tuple[int, ...]) -> Playouts:
    """What `rw_playouts` has counted."""
    games, played, cut_off, draws, nobody = words[:5]
    wins = dict(zip(game.players, words[8:], strict=False))
    return Playouts(games, played, wins, draws, nobody, cut_off)


def _by_hand(game: Game, seed: int, number: int, max_plies: int | None, state: State | None = None) -> Playouts:
    """One game by the list of moves: from the start, or from where another way came to its end."""
    state = play_random(game, seed, number, max_plies, state=state).state
    outcome = state.outcome
    found = Playouts(1, plies(state), dict.fromkeys(game.players, 0))
    if outcome is None:
        found.cut_off = 1
    elif outcome.draw:
        found.draws = 1
    elif not outcome.winners:
        found.nobody = 1
    for name in outcome.winners if outcome is not None else ():
        found.wins[name] += 1
    return found

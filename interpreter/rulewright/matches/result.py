"""`match()`: programs and functions against each other, from Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from pickle import PicklingError
from typing import TypeAlias

from ..errors import at_least
from ..game import Game, load
from ..players.functions import AnyPlayer, name_of
from ..records import Record, read_record
from ..spread.news import CannotWork, Lost
from ..spread.where import Where
from .game import Terms
from .match import Plan, run
from .report import data, text, told_apart
from .schedule import Schedule
from .standing import Standing
from .work import Setup, prepare

Data: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match went. `str()` of it is the table that `rulewright match` prints."""

    game: Game
    players: tuple[str, ...]
    """The names of those who played, told apart."""
    _standing: Standing

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self._standing.results)

    @property
    def points(self) -> dict[str, float]:
        """What each has won: 1 for a game, half of it for a draw between two."""
        results, points = self._standing.results.values(), self._standing.points
        return {name: sum(points(game, number) for game in results) for number, name in enumerate(self.players)}

    @property
    def records(self) -> list[Record]:
        """The games, one by one."""
        return [read_record(self._standing.results[number].record) for number in sorted(self._standing.results)]

    def to_json(self) -> Data:
        """The numbers behind the table: scores with their intervals, Elo, lengths."""
        return data(self._standing, self.players)

    def __str__(self) -> str:
        return text(self._standing, self.players)

    def __repr__(self) -> str:
        points = ", ".join(f"{name} {points:g}" for name, points in self.points.items())
        return f"<MatchResult of {self.games} games of {self.game.title}: {points}>"


def match(  # noqa: PLR0913 (what is chosen is given by name)
    game: Game | str | Path,
    players: Sequence[AnyPlayer],
    games: int = 10,
    *,
    seed: int = 1,
    opening_plies: int = 0,
    max_plies: int | None = None,
    workers: int = 1,
    executor: Executor | None = None,
) -> MatchResult:
    """Lets players meet as often as wanted, each on every side in turn, and tells how it went.

    A player is a function from a state to a move, a `Player`, or a text such as "mcts:time=1". With more than one of
    the `workers` games are played in other processes at a time, and with an `executor` of `concurrent.futures` wherever
    that lets them: then functions must be such as can be pickled.
    """
    at_least(1, games=games, workers=workers, max_plies=max_plies)
    at_least(0, opening_plies=opening_plies)
    played = game if isinstance(game, Game) else load(game)
    if len(players) < 2:
        raise ValueError("a match needs at least two players")
    names = tuple(told_apart(list(map(name_of, players))))
    standing = Standing(len(players), played.players)
    setup = Setup(played, tuple(players), Terms(seed, opening_plies, max_plies))
    if workers == 1 and executor is None:
        work = prepare(setup)
        for pairing in Schedule(len(players), len(played.players)).games(games):
            standing.add(work(pairing, lambda _: None))
        return MatchResult(played, names, standing)
    try:
        for news in run(Plan(setup, games, Where(workers, executor)), standing):
            if isinstance(news, Lost):
                raise RuntimeError(f"game {news.task.number} is lost: {news.why}")
    except (PicklingError, AttributeError) as error:
        raise TypeError(f"with several workers players must be such as can be pickled: {error}") from error
    except CannotWork as error:
        raise RuntimeError(f"the match cannot be played: {error}") from error
    return MatchResult(played, names, standing)

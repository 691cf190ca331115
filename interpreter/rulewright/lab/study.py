"""A study: which games are played, as long as there is time, and the report that is made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic

from ..game import Game
from ..players.player import Candidate
from ..players.seeds import decision_seed
from ..players.spec import player
from ..spread.journal import Journal, Journaled, JournalError, Ledger, only
from ..spread.news import Finished, Lost
from ..spread.where import HERE, Where
from .figures import (
    Choices,
    Drama,
    Ladder,
    Opening,
    Strength,
    Unused,
    choices,
    drama,
    ladder,
    openings,
    strength,
    unused,
    visits,
)
from .solve import CannotSolve, Solution, solve
from .symmetry import alike, merged
from .tasks import GameTask, Setup, StudiedGame, fits, prepare

RANDOM, FAIR, STRONG = "random", "mcts:playouts=100", "mcts:playouts=1000"
STRENGTHS = (RANDOM, FAIR, STRONG)
RUNGS = ("mcts:playouts=10", "mcts:playouts=40", "mcts:playouts=160", "mcts:playouts=640")
FIRST_MOVES = "mcts:playouts=4000"
MOST_TURNS = 1000
_SMALL = 20_000  # positions of a game that is solved beside: two seconds


@dataclass(slots=True)
class _Series:
    """Games of the same players: how many at most, and which share of the time they may take."""

    name: str
    tables: tuple[tuple[str, ...], ...]  # who holds which side, from game to game in turn
    most: int
    weight: float
    begun: int = 0
    known: set[int] = field(default_factory=set)  # numbers of games that were played in an earlier run
    spent: float = 0.0
    done: list[StudiedGame] = field(default_factory=list)

    def next(self) -> GameTask | None:
        """The next game that was not played before; None if there is none."""
        task = self._task(self.begun)
        while task.number in self.known:
            task = self._task(task.number + 1)
        self.begun = task.number + 1
        return task if task.number < self.most else None

    def _task(self, number: int) -> GameTask:
        return GameTask(self.name, self.tables[number % len(self.tables)], number)

    def recall(self, ledger: Ledger, setup: Setup) -> None:
        """Takes the games that a journal has."""
        for key in ledger.lines:
            name, _, told = key.rpartition("/")
            if name != self.name or not re.fullmatch("[0-9]{1,9}", told) or (number := int(told)) >= self.most:
                continue
            game: StudiedGame = ledger.read(key, StudiedGame, lambda game: fits(game, setup))
            if game.task != self._task(number):
                raise JournalError(f"the journal has another game {number} of {name} than this study")
            if number not in self.known:
                self.known.add(number)
                self.add(game)

    def add(self, game: StudiedGame) -> None:
        self.done.append(game)
        self.spent += game.seconds


@dataclass(frozen=True, slots=True)
class Terms:
    """How much is studied: for so many seconds, and at most so many games of each series."""

    seconds: float | None
    games: int
    where: Where = HERE
    journal: Journal | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """All that a study has found."""

    game: Game
    seed: int
    seconds: float
    strengths: tuple[Strength, ...]
    choices: Choices
    ladder: Ladder
    drama: Drama
    openings: tuple[Opening, ...]
    first_moves: tuple[Candidate, ...]
    unused: tuple[Unused, ...]
    visits: dict[int, int]
    solution: Solution | None  # where the game is small enough: the truth
    lost: tuple[str, ...]  # games that came to nothing, and why

    @property
    def strongest(self) -> Strength | None:
        """The strongest players that have played enough games to say something."""
        return next((each for each in reversed(self.strengths) if each.games >= 10), None)


class Study:
    """Games are played in processes of their own; `run` may be left at any time, and `report` tells what is known."""

    def __init__(self, game: Game, setup: Setup, terms: Terms) -> None:
        self.game, self._setup, self._terms = game, setup, terms
        sides = len(game.players)
        self._series = [
            _Series(name, ((name,) * sides,), terms.games, weight)
            for name, weight in zip(STRENGTHS, (1, 3, 3), strict=True)
        ]
        if sides == 2:  # among more players it is not plain who is the stronger one
            for weaker, stronger in pairwise(RUNGS):
                tables = ((weaker, stronger), (stronger, weaker))
                self._series.append(_Series(f"{stronger} against {weaker}", tables, terms.games, 1))
        self._lost: list[str] = []
        self._ledger = terms.journal.about(setup.about) if terms.journal is not None else None
        if self._ledger is not None:
            for series in self._series:
                series.recall(self._ledger, setup)
        self.known = self.done
        self._begin = monotonic()
        self._first_moves: tuple[Candidate, ...] = ()
        self._alike: dict[str, str] = {}
        self._solution: Solution | None = None

    @property
    def done(self) -> int:
        return sum(len(series.done) for series in self._series)

    @property
    def games(self) -> list[StudiedGame]:
        """All games so far, by series and number."""
        return [game for series in self._series for game in sorted(series.done, key=lambda each: each.task.number)]

    @property
    def seconds(self) -> float:
        return monotonic() - self._begin

    def run(self, watch: Callable[[], None] = lambda: None) -> None:
        """Plays until the time is over or all games are played; then looks at the first moves."""
        workers = self._terms.where.crew(prepare, self._setup)
        crew = Journaled(
            workers, only(self._ledger), StudiedGame, lambda task: task.key, lambda task, game: fits(game, self._setup)
        )
        by_name = {series.name: series for series in self._series}
        with closing(crew.run(self._tasks())) as all_news:
            for news in all_news:
                if isinstance(news, Finished):
                    # Who ends first depends on the machine; what is kept is in the order of the numbers.
                    by_name[news.task.series].add(news.value)
                elif isinstance(news, Lost):
                    self._lost.append(news.why)
                watch()
                if self._over():
                    break
        self._look_at_first_moves()
        with suppress(CannotSolve):
            self._solution = solve(self.game, _SMALL)

    def _over(self) -> bool:
        return self._terms.seconds is not None and self.seconds > self._terms.seconds

    def _tasks(self) -> Iterator[GameTask]:
        """Next is who has had the least of its share of the time."""
        while not self._over():
            open_series = [series for series in self._series if series.begun < series.most]
            if not open_series:
                return
            task = min(open_series, key=lambda series: (series.spent / series.weight, series.begun)).next()
            if task is not None:
                yield task

    def _look_at_first_moves(self) -> None:
        state = self.game.start()
        if not state.is_chance and state.outcome is None and len(state.legal_moves) > 1:
            opinion = player(FIRST_MOVES).choose(state, decision_seed(self._setup.seed, 0, 0))
            self._first_moves = opinion.candidates
            self._alike = alike(self.game)

    def report(self) -> Report:
        games = {series.name: sorted(series.done, key=lambda each: each.task.number) for series in self._series}
        played = [game for name in STRENGTHS for game in games[name]]
        thought = [game for name in STRENGTHS[1:] for game in games[name]]
        best = games[STRONG] if len(games[STRONG]) >= 10 else thought or played
        pairs = {
            (weaker, stronger): games.get(f"{stronger} against {weaker}", []) for weaker, stronger in pairwise(RUNGS)
        }
        sides = len(self.game.players)
        return Report(
            self.game,
            self._setup.seed,
            self.seconds,
            tuple(strength(name, games[name], sides) for name in STRENGTHS),
            choices(thought or played),
            ladder(pairs),
            drama(best),
            openings(best, self._alike),
            merged(self._first_moves, self._alike),
            unused(self.game.rules, _strong(games)),
            dict(visits(best)),
            self._solution,
            tuple(self._lost),
        )


def _strong(games: dict[str, list[StudiedGame]]) -> Sequence[StudiedGame]:
    """The games in which somebody thought; random ones only where there are no others."""
    thought = [game for name, played in games.items() if name != RANDOM for game in played]
    return thought or games[RANDOM]

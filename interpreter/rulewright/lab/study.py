"""A study: which games are played, as long as there is time, and the report that is made of them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic

from ..game import Game
from ..players.player import Candidate
from ..rules import effects as fx
from ..rules.expressions import walk
from ..spread.journal import Journal, Journaled, JournalError, Ledger, only
from ..spread.news import Finished, Lost
from ..spread.where import HERE, Where
from . import looking
from .figures import (
    Choices,
    Drama,
    Ladder,
    Opening,
    Strength,
    Unused,
    arrived,
    by_site,
    choices,
    drama,
    ladder,
    lost,
    openings,
    strength,
    unused,
)
from .intervals import Figure, share
from .looking import Looked, questions
from .puzzles import Puzzle
from .removed import Removals
from .solve import Solution
from .tasks import GameTask, Setup, StudiedGame, fits, prepare

RANDOM, FAIR, STRONG = "random", "mcts:playouts=100", "mcts:playouts=1000"
STRENGTHS = (RANDOM, FAIR, STRONG)
RUNGS = ("mcts:playouts=10", "mcts:playouts=40", "mcts:playouts=160", "mcts:playouts=640")
MOST_TURNS = 1000
_EVEN_MOVES = 5
_WRITTEN = 1.0  # second before a page is due in which what is drawn last gets onto the disk
ENOUGH = 10  # games, before any others are played more often
_TRIED = 1 / 3  # the part of the time that is left that one game may take which only shows what its players cost
_SHORTER = 10  # so many times as long as others are games that are cut off, as a guess
_SOME = 5  # games that say something: that a game does not end, or how players who think fare


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

    @property
    def playouts(self) -> int:
        """Of all players together: what a game costs, in proportion."""
        return sum(int(spec.rpartition("=")[2] or 0) for spec in self.tables[0] if "=" in spec)

    @property
    def is_endless(self) -> bool:
        """Whether all its games were cut off."""
        return bool(self.done) and all(game.worths is None for game in self.done)

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
    first: float = 60.0  # seconds after which there is a first report, if there is more time
    begin: float | None = None  # when somebody began to wait, by the clock that never goes back; None: now


@dataclass(frozen=True, slots=True)
class Report:
    """All that a study has found."""

    game: Game
    seed: int
    seconds: float
    strengths: tuple[Strength, ...]
    choices: Choices
    decisions: Figure | None  # that a turn takes
    ladder: Ladder
    drama: Drama
    openings: tuple[Opening, ...]
    first_moves: tuple[Candidate, ...]
    puzzles: tuple[Puzzle, ...]
    unused: tuple[Unused, ...]
    thoughtful: int  # games in which somebody thought, or random ones: what nobody used in them is unused
    removals: Removals | None
    arrived: dict[int, Figure]  # by site: how often parts of turns ended there
    lost: dict[int, Figure]  # how often somebody's piece was taken there, or changed hands
    occupied: dict[int, Figure]  # the share of games that ended with a piece there
    solution: Solution | None  # where the game is small enough: the truth
    missing: tuple[str, ...]  # what there was no time for
    failed: tuple[str, ...]  # games that came to nothing, and why

    @property
    def first(self) -> str:
        """Who begins."""
        return self.game.players[self.game.start()._node.me]

    @property
    def thought(self) -> bool:
        """Whether somebody thought in any game."""
        return bool(self.ladder.rungs) or any(each.games for each in self.strengths if each.name != RANDOM)

    @property
    def endless(self) -> int:
        """How many games were played, if they are some and none of them has ended; else 0."""
        games = sum(each.games for each in self.strengths)
        return games if games >= _SOME and games == sum(each.cut_off for each in self.strengths) else 0

    @property
    def swaps(self) -> bool:
        """Whether the sides can be swapped."""
        return any(isinstance(node, fx.SwapSides) for node in walk(self.game.rules))

    @property
    def valued_first_moves(self) -> list[tuple[Candidate, Figure]]:
        """With Wilson's interval over the playouts that began with each."""
        found = []
        for each in self.first_moves:
            wins = round(each.value * each.visits)
            value = share([1.0] * wins + [0.0] * (each.visits - wins))
            if value is not None:
                found.append((each, Figure(each.value, min(each.value, value.low), max(each.value, value.high),
                                           each.visits)))  # fmt: skip
        return found

    @property
    def nearest_to_even(self) -> list[tuple[Candidate, Figure]]:
        """First moves for a swap rule."""
        if len(self.game.players) != 2 or self.endless:
            return []
        known = [(each, value) for each, value in self.valued_first_moves if each.visits >= 10]
        return sorted(known, key=lambda each: abs(each[0].value - 0.5))[:_EVEN_MOVES]

    @property
    def strongest(self) -> Strength | None:
        """The strongest players that have played enough games to say something; intervals tell how much, so that some
        games of players who think say more than many random ones."""
        fewest = [(each, least) for least in (ENOUGH, _SOME) for each in self.strengths[:0:-1]]
        return next((each for each, least in [*fewest, (self.strengths[0], ENOUGH)] if each.games >= least), None)


class Study:
    """Games are played in processes of their own; `run` may be left at any time, and `report` tells what is known."""

    def __init__(self, game: Game, setup: Setup, terms: Terms) -> None:
        self.game, self._setup, self.terms = game, setup, terms
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
        self._begin = monotonic() if terms.begin is None else terms.begin
        self._due = math.inf  # when the next page is
        self._looked = Looked()

    @property
    def done(self) -> int:
        return sum(len(series.done) for series in self._series)

    @property
    def wanted(self) -> int:
        """How many games there are to play, if the time does not end it."""
        return sum(series.most for series in self._series)

    @property
    def share(self) -> float:
        """Of the work of playing all games; 0 as long as nobody has thought."""
        if not any(series.playouts and series.done for series in self._series):
            return 0.0
        cost = {series.name: self._cost(series) for series in self._series}
        whole = sum(cost[series.name] * series.most for series in self._series)
        done = sum(cost[series.name] * len(series.done) for series in self._series)
        return 1.0 if self.done == self.wanted else done / (whole or 1)

    def _cost(self, series: _Series) -> float:
        """CPU seconds of a game: what those of its players have cost; where there are none yet, as much a playout as
        those of players most like them."""
        if series.done:
            return series.spent / len(series.done)
        known = [each for each in self._series if each.playouts and each.done]
        if not known or not series.playouts:
            return max((each.spent / len(each.done) for each in self._series if each.done), default=0.0)
        nearest = min(known, key=lambda each: abs(math.log(each.playouts / series.playouts)))
        more = series.playouts / nearest.playouts
        if more > 1 and nearest.is_endless:
            more /= _SHORTER  # who thinks more may well come to an end
        return nearest.spent / len(nearest.done) * more

    @property
    def games(self) -> list[StudiedGame]:
        """All games so far, by series and number."""
        return [game for series in self._series for game in sorted(series.done, key=lambda each: each.task.number)]

    @property
    def seconds(self) -> float:
        return monotonic() - self._begin

    def run(self, watch: Callable[[], None] = lambda: None, tell: Callable[[], None] = lambda: None) -> None:
        """Plays until the time is over or all games are played, and looks at what was played.

        `tell` is called whenever there is something to report, and there is more time: after `first` seconds, after
        twice as many, and so on.
        """
        workers = self.terms.where.crew(prepare, self._setup)
        crew = Journaled(
            workers, only(self._ledger), StudiedGame, lambda task: task.key, lambda task, game: fits(game, self._setup)
        )
        by_name = {series.name: series for series in self._series}
        seconds = self.terms.seconds
        self._due = min(self.terms.first, math.inf if seconds is None else seconds)
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
                if seconds is not None and self._due < seconds and self.seconds > self._due - _reserve(self._due):
                    self._look(self._due, watch)
                    tell()
                    self._due = min(2 * self._due, seconds)
        self._due = math.inf if seconds is None else seconds
        self._look(seconds, watch)

    @property
    def is_due(self) -> bool:
        """Whether somebody waits for the page by now."""
        return self.seconds > self._due - _WRITTEN

    def _over(self) -> bool:
        """Whether it is time to look at what was played."""
        seconds = self.terms.seconds
        return seconds is not None and self.seconds > seconds - _reserve(seconds)

    def _tasks(self) -> Iterator[GameTask]:
        while not self._over():
            open_series = [series for series in self._series if series.begun < series.most]
            if not open_series:
                return
            task = self._next(open_series).next()
            if task is not None:
                yield task

    def _next(self, open_series: list[_Series]) -> _Series:
        """Of whom a game is played now: each strength is tried once, then all play enough that can before the next
        page, those first who are soonest done; after that whoever has had the least of its share of the time.
        """
        first = open_series[0]
        thinkers = [series for series in self._series if series.playouts]
        learning = any(each.begun for each in thinkers) and not any(each.done for each in thinkers)
        if learning and not first.playouts and self._missing(first, _SOME if first.is_endless else ENOUGH):
            return first  # who thinks later finds in the cache what positions are worth
        left = math.inf
        if self.terms.seconds is not None:
            left = max(0.0, self._due - _reserve(self._due) - self.seconds) * self.terms.where.workers
        for series in open_series:
            if series.name in STRENGTHS and not series.begun and self._cost(series) <= _TRIED * left:
                return series
        # Games that come to no end tell little: a few of them, when those that end have been played.
        for enough, endless in ((ENOUGH, False), (_SOME, False), (_SOME, True)):
            dear = {
                series.name: self._missing(series, enough) * self._cost(series)
                for series in open_series
                if series.is_endless is endless and self._missing(series, enough)
            }
            within_reach = [each for each in open_series if each.name in dear and dear[each.name] <= left]
            if within_reach:
                return min(within_reach, key=lambda series: dear[series.name] / series.weight)
        more = [series for series in open_series if not self._missing(series, _SOME)]
        if any(series.playouts for series in more):
            return min(more, key=lambda series: (series.is_endless, series.spent / series.weight, series.begun))
        return min(
            open_series, key=lambda series: self._cost(series) / series.weight * (_SHORTER if series.is_endless else 1)
        )

    def _missing(self, series: _Series, enough: int) -> int:
        """Games until there are enough, those not counted that are being played."""
        playing = min(max(0, series.begun - len(series.done)), self.terms.where.workers)
        return max(0, enough - len(series.done) - playing)

    def _look(self, end: float | None, watch: Callable[[], None]) -> None:
        """At the start, and at the positions of the games; some of the time up to `end` goes to each. What is not
        answered by then is missing."""
        begin, end = self.seconds, None if end is None else end - _writing(end)

        def left(part: float) -> float | None:
            return None if end is None else begin + part * (end - begin) - self.seconds

        self._looked = self._looked.before()
        asked = questions(self._looked, self._best(ENOUGH), self._best(1) or self.games, left)
        with closing(self.terms.where.crew(looking.prepare, self._setup).run(asked)) as all_news:
            for news in all_news:
                if isinstance(news, Finished):
                    self._looked = self._looked.after(news.task.what, news.value)
                elif isinstance(news, Lost):
                    self._lost.append(f"{news.task.what}: {news.why}")
                watch()
                if end is not None and self.seconds > end:
                    break

    def _best(self, fewest: int) -> list[StudiedGame]:
        """The games of the strongest players that have played so many; else of those who thought and played most."""
        games = {series.name: sorted(series.done, key=lambda each: each.task.number) for series in self._series}
        return games[STRONG] if len(games[STRONG]) >= fewest else max(games[STRONG], games[FAIR], key=len)

    def report(self) -> Report:
        games = {series.name: sorted(series.done, key=lambda each: each.task.number) for series in self._series}
        played = [game for name in STRENGTHS for game in games[name]]
        thought = [game for name in STRENGTHS[1:] for game in games[name]]
        best = self._best(ENOUGH) or played
        looked, strong = self._looked, _strong(games)
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
            looked.decisions,
            ladder(pairs),
            drama(best),
            openings(best, looked.alike),
            looked.first_moves,
            looked.puzzles,
            unused(self.game.rules, strong),
            len(strong),
            looked.removals,
            by_site(best, arrived),
            by_site(best, lost),
            by_site(best, lambda game: game.occupied),
            looked.solution,
            looked.missing,
            tuple(self._lost),
        )


def _reserve(seconds: float) -> float:
    """So much of the time goes to looking at what was played."""
    return min(seconds / 4, 12 + 0.03 * seconds)


def _writing(seconds: float) -> float:
    """So much of the time goes to writing the page, and went to the start of the command: for Hive three seconds and
    one, of CPU."""
    return min(seconds / 15, 5)


def _strong(games: dict[str, list[StudiedGame]]) -> Sequence[StudiedGame]:
    """The games in which somebody thought; random ones only where there are no others."""
    thought = [game for name, played in games.items() if name != RANDOM for game in played]
    return thought or games[RANDOM]

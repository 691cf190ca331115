"""Several versions of a game measured beside each other: the same players, the same numbers, the same time."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from time import monotonic

from ..spread.journal import Journaled
from ..spread.news import Beat, Finished, Lost
from ..spread.parcels import parcel
from .figures import Choices, Drama, Ladder, Strength, choices, drama, ladder, strength
from .settings import Setting
from .study import FAIR, MOST_TURNS, RUNGS, Terms
from .tasks import GameTask, Setup, StudiedGame, fits
from .tasks import prepare as prepare_one

_WEAK, _STRONG = RUNGS[1], RUNGS[2]
LADDER = f"{_STRONG} against {_WEAK}"


@dataclass(frozen=True, slots=True)
class SurveyTask:
    """A game of one of the settings."""

    setting: int
    game: GameTask


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found about one setting."""

    setting: Setting
    strength: Strength
    choices: Choices
    ladder: Ladder
    drama: Drama
    games: tuple[StudiedGame, ...]


def prepare(parcels: tuple[bytes, ...]) -> Callable[[SurveyTask, Beat], StudiedGame]:
    """Games are loaded when the first task asks for them, and kept."""
    ready: dict[int, Callable[[GameTask, Beat], StudiedGame]] = {}

    def work(task: SurveyTask, beat: Beat) -> StudiedGame:
        if task.setting not in ready:
            ready[task.setting] = prepare_one(pickle.loads(parcels[task.setting]))
        return ready[task.setting](task.game, beat)

    return work


class Survey:
    """`run` may be left at any time, and `measured` tells what is known."""

    def __init__(self, settings: Sequence[Setting], seed: int, terms: Terms) -> None:
        self.settings, self.seed, self._terms = tuple(settings), seed, terms
        self._setups = [Setup(each.game, seed, min(MOST_TURNS, each.game.rules.limit.turns)) for each in self.settings]
        self._games: list[list[StudiedGame]] = [[] for _ in self.settings]
        self.lost: list[str] = []
        self._begin = monotonic()
        journal = terms.journal
        self._ledgers = [journal.about(setup.about) for setup in self._setups] if journal is not None else []
        self.known = sum(len(each.lines) for each in self._ledgers)  # games that a journal has

    @property
    def wanted(self) -> int:
        """How many games there are to play, if the time does not end it."""
        return sum(self._terms.games * (2 if len(each.game.players) == 2 else 1) for each in self.settings)

    @property
    def done(self) -> int:
        return sum(map(len, self._games))

    @property
    def share(self) -> float:
        """Of all games; what a journal has was done before."""
        return min(1.0, max(self.done, self.known) / (self.wanted or 1))

    @property
    def seconds(self) -> float:
        return monotonic() - self._begin

    def run(self, watch: Callable[[], None] = lambda: None) -> None:
        ledgers = self._ledgers
        workers = self._terms.where.crew(prepare, tuple(map(parcel, self._setups)))
        crew = Journaled(
            workers,
            (lambda task: ledgers[task.setting]) if ledgers else None,
            StudiedGame,
            lambda task: task.game.key,
            lambda task, game: game.task == task.game and fits(game, self._setups[task.setting]),
        )
        with closing(crew.run(self._tasks())) as all_news:
            for news in all_news:
                if isinstance(news, Finished):
                    self._games[news.task.setting].append(news.value)
                elif isinstance(news, Lost):
                    self.lost.append(f"{self.settings[news.task.setting].label}: {news.why}")
                watch()
                if self._over():
                    break

    def _over(self) -> bool:
        return self._terms.seconds is not None and self.seconds > self._terms.seconds

    def _tasks(self) -> Iterator[SurveyTask]:
        """In turn, so that all have as many games whenever it ends."""
        for number in range(self._terms.games):
            for which, setting in enumerate(self.settings):
                if self._over():
                    return
                sides = len(setting.game.players)
                yield SurveyTask(which, GameTask(FAIR, (FAIR,) * sides, number))
                if sides == 2:
                    tables = (_WEAK, _STRONG), (_STRONG, _WEAK)
                    yield SurveyTask(which, GameTask(LADDER, tables[number % 2], number))

    def measured(self) -> list[Measured]:
        found = []
        for setting, played in zip(self.settings, self._games, strict=True):
            ordered = sorted(played, key=lambda game: game.task.number)
            fair = [game for game in ordered if game.task.series == FAIR]
            rungs = [game for game in ordered if game.task.series == LADDER]
            found.append(
                Measured(
                    setting,
                    strength(FAIR, fair, len(setting.game.players)),
                    choices(fair),
                    ladder({(_WEAK, _STRONG): rungs}),
                    drama(fair),
                    tuple(ordered),
                )
            )
        return found

"""A study in the process that asks for it, in slices: somebody is waiting for the first figures.

Nothing is started, so it works where processes of one's own are not to be had, such as in a worker of the server.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Generic

from ..game import Game
from ..spread.news import Done, Finished, Lost, News, Prepare, Setup, Task, Workers, in_words
from ..spread.where import Where
from . import tasks
from .study import MOST_TURNS, Study, Terms


class _OutOfTime(Exception):
    pass


@dataclass(slots=True)
class _Clock:
    until: float = 0.0

    def beat(self, _: int) -> None:
        if monotonic() > self.until:
            raise _OutOfTime


class _Alone(Generic[Setup, Task, Done]):
    """One task after the other, here; the one that takes longer than there is time is broken off."""

    def __init__(self, prepare: Prepare[Setup, Task, Done], setup: Setup, clock: _Clock) -> None:
        self._work, self._clock = prepare(setup), clock
        self._begun = False

    def run(self, tasks: Iterable[Task]) -> Generator[News[Task, Done], None, None]:
        for task in tasks:
            beat = self._clock.beat if self._begun else _patiently  # the first one has its end: it is what there is
            try:
                value = self._work(task, beat)
                self._begun = True
                yield Finished(task, value)
            except _OutOfTime:
                return
            except Exception as error:
                yield Lost(task, in_words(error))


def _patiently(_: int) -> None:
    pass


@dataclass(frozen=True)
class _Inside(Where):
    clock: _Clock = field(default_factory=_Clock)
    ready: dict[Any, Any] = field(default_factory=dict)  # who does the tasks of each kind, as soon as there is one

    def crew(
        self, prepare: Prepare[Setup, Task, Done], setup: Setup, timeout: float | None = None
    ) -> Workers[Task, Done]:
        if prepare not in self.ready:
            self.ready[prepare] = _Alone(prepare, setup, self.clock)
        found: Workers[Task, Done] = self.ready[prepare]
        return found


class IncrementalStudy:
    """`go_on` plays for so many seconds more; the figures of all that was played so far are in `study.report()`."""

    def __init__(self, game: Game, seed: int = 1) -> None:
        self._clock = _Clock()
        setup = tasks.Setup(game, seed, min(MOST_TURNS, game.rules.limit.turns))
        where = _Inside(clock=self._clock)
        where.crew(tasks.prepare, setup)
        self.study = Study(game, setup, Terms(0, 10**6, where, first=float("inf")))

    def go_on(self, seconds: float) -> None:
        study = self.study
        whole = study.seconds + seconds
        study.terms = replace(study.terms, seconds=whole)
        self._clock.until = monotonic() + 0.8 * seconds
        study.run()

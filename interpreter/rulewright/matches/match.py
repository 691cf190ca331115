"""A whole match: games are handed out to processes, and what comes back is counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from .game import MatchGame
from .schedule import Pairing, Schedule
from .standing import Standing
from .work import Setup, prepare
from .worker_pool import CannotWork, Crew, Finished, Lost, Tick

_HOPELESS = 10  # games that are lost before one has come to its end: the next ones would be too


@dataclass(frozen=True, slots=True)
class Plan:
    """How a match is to be played: so many games, so many at a time, and how long one may take."""

    setup: Setup
    games: int
    jobs: int = 1
    timeout: float | None = None


def run(plan: Plan, standing: Standing) -> Iterator[Finished[Pairing, MatchGame] | Lost[Pairing] | Tick]:
    """Plays until all games are played or the test of the standing has decided; tells everything that happens.

    The standing is up to date whenever something is told, so that it can be left at any time.
    """
    schedule = Schedule(len(plan.setup.players), len(standing.sides))
    crew = Crew(prepare, plan.setup, plan.jobs, plan.timeout)
    with closing(crew.run(schedule.games(plan.games))) as all_news:
        for news in all_news:
            if isinstance(news, Finished):
                standing.add(news.value)
            elif isinstance(news, Lost):
                standing.lost[news.task.number] = news.why
            yield news
            if len(standing.lost) >= _HOPELESS and not standing.results:
                raise CannotWork(f"the first {len(standing.lost)} games were all lost")
            if not isinstance(news, Tick) and standing.verdict() is not None:
                return

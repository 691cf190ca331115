"""A whole match: games are handed out to processes, and what comes back is counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from .. import __version__
from ..players.functions import name_of
from ..spread.journal import Journal, Journaled, JournalError, only
from ..spread.news import CannotWork, Finished, Lost, News, Tick
from ..spread.where import HERE, Where
from .game import MatchGame, fits
from .schedule import Pairing, Schedule
from .standing import Standing
from .work import Setup, prepare

_HOPELESS = 10  # games that are lost before one has come to its end: the next ones would be too


@dataclass(frozen=True, slots=True)
class Plan:
    """How a match is to be played: so many games, where, how long one may take, and what was played before."""

    setup: Setup
    games: int
    where: Where = HERE
    timeout: float | None = None
    journal: Journal | None = None

    @property
    def about(self) -> dict[str, object]:
        """All that the result of a game depends on, but its number."""
        setup, terms = self.setup, self.setup.terms
        return {
            "command": "match",
            "version": __version__,
            **setup.game._address,
            "players": list(map(name_of, setup.players)),
            "seed": terms.seed,
            "opening_plies": terms.opening_plies,
            "max_plies": terms.max_plies,
        }


def run(plan: Plan, standing: Standing) -> Iterator[News[Pairing, MatchGame]]:
    """Plays until all games are played or the test of the standing has decided; tells everything that happens.

    The standing is up to date whenever something is told, so that it can be left at any time.
    """
    schedule = Schedule(len(plan.setup.players), len(standing.sides))
    ledger = plan.journal.about(plan.about) if plan.journal is not None else None
    crew = Journaled(
        plan.where.crew(prepare, plan.setup, plan.timeout),
        only(ledger),
        MatchGame,
        lambda pairing: str(pairing.number),
        lambda pairing, result: fits(result, plan.setup.game),
    )
    with closing(crew.run(schedule.games(plan.games))) as all_news:
        for news in all_news:
            if isinstance(news, Finished):
                if news.value.pairing != news.task:
                    raise JournalError(f"the journal has another game {news.task.number} than this match")
                standing.add(news.value)
            elif isinstance(news, Lost):
                standing.lost[news.task.number] = news.why
            yield news
            if len(standing.lost) >= _HOPELESS and not standing.results:
                raise CannotWork(f"the first {len(standing.lost)} games were all lost")
            if not isinstance(news, Tick) and standing.verdict() is not None:
                return

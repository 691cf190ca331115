"""The random games of `run`, played wherever there is room: several of them are one task, since each is short."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from time import monotonic

from .. import __version__
from ..game import Game
from ..headless.random_games import GameSummary, play_random, random_summary
from ..records import Record, line_of
from ..rules.expressions import walk
from ..rules.game import Outcome as Ending
from ..rules.game import Rules
from ..source.source import Span
from ..spread.journal import Fits, Journal, JournalError, Ledger
from ..spread.news import Beat, CannotWork, Finished, Lost, Tick
from ..spread.where import Where
from ..state import Outcome

_SECONDS = 0.25  # that the games of one task should take
_MOST = 4096  # games of one task


@dataclass(frozen=True, slots=True)
class Setup:
    game: Game
    seed: int
    max_plies: int | None
    by_decisions: bool
    players: tuple[str, ...] | None  # who is named in the records; None: none are wanted

    @property
    def about(self) -> dict[str, object]:
        """All that a game depends on, but its number."""
        return {
            "command": "run",
            "version": __version__,
            **self.game._address,
            "seed": self.seed,
            "max_plies": self.max_plies,
            "by_decisions": self.by_decisions,
            "players": list(self.players) if self.players is not None else None,
        }


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games by their numbers, from `first` on."""

    first: int
    games: int


@dataclass(frozen=True, slots=True)
class Told:
    """How a game went, without anything that belongs to a process: the rule that ended it is a number."""

    number: int
    plies: int
    ended: bool
    winners: tuple[str, ...]
    draw: bool
    rule: int | None
    choices: tuple[int, ...]
    record: str


class _Rules:
    """The places of all rules that may end a game, by numbers."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    @cached_property
    def spans(self) -> list[Span]:
        found = [node.span for node in walk(self._rules) if isinstance(node, Ending)]
        return list(dict.fromkeys([self._rules.limit.span, *found]))

    def told(self, number: int, summary: GameSummary, record: str) -> Told:
        outcome = summary.outcome
        if outcome is None:
            return Told(number, summary.plies, False, (), False, None, summary.choices, record)
        rule = self.spans.index(outcome.rule) if outcome.rule is not None else None
        return Told(number, summary.plies, True, outcome.winners, outcome.draw, rule, summary.choices, record)

    def fits(self, told: Told, setup: Setup) -> bool:
        """Whether a game of this work can have gone so: as its record says, if it has one; it is not played again."""
        return (
            told.number >= 0
            and told.plies >= 0
            and all(each > 0 for each in told.choices)
            and set(told.winners) <= set(setup.game.players)
            and len(set(told.winners)) == len(told.winners)
            and (told.ended or (not told.winners and not told.draw and told.rule is None))
            and not (told.winners and told.draw)
            and (told.rule is None or 0 <= told.rule < len(self.spans))
            and (self._is_as_recorded(told, setup.game) if setup.players is not None else not told.record)
        )

    @staticmethod
    def _is_as_recorded(told: Told, game: Game) -> bool:
        record = line_of(game, told.record)
        if record is None or (record.number, record.plies) != (told.number, told.plies):
            return False
        ended = record.outcome
        known = (True, ended.winners, ended.draw) if ended is not None else (False, (), False)
        return known == (told.ended, told.winners, told.draw)

    def summary(self, told: Told) -> GameSummary:
        rule = self.spans[told.rule] if told.rule is not None else None
        outcome = Outcome(told.winners, told.draw, None, rule) if told.ended else None
        return GameSummary(told.plies, outcome, told.choices)


def prepare(setup: Setup) -> Callable[[Chunk, Beat], tuple[Told, ...]]:
    game, rules = setup.game, _Rules(setup.game.rules)
    game._engines.fast()

    def play(number: int) -> Told:
        how = (game, setup.seed, number, setup.max_plies)
        if setup.players is None and not setup.by_decisions:
            return rules.told(number, random_summary(*how), "")
        played = play_random(*how, by_decisions=setup.by_decisions)
        record = "" if setup.players is None else Record.of(played.state, setup.players, setup.seed, number).line()
        return rules.told(number, played.summary, record)

    def work(chunk: Chunk, beat: Beat) -> tuple[Told, ...]:
        return tuple(play(number) for number in range(chunk.first, chunk.first + chunk.games))

    return work


def run(
    setup: Setup, games: int, where: Where, journal: Journal | None
) -> Generator[tuple[GameSummary, str], None, None]:
    """The games in the order of their numbers, with their records; those that a journal knows are not played again."""
    rules, ledger = _Rules(setup.game.rules), journal.about(setup.about) if journal is not None else None
    chunks = _Chunks(games, ledger)

    def fits(told: Told) -> bool:
        return rules.fits(told, setup)

    done: dict[int, Told] = {}
    turn = 0
    with closing(where.crew(prepare, setup).run(chunks.hand_out())) as all_news:
        for news in all_news:
            if isinstance(news, Tick):
                continue
            if isinstance(news, Lost):
                first, last = news.task.first, news.task.first + news.task.games - 1
                raise CannotWork(f"games {first} to {last} are lost: {news.why}")
            chunks.learn(news)
            for told in news.value:
                done[told.number] = told
                if ledger is not None:
                    ledger.add(str(told.number), told)
            while (game := _next(turn, games, done, ledger, fits)) is not None:
                turn += 1
                yield rules.summary(game), game.record
    while (game := _next(turn, games, done, ledger, fits)) is not None:
        turn += 1
        yield rules.summary(game), game.record


def _next(turn: int, games: int, done: dict[int, Told], ledger: Ledger | None, fits: Fits) -> Told | None:
    if turn in done:
        return done.pop(turn)
    if turn >= games or ledger is None or str(turn) not in ledger.lines:
        return None
    told: Told = ledger.read(str(turn), Told, fits)
    if told.number != turn:
        raise JournalError(f"the journal has another game {turn} than this run")
    return told


class _Chunks:
    """Tasks of about the same time, however long a game takes; what is in them decides nothing."""

    def __init__(self, games: int, ledger: Ledger | None) -> None:
        self._games, self._known = games, ledger.lines if ledger is not None else {}
        self._size = 1
        self._begun: dict[Chunk, float] = {}

    def hand_out(self) -> Iterator[Chunk]:
        first = 0
        while first < self._games:
            if str(first) in self._known:
                first += 1
                continue
            last = first + 1
            while last < self._games and last - first < self._size and str(last) not in self._known:
                last += 1
            chunk = Chunk(first, last - first)
            self._begun[chunk] = monotonic()
            yield chunk
            first = last

    def learn(self, news: Finished[Chunk, tuple[Told, ...]]) -> None:
        seconds = monotonic() - self._begun.pop(news.task)
        if seconds < _SECONDS and news.task.games >= self._size:
            self._size = min(_MOST, 2 * self._size)
        elif seconds > 4 * _SECONDS:
            self._size = max(1, self._size // 2)

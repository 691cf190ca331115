"""A small game solved by several processes, or on a cluster: each question about it is a task of its own.

All positions can be looked at while both proofs are searched for, and a journal knows which questions are answered. The
solution is the one that `solve` finds, whoever is done first.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from .. import __version__
from ..errors import MoveError
from ..game import Game
from ..spread.journal import Journal
from ..spread.news import Beat, Finished, Lost, Workers
from ..spread.where import Where
from .positions import DRAW, LOSS, WIN, person_to_move, worth
from .solve import (
    ALL,
    CHANCE,
    QUESTIONS,
    SECOND,
    Answer,
    CannotSolve,
    Solution,
    answer,
    refused_at_sight,
    settled,
    unsolved,
)  # fmt: skip

_TELL_EVERY = 1000  # positions


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a process needs to know."""

    game: Game
    most: int  # positions, of each question

    @property
    def about(self) -> dict[str, object]:
        """All that an answer depends on but the question."""
        return {"command": "solve", "version": __version__, **self.game._address, "positions": self.most}


def prepare(setup: Setup) -> Callable[[str, Beat], Answer]:
    def work(question: str, beat: Beat) -> Answer:
        def watch(positions: int) -> None:
            if positions % _TELL_EVERY == 0:
                beat(positions)

        return answer(setup.game, question, setup.most, watch)

    return work


class Solving:
    """`run` gives the solution, or raises `CannotSolve` where there is none; a journal had so many answers."""

    def __init__(self, setup: Setup, where: Where, journal: Journal | None) -> None:
        self._setup = setup
        self._ledger = journal.about(setup.about) if journal is not None else None
        self.known = sum(question in self._ledger.lines for question in QUESTIONS) if self._ledger is not None else 0
        self._workers: Workers[str, Answer] = where.crew(prepare, setup)

    def run(self, watch: Callable[[int], None]) -> Solution:
        ledger, setup = self._ledger, self._setup
        known = [question for question in QUESTIONS if ledger is not None and question in ledger.lines]
        answers = [ledger.read(each, Answer, partial(fits, each, setup)) for each in known if ledger is not None]
        found = settled(answers, setup.most)
        if found is not None:
            return found
        with closing(self._workers.run(each for each in QUESTIONS if each not in known)) as all_news:
            for news in all_news:
                if isinstance(news, Lost):
                    raise CannotSolve(f"the work on {news.task} came to nothing: {news.why}")
                if not isinstance(news, Finished):
                    watch(news.progress)
                    continue
                if ledger is not None:
                    ledger.add(news.task, news.value)
                answers.append(news.value)
                if (found := settled(answers, setup.most)) is not None:
                    return found
        raise CannotSolve(unsolved(setup.most))


def fits(question: str, setup: Setup, found: Answer) -> bool:
    """Whether this can have been found; the line is played, but that there is no better one is believed."""
    solution = found.solution
    if found.question != question or not 0 <= found.positions <= setup.most:
        return False
    if solution is None:
        return found.refused in (None, CHANCE, refused_at_sight(setup.game))
    if found.refused is not None or solution.complete is not (question == ALL) or solution.positions != found.positions:
        return False
    if question != ALL and solution.value != (LOSS if question == SECOND else WIN):
        return False
    return _first_moves_fit(solution, setup.game) and _line_fits(solution, setup.game)


def _first_moves_fit(solution: Solution, game: Game) -> bool:
    legal = [move.text for move in game.start().legal_moves]
    texts, values = [text for text, _ in solution.first_moves], [value for _, value in solution.first_moves]
    known = texts == legal if solution.complete else set(texts) <= set(legal)
    return (
        known
        and {*values, solution.value} <= {WIN, DRAW, LOSS}
        and max(values, default=solution.value) == solution.value
    )


def _line_fits(solution: Solution, game: Game) -> bool:
    state = game.start()
    me = person_to_move(state._node)
    try:
        for text in solution.line:
            state.push(text)
    except MoveError:
        return False
    if solution.value == DRAW:
        return not solution.line and solution.turns is None
    turns = len(solution.line) if solution.complete else None
    return worth(state._node, me) == solution.value and solution.turns == turns

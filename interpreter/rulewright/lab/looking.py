"""What is asked beside the games: the first moves, the value of a small game, puzzles, rules that nobody would miss.

Each question is a task of its own, answered where games are played: in some games one takes minutes, and a page that is
due does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from ..game import Game
from ..players.player import Candidate
from ..players.seeds import decision_seed
from ..players.spec import player
from ..spread.news import Beat
from .intervals import Figure, mean
from .puzzles import Puzzle, puzzles
from .removed import Removals, without_each
from .solve import CannotSolve, Solution, solve
from .symmetry import alike, merged
from .tasks import Setup, StudiedGame
from .traces import decisions_of, moments

FIRST_MOVES = "mcts:playouts=4000"
_PUZZLES = 6
_SAMPLED = 40  # games of which a turn is taken apart into decisions
_SEARCHED = 300  # games that end in puzzles, at most
_REPLAYED = 200  # games that are played again without a rule: positions are enough long before
_SMALL = 20_000  # positions of a game that is solved beside: two seconds

Over = Callable[[], bool]
Found = dict[str, Any]  # fields of `Looked`


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, about which games, and for how long it may be looked at."""

    what: str
    games: tuple[StudiedGame, ...]
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, and whether there was time for all of it."""

    found: Found
    in_time: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found beside the games, or from their positions."""

    first_moves: tuple[Candidate, ...] = ()
    alike: dict[str, str] = field(default_factory=dict)
    solution: Solution | None = None
    decisions: Figure | None = None
    puzzles: tuple[Puzzle, ...] = ()
    removals: Removals | None = None
    missing: tuple[str, ...] = ()  # questions that there was no time for
    settled: frozenset[str] = frozenset()  # questions that need not be asked again, however many games there are

    def before(self) -> Looked:
        """Before anything is asked once more; what was found stays until there is something newer."""
        return replace(self, missing=tuple(what for what in _ASKED if what not in self.settled and what != VALUE))

    def after(self, what: str, answer: Answer) -> Looked:
        """With what was answered; what there was no time to begin with is still missing."""
        known = answer.in_time or any(answer.found.values())
        missing = tuple(each for each in self.missing if each != what or not known)
        settled = self.settled | ({what} if answer.in_time and what in (MOVES, VALUE) else set())
        found = answer.found if known else {}
        return replace(self, missing=missing, settled=settled, **found)


def prepare(setup: Setup) -> Callable[[Question, Beat], Answer]:
    def work(question: Question, _: Beat) -> Answer:
        begin = monotonic()

        def over() -> bool:
            return question.seconds is not None and monotonic() - begin > question.seconds

        found = _ASKED[question.what](setup, question.games, over)
        return Answer(found, not over())

    return work


def questions(
    looked: Looked,
    thoughtful: Sequence[StudiedGame],
    best: Sequence[StudiedGame],
    left: Callable[[float], float | None],
) -> Iterator[Question]:
    """All that can be asked about games of the strongest players: `thoughtful` ones if they are some, `best` if there
    are any. `left` tells how many seconds there are until a part of the time is over."""
    for what, part, games in (
        (MOVES, 0.3, ()),
        (DECISIONS, 0.35, thoughtful[:_SAMPLED]),
        (VALUE, 0.55, ()),
        (PUZZLES, 0.7, thoughtful[: -_SEARCHED - 1 : -1]),
        (RULES, 1.0, best[:_REPLAYED]),
    ):
        if what not in looked.settled:
            yield Question(what, tuple(games), left(part))


def _first_moves(setup: Setup, _: Sequence[StudiedGame], over: Over) -> Found:
    state = setup.game.start()
    if state.is_chance or state.outcome is not None or len(state.legal_moves) < 2:
        return {}
    opinion = player(FIRST_MOVES).choose(state, decision_seed(setup.seed, 0, 0), over)
    same = alike(setup.game)
    tried = [each for each in opinion.candidates if each.visits]
    return {"first_moves": merged(tried, same), "alike": same}


def _decisions(setup: Setup, games: Sequence[StudiedGame], over: Over) -> Found:
    return {"decisions": decisions(setup.game, games, setup.seed, over)}


def decisions(game: Game, games: Sequence[StudiedGame], seed: int, over: Over) -> Figure | None:
    """From the middle turn of each game; a mean over games."""
    found: list[float] = []
    for studied in games:
        turns = []
        for moment in moments(game, studied, seed):
            if over():
                return mean(found)
            turns += [moment] * (moment.turn is not None)
        middle = turns[len(turns) // 2] if turns else None
        made = decisions_of(middle.state, middle.turn.text) if middle is not None and middle.turn is not None else None
        if made is not None:
            found.append(float(made))
    return mean(found)


def _value(setup: Setup, _: Sequence[StudiedGame], over: Over) -> Found:
    def watch(_: int) -> None:
        if over():
            raise CannotSolve("there is no time for it")

    found: Solution | None = None
    with suppress(CannotSolve):
        found = solve(setup.game, _SMALL, watch)
    return {"solution": found}


def _puzzles(setup: Setup, games: Sequence[StudiedGame], over: Over) -> Found:
    return {"puzzles": puzzles(setup.game, games, setup.seed, _PUZZLES, over)}


def _rules(setup: Setup, games: Sequence[StudiedGame], over: Over) -> Found:
    found = without_each(setup.game, games, setup.seed, over)
    return {"removals": found} if found is not None else {}


# What they are called on a page that came too soon for them.
MOVES, DECISIONS, VALUE, PUZZLES, RULES = "the first moves", "decisions", "its value", "puzzles", "needless rules"
_ASKED: dict[str, Callable[[Setup, Sequence[StudiedGame], Over], Found]] = {
    MOVES: _first_moves, DECISIONS: _decisions, VALUE: _value, PUZZLES: _puzzles, RULES: _rules,
}  # fmt: skip

"""`validate --mutate`: are the tests of a file good enough to notice a mistake in its rules?

One word of the rules is changed at a time. A change that no test notices, although the game plays differently, is
a rule that nothing proves. Changes do not count if the rules mean the same to an engine, or if every position of the
tests, a few moves on from each, and random games go exactly as before. What takes too long to compare is not decided.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from types import FrameType

from ..errors import InvalidGame, Unplayable
from ..game import Game
from ..headless.random_games import random_move
from ..language.check.case_options import combinations_of_tests, complete, options_of
from ..language.compilation import Compilation
from ..pipeline import Pipeline
from ..source.diagnostics import Diagnostic
from ..source.source import Span
from ..state import State
from .budget import Clock, Effort, Proof
from .cases import Cases
from .changes import Change, changed, changes, is_in
from .meaning import mean_the_same
from .places import Places

_GAMES, _PLIES = 8, 60  # random games by which a mutant is compared
_COMPARED = 2  # choices of options in which they are played
_ON = 4  # moves that are played on from the position of a test
_LEAVES = 2_000  # of a count of moves: there are many mutants
# A mutant whose tests take longer than so many seconds, and so many times what they take unchanged, is noticed by all.
_SECONDS, _TIMES = 10, 10
_COMPARING = 20  # seconds: what is no other until then is not decided
_TRACING = 10  # seconds, after which no further game is played to compare with


@dataclass(slots=True)
class Survey:
    """What became of the mutants of a file."""

    killed: int = 0
    same: int = 0  # nothing changes
    survivors: list[Change] = field(default_factory=list)
    undecided: list[Change] = field(default_factory=list)  # not noticed, and too long to compare

    @property
    def rate(self) -> float:
        total = self.killed + len(self.survivors)
        return self.killed / total if total else 1.0

    def lines(self, name: str) -> list[str]:
        total = self.killed + len(self.survivors)
        first = (
            f"{name}: the tests notice {self.killed} of {total} changes of the rules ({100 * self.rate:.0f} %); "
            f"{self.same} more change nothing"
        )
        if self.undecided:
            first += f"; whether {len(self.undecided)} do was not decided in {_COMPARING} s each"
        told = [("not noticed", change) for change in self.survivors]
        told += [("not decided", change) for change in self.undecided]
        return [first, *(f"  {change.span.source.name}:{change.span.line}: {what}: {change}" for what, change in told)]

    def data(self, name: str) -> dict[str, object]:
        """The same for a program."""
        return {
            "game": name,
            "noticed": self.killed,
            "not_noticed": [_data(change) for change in self.survivors],
            "not_decided": [_data(change) for change in self.undecided],
            "change_nothing": self.same,
        }


def _data(change: Change) -> dict[str, object]:
    return {"file": change.span.source.name, "line": change.span.line, "old": change.old, "new": change.new}


def mutate(
    pipeline: Pipeline, effort: Effort, options: Mapping[str, str], watch: Callable[[str], None] = lambda _: None
) -> Survey:
    """Tries every change of the rules against the file's own tests. Raises `InvalidGame` if these need hooks that may
    not run."""
    laboratory = _Laboratory(pipeline, effort, options, watch)
    laboratory.check_permission()
    return laboratory.survey()


@dataclass(frozen=True, slots=True)
class _Trace:
    """A random game as it should go: what is seen before each move, and the move."""

    case: int | None  # the test with whose position it begins; None: the start of the game
    steps: tuple[tuple[object, str | None], ...]


class _TooLong(Exception):
    pass


class _Refused(Exception):
    """The checker does not take a mutant, so nobody can make this mistake."""


class _Laboratory:
    def __init__(
        self, pipeline: Pipeline, effort: Effort, options: Mapping[str, str], watch: Callable[[str], None]
    ) -> None:
        compilation, self.limits = pipeline.front, pipeline.limits
        self.effort = replace(effort, leaves=_LEAVES, perft_seconds=None)
        self.watch = watch
        whole = compilation.whole
        assert whole is not None
        known = options_of(whole.root)
        wanted = [complete(known, dict(options))]
        if not options:
            wanted += combinations_of_tests(whole.root)
        self.allow_hooks = effort.allow_hooks or compilation.shipped
        self.variants: list[Compilation] = []
        for chosen in wanted:
            variant = compilation.with_options(chosen)
            if variant.rules is not None and not any(variant is known for known in self.variants):
                self.variants.append(variant)
        self._traces: dict[tuple[int, bool], list[_Trace]] = {}
        self._noticed: Counter[Span] = Counter()  # how many mutants each test has noticed

    def check_permission(self) -> None:
        """A hook that writes moves can be left out, and one with `same_as` has a phrase that takes its place."""
        hooks = [hook for variant in self.variants if variant.rules is not None for hook in variant.rules.hooks]
        needed = next((hook for hook in hooks if hook.same_as is None and hook.gives != "notation"), None)
        if needed is not None and not self.allow_hooks:
            message = f'no change of the rules can be tried without "@{needed.name}", which is Python code.'
            help_text = "look at the file with the hooks, then say --mutate --allow-hooks"
            raise InvalidGame([Diagnostic("hook-permission", message, needed.span, help_text)])

    def survey(self) -> Survey:
        found, clock = Survey(), Clock(None)
        for variant in self.variants:
            original = self._game(variant)
            _ = [self._notices(original, counts) for counts in (False, True)]
        seconds = max(_SECONDS, _TIMES * clock.spent)
        self._noticed.clear()
        todo = list(dict.fromkeys(change for variant in self.variants for change in _changes_of(variant)))
        for number, change in enumerate(todo, 1):
            self.watch(f"change {number} of {len(todo)}, {len(found.survivors)} not noticed so far")
            try:
                with _at_most(seconds):
                    games = self._unnoticed(change)
                if games is None:
                    found.killed += 1
                elif games:
                    self._compare(change, games, found)
                else:
                    found.same += 1
            except _Refused:
                continue
            except (_TooLong, RecursionError, Unplayable):
                found.killed += 1
        return found

    def _compare(self, change: Change, games: list[tuple[int, Game]], found: Survey) -> None:
        """Sorts a change that no test notices: games go as before, or otherwise, or nobody knows."""
        for place, near_tests in self._ways(games):
            self._trace(place, near_tests)
        try:
            with _at_most(_COMPARING):
                if self._plays_differently(games):
                    found.survivors.append(change)
                else:
                    found.same += 1
        except _TooLong:
            found.undecided.append(change)

    def _unnoticed(self, change: Change) -> list[tuple[int, Game]] | None:
        """The mutants of all choices of options that could play differently, if no test notices one of them."""
        games: list[tuple[int, Game]] = []
        # The quick tests first, and one choice of options after the other: most mutants fall soon.
        for place, variant in enumerate(self.variants):
            if variant.merged is None or not is_in(variant.merged, change.span):
                continue
            mutant = variant.with_merged(changed(variant.merged, change))
            if mutant.rules is None or variant.rules is None:
                raise _Refused
            if mean_the_same(mutant.rules, variant.rules):
                continue
            games.append((place, self._game(mutant)))
            if self._notices(games[-1][1], False):
                return None
        return None if any(self._notices(game, True) for _, game in games) else games

    def _game(self, variant: Compilation) -> Game:
        game = Game(Pipeline(variant, self.allow_hooks, limits=self.limits))
        game._engines.announce = lambda _: None  # there are hundreds of them
        return game

    def _notices(self, game: Game, counts: bool) -> bool:
        """Whether a test fails: those that count moves, or the others. The tests that have noticed most come first."""
        proof = Proof()
        runner = Cases(game, Places(game._pipeline.merged), proof, self.effort, Clock(None), explained=False)
        for case in sorted(game.rules.tests, key=lambda case: -self._noticed[case.span]):
            if bool(case.perft) == counts:
                runner.run_one(case)
                if proof.report.failed:
                    self._noticed[case.span] += 1
                    return True
        return False

    # ------------------------------------------------------------ does it change anything?

    @staticmethod
    def _ways(games: list[tuple[int, Game]]) -> list[tuple[int, bool]]:
        """Where mutants are compared: near the tests, then from the start of the game."""
        return [(place, True) for place, _ in games] + [(place, False) for place, _ in games[:_COMPARED]]

    def _plays_differently(self, games: list[tuple[int, Game]]) -> bool:
        mutants = dict(games)
        return any(self._differs(mutants[place], self._trace(place, near)) for place, near in self._ways(games))

    def _trace(self, place: int, near_tests: bool) -> list[_Trace]:
        """How the unchanged game goes."""
        if (place, near_tests) not in self._traces:
            original, clock = self._game(self.variants[place]), Clock(_TRACING)
            traces = takewhile(lambda _: clock.left > 0, self._traced(original, near_tests))
            self._traces[place, near_tests] = list(traces)
        return self._traces[place, near_tests]

    @staticmethod
    def _differs(game: Game, traces: list[_Trace]) -> bool:
        """Whether a mutant goes another way."""
        for trace in traces:
            state = _beginning(game, trace.case)
            for seen, move in trace.steps:
                if seen_by_players(state) != seen:
                    return True
                if move is not None:
                    state.push(move)
        return False

    def _traced(self, game: Game, near_tests: bool) -> Iterator[_Trace]:
        if near_tests:
            for number in range(len(game.rules.tests)):
                yield _Trace(number, self._steps(_beginning(game, number), number, _ON))
        else:
            for number in range(_GAMES):
                yield _Trace(None, self._steps(game.start(), number, _PLIES))

    def _steps(self, state: State, number: int, plies: int) -> tuple[tuple[object, str | None], ...]:
        steps = []
        for decision in range(plies):
            move = random_move(state, self.effort.seed, number, decision).text if state.outcome is None else None
            steps.append((seen_by_players(state), move))
            if move is None:
                break
            state.push(move)
        return tuple(steps)


def seen_by_players(state: State) -> tuple[object, frozenset[str], str]:
    """All that players see: the board, the legal moves, the outcome."""
    board = tuple(frozenset(layer.items()) for layer in state.position.layers)
    return board, frozenset(move.text for move in state.legal_moves), str(state.outcome)


def _beginning(game: Game, case: int | None) -> State:
    return game.start() if case is None else game._position_of(game.rules.tests[case])


def _changes_of(variant: Compilation) -> Iterator[Change]:
    if variant.merged is not None:
        yield from changes(variant.merged)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Stops what takes too long, where the system can do that."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)

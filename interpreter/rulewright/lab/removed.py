"""Rules that nobody would miss: without one of them, the games that were played would have gone just the same.

Each rule, alternative and condition is left out alone, and the games are played again by the rules that are left. This
is exact for those games: it takes no luck to see that every position has the same moves and the same end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..errors import Unplayable
from ..game import Game
from ..language.compilation import Compilation
from ..language.document.nodes import Mapping
from ..pipeline import Pipeline
from ..proving.changes import Change, changed, is_in, removals
from ..proving.meaning import mean_the_same
from ..proving.mutants import seen_by_players
from ..source.limits import with_limits
from ..source.source import Span
from ..state import State
from .intervals import Figure, share
from .tasks import StudiedGame
from .traces import moments

_LIMITS = with_limits({"steps": 1_000_000})  # where that is not enough, a rule is taken for one that is needed
_MOST_POSITIONS = 400  # a rule that does nothing is looked at in all of them


@dataclass(frozen=True, slots=True)
class Needless:
    """A rule that could be another one: `new` is what would do, None if nothing has to stand there.

    `missed` is how many moves nobody could have chosen any more; in no game somebody did.
    """

    old: str
    new: str | None
    span: Span | None  # None: it is a value of an option
    missed: int

    def __str__(self) -> str:
        return f'"{self.old}" left out' if self.new is None else f'"{self.old}" → "{self.new}"'


@dataclass(frozen=True, slots=True)
class Removals:
    """What came of it: `tried` of `known` rules, in so many positions of so many games."""

    tried: int
    known: int
    games: int
    positions: int
    needless: tuple[Needless, ...]

    @property
    def used(self) -> Figure | None:
        """The share of games in which such a rule may still matter."""
        return share([0.0] * self.games)


class _Over(Exception):
    """There is no more time, and a rule is not tried by half of the positions."""


@dataclass(frozen=True, slots=True)
class _Step:
    seen: tuple[object, str, int]  # the board, the outcome, who is to move
    moves: frozenset[str]
    move: str | None


def without_each(game: Game, games: Sequence[StudiedGame], seed: int, over: Callable[[], bool]) -> Removals | None:
    """Leaves out one rule after the other, until all are tried or it is `over`; None if there was no time to begin."""
    traces = list(_traces(game, games, seed, over))
    if not traces and over():
        return None
    tried, found = 0, []
    variants = list(_variants(game))
    for old, new, span, make in variants:
        if over() or not traces:  # without a game nothing would be missed
            break
        variant = make()
        if variant.rules is not None and not mean_the_same(variant.rules, game.rules):
            pipeline = Pipeline(variant, game._pipeline.allow_hooks, limits=_LIMITS)
            try:
                missed = _missed(Game(pipeline, "reference"), traces, over)
            except _Over:
                break
            if missed is not None:
                found.append(Needless(old, new, span, missed))
        tried += 1
    gone = {each.span for each in found if each.new is None and each.span is not None}
    found = [each for each in found if each.new is None or each.span not in gone]  # what is gone cannot be shorter
    positions = sum(map(len, traces))
    return Removals(tried, len(variants), len(traces), positions, tuple(found))


_Variant = tuple[str, str | None, Span | None, Callable[[], Compilation]]


def _variants(game: Game) -> Iterator[_Variant]:
    front = game._pipeline.front
    merged = front.merged
    assert merged is not None
    for change in removals(merged):
        if is_in(merged, change.span):
            yield change.old, change.new, change.span, _changed(front, merged, change)
    chosen = dict(game.rules.options)
    for name, values in game._pipeline.choices.items():
        for value in values:
            if name in chosen and value != chosen[name]:
                other = {**chosen, name: value}
                yield f"{name}={chosen[name]}", f"{name}={value}", None, _with_options(front, other)


def _changed(front: Compilation, merged: Mapping, change: Change) -> Callable[[], Compilation]:
    return lambda: front.with_merged(changed(merged, change))


def _with_options(front: Compilation, options: dict[str, str]) -> Callable[[], Compilation]:
    return lambda: front.with_options(options)


def _traces(
    game: Game, games: Sequence[StudiedGame], seed: int, over: Callable[[], bool]
) -> Iterator[tuple[_Step, ...]]:
    left = _MOST_POSITIONS
    for studied in games:
        if len(studied.turns) > left:
            continue
        steps = []
        for moment in moments(game, studied, seed):
            if over():  # a position of some games takes a tenth of a second
                return
            seen, moves = _seen(moment.state)
            steps.append(_Step(seen, moves, moment.move))
        left -= len(steps)
        yield tuple(steps)


def _seen(state: State) -> tuple[tuple[object, str, int], frozenset[str]]:
    board, moves, outcome = seen_by_players(state)
    return (board, outcome, state._node.me), moves


def _missed(variant: Game, traces: Sequence[tuple[_Step, ...]], over: Callable[[], bool]) -> int | None:
    """How many moves that nobody chose are not there any more; None if anything else is different."""
    missed = 0
    try:
        for trace in traces:
            state = variant.start()
            for step in trace:
                if over():
                    raise _Over
                seen, moves = _seen(state)
                if seen != step.seen or not moves <= step.moves:
                    return None
                if step.move is not None and step.move not in moves:
                    return None
                missed += len(step.moves) - len(moves)
                if step.move is not None:
                    state.push(step.move)
    except (Unplayable, RecursionError, MemoryError):
        return None
    return missed

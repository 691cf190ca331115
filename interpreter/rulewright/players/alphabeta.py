"""Alpha-beta search, deeper and deeper, by a judge who has learnt from random games."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from ..analysis.players import mates
from ..board import mask_of
from ..seats import seat_to_move
from ..stacks import large_stacks
from ..state import State
from .player import Candidate, Opinion, Proof, Stop, Tell
from .search_tree import judged, moves_along
from .settings import Value
from .spec import Spec

if TYPE_CHECKING:
    from ..game import Game
    from ..native.runtime.position_codec import Block
    from ..native.search.iterative_deepening import Deepening

SECONDS = 1.0  # for a move, where nothing is said
MEGABYTES = 128
_DEEPEST = 100
_EVERY = 0.02  # seconds between two looks at the clock and at who wants it to stop
_TELL_EVERY = 0.2
_STACK = 64 << 20  # bytes: the search calls itself once a move


class AlphaBeta:
    """Thinks for a time, or to a depth; with both, until the first of them is reached.

    `by="decisions"`: behind the root it goes into turns decision by decision and lists none; what it finds is the same.
    """

    clock: Callable[[], float] = staticmethod(monotonic)
    """What its time is measured by, as with `Mcts`."""

    def __init__(
        self,
        *,
        time: float | None = None,
        depth: int | None = None,
        memory: int = MEGABYTES,
        by: str | None = None,
    ) -> None:
        given: dict[str, Value | None] = {"time": time, "depth": depth}
        given |= {"memory": None if memory == MEGABYTES else memory, "by": by}
        self.spec = str(Spec("alphabeta", tuple((key, value) for key, value in given.items() if value is not None)))
        self.seconds = SECONDS if time is None and depth is None else time
        self.depth = _DEEPEST if depth is None else min(depth, _DEEPEST)
        self.memory = memory
        self.by = by
        self._search: Deepening | None = None
        self._game: Game | None = None

    def choose(self, state: State, seed: int, stop: Stop | None = None, tell: Tell | None = None) -> Opinion:
        state = state.as_seen(seed)
        only = state.legal_moves[0]
        if len(state.legal_moves) == 1:
            return Opinion(only, (Candidate(only, 0, 0.5),), line=(only,))
        state.game._engines.hurry()
        native = state.game._engines.sampling()
        if native is None or not state._node.fits(native):
            from .reference_alphabeta import choose_by_reference

            return choose_by_reference(state, seed, self.seconds, self.depth, stop, tell)
        from ..native.search.evaluation_store import has_learnt_more, judge_in_time
        from ..native.search.iterative_deepening import Deepening

        judge, spent = judge_in_time(native, self.seconds)
        reader = state.game._engines.search_decisions() if self.by == "decisions" else None
        known = self._search.judge if self._search is not None and self._game is state.game else None
        other = self._search is not None and self._search.by_decisions is (reader is None)
        if self._search is None or known is None or other or has_learnt_more(native, known):
            self._search = Deepening(native, self.memory << 20, judge, reader)
            self._game = state.game
        person = seat_to_move(state)
        friends = mask_of(mates(state.game.rules, person))
        self._search.begin(state._node.snapshot(native), len(state.legal_moves), person, friends)
        block = native.borrow()
        try:
            return _Thinking(self, state, self._search, block, stop, tell, self.clock() - spent).opinion()
        finally:
            native.give_back(block)

    def forget(self) -> None:
        """Every choice begins anew."""


@dataclass(slots=True)
class _Thinking:
    """One choice. Native code runs on a thread of its own, so that this one can stop it."""

    player: AlphaBeta
    state: State
    search: Deepening
    block: Block
    stop: Stop | None
    tell: Tell | None
    begin: float
    line: list[int] = field(default_factory=lambda: [0])
    values: list[int] = field(default_factory=list)
    value: int = 0
    depth: int = 0
    problem: BaseException | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def opinion(self) -> Opinion:
        worker = threading.Thread(target=self._work, daemon=True)
        with large_stacks(_STACK):
            worker.start()
        try:
            self._wait()
        finally:
            self.block.put_word(self.search.native.layout.stop, 1)
            worker.join()
        if self.problem is not None:
            raise self.problem
        return self._said()

    def _wait(self) -> None:
        told = self.begin
        while not self.done.wait(_EVERY):
            now = self.player.clock()
            if self.tell is not None and now - told >= _TELL_EVERY and self.depth:
                told = now
                self.tell(self._said())
            if not self.depth:  # there has to be some answer
                continue
            seconds = self.player.seconds
            if (seconds is not None and now - self.begin >= seconds) or (self.stop is not None and self.stop()):
                return

    def _work(self) -> None:
        try:
            for depth in range(1, self.player.depth + 1):
                finished = self.search.deepen(self.block, depth)
                self._learn(depth, finished)
                if not finished or abs(self.value) > _known():
                    break
        except BaseException as problem:
            self.problem = problem
        finally:
            self.done.set()

    def _learn(self, depth: int, finished: bool) -> None:
        line = self.search.line()
        if not line:
            return
        values = self.search.values(len(self.state.legal_moves))
        self.line, self.values, self.value = line, values, values[line[0]]
        if finished:
            self.depth = depth

    def _said(self) -> Opinion:
        moves = self.state.legal_moves
        line, values, value = self.line, self.values or [0] * len(moves), self.value
        order = sorted(range(len(values)), key=lambda number: (number != line[0], -values[number]))
        candidates = tuple(
            Candidate(moves[number], 0, _share(min(values[number], value)), _proof(min(values[number], value)))
            for number in order
        )
        seconds = self.player.clock() - self.begin
        return judged(self.state, candidates, moves_along(self.state, line), self.search.nodes, self.depth, seconds)


def _known() -> int:
    """What is worth more than this, or less than its opposite, is certain. What chance makes likely is worth less."""
    from ..native.search.alphabeta import DEEPEST, WON

    return WON - 2 * DEEPEST


def _share(value: int) -> float:
    """A value as what it is worth, 0 … 1."""
    from ..native.search.alphabeta import SCALE

    return min(1.0, max(0.0, (value / SCALE + 1) / 2))


def _proof(value: int) -> Proof | None:
    return None if abs(value) <= _known() else "win" if value > 0 else "loss"

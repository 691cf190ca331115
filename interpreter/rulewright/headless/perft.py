"""Perft: how many ways there are to play on for a number of moves (semantics D96, D71)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..errors import at_least
from ..node import Node
from ..reference.decisions import Decisions
from ..state import Move, State

if TYPE_CHECKING:
    from ..native.engine import NativeEngine
    from ..native.runtime.position_codec import Block
    from ..turn import OfferedDecision, Turn

Watch: TypeAlias = Callable[[int, int], None]  # how many of how many parts are done
_SPLIT = 4  # parts for each thread at least, so that none waits long for another
_DEEP = 4  # from here on it may be worth splitting for one thread too, to see how far it is
# About so many leaves are worth the way of counting that takes longer to compile; fewer are counted sooner by lists.
_MUCH, _FEW = 1_000_000, 200_000
_MOST = 100_000  # parts: each is a position that is kept
_CHUNK = 1_000  # positions after moves of one that are kept at a time, where moves are played by hand
_SOON = 0.5  # seconds; whatever takes no longer need not say how far it is


def perft(state: State, depth: int, threads: int = 1, watch: Watch = lambda done, total: None) -> int:
    """The number of ways to play `depth` moves from here: 1 for depth 0, 0 if the game ends before.

    Outcomes of chance are summed over and are no moves of their own.
    """
    at_least(0, depth=depth)
    at_least(1, threads=threads)
    if depth == 0:
        return 1
    if threads > 1:
        state.game._engines.hurry()
    waiting = [(state._node, depth, 0)]
    found = _by_hand(waiting, lambda: state.game._engines.fast() is None)
    native = state.game._engines.fast() if waiting else None
    if native is None:
        return found
    begun = [job for node, left, first in waiting if first for job in _following(node, left, first)]
    jobs = [*((node, left) for node, left, first in waiting if not first), *begun]
    return found + _natively(native, jobs, threads, watch)


def perft_while(state: State, depth: int, goes_on: Callable[[], bool]) -> tuple[int, bool]:
    """The same move by move as long as it may go on: what was counted, and whether that is all."""
    waiting = [(state._node, depth, 0)]
    found = _by_hand(waiting, goes_on)
    return found, not waiting


def _following(node: Node, left: int, first: int = 0, most: int | None = None) -> list[tuple[Node, int]]:
    """Where the moves lead, from the first of them on or only so many, and how many are left there."""
    below, amount = left if node.is_chance else left - 1, node.count()
    end = amount if most is None else min(first + most, amount)
    reached = [node.after(index) for index in range(first, end)]
    if end == amount:
        node.forget()
    return [(following, below) for following in reached if following.result is None]


def _natively(native: NativeEngine, jobs: list[tuple[Node, int]], threads: int, watch: Watch) -> int:
    from ..native.runtime.threads import run

    found = 0
    node, left = jobs[0]
    deep = None if node.is_chance or left < 2 else _is_deep(native, node, left)
    while jobs and len(jobs) < _SPLIT * threads and all(left >= 2 for _, left in jobs):
        if threads == 1 and (jobs[0][1] < _DEEP or deep is False or _is_soon_done(native, jobs)):
            break
        if sum(node.count() for node, _ in jobs) > _MOST:  # dice can have a million outcomes
            break
        jobs = [job for node, left in jobs for job in _following(node, left)]
    tasks = []
    for node, left in jobs:
        if node.fits(native):
            tasks.append((node, left))
        else:
            found += _by_hand([(node, left, 0)])

    def task(node: Node, left: int) -> Callable[[Block], int | None]:
        snapshot = node.snapshot(native)
        return lambda block: native.perft(block, snapshot, left, deep)

    if not tasks:
        return found
    counts = run(native, [task(*job) for job in tasks], threads, lambda done: watch(done, len(tasks)))
    for (node, left), count in zip(tasks, counts, strict=True):
        found += _by_hand([(node, left, 0)]) if count is None else count
    return found


def _is_deep(native: NativeEngine, node: Node, left: int) -> bool | None:
    """Whether there is much to count, judging by the first two moves; None: it is hard to say."""
    leaves = node.count() ** left
    if leaves < _FEW and node.fits(native) and not native.counts_much:
        block = native.borrow()
        second = native.perft(block, node.snapshot(native), 2, deep=False) or 0
        native.give_back(block)
        leaves = second * max(second // max(node.count(), 1), node.count()) ** (left - 2)
        if leaves < _FEW:
            return False
    return True if leaves >= _MUCH else None


def _is_soon_done(native: NativeEngine, jobs: list[tuple[Node, int]]) -> bool:
    """Whether all of it takes no time worth speaking of, judging by two plies less."""
    from ..native.runtime.threads import run

    node, left = jobs[0]
    if len(jobs) > 1 or node.is_chance or not node.fits(native):
        return False
    snapshot = node.snapshot(native)

    def task(block: Block) -> float:
        begin = time.perf_counter()
        native.perft(block, snapshot, left - 2, deep=True)
        return time.perf_counter() - begin

    return run(native, [task])[0] * node.count() ** 2 < _SOON


def _by_hand(waiting: list[tuple[Node, int, int]], goes_on: Callable[[], bool] = lambda: True) -> int:
    """Move by move: from each node so many moves, of which the first ones may be done; what was not reached is still
    waiting. Not recursive: a game may be thousands of moves long."""
    found = 0
    while waiting and goes_on():
        node, left, first = waiting.pop()
        if left == 1 and not node.is_chance:
            found += node.count()
            continue
        if first + _CHUNK < node.count():
            waiting.append((node, left, first + _CHUNK))
        waiting += ((*following, 0) for following in _following(node, left, first, _CHUNK))
    return found


By: TypeAlias = Literal["turns", "parts", "decisions"]


def perft_by(state: State, depth: int, by: By) -> int:
    """The number of ways to make `depth` parts of turns, or decisions, from here (D118)."""
    at_least(0, depth=depth)
    if by == "turns":
        return perft(state, depth)
    each_turn = _decided if by == "decisions" else _made_of_parts
    if depth == 0:
        return 1
    found = 0
    open_turns = [each_turn(state.copy(), depth)]  # only those on the way are kept
    while open_turns:
        node, left = next(open_turns[-1], (None, -1))
        if node is not None:
            if node.result is None:
                open_turns.append(each_turn(State._at(node), left))
        elif left < 0:
            open_turns.pop()
        else:
            found += 1
    return found


def _decided(state: State, left: int) -> Iterator[tuple[Node | None, int]]:
    """Where decisions lead: to the end of the turn, with what is left then, or nowhere if nothing is left."""
    cost = 0 if state.is_chance else 1
    waiting: list[tuple[Turn, OfferedDecision | None, int]] = [(state.turn(), None, left)]
    while waiting:
        turn, decision, below = waiting.pop()
        if below == 0:
            yield None, 0
            continue
        if decision is not None:  # only now: a copy for each of thousands of decisions would be thousands of positions
            turn = turn.copy()
            turn.choose(decision)
        if turn.is_complete:
            after = turn.state.copy()
            after.push(turn)
            yield after._node, below
        else:
            waiting += ((turn, following, below - cost) for following in turn.decisions)


def _made_of_parts(state: State, left: int) -> Iterator[tuple[Node | None, int]]:
    """The same by parts and hops."""
    node, chance = state._node, int(state.is_chance)
    decisions = Decisions(state.game._engine, state.position)
    rows = decisions.parts(None)
    if not rows:
        if node.count():  # a forced pass
            yield (node.after(0), left - 1) if left > 1 else (None, 0)
        return
    waiting = [(row, left) for row in rows]
    while waiting:
        row, below = waiting.pop()
        first = row[0]
        below -= int(not chance and (first.made is not None or (first.place is None and first.turn.trail is None)))
        if below == 0:
            yield None, 0
        elif first.place is None:
            yield node.decided(first.turn), below
        else:
            places = [following.place for following in row if following.place is not None]
            waiting += ((after, below) for after in decisions.parts(places))


def divide(
    state: State, depth: int, threads: int = 1, watch: Watch = lambda done, total: None
) -> list[tuple[Move, int]]:
    """The perft of each legal move, in their order; all together are `perft(state, depth)`."""
    at_least(1, depth=depth, threads=threads)
    left = depth if state.is_chance else depth - 1
    moves = state.legal_moves
    found = []
    for index, move in enumerate(moves):
        watch(index, len(moves))
        found.append((move, perft(State._at(state._node.after(index)), left, threads)))
    return found

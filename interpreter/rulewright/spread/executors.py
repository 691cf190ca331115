"""Tasks done by an executor of `concurrent.futures`: one that somebody has, or a cluster that looks like one.

Nothing is shared with whoever does a task but what is sent with it, so it does not matter where that is, nor whether it
is done twice.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Generic

from .news import TICK, CannotWork, Done, Finished, Lost, News, Prepare, Setup, Task, Tick, in_words
from .parcels import received_work, sent_work

_AHEAD = 2  # tasks for each worker, so that nobody waits for the next one
_TRIES = 3
_KEPT = 4  # preparations that a worker keeps: it may serve several works in turn


class ExecutorCrew(Generic[Setup, Task, Done]):
    """`size` is how many tasks are done at a time; the executor stays open, for it is somebody else's."""

    def __init__(
        self,
        prepare: Prepare[Setup, Task, Done],
        setup: Setup,
        executor: Executor,
        size: int,
        timeout: float | None = None,
    ) -> None:
        self._parcel = sent_work(prepare, setup)
        self._executor, self._size, self._timeout = executor, size, timeout
        self._open: dict[Future[tuple[str, Any]], _Open] = {}

    def run(self, tasks: Iterable[Task]) -> Generator[News[Task, Done], None, None]:
        waiting = iter(tasks)
        try:
            while True:
                self._hand_out(waiting)
                if not self._open:
                    return
                yield from self._news()
        finally:
            for future in self._open:
                future.cancel()
            self._open.clear()

    def _hand_out(self, waiting: Iterator[Task]) -> None:
        while len(self._open) < _AHEAD * self._size:
            task = next(waiting, self)
            if task is self:
                return
            self._submit(_Open(task))

    def _submit(self, one: _Open) -> None:
        one.tries += 1
        try:
            self._open[self._executor.submit(perform, self._parcel, one.task)] = one
        except (BrokenExecutor, RuntimeError) as error:  # it was shut down, or its processes have died
            raise CannotWork(f"the executor takes no more work: {in_words(error)}") from None

    def _news(self) -> Iterator[News[Task, Done]]:
        done, _ = wait(self._open, TICK, FIRST_COMPLETED)
        for future in done:
            one = self._open.pop(future)
            try:
                kind, value = future.result()
            except BrokenExecutor as error:
                raise CannotWork(f"the executor has failed: {in_words(error)}") from None
            except (Exception, CancelledError) as error:  # of whoever should have done it, not of the task
                if one.tries < _TRIES:
                    self._submit(one)
                else:
                    yield Lost(one.task, in_words(error))
                continue
            if kind == "cannot":
                raise CannotWork(value)
            yield Finished(one.task, value) if kind == "done" else Lost(one.task, value)
        if self._timeout is not None:
            late = [future for future, one in self._open.items() if monotonic() - one.begin > self._timeout]
            for future in late:
                one = self._open.pop(future)
                future.cancel()
                yield Lost(one.task, f"it was given up after {self._timeout:g} seconds")
        if self._open:
            yield Tick(0)


@dataclass(slots=True)
class _Open:
    task: Any
    tries: int = 0
    begin: float = field(default_factory=monotonic)


_here = threading.local()  # players are not for two threads at a time


def perform(parcel: bytes, task: Any) -> tuple[str, Any]:
    """Does one task, wherever this is; what is prepared is kept for the next one."""
    known: dict[bytes, Callable[[Any, Any], Any]] | None = getattr(_here, "known", None)
    if known is None:
        known = _here.known = {}
    key = hashlib.sha256(parcel).digest()
    if key not in known:
        try:
            prepare, setup = received_work(parcel)
            made = prepare(setup)
        except Exception as error:
            return "cannot", in_words(error)
        while len(known) >= _KEPT:
            del known[next(iter(known))]
        known[key] = made
    try:
        return "done", known[key](task, lambda _: None)
    except Exception as error:
        return "failed", in_words(error)

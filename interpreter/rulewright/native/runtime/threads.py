"""Long native runs: on several threads, each with a block of its own, and ended soon after Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from ...stacks import large_stacks
from .position_codec import Block

if TYPE_CHECKING:
    from ..engine import NativeEngine

T = TypeVar("T")
Task = Callable[[Block], T]
_EVERY = 0.05  # seconds between two looks at how far it is
_AT_MOST = 0.1  # seconds in which a run comes to its end; who is still compiling then is left behind
_STACK = 64 << 20  # bytes; perft calls itself once a move


def run(
    native: NativeEngine, tasks: Sequence[Task[T]], threads: int = 1, watch: Callable[[int], None] = lambda _: None
) -> list[T]:
    """What each task gives, in their order; `watch` is told now and then how many are done.

    The calling thread only waits, so that it can be interrupted: native code does not listen.
    """
    return _Crew(native, tasks, min(threads, len(tasks))).work(watch)


class _Crew(Generic[T]):
    def __init__(self, native: NativeEngine, tasks: Sequence[Task[T]], threads: int) -> None:
        self.native = native
        self.tasks = tasks
        self.results: dict[int, T] = {}
        self.problem: BaseException | None = None
        self.blocks = [native.borrow() for _ in range(threads)]
        self._next = 0
        self._lock = threading.Lock()
        self._stopped = False
        self._resting = threading.Semaphore(0)

    def work(self, watch: Callable[[int], None]) -> list[T]:
        crew = [threading.Thread(target=self._worker, args=(block,), daemon=True) for block in self.blocks]
        with large_stacks(_STACK):
            for thread in crew:
                thread.start()
        try:
            resting = 0
            while resting < len(crew):
                resting += self._resting.acquire(timeout=_EVERY)
                watch(len(self.results))
        finally:
            self._stop()
            until = monotonic() + _AT_MOST
            for thread, block in zip(crew, self.blocks, strict=True):
                thread.join(max(0.0, until - monotonic()))
                if not thread.is_alive():
                    self.native.give_back(block)
        if self.problem is not None:
            raise self.problem
        return [self.results[number] for number in range(len(self.tasks))]

    def _stop(self) -> None:
        self._stopped = True
        for block in self.blocks:
            block.put_word(self.native.layout.stop, 1)

    def _worker(self, block: Block) -> None:
        try:
            while not self._stopped:
                with self._lock:
                    number = self._next
                    self._next += 1
                if number >= len(self.tasks):
                    break
                self.results[number] = self.tasks[number](block)
        except BaseException as problem:
            self.problem = problem
            self._stop()
        finally:
            self._resting.release()

"""LLVM at work while Ctrl-C is still heard: it takes a second for a long program, and it cannot be stopped.

Who does not want to wait leaves it behind; its result is kept on disk for the next time. But a process must not come to
its usual end meanwhile, because that takes away what LLVM works with.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from ...stacks import large_stacks

T = TypeVar("T")
_EVERY = 0.05  # seconds between two chances to be interrupted
_STACK = 64 << 20  # bytes: LLVM calls itself deeply, and some systems give threads little
_under_way: set[object] = set()


def aside(work: Callable[[], T]) -> T:
    """What `work` gives. A main thread that is interrupted goes on at once, and the work comes to its end alone."""
    if threading.current_thread() is not threading.main_thread():
        return _noted(work)  # nobody interrupts this one
    results: list[T] = []
    problems: list[BaseException] = []

    def do() -> None:
        try:
            results.append(_noted(work))
        except BaseException as problem:
            problems.append(problem)

    worker = threading.Thread(target=do, daemon=True)
    with large_stacks(_STACK):
        worker.start()
    while worker.is_alive():
        worker.join(_EVERY)
    if problems:
        raise problems[0]
    return results[0]


def _noted(work: Callable[[], T]) -> T:
    sign = object()
    _under_way.add(sign)
    try:
        return work()
    finally:
        _under_way.discard(sign)


@atexit.register
def _wait() -> None:
    while _under_way:
        time.sleep(_EVERY)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_under_way.clear)  # whoever works on it is not there

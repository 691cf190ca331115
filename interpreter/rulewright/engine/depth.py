"""Room for long turns: the parts of a turn are found by functions that call one another, one deeper for each part."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")
_DEEP = 100_000  # calls inside one another: some ten thousand parts
_STACK = 1 << 29  # bytes for them, of which only those that are used cost anything
_one_at_a_time = threading.Lock()  # both are settings of the whole process


def deeply(work: Callable[[], _T]) -> _T:
    """Does something that may call itself deeply; if it is too deep here, once more where there is room for it."""
    try:
        return work()
    except RecursionError as error:
        if threading.current_thread().name == _deep.__name__:
            raise
        return _deep(work, error)


def _deep(work: Callable[[], _T], error: RecursionError) -> _T:
    found: list[_T] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as problem:  # whatever it is, it is raised where it belongs
            problems.append(problem)

    with _one_at_a_time:
        limit, size = sys.getrecursionlimit(), threading.stack_size()
        try:
            threading.stack_size(_STACK)
            thread = threading.Thread(target=run, name=_deep.__name__)
            sys.setrecursionlimit(max(limit, _DEEP))
            thread.start()
            thread.join()
        except (RuntimeError, ValueError):  # no threads, or not so large ones
            raise error from None
        finally:
            threading.stack_size(size)
            sys.setrecursionlimit(limit)
    if problems:
        raise problems[0]
    return found[0]

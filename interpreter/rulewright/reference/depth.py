"""Deep recursion on a thread with a large stack: functions call one another, one deeper for each part of a turn."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import TypeVar

from ..locks import Lock
from ..stacks import large_stacks
from .exploring import looking_up

_T = TypeVar("_T")
_DEEP = 100_000  # calls inside one another: more than the parts that a turn may have take
_STACK = 1 << 29  # bytes for them, of which only those that are used cost anything
_EVERY = 0.05  # seconds between two chances to be interrupted
_lock = Lock()  # the limit of calls is a setting of the whole process
_at_work = 0  # calls of `deeply` that have not ended, in all threads
_usual_limit: int | None = None  # what the limit was before the first of them raised it


def deeply(work: Callable[[], _T]) -> _T:
    """Does something that may call itself deeply; if it is too deep here, once more where there is room for it."""
    with _working():
        try:
            return work()
        except RecursionError as error:
            if threading.current_thread().name == _deep.__name__:
                raise
            return _deep(work, error)


@contextmanager
def _working() -> Iterator[None]:
    """The limit of calls is only lowered again when nobody can be deeper than that: Python would end the process."""
    global _at_work, _usual_limit
    with _lock:
        _at_work += 1
    try:
        yield
    finally:
        with _lock:
            _at_work -= 1
            if not _at_work and _usual_limit is not None:
                sys.setrecursionlimit(_usual_limit)
                _usual_limit = None


class _Left(BaseException):
    """Whoever waited has gone."""


def _deep(work: Callable[[], _T], error: RecursionError) -> _T:
    global _usual_limit
    found: list[_T] = []
    problems: list[BaseException] = []
    left = threading.Event()

    def ask() -> None:
        if left.is_set():
            raise _Left

    def run() -> None:
        try:
            with _working(), looking_up(ask):
                found.append(work())
        except BaseException as problem:  # whatever it is, it is raised where it belongs
            problems.append(problem)

    thread = threading.Thread(target=copy_context().run, args=(run,), name=_deep.__name__, daemon=True)
    with _lock:
        try:
            with large_stacks(_STACK):
                if _usual_limit is None:
                    _usual_limit = sys.getrecursionlimit()
                    sys.setrecursionlimit(max(_usual_limit, _DEEP))
                thread.start()
        except (RuntimeError, ValueError):  # no threads, or not so large ones
            raise error from None
    try:
        while thread.is_alive():
            thread.join(_EVERY)
    finally:
        left.set()
    if problems:
        raise problems[0]
    return found[0]

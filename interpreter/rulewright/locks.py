"""Locks that are free in a child that was forked meanwhile: whoever held one is not there."""

from __future__ import annotations

import os
import threading
from weakref import WeakSet


class Lock:
    """For one thread at a time, which may take it again inside."""

    __slots__ = ("__weakref__", "_inner")

    def __init__(self) -> None:
        self._inner = threading.RLock()
        _ALL.add(self)

    def __enter__(self) -> None:
        self._inner.acquire()

    def __exit__(self, *_: object) -> None:
        self._inner.release()


_ALL: WeakSet[Lock] = WeakSet()


def _after_fork() -> None:
    for lock in list(_ALL):
        lock._inner = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

"""Locks that are free in a child that was forked meanwhile: whoever held one is not there."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from functools import cached_property
from typing import Any
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
    for each in _locked_properties():
        each.lock = threading.RLock()


def _locked_properties() -> Iterator[Any]:
    """Before Python 3.12 each has a lock, which whoever computes it for some object holds."""
    if sys.version_info >= (3, 12):
        return
    ours = __name__.partition(".")[0]
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] == ours:
            classes = [one for one in vars(module).values() if isinstance(one, type)]
            yield from (each for one in classes for each in vars(one).values() if isinstance(each, cached_property))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

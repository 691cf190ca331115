"""Threads with large stacks, for what calls itself deeply: native searches, LLVM, turns of many parts.

How large the stacks of new threads are is a setting of the whole process. Two who change it at once would take each
other's for the usual one: a search then runs on a small stack, past its end, and the process with it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from .locks import Lock

_lock = Lock()


@contextmanager
def large_stacks(size: int) -> Iterator[None]:
    """Threads that are started inside have stacks of so many bytes; only start them here, for others wait."""
    with _lock:
        before = threading.stack_size(size)
        try:
            yield
        finally:
            threading.stack_size(before)

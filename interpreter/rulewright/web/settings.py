"""What a server may use: one place for all its limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

MEGABYTE = 2**20


@dataclass(frozen=True, slots=True)
class Settings:
    """`files` are games of the user's own by the name they have in addresses."""

    host: str = "127.0.0.1"
    port: int = 8017
    files: Mapping[str, Path] = field(default_factory=dict)
    body_bytes: int = 256 * 1024  # of a request: a game file is at most 64 KiB, a long game some more
    answer_bytes: int = 16 * MEGABYTE  # of one line from a worker
    worker_bytes: int = 2048 * MEGABYTE  # of memory really used, machine code and search tree included
    workers: int = 6
    tables: int = 200  # remembered; of the oldest only the link in the browser is left
    moves: int = 20_000  # of one table
    open_seconds: float = 30.0  # of a clock on the wall, so with room for a machine that is busy
    answer_seconds: float = 30.0
    think_seconds: float = 60.0


LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

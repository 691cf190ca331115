"""Listening to a program for as long as is fair, and no longer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from ...errors import EngineFailed
from ..player import Stop
from .process import Program

MOST_LINES = 1_000_000  # that it may say to one question
_LOOK = 0.05  # seconds between two looks at whether it should hurry


class Talk:
    """What every protocol does: say something, then listen. `patience` is for how long beyond what it was given."""

    def __init__(self, program: Program, patience: float) -> None:
        self._program, self._patience = program, patience
        self.name = program.name

    def say(self, line: str) -> None:
        self._program.say(line)

    def first(self, seconds: float) -> str | None:
        """What it says by itself, if it says something within this time."""
        return self._program.hear(min(seconds, self._patience))

    def lines(
        self, seconds: float = 0.0, stop: Stop | None = None, hurry: Callable[[], None] | None = None
    ) -> Iterator[str]:
        """Its lines; raises `EngineFailed` if they do not end in time. When `stop` says so it is told to `hurry`."""
        until = monotonic() + seconds + self._patience
        for _ in range(MOST_LINES):
            line = None
            while line is None:
                left = until - monotonic()
                if left <= 0:
                    raise EngineFailed(f"{self.name} has not answered within {seconds + self._patience:g} seconds")
                if stop is not None and hurry is not None and stop():
                    hurry()
                    hurry, until = None, min(until, monotonic() + self._patience)
                line = self._program.hear(min(left, _LOOK) if hurry is not None and stop is not None else left)
            if line:
                yield line
        raise EngineFailed(f"{self.name} says more than {MOST_LINES:,} lines and no answer")

    def wrong(self, why: str) -> EngineFailed:
        """What to raise where it says something that makes no sense."""
        return EngineFailed(f"{self.name} {why}")

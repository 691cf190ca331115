"""A progress bar on standard error, for terminals only."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from time import monotonic
from types import TracebackType
from typing import Self

from .terminal import clean

_EVERY = 0.1  # seconds between two drawings
_BAR = 24
_SHORTEST_BAR = 8
_WIDEST = 80


class Progress:
    """`with Progress(100, "games") as progress: progress.show(done)`; gone when the block ends.

    What was `known` before took no time, and does not count for how long the rest will take.
    """

    def __init__(self, total: int, what: str, known: int = 0) -> None:
        self._total = total
        self._known = known
        self._what = what
        self._begin = self._last = monotonic()
        self._shown = False
        self._wanted = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Takes the bar away, because something is to be told; it comes back by itself."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def show(self, done: int, remark: str = "", total: int | None = None, share: float | None = None) -> None:
        """Draws the bar if it is time to; `total` where it is only known now, `share` of the work that is done."""
        if total is not None:
            self._total = total
        now = monotonic()
        if not self._wanted or now - self._last < _EVERY:
            return
        self._last, self._shown = now, True
        width = min(_WIDEST, shutil.get_terminal_size().columns) - 1
        work = Work(done, self._total, self._what, now - self._begin, share, self._known)
        text = clean(line(work, remark, width))
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()


@dataclass(frozen=True, slots=True)
class Work:
    """How far it has come, in so many seconds."""

    done: int
    total: int
    what: str
    seconds: float
    share: float | None = None  # of the work, where some of it takes longer than the rest
    known: int = 0

    @property
    def part(self) -> float:
        return self.done / self.total if self.share is None else self.share

    @property
    def left(self) -> float | None:
        """Seconds, if that can be told."""
        gained = self.part - self.known / self.total if self.share is None else self.part
        return self.seconds / gained * (1 - self.part) if gained > 0 and self.part < 1 else None


def line(work: Work, remark: str = "", width: int = 79) -> str:
    """The bar as a text: `[######------------------] 25/100 games, 0:12 left`; where room is short, the bar is."""
    left = f", {_clock(work.left)} left" if work.left is not None else ""
    behind = f"] {work.done}/{work.total} {work.what}{left}{remark}"
    bar = max(_SHORTEST_BAR, min(_BAR, width - len(behind) - 1))
    full = int(bar * work.part)
    text = f"[{'#' * full}{'-' * (bar - full)}{behind}"
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

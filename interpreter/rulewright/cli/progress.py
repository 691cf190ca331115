"""A progress bar on standard error, for terminals only."""

from __future__ import annotations

import os
import shutil
import sys
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
        text = clean(line(done, self._total, self._what, now - self._begin, remark, share, width, self._known))
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()


def line(
    done: int,
    total: int,
    what: str,
    seconds: float,
    remark: str = "",
    share: float | None = None,
    width: int = 79,
    known: int = 0,
) -> str:
    """The bar as a text: `[######------------------] 25/100 games, 0:12 left`; where room is short, the bar is.

    `share` is how much of the work is done, where some of it takes longer than the rest.
    """
    part = done / total if share is None else share
    gained = part - known / total if share is None else part
    left = f", {_clock(seconds / gained * (1 - part))} left" if gained > 0 and part < 1 else ""
    behind = f"] {done}/{total} {what}{left}{remark}"
    bar = max(_SHORTEST_BAR, min(_BAR, width - len(behind) - 1))
    full = int(bar * part)
    text = f"[{'#' * full}{'-' * (bar - full)}{behind}"
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

"""While a program thinks: a line that shows that it does, and a way to hurry it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from ...players.player import Opinion, Player
from ...state import State
from ..terminal import clean
from .opinion import while_thinking

_AFTER = 0.3  # seconds: whoever is quicker does not think visibly
_EVERY = 0.1
_FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_PLAIN_FRAMES = "|/-\\"


def think(player: Player, state: State, seed: int, who: str, unicode: bool) -> Opinion:
    """What a player chooses. On a terminal a line tells that it thinks; Ctrl-C makes it move at once."""
    line = _Line(who, unicode)
    engines = state.game._engines
    before, engines.announce = engines.announce, line.announce
    try:
        with _hurried() as hurry, line:
            return player.choose(state.copy(), seed, stop=hurry.is_set, tell=line.hear)
    finally:
        engines.announce = before


@contextmanager
def _hurried() -> Iterator[threading.Event]:
    """The first Ctrl-C asks for the move, the second one interrupts as ever."""
    hurry = threading.Event()
    if threading.current_thread() is not threading.main_thread() or not sys.stdin.isatty():
        yield hurry
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        if hurry.is_set():
            raise KeyboardInterrupt
        hurry.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield hurry
    finally:
        signal.signal(signal.SIGINT, before)


class _Line:
    """The line on standard error, drawn by a thread of its own; gone when the thinking ends."""

    def __init__(self, who: str, unicode: bool) -> None:
        self._who = who
        self._frames = _FRAMES if unicode else _PLAIN_FRAMES
        self._dots = "…" if unicode else "..."
        self._said = ""
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def hear(self, opinion: Opinion) -> None:
        self._said = f" {while_thinking(opinion)}"

    def announce(self, message: str) -> None:
        """The engine is busy with something else than thinking."""
        self._said = f" ({message})"

    def __enter__(self) -> None:
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            self._thread = threading.Thread(target=self._draw, daemon=True)
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _draw(self) -> None:
        begin = monotonic()
        drawn = False
        wait = _AFTER
        while not self._over.wait(wait):
            wait = _EVERY
            seconds = monotonic() - begin
            frame = self._frames[int(seconds / _EVERY) % len(self._frames)]
            text = f"{frame} {self._who} thinks{self._dots} {seconds:.0f} s{self._said} (Ctrl-C: move now)"
            sys.stderr.write(f"\r{clean(text)[: shutil.get_terminal_size().columns - 1]}\x1b[K")
            sys.stderr.flush()
            drawn = True
        if drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

"""The conversation: a line comes in, the answer and "ok" go out, until the other side has enough."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

from ..source.rendering.characters import visible
from .engine import Engine
from .problems import Problem

_OK = "ok"


def serve(
    engine: Engine,
    lines: Iterable[str],
    write: Callable[[str], None],
    apology: Callable[[Exception], str],
    is_typed: bool = False,
) -> None:
    """Answers line after line; whatever happens, an answer is complete.

    `apology` says what to tell about a fault of ours; `is_typed` if a person writes the lines.
    """
    with _Interrupts(is_typed) as interrupts:
        _say(write, engine.info())
        for line in lines:
            if not line.strip():
                continue
            interrupts.begin()
            try:
                said = engine.answer(line, interrupts.hurry.is_set)
            except Problem as problem:
                said = [f"{problem.word} {problem}"]
            except Exception as error:
                said = [f"err {apology(error)}"]
            interrupts.is_busy = False
            if engine.is_over:
                return
            _say(write, said)


def _say(write: Callable[[str], None], lines: list[str]) -> None:
    for line in lines:
        write(visible(line))
    write(_OK)


class _Interrupts:
    """Viewers send an interrupt, as Ctrl-C does, to get the move now.

    One that comes too late must not end the engine. Only a person who is asked for a line leaves that way.
    """

    def __init__(self, is_typed: bool) -> None:
        self.hurry = threading.Event()
        self.is_busy = False
        self._is_typed = is_typed
        self._before: Any = None
        self._is_ours = threading.current_thread() is threading.main_thread()

    def begin(self) -> None:
        self.hurry.clear()
        self.is_busy = True

    def __enter__(self) -> _Interrupts:
        if self._is_ours:
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._is_typed and not self.is_busy:
            raise KeyboardInterrupt
        self.hurry.set()

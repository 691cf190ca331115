"""A program that somebody else wrote, as a process that is told lines and says lines.

Whatever it does, nobody waits for it longer than they want to: it is read and written by threads of its own, lines have
a longest length, and what was not yet read is held back. When nobody needs it any more it ends.
"""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from ...errors import EngineFailed, InvalidPlayer, echoed

LONGEST_LINE = 1 << 20  # characters that a program may say without the end of a line
_HELD = 1000  # lines that it may be ahead of whoever listens
_PATIENCE = 0.5  # seconds that it is given to end by itself


def words_of(command: str, folder: str = "") -> list[str]:
    """A command as a shell in this folder would split it; raises `InvalidPlayer` where there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError:
        raise InvalidPlayer(f'"{echoed(command)}" has a quote without an end') from None
    if not words:
        raise InvalidPlayer('an engine needs a command, such as "engine:stockfish"')
    if os.path.dirname(words[0]):  # a path
        words[0] = os.path.abspath(os.path.join(folder, words[0]))
    if shutil.which(words[0]) is None:
        raise InvalidPlayer(f'there is no program "{echoed(words[0])}" on this machine')
    return words


class Program:
    """A process that talks in lines. `name` is how it is called in sentences about it."""

    def __init__(self, command: str, folder: str = "") -> None:
        words = words_of(command, folder)
        self.name = echoed(command)
        try:
            with deaf_to_interrupts():
                self._process = subprocess.Popen(
                    words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder or None
                )  # fmt: skip
        except (OSError, ValueError) as error:
            raise EngineFailed(f"{self.name} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self._said: queue.Queue[bytes | None] = queue.Queue(_HELD)
        self._told: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints: deque[bytes] = deque(maxlen=1)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        # The threads know the streams and not this object: otherwise nobody would ever find it unused.
        threads = [
            threading.Thread(target=_read, args=(process.stdout, self._said), daemon=True),
            threading.Thread(target=_write, args=(process.stdin, self._told), daemon=True),
            threading.Thread(target=_read_complaints, args=(process.stderr, self._complaints), daemon=True),
        ]
        for thread in threads:
            thread.start()
        self._listener = threads[2]
        self._end = weakref.finalize(self, _end, process, self._told, self._said)

    def say(self, line: str) -> None:
        """Tells it a line; it may read that whenever it likes."""
        self._told.put(line.encode() + b"\n")

    def hear(self, seconds: float) -> str | None:
        """Its next line, or nothing if there is none for so long; raises `EngineFailed` if there will be none."""
        try:
            line = self._said.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            self._said.put(None)  # whoever asks again is told again
            raise EngineFailed(f"{self.name} {self._epitaph()}")
        if len(line) > LONGEST_LINE:
            raise EngineFailed(f"{self.name} says a line of more than {LONGEST_LINE:,} characters")
        return line.decode("utf-8", "backslashreplace").strip()

    def end(self) -> None:
        """It is not needed any more."""
        self._end()

    def _epitaph(self) -> str:
        """How it ended; the last thing that it complained of tells more than a number."""
        try:
            code = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            return "has closed its output"
        self._listener.join(_PATIENCE)
        last = self._complaints[-1].decode("utf-8", "backslashreplace").strip() if self._complaints else ""
        why = f": {echoed(last)}" if last else ""
        if code < 0:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}{why}"
        return f"has ended with code {code}{why}"


def _read(stream: IO[bytes], said: queue.Queue[bytes | None]) -> None:
    with suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE + 1):
            said.put(line)
            if len(line) > LONGEST_LINE:
                break
    said.put(None)


def _read_complaints(stream: IO[bytes], kept: deque[bytes]) -> None:
    with suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            if line.strip():
                kept.append(line)


def _write(stream: IO[bytes], told: queue.SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError):
        while (line := told.get()) is not None:
            stream.write(line)
            stream.flush()
    with suppress(OSError, ValueError):
        stream.close()


def _end(
    process: subprocess.Popen[bytes], told: queue.SimpleQueue[bytes | None], said: queue.Queue[bytes | None]
) -> None:
    told.put(None)  # the end of its input: a program that is well leaves now
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    with suppress(queue.Empty):  # whoever reads it may wait for room
        while said.get(timeout=_PATIENCE) is not None:
            pass


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """What is started meanwhile never hears Ctrl-C: that asks us, and we ask the program."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""A journal: what came of each task, a line each, so that a run that was killed goes on where it was.

A work is known by what it depends on (rules, options, players, seed …), a task by its work and its number; what a
journal holds of other works is left alone. Lines are appended whole and reach the disk once a second; a line that was
cut off by the end of the machine is taken away, and its task done again.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Generic, TypeAlias

from ..errors import echoed
from .news import Done, Finished, News, Task, Workers
from .plain import Malformed, packed, unpacked

_HEAD = {"rulewright": "journal", "version": 1}
_SYNC_EVERY = 1.0  # seconds: what is written is safe from the end of this process at once, and then from any other
_LONGEST = 64 << 20  # bytes of a line
Fits: TypeAlias = Callable[[Any], bool]
"""Whether a result of the right type can be one of this work."""


class JournalError(Exception):
    """Why a journal cannot be used, in a sentence; it was left as it is."""


@dataclass(slots=True)
class Ledger:
    """The part of a journal that is about one work: where the line of each task is."""

    journal: Journal
    work: str
    lines: dict[str, int] = field(default_factory=dict)

    def read(self, task: str, kind: Any, fits: Fits) -> Any:
        """What came of a task, as a value of this type; a journal may come from anywhere."""
        return self.journal._read(self.lines[task], kind, fits)

    def add(self, task: str, value: object) -> None:
        """Nothing is written twice: of a task that was done twice the first counts."""
        if task not in self.lines:
            self.lines[task] = self.journal._append({"work": self.work, "task": task, "result": packed(value)})


class Journal:
    """A file of this name, ours until it is closed; one that is there already is only gone on with to `resume`."""

    def __init__(self, path: Path, resume: bool = False) -> None:
        self.path, self.name = path, echoed(str(path))
        self.resumed = resume
        self.torn = False  # whether the last line was cut off
        self._works: dict[str, Ledger] = {}
        self._synced = monotonic()
        # No link is followed, and nobody waited for, should it be no file at all.
        words = sum(getattr(os, word, 0) for word in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC"))
        try:
            self._file = os.open(path, os.O_RDWR | words | (0 if resume else os.O_CREAT | os.O_EXCL), 0o666)
        except FileExistsError:
            with suppress(OSError):
                if not stat.S_ISREG(path.lstat().st_mode):
                    raise JournalError(f"{self.name} is no file") from None
            raise JournalError(f"{self.name} is already there; --resume goes on with it") from None
        except FileNotFoundError:
            why = "there is no such journal to go on with" if resume else "there is no such folder"
            raise JournalError(f"{self.name}: {why}") from None
        except (OSError, ValueError) as error:
            raise JournalError(f"{self.name} cannot be opened: {getattr(error, 'strerror', None) or error}") from None
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise JournalError(f"{self.name} is no file")
            self._keep()
            if resume:
                self._look_through()
            else:
                self._append(_HEAD)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._file >= 0:
            with suppress(OSError):
                os.fsync(self._file)
            os.close(self._file)
            self._file = -1

    def about(self, work: Mapping[str, object]) -> Ledger:
        """The ledger of a work, which is known by all that its results depend on."""
        text = json.dumps(work, sort_keys=True)
        key = hashlib.sha256(text.encode()).hexdigest()[:16]
        if key not in self._works:
            self._works[key] = Ledger(self, key)
            self._append({"work": key, "about": json.loads(text)})
        return self._works[key]

    @property
    def tasks(self) -> int:
        """How many tasks of all works it knows."""
        return sum(len(ledger.lines) for ledger in self._works.values())

    # ------------------------------------------------------------ writing

    def _keep(self) -> None:
        """For ourselves: two that write would take each other's lines for their own."""
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(f"{self.name} is just being written by another run") from None
        except OSError:  # a file system without locks
            pass

    def _append(self, line: Mapping[str, object]) -> int:
        """Writes a line whole, or not at all; gives its place."""
        begin = os.lseek(self._file, 0, os.SEEK_END)
        left = _line_of(line)
        try:
            while left:
                left = left[os.write(self._file, left) :]
            if monotonic() - self._synced > _SYNC_EVERY:
                os.fsync(self._file)
                self._synced = monotonic()
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, begin)
            why = error.strerror or str(error)
            raise JournalError(
                f"{self.name} cannot be written: {why}; the {self.tasks} results in it are safe, --resume goes on"
            ) from None
        return begin

    # ------------------------------------------------------------ reading

    def _look_through(self) -> None:
        """Finds the line of every task; a last line without its end goes."""
        with open(self._file, "rb", closefd=False) as stream:
            number = begin = 0
            while line := stream.readline(_LONGEST):
                number += 1
                if not line.endswith(b"\n"):
                    if len(line) == _LONGEST:
                        raise self._broken(number, "it is too long")
                    self.torn = True
                    break
                self._take(number, begin, line)
                begin += len(line)
        if begin == 0:  # killed before its first line was whole: nothing is in it yet
            if not _line_of(_HEAD).startswith(line):
                raise JournalError(f"{self.name} is no journal of Rulewright")
            os.ftruncate(self._file, 0)
            self._append(_HEAD)
        elif self.torn:
            os.ftruncate(self._file, begin)

    def _take(self, number: int, begin: int, line: bytes) -> None:
        said = self._parsed(line, number)
        if number == 1:
            if said != _HEAD:
                raise JournalError(f"{self.name} is no journal of Rulewright, or of another version of it")
            return
        work, task = said.get("work"), said.get("task")
        if not isinstance(work, str):
            raise self._broken(number, "it names no work")
        if "about" in said:
            self._works.setdefault(work, Ledger(self, work))
        elif isinstance(task, str) and work in self._works:
            self._works[work].lines.setdefault(task, begin)
        else:
            raise self._broken(number, "it names no task of a work that was told before")

    def _parsed(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            if number == 1:
                raise JournalError(f"{self.name} is no journal of Rulewright")
            raise self._broken(number, "it cannot be read")
        return said

    def _broken(self, number: int, why: str) -> JournalError:
        return JournalError(
            f"line {number} of {self.name} is broken: {why}; without that line the rest can be gone on with"
        )

    def _read(self, begin: int, kind: Any, fits: Fits) -> Any:
        with open(self._file, "rb", closefd=False) as stream:
            stream.seek(begin)
            line = stream.readline(_LONGEST)
        try:
            value = unpacked(kind, json.loads(line)["result"])
            if not fits(value):
                raise Malformed("it does not fit the game")
            return value
        except (Malformed, KeyError, ValueError, RecursionError, TypeError) as error:
            raise JournalError(f"{self.name} holds a result that is none ({error}), at byte {begin}") from None


def _line_of(said: Mapping[str, object]) -> bytes:
    return f"{json.dumps(said, separators=(',', ':'))}\n".encode()


def only(ledger: Ledger | None) -> Callable[[object], Ledger] | None:
    """The ledger of all tasks."""
    return None if ledger is None else lambda _: ledger


class Journaled(Generic[Task, Done]):
    """Workers that do nothing that a journal knows already, and write down what they have done."""

    def __init__(
        self,
        workers: Workers[Task, Done],
        ledger: Callable[[Task], Ledger] | None,
        kind: type[Done],
        key: Callable[[Task], str],
        fits: Callable[[Task, Done], bool],
    ) -> None:
        self._workers, self._ledger, self._kind, self._key, self._fits = workers, ledger, kind, key, fits
        self.known = 0  # tasks that were not done again

    def run(self, tasks: Iterable[Task]) -> Generator[News[Task, Done], None, None]:
        ledger = self._ledger
        if ledger is None:
            with closing(self._workers.run(tasks)) as all_news:
                yield from all_news
            return
        ready: list[Finished[Task, Done]] = []
        with closing(self._workers.run(self._unknown(tasks, ledger, ready))) as all_news:
            for news in all_news:
                yield from self._taken(ready)
                if isinstance(news, Finished):
                    ledger(news.task).add(self._key(news.task), news.value)
                yield news
        yield from self._taken(ready)

    def _unknown(
        self, tasks: Iterable[Task], ledger: Callable[[Task], Ledger], ready: list[Finished[Task, Done]]
    ) -> Iterator[Task]:
        for task in tasks:
            key = self._key(task)
            if key in ledger(task).lines:
                ready.append(Finished(task, ledger(task).read(key, self._kind, partial(self._fits, task))))
            else:
                yield task

    def _taken(self, ready: list[Finished[Task, Done]]) -> Iterator[Finished[Task, Done]]:
        self.known += len(ready)
        yield from ready
        ready.clear()

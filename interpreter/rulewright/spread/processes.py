"""Processes that work for us, one task at a time each. When one dies, its task is done again, and nothing else is."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import chdir, contextmanager, nullcontext, suppress
from multiprocessing import connection, current_process, get_context, parent_process, resource_tracker
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, Generic

from ..players.engines.process import deaf_to_interrupts
from .news import TICK, CannotWork, Done, Finished, Lost, News, Prepare, Setup, Task, Tick, in_words

_PATIENCE = 2.0  # seconds that a process is given to end
_UNGUARDED = 87  # exit code of a process whose script begins to play before it has heard what to do
_SAFE_PATH = "PYTHONSAFEPATH"
_TRIES = 2  # a task whose process dies is begun once more: it was killed, or kills whoever does it


class Crew(Generic[Setup, Task, Done]):
    """`prepare(setup)` runs once in each process and gives the function that does a task."""

    def __init__(
        self,
        prepare: Prepare[Setup, Task, Done],
        setup: Setup,
        size: int,
        timeout: float | None = None,
    ) -> None:
        self._prepare, self._setup, self._timeout = prepare, setup, timeout
        self._size = size
        self._members: list[_Member] = []
        self._again: deque[tuple[Task, int]] = deque()  # whose process has died, and how often they were begun

    def run(self, tasks: Iterable[Task]) -> Generator[News[Task, Done], None, None]:
        """Does the tasks; their ends come in the order in which they happen. Closing ends all processes."""
        waiting = iter(tasks)
        try:
            while True:
                self._hand_out(waiting)
                if not self._members:
                    return
                yield from self._news()
        finally:
            for member in self._members:
                member.end()
            self._members.clear()

    def _hand_out(self, waiting: Iterator[Task]) -> None:
        """Gives everybody a task; processes that are not needed any more end, others are added."""
        for member in list(self._members):
            if not member.busy and not self._give(member, waiting):
                member.end()
                self._members.remove(member)
        while len(self._members) < self._size:
            member = _Member(self._prepare, self._setup)
            if not self._give(member, waiting):
                return
            member.start()
            self._members.append(member)

    def _give(self, member: _Member, waiting: Iterator[Task]) -> bool:
        if self._again:
            member.give(*self._again.popleft())
            return True
        for task in waiting:
            member.give(task)
            return True
        return False

    def _news(self) -> Iterator[News[Task, Done]]:
        ready = connection.wait([member.line for member in self._members], TICK)
        for member in list(self._members):
            if member.line in ready:
                said = member.heard()
                if isinstance(said, Lost) and not member.alive and member.tries < _TRIES:
                    self._again.append((member.task, member.tries))
                elif said is not None:
                    yield said
            elif self._timeout is not None and member.seconds > self._timeout:
                yield Lost(member.task, f"it was given up after {self._timeout:g} seconds")
                member.end()
            if not member.alive:
                self._members.remove(member)
        if self._members:
            yield Tick(self._members[0].progress)


class _Member:
    def __init__(self, prepare: Callable[[Any], Any], setup: object) -> None:
        # A fresh interpreter: a copy of this one would also copy locks that its threads hold.
        context = get_context("spawn")
        self.line, self._far_end = context.Pipe()
        self._process = context.Process(target=_work, args=(self._far_end, prepare, setup, os.getcwd()), daemon=True)
        self.task: Any = None
        self.busy = False
        self.alive = True
        self.progress = self.tries = 0
        self._begin: float | None = None  # None until it is ready: preparing takes as long as it takes

    def start(self) -> None:
        if getattr(current_process(), "_inheriting", False):  # then Python refuses, with a page of traceback
            os._exit(_UNGUARDED)
        with _nothing_from_here():
            if sys.platform != "win32":
                resource_tracker.ensure_running()  # it would be started with the first process, and hear for everybody
            with deaf_to_interrupts():  # in its first moments Ctrl-C would give a traceback
                self._process.start()
        self._far_end.close()

    def give(self, task: object, before: int = 0) -> None:
        self.task, self.busy, self.progress, self.tries = task, True, 0, before + 1
        if self._begin is not None:
            self._send()

    def _send(self) -> None:
        """To a process that waits for it: what nobody takes up would be waited for once it fills the pipe."""
        self._begin = monotonic()
        with suppress(OSError):  # it has died meanwhile, and will be found so
            self.line.send(self.task)

    @property
    def seconds(self) -> float:
        return monotonic() - self._begin if self._begin is not None else 0.0

    def heard(self) -> Finished[Any, Any] | Lost[Any] | None:
        try:
            kind, value = self.line.recv()
        except (EOFError, OSError):
            self._process.join(_PATIENCE)
            self.end()
            if self._process.exitcode == _UNGUARDED:
                raise CannotWork(
                    "each process begins with what the script does, so that has to stand behind "
                    'if __name__ == "__main__":'
                ) from None
            return Lost(self.task, _death(self._process.exitcode)) if self.busy else None
        if kind == "ready":
            self._send()
            return None
        if kind == "beat":
            self.progress = value
            return None
        if kind == "cannot":
            self.end()
            raise CannotWork(value)
        self.busy = False
        return Finished(self.task, value) if kind == "done" else Lost(self.task, value)

    def end(self) -> None:
        self.alive = False
        self.line.close()
        if self._process.pid is None:
            return
        self._process.join(0 if self.busy else _PATIENCE / 10)
        for stop, sign in ((self._process.terminate, "SIGTERM"), (self._process.kill, "SIGKILL")):
            if self._process.exitcode is None:
                _signal_all(self._process.pid, sign)  # also the programs that it has started
                stop()
                self._process.join(_PATIENCE)


@contextmanager
def _nothing_from_here() -> Iterator[None]:
    """Python looks for its own modules in the current folder first, when it is started with a command as it is for us;
    what lies there may be of somebody who sent a game."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        # python -E does not ask the environment: then it begins where its own modules are.
        with chdir(Path(os.__file__).parent) if sys.flags.ignore_environment else nullcontext():
            yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _signal_all(group: int, sign: str) -> None:
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):  # it has not come as far as having a group of its own
            os.killpg(group, signal.Signals[sign])


def _death(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"its process was ended by {signal.Signals(-code).name}"
    return f"its process ended with code {code}"


def _work(line: connection.Connection, prepare: Callable[[Any], Any], setup: object, folder: str) -> None:
    """What a process does: a task after the other, until nobody is there any more to give one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows; elsewhere it has never heard Ctrl-C
    if sys.platform != "win32":
        os.setpgid(0, 0)  # whatever it starts ends with it
    Thread(target=_end_when_alone, daemon=True).start()
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (open to the end)
    try:
        os.chdir(folder)
        work = prepare(setup)
    except Exception as error:
        line.send(("cannot", in_words(error)))
        return
    with suppress(EOFError, OSError):
        line.send(("ready", None))
        while True:
            task = line.recv()
            try:
                answer = ("done", work(task, lambda progress: line.send(("beat", progress))))
            except Exception as error:
                answer = ("failed", in_words(error))
            line.send(answer)


def _end_when_alone() -> None:
    """Whoever we work for may be gone without a word, while we are in a turn that never ends."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    _signal_all(os.getpid(), "SIGKILL")
    os._exit(1)

"""Other people's Hive programs as players, by the Universal Hive Protocol."""

from __future__ import annotations

import queue
import resource
import shlex
import subprocess
import threading

from rulewright.formats.game_strings import game_type_of
from rulewright.state import Move, State

_PATIENCE = 60.0  # seconds that an engine may take longer than it was told


class UhpFailure(Exception):
    """The other program does not answer, or not as the protocol wants it."""


class UhpEngine:
    """A running program that is asked line by line."""

    def __init__(self, command: str, patience: float = _PATIENCE) -> None:
        self.patience = patience
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise UhpFailure(f"cannot start {command}: {error.strerror or error}") from error
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        first = self._answer("the start", patience)
        self.name = next((line.removeprefix("id ") for line in first if line.startswith("id ")), command)

    def ask(self, line: str, seconds: float = 0.0) -> list[str]:
        """The lines of the answer, without the "ok"; it may take so many seconds and some more."""
        said = self.ask_anyway(line, seconds)
        problems = [text for text in said if text.split(maxsplit=1)[0] in ("err", "invalidmove")]
        if problems:
            raise UhpFailure(f'{self.name} says to "{line}": {problems[0]}')
        return said

    def ask_anyway(self, line: str, seconds: float = 0.0) -> list[str]:
        """The same, where an error is an answer too."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError as error:
            raise UhpFailure(f'{self.name} has ended before "{line}"') from error
        return self._answer(line, seconds + self.patience)

    def close(self) -> float:
        """Ends the program; the CPU seconds that it has used, with all its threads."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("exit\n")
            self._process.stdin.close()
        except OSError:
            pass  # it has ended already
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)

    def _answer(self, asked: str, seconds: float) -> list[str]:
        said: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=seconds)
            except queue.Empty:
                raise UhpFailure(f'no answer to "{asked}" in {seconds:g} seconds') from None
            if line is None:
                raise UhpFailure(f'the engine has ended at "{asked}"')
            if line == "ok":
                return said
            if line:
                said.append(line)


class UhpPlayer:
    """Plays what the other program thinks best in a time."""

    def __init__(self, engine: UhpEngine, set_name: str, seconds: float) -> None:
        self.engine, self.set_name, self.budget = engine, set_name, seconds
        self.moves = 0

    def begin(self) -> None:
        self.engine.ask(f"newgame {game_type_of(self.set_name)}")

    def choose(self, state: State, seed: int) -> Move:
        said = self.engine.ask(f"bestmove time {hours(self.budget)}", self.budget)
        self.moves += 1
        if not said:
            raise UhpFailure(f"{self.engine.name} gives no move")
        return state.parse(said[-1].split(";")[0])  # what stands before are thoughts on the way

    def played(self, state: State, move: Move) -> None:
        self.engine.ask(f"play {move.text}")


def hours(seconds: float) -> str:
    """A time as the protocol writes it: hh:mm:ss, with decimals only where they are needed."""
    whole = int(seconds)
    decimals = f"{seconds - whole:.3f}"[1:].rstrip("0").rstrip(".")
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{decimals}"

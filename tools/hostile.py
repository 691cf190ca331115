"""Hostile files in every command on both engines: an end, bounded time and memory, and what is wrong is said.

    python tools/hostile.py                             tests/faults/hostile, each file in each command on both engines
    python tools/hostile.py FILE... --only moves,lab    these files, these commands
    python tools/hostile.py --engine reference --share 0.1      on one engine, with a tenth of every limit of play

A line for each command and engine: how often which exit code came, the slowest and the largest. What should not have
been is told with the command that shows it, and the exit code is 1: a traceback, an internal error, a signal, more
than `MOST_SECONDS` of computing, more than `MOST_MEMORY` of memory.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COLLECTION = sorted((ROOT / "tests" / "faults" / "hostile").glob("*.yaml"))
ENGINES = ("reference", "native")
MOST_MEMORY = 4 << 30  # bytes that a process really uses, whatever the file (SECURITY.md)
MOST_SECONDS = 300  # of computing: a quiet machine takes less than half a minute
# Machine code has far more addresses than it ever uses.
_ADDRESSES = {"reference": 6 << 30, "native": 16 << 30}
# The command line, with another share of every limit of play.
_RUN = """
import sys
from rulewright.source import limits
limits.LIMITS = limits.with_effort(float(sys.argv.pop(1)))
from rulewright.cli.main import run
sys.exit(run())
"""
_ASKED = '{"id":1,"do":"legal"}\n{"id":2,"do":"go","seconds":0.2}\n{"id":3,"do":"decide"}\n{"id":4,"do":"show"}\n'


@dataclass(frozen=True, slots=True)
class Command:
    """Words of a command line, in which GAME is the file, and what it reads."""

    words: tuple[str, ...]
    reads: str = ""
    codes: tuple[int, ...] = (0, 1)

    def __str__(self) -> str:
        return " ".join(word for word in self.words if word != "GAME")


def _command(words: str, reads: str = "") -> Command:
    return Command(tuple(words.split()), reads)


COMMANDS = (
    _command("moves GAME"),
    _command("moves GAME --next"),
    _command("perft GAME 2"),
    _command("perft GAME 2 --by decisions"),
    _command("why GAME a1"),
    _command("run GAME --games 1 --max-plies 2"),
    _command("run GAME --games 1 --max-plies 2 --by decisions"),
    _command("run GAME --games 1 --max-plies 2 --record games.jsonl"),
    _command("validate GAME --games 1"),
    _command("show GAME"),
    _command("show GAME --svg board.svg"),
    _command("rules GAME"),
    _command("rules GAME --diagrams 2 --html rules.html"),
    _command("lab GAME --games 1 --json --workers 1"),
    _command("match GAME --players random,greedy --games 2 --max-plies 2"),
    _command("match GAME --players mcts:playouts=2,alphabeta:depth=1 --games 2 --max-plies 2"),
    _command("solve GAME --positions 50"),
    _command("play GAME --against greedy", "moves\na1\nwhy a1\nundo\nquit\n"),
    _command("engine GAME", _ASKED),
    _command("export GAME -o page.html"),
    _command("dump GAME --stage llvm"),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a process has ended, what it took, and what it said."""

    code: int
    seconds: float  # of computing, by all its processes
    waited: float
    memory: int  # bytes, of the largest of its processes
    said: str

    def problem(self, command: Command) -> str:
        """Why it should not have been so; empty if all is well."""
        if self.code not in command.codes:
            return f"exit code {self.code}"
        if "Traceback" in self.said:
            return "a traceback"
        if "inside Rulewright itself" in self.said:
            return "an internal error"
        if self.memory >= MOST_MEMORY:
            return f"{self.memory >> 20} MB"
        return ""


def tried(file: Path, command: Command, engine: str, folder: Path, share: float = 1.0) -> Outcome:
    """The command on the file, in bounds that end it where it does not end itself."""
    program = ["-m", "rulewright"] if share == 1 else ["-c", _RUN, str(share)]

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (_ADDRESSES[engine], _ADDRESSES[engine]))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))

    begun = time.monotonic()
    with (folder / "said").open("w+b") as said, (folder / "reads").open("w+b") as reads:
        reads.write(command.reads.encode())
        reads.seek(0)
        words = (str(file.resolve()) if word == "GAME" else word for word in command.words)
        process = subprocess.Popen(
            [sys.executable, "-P", *program, *words],
            env=os.environ | {"PYTHONPATH": str(ROOT / "interpreter"), "RULEWRIGHT_ENGINE": engine},
            stdout=said, stderr=said, stdin=reads, cwd=folder, preexec_fn=limited,
        )  # fmt: skip
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    largest = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    taken = used.ru_utime + used.ru_stime
    return Outcome(process.returncode, taken, time.monotonic() - begun, largest, text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="instead of the collection")
    parser.add_argument("--only", default="", metavar="COMMANDS", help="commands that begin so, with commas between")
    parser.add_argument("--engine", choices=ENGINES, help="on this one only")
    parser.add_argument("--share", type=float, default=1.0, help="of every limit of play (1)")
    parser.add_argument("--each", action="store_true", help="a line for each case")
    given = parser.parse_args()
    commands = [command for command in COMMANDS if str(command).startswith(tuple(given.only.split(",")))]
    engines = ENGINES if given.engine is None else (given.engine,)
    failed = 0
    for command in commands:
        for engine in engines:
            failed += _tell(given.files or COLLECTION, command, engine, given.share, each=given.each)
    return 1 if failed else 0


def _tell(files: Sequence[Path], command: Command, engine: str, share: float, *, each: bool) -> int:
    """Tries all files, prints a line, and how many of them failed."""
    found: list[tuple[Path, Outcome]] = []
    failed = 0
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            outcome = tried(file, command, engine, Path(folder), share)
        found.append((file, outcome))
        problem = outcome.problem(command)
        if each or problem:
            took = f"{outcome.seconds:.1f} s of computing, {outcome.memory >> 20} MB, exit {outcome.code}"
            print(f"  {file.stem}: {command} ({engine}): {problem or 'well'}; {took}", flush=True)
        if problem:
            failed += 1
            print("    " + "\n    ".join(outcome.said.strip().splitlines()[-12:]), flush=True)
    codes = Counter(outcome.code for _, outcome in found)
    slowest, largest = max(found, key=lambda one: one[1].seconds), max(found, key=lambda one: one[1].memory)
    print(
        f"{command} ({engine}): {', '.join(f'{amount} x {code}' for code, amount in sorted(codes.items()))}; slowest "
        f"{slowest[0].stem} {slowest[1].seconds:.1f} s, largest {largest[0].stem} {largest[1].memory >> 20} MB",
        flush=True,
    )
    return failed


if __name__ == "__main__":
    sys.exit(main())

"""How long it takes from nothing to the first move: a new process with an empty cache, and another one after it.

The process starts Python, loads the game, compiles it and plays one random game of a few moves. Python finds its own
modules compiled, as in every installation; only what Rulewright keeps of games is not there.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rulewright.language.game_files import find_game, shipped
from rulewright.source.diagnostics import Report

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import json, sys, time
from tools.benching.ours import Ours
begin = time.process_time()
ours = Ours(sys.argv[1], max_plies=2)
loaded = time.process_time()
ours.first_game()
print(json.dumps([begin, loaded - begin, time.process_time() - loaded]))
"""


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds of one start: of the clock, and of CPU time for Python itself, for loading and for compiling."""

    wall: float
    python: float
    load: float
    compile: float

    @property
    def cpu(self) -> float:
        return self.python + self.load + self.compile


@dataclass(frozen=True, slots=True)
class Starts:
    """The starts of a game: with an empty cache, and with what the one before left there."""

    game: str
    length: int
    cold: list[Start]
    warm: list[Start]


def rule_length(game: str) -> int:
    """How many characters the rules of a game have, without comments, tests, options and what is told about it.

    A game that extends another has its rules as well.
    """
    path = find_game(game, Report())
    assert path is not None
    text = re.sub(r"(?m)(^|\s)#( .*)?$", "", path.read_text(encoding="utf-8"))
    blocks = re.split(r"(?m)^(?=[a-z_]+:)", text)
    left_out = ("tests:", "options:", "variants:", "about:", "by:", "source:", "game:")
    own = sum(len(re.sub(r"\s+", " ", block)) for block in blocks if not block.startswith(left_out))
    extended = re.search(r"(?m)^extends: *(\w+)", text)
    return own + (rule_length(extended[1]) if extended else 0)


def start_once(game: str, cache: str, modules: str) -> Start:
    environment = {**os.environ, "XDG_CACHE_HOME": cache, "RULEWRIGHT_CACHE": cache, "PYTHONPYCACHEPREFIX": modules}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begin = time.perf_counter()
    command = [sys.executable, "-c", PROGRAM, game]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return Start(time.perf_counter() - begin, *json.loads(done.stdout))


def measure_starts(games: list[str], rounds: int, tell: Callable[[str], None]) -> list[Starts]:
    found = []
    with tempfile.TemporaryDirectory(prefix="bench") as modules:
        for game in games or list(shipped()):
            cold, warm = [], []
            for number in range(-1, rounds):  # the first time Python may have modules to compile
                with tempfile.TemporaryDirectory(prefix="bench") as cache:
                    starts = start_once(game, cache, modules), start_once(game, cache, modules)
                if number >= 0:
                    cold.append(starts[0])
                    warm.append(starts[1])
            found.append(Starts(game, rule_length(game), cold, warm))
            tell(f"{game}: cold {middle(cold, 'cpu'):.2f} s, warm {middle(warm, 'cpu'):.2f} s")
    return found


def middle(starts: list[Start], what: str) -> float:
    values: list[float] = [getattr(start, what) for start in starts]
    return statistics.median(values)


def main(games: list[str], rounds: int, markdown: bool, tell: Callable[[str], None]) -> None:
    heads = ["game", "rules", "python", "load", "compile", "cold, all", "cold, clock", "warm, all", "warm, clock"]
    table = [heads]
    for starts in measure_starts(games, rounds, tell):
        parts = [middle(starts.cold, what) for what in ("python", "load", "compile", "cpu", "wall")]
        parts += [middle(starts.warm, what) for what in ("cpu", "wall")]
        table.append([starts.game, str(starts.length), *(f"{part:.2f}" for part in parts)])
    print("Seconds of CPU time from the start of Python to the first move; the clock beside it. Rules in characters.\n")
    widths = [max(len(row[column]) for row in table) for column in range(len(heads))]
    for number, row in enumerate(table):
        if markdown:
            print("| " + " | ".join(row) + " |" + ("\n|" + "---|" * len(heads) if number == 0 else ""))
        else:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())

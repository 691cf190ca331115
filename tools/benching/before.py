"""Rulewright against an earlier checkout of itself: playouts, perft and cold starts of every game, in one run.

Each game is measured in two processes, one for each checkout, in turn; a slow minute of the machine hits both. A ratio
above 1 says that this checkout is faster. What is measured is the median over the rounds, in CPU time.
"""

from __future__ import annotations

import json
import math
import operator
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.language.game_files import shipped

ROOT = Path(__file__).resolve().parents[2]
# Only what every version has: `load`, `playouts`, `start`; and perft, wherever it was.
PROGRAM = """
import json, sys, time
begin = time.process_time()
import rulewright
try:
    from rulewright.headless.perft import perft
except ImportError:
    from rulewright.perft import perft
game = rulewright.load(sys.argv[1])
game.playouts(games=1, seed=1, max_plies=2, threads=1)
print(json.dumps(time.process_time() - begin), flush=True)
if not sys.stdin.readline():  # nothing else is asked
    sys.exit()
begin = time.process_time()
while time.process_time() - begin < 0.3:  # until careful code takes the place of that made in a hurry
    game.playouts(games=2, seed=1, max_plies=400, threads=1)
game.playouts(games=1, seed=1, max_plies=2, threads=1)
def timed(work, *given):
    begin = time.process_time()
    work(*given)
    return time.process_time() - begin
seed = 0
for line in sys.stdin:
    kind, amount = json.loads(line)
    seed += 1
    if kind == "perft":
        depth, times = amount
        spent = timed(lambda: [perft(game.start(), depth) for _ in range(times)])
    else:
        spent = timed(lambda: game.playouts(games=amount, seed=seed, max_plies=400, threads=1))
    print(json.dumps(spent), flush=True)
"""
LEAST = 0.02  # seconds of playouts from which their speed can be told
DEEPEST = 12
Amount = int | tuple[int, int]  # games, or a depth of perft and how often


class Side:
    """One game in one checkout, in a process of its own."""

    def __init__(self, checkout: Path, game: str, modules: str) -> None:
        self._cache = tempfile.TemporaryDirectory(prefix="bench")
        environment = {
            **os.environ,
            "PYTHONPATH": str(checkout / "interpreter"),
            "XDG_CACHE_HOME": self._cache.name,
            "PYTHONPYCACHEPREFIX": modules,  # as in every installation Python finds the modules compiled
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, game],
            cwd=checkout,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.cold = float(self._answer())  # seconds of CPU time from the import to the first game played

    def warm_up(self) -> None:
        """Plays on until everything is compiled; what does not is done after its cold start."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")

    def ask(self, kind: str, amount: Amount) -> float:
        """How many seconds of CPU time so many games, or so many perfts of a depth, take."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([kind, amount]) + "\n")
        self._process.stdin.flush()
        return float(self._answer())

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a measured process ended; what it said is above")
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._cache.cleanup()


@dataclass(frozen=True, slots=True)
class Compared:
    """Ratios of one game, this checkout to the other: playouts, perft, cold start."""

    game: str
    playouts: float
    perft: float
    cold: float


def compare(game: str, other: Path, rounds: int, seconds: float, modules: str) -> Compared:
    sides = [Side(checkout, game, modules) for checkout in (ROOT, other)]
    colds = [[sides[0].cold], [sides[1].cold]]
    try:
        for side in sides:
            side.warm_up()
        found = {}
        for kind in ("playouts", "perft"):
            amount = _amount(sides[1], kind, seconds)
            ratios = []
            for number in range(rounds):
                order = sides if number % 2 == 0 else sides[::-1]
                spent = {id(side): side.ask(kind, amount) for side in order}
                ratios.append(spent[id(sides[1])] / max(spent[id(sides[0])], 1e-9))
            found[kind] = statistics.median(ratios)
    finally:
        for side in sides:
            side.close()
    for _ in range(rounds - 1):
        for checkout, cold in zip((ROOT, other), colds, strict=True):
            side = Side(checkout, game, modules)
            side.close()
            cold.append(side.cold)
    ours, theirs = map(statistics.median, colds)
    return Compared(game, found["playouts"], found["perft"], theirs / ours)


def _in_both(other: Path) -> list[str]:
    """The games that the other checkout has as well."""
    theirs = {file.stem for folder in ("games", "interpreter") for file in (other / folder).rglob("*.yaml")}
    return [game for game in shipped() if game in theirs]


def _amount(side: Side, kind: str, seconds: float) -> Amount:
    """How many games, or how many perfts of which depth, take about so long."""
    if kind == "perft":
        depth, spent = 0, 0.0
        while spent < seconds / 20 and depth < DEEPEST:  # the next depth may take thirty times as long
            depth += 1
            side.ask(kind, (depth, 1))  # something may still be compiled
            spent = side.ask(kind, (depth, 1))
        return depth, max(1, round(seconds / max(spent, 1e-6)))
    games, spent = 1, side.ask(kind, 1)
    while spent < LEAST:
        games *= 4
        spent = min(side.ask(kind, games) for _ in range(2))  # something may still be compiled
    return max(1, round(games * seconds / spent))


def main(given: list[str], rounds: int, seconds: float, tell: Callable[[str], None]) -> None:
    if not given:
        raise SystemExit("say which checkout to compare with: python tools/bench.py before CHECKOUT [GAME …]")
    other = Path(given[0]).resolve()
    if not (other / "interpreter" / "rulewright").is_dir():
        raise SystemExit(f"{given[0]} is no checkout of Rulewright")
    done = []
    with tempfile.TemporaryDirectory(prefix="bench") as modules:
        for checkout in (ROOT, other):
            Side(checkout, "tictactoe", modules).close()  # Python may have modules to compile
        for game in given[1:] or _in_both(other):
            done.append(compare(game, other, rounds, seconds, modules))
            one = done[-1]
            tell(f"{game:28} playouts {one.playouts:5.2f}  perft {one.perft:5.2f}  cold start {one.cold:5.2f}")
    for kind in ("playouts", "perft", "cold"):
        ratios = [getattr(one, kind) for one in done]
        mean = math.exp(statistics.fmean(map(math.log, ratios)))
        least = min(done, key=operator.attrgetter(kind))
        print(f"{kind}: geometric mean {mean:.3f}, lowest {getattr(least, kind):.2f} ({least.game})")

"""Measures the systems of a contest in turn, for several rounds: a slow minute of the machine hits them all."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .contests import OURS, Contest, Rival
from .runners import Missing, Run

ROOT = Path(__file__).resolve().parents[2]


class Worker:
    """A runner in another process; see worker.py."""

    def __init__(self, system: str, settings: Mapping[str, Any]) -> None:
        command = [sys.executable, "-m", "tools.benching.worker", system, json.dumps(dict(settings))]
        quiet = None if os.environ.get("BENCH_SHOW_ERRORS") else subprocess.DEVNULL
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet, text=True
        )
        self._answer()

    def ask(self, **wanted: float) -> Run:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        return Run(**self._answer())

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise Missing("it failed; BENCH_SHOW_ERRORS=1 shows how")
        answer: dict[str, Any] = json.loads(line)
        if "missing" in answer:
            raise Missing(answer["missing"])
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@dataclass
class Result:
    """What one system did in all rounds: speeds in the unit that is compared, and what else is worth showing."""

    system: str
    per: str = "moves"
    note: str = ""
    runs: list[Run] = field(default_factory=list)
    missing: str = ""
    depth: int = 0

    def speeds(self, per: str) -> list[float]:
        return [(run.playouts if per == "playouts" else run.moves) / max(run.cpu_seconds, 1e-9) for run in self.runs]

    @property
    def length(self) -> float:
        """The mean length of a game."""
        playouts = sum(run.playouts for run in self.runs)
        return sum(run.moves for run in self.runs) / playouts if playouts else 0.0

    @property
    def spread(self) -> float:
        """How far apart the rounds are, as a part of their median."""
        speeds = self.speeds(self.per)
        return (max(speeds) - min(speeds)) / statistics.median(speeds) if speeds else 0.0


@dataclass
class Measured:
    """A contest with the results of all systems; ours is the first."""

    contest: Contest
    kind: str  # playouts or perft
    results: list[Result]

    def ratios(self, result: Result) -> list[float]:
        """Round by round, how much faster we are."""
        pairs = zip(self.results[0].speeds(result.per), result.speeds(result.per), strict=False)
        return [ours / theirs for ours, theirs in pairs if theirs]


def measure(
    contest: Contest, kind: str, systems: set[str], rounds: int, seconds: float, tell: Callable[[str], None]
) -> Measured:
    """Measures a contest: playouts, or perft where both sides have it."""
    ours = Rival(OURS, contest.all_settings, perft=contest.perft, note=contest.note)
    rivals = [ours, *(rival for rival in contest.rivals if not systems or rival.system in systems)]
    rivals = [rival for rival in rivals if (rival.perft is not None if kind == "perft" else rival.plays)]
    results, workers = [], []
    for rival in rivals:
        result = Result(rival.system, rival.per, rival.note, depth=rival.perft or 0)
        results.append(result)
        try:
            workers.append((result, Worker(rival.system, rival.settings)))
        except Missing as problem:
            result.missing = str(problem)
            tell(f"{contest.name}: {rival.system} skipped: {problem}")
    try:
        for number in range(-2, rounds):  # two only warm up: some code is compiled when it is asked for again
            for result, worker in workers:
                if result.missing:
                    continue
                try:
                    run = _run(contest, kind, result, worker, seconds if number >= 0 else seconds / 4)
                except Missing as problem:
                    result.missing = str(problem)
                    tell(f"{contest.name}: {result.system} skipped: {problem}")
                    continue
                if number >= 0:
                    result.runs.append(run)
                    speed = run.moves / max(run.cpu_seconds, 1e-9)
                    tell(f"{contest.name}, {kind}, round {number + 1}: {result.system} {speed:,.0f}/s")
    finally:
        for _, worker in workers:
            worker.close()
    return Measured(contest, kind, results)


def _run(contest: Contest, kind: str, result: Result, worker: Worker, seconds: float) -> Run:
    if kind == "playouts":
        return worker.ask(playouts=seconds)
    # A perft is over at once in a quick system; it is repeated until there is something to measure.
    leaves, spent = 0.0, 0.0
    for _ in range(1000):
        run = worker.ask(perft=result.depth)
        known = contest.leaves[result.depth - 1 : result.depth]
        if known and run.moves != known[0]:
            raise Missing(f"perft {result.depth} is {run.moves:.0f} there, not {known[0]}")
        leaves, spent = leaves + run.moves, spent + run.cpu_seconds
        if spent >= seconds:
            break
    return Run(0, leaves, spent)

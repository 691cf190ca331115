"""Lets the programs of docs/learners learn, tells what they reach, and draws the curves of docs/api/environments.md.

    python tools/run_learners.py                    all whose libraries are there
    python tools/run_learners.py n_tuple            this one

Each point are games after two random turns: against `random`, and against `mcts` with 50 playouts a move.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

import rulewright
from rulewright.players.functions import AnyPlayer

DOCS = Path(__file__).parents[1] / "docs"
PLOTS = DOCS / "plots"
OPPONENTS = {"random": "#2563eb", "mcts:playouts=50": "#c2410c"}


@dataclass(frozen=True)
class Learner:
    """How a program is run: what it needs, its steps until each point, what a step is, games a point."""

    needs: str
    steps: tuple[int, ...]
    called: str
    games: int = 20


LEARNERS = {
    "n_tuple": Learner("numpy", (0, 400, 800, 1200, 1600, 2000), "steps of 64 games"),
    "maskable_ppo": Learner("sb3_contrib", (0, 8192, 16384, 32768, 49152), "decisions"),
    "tianshou_dqn": Learner("tianshou", (0, 4096, 8192, 16384, 24576), "decisions"),
    "openspiel_mcts": Learner("pyspiel", (2, 5, 15, 40), "simulations a move", games=10),
}


def learner(name: str) -> ModuleType:
    """A program of docs/learners."""
    spec = importlib.util.spec_from_file_location(name, DOCS / "learners" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def curve(steps: tuple[int, ...], called: str, points: dict[str, list[float]]) -> str:
    """Scores by steps, as SVG."""
    width, height = 480, 240
    lines = []
    for place, (name, scores) in enumerate(points.items()):
        at = [(50 + 400 * step / steps[-1], 180 - 160 * score) for step, score in zip(steps, scores, strict=True)]
        row = " ".join(f"{x:.0f},{y:.0f}" for x, y in at)
        lines.append(f'<polyline points="{row}" fill="none" stroke="{OPPONENTS[name]}" stroke-width="2"/>')
        lines.append(f'<text x="{60 + 150 * place}" y="232" fill="{OPPONENTS[name]}">against {name}</text>')
    marks = "".join(f'<text x="8" y="{184 - 160 * share}">{share:.0%}</text>' for share in (0, 0.5, 1))
    last = f'<text x="450" y="200" text-anchor="end">{steps[-1]:,} {called}</text>'
    axes = '<path d="M50 20V180H450" fill="none" stroke="#777"/>'
    drawn = f"{axes}{marks}{last}{''.join(lines)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="{width}" height="{height}" fill="#fff"/>{drawn}</svg>\n'
    )


def player_after(program: ModuleType, steps: int, more: int, round_number: int) -> Callable[[rulewright.State], Any]:
    """The player that a program is after so many steps; one that does not learn thinks for so long."""
    if hasattr(program, "Searcher"):
        made: Callable[[rulewright.State], Any] = program.Searcher(steps)
        return made
    if more:
        program.learn(more, seed=round_number)
    made = program.player
    return made


def run(name: str) -> None:
    about, program = LEARNERS[name], learner(name)
    points: dict[str, list[float]] = {opponent: [] for opponent in OPPONENTS}
    begin, before = process_time(), 0
    for number, steps in enumerate(about.steps):
        player = player_after(program, steps, steps - before, number)
        before = steps
        for opponent, scores in points.items():
            seats: list[AnyPlayer] = [player, opponent]
            played = rulewright.match("connect_four", seats, about.games, seed=number + 1, opening_plies=2)
            scores.append(next(iter(played.points.values())) / about.games)
        told = ", ".join(f"{scores[-1]:.0%} against {opponent}" for opponent, scores in points.items())
        spent = f"{process_time() - begin:.0f} s of CPU with the games"
        print(f"{name}, {steps} {about.called}, {spent}: {told}", flush=True)
    (PLOTS / f"{name}.svg").write_text(curve(about.steps, about.called, points), encoding="utf-8")


def main(wanted: list[str]) -> None:
    for name in wanted or LEARNERS:
        if find_spec(LEARNERS[name].needs) is None:
            print(f"{name} is left out: {LEARNERS[name].needs} is not installed")
        else:
            run(name)


if __name__ == "__main__":
    main(sys.argv[1:])

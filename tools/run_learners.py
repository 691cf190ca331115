"""Lets docs/learners/n_tuple.py learn, tells what it reaches, and draws the curve that docs/api/environments.md shows.

python tools/run_learners.py
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from time import process_time
from types import ModuleType

import rulewright

DOCS = Path(__file__).parents[1] / "docs"
PICTURE = DOCS / "plots" / "n_tuple.svg"
OPPONENTS = {"random": "#2563eb", "mcts:playouts=50": "#c2410c"}
ROUNDS, STEPS, GAMES = 6, 400, 20


def learner(name: str) -> ModuleType:
    """A program of docs/learners."""
    spec = importlib.util.spec_from_file_location(name, DOCS / "learners" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def curve(points: dict[str, list[float]]) -> str:
    """Scores by rounds, as SVG."""
    width, height = 480, 220
    lines = []
    for place, (name, scores) in enumerate(points.items()):
        at = [(50 + 400 * n / max(1, len(scores) - 1), 180 - 160 * score) for n, score in enumerate(scores)]
        row = " ".join(f"{x:.0f},{y:.0f}" for x, y in at)
        lines.append(f'<polyline points="{row}" fill="none" stroke="{OPPONENTS[name]}" stroke-width="2"/>')
        lines.append(f'<text x="{60 + 150 * place}" y="212" fill="{OPPONENTS[name]}">against {name}</text>')
    marks = "".join(f'<text x="8" y="{184 - 160 * share}">{share:.0%}</text>' for share in (0, 0.5, 1))
    axes = '<path d="M50 20V180H450" fill="none" stroke="#777"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="{width}" height="{height}" fill="#fff"/>{axes}{marks}{"".join(lines)}</svg>\n'
    )


def main() -> None:
    program = learner("n_tuple")
    points: dict[str, list[float]] = {name: [] for name in OPPONENTS}
    begin = process_time()
    for number in range(ROUNDS):
        if number:
            program.learn(STEPS, seed=number)
        for name in OPPONENTS:
            result = rulewright.match("connect_four", [program.player, name], GAMES, seed=number + 1, opening_plies=2)
            points[name].append(result.points["player"] / GAMES)
        told = ", ".join(f"{scores[-1]:.0%} against {name}" for name, scores in points.items())
        print(f"after {STEPS * number} steps, {process_time() - begin:.0f} s of CPU with the games: {told}", flush=True)
    PICTURE.write_text(curve(points), encoding="utf-8")


if __name__ == "__main__":
    main()

"""The plain C of tools/bench_c, compiled when it is first wanted."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from .runners import Missing, Run

FOLDER = Path(__file__).resolve().parents[1] / "bench_c"
COMMAND = ("cc", "-O3", "-march=native")


def compile_program(name: str, folder: Path) -> Path:
    if shutil.which(COMMAND[0]) is None:
        raise Missing("there is no C compiler (cc)")
    program = folder / name
    subprocess.run([*COMMAND, "-o", str(program), str(FOLDER / f"{name}.c")], check=True)
    return program


class InC:
    def __init__(self, game: str) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="bench")
        self.program = compile_program(game, Path(self.folder.name))
        self.seed = 0

    def playouts(self, seconds: float) -> Run:
        self.seed += 1
        told = self._told("--seconds", str(seconds), "--seed", str(self.seed))
        return Run(int(told["playouts"]), told["moves"], told["cpu_seconds"])

    def perft(self, depth: int) -> Run:
        told = self._told("perft", str(depth))
        return Run(0, told["perft"], told["cpu_seconds"])

    def _told(self, *arguments: str) -> dict[str, float]:
        done = subprocess.run([str(self.program), *arguments], check=True, capture_output=True, text=True)
        told: dict[str, float] = json.loads(done.stdout)
        return told

"""What large turns cost who asks: a click in the largest position of the library, and a turn of twelve placements."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from rulewright.game import load_with
from rulewright.headless.random_games import random_move
from rulewright.web import desk
from rulewright.web.worker import Context

ROOT = Path(__file__).resolve().parents[2]
DEALT = 61  # moves of Tzaar after which its largest positions come
GAMES = 6
TWELVE = """\
game: Fill
players: [white, black]
board: {tiling: square, size: 12x1}
pieces:
  stone: {letter: o}
actions:
  drop: {place: my stone, to: empty}
turn: repeat 12 (drop)
stuck: draw
"""


def main(rounds: int, tell: Callable[[str], None]) -> None:
    for line in _clicks(rounds):
        tell(line)
    tell(_twelve(rounds))


def _clicks(rounds: int) -> list[str]:
    """The work of the server for each click of a turn, in CPU time: what can be picked, and the board at the end."""
    moves, count = largest("tzaar")
    context = Context({}, lambda: False)
    source = {"source": {"path": str(ROOT / "games" / "tzaar.yaml")}, "options": {}, "moves": moves}
    desk.open_(source, context)
    given: dict[str, Any] = {"moves": moves, "seed": 1, "flipped": False}
    desk.view({**given, "upto": len(moves)}, context)
    picks: list[str] = []
    spent: list[float] = []
    while True:
        answer, seconds = _timed(lambda: desk.play({**given, "picks": picks}, context), rounds)
        spent.append(seconds)
        if "board" in answer:
            break
        picks.append(answer["picks"][len(answer["picks"]) // 2]["pick"])
    shown = ", ".join(f"{1000 * each:.1f}" for each in spent[1:])
    return [f"tzaar: {count} moves in a position; ms of CPU time for each click of a turn: {shown}"]


def largest(name: str) -> tuple[list[str], int]:
    """The position with the most moves that random games come to first, and their number."""
    found: tuple[list[str], int] = ([], 0)
    game = load_with(name, {})
    for number in range(GAMES):
        state = game.start()
        for ply in range(DEALT):
            if state.outcome is not None:
                break
            state.push(random_move(state, 1, number, ply))
        if len(state.legal_moves) > found[1]:
            found = [move.text for move in state.history], len(state.legal_moves)
    return found


def _timed(work: Callable[[], Any], rounds: int) -> tuple[Any, float]:
    spent = []
    for _ in range(rounds):
        begin = time.process_time()
        answer = work()
        spent.append(time.process_time() - begin)
    return answer, median(spent)


def _twelve(rounds: int) -> str:
    """The command `moves` on a file of twelve free placements in a turn, start-up included."""
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        file = Path(folder) / "fill.yaml"
        file.write_text(TWELVE, encoding="utf-8")
        # The byte code of our own modules is there as soon as the program has run once.
        kept = {"PYTHONPATH": str(ROOT / "interpreter"), "PYTHONPYCACHEPREFIX": f"{folder}/byte_code"}
        environment = {**os.environ, **kept, "XDG_CACHE_HOME": f"{folder}/cache"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def run(game: str) -> float:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-m", "rulewright", "moves", game]
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        run("tictactoe")  # the grammar is read once for all games
        first = run(str(file))
        spent = [run(str(file)) for _ in range(rounds)]
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    return f"moves, twelve placements: {first:.2f} s of CPU time the first time, then {median(spent):.2f} s; {most} MB"

"""How the cost grows: moves a second against the size of the board, compile time against the length of the rules.

The boards are those of the library in other sizes; the games are loaded as text with the size replaced.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulewright.language.game_files import shipped

from . import cold, plot
from .contests import OURS
from .measuring import Result, Worker

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "plots"
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Board:
    """A game on a board of some size."""

    game: str
    size: int
    sites: int
    settings: dict[str, Any]


def hex_board(size: int) -> Board:
    sizes = f"[{', '.join(str(one) for one in sorted({11, size}))}]"
    edits = [["turn: place or swap", "turn: place"], ["[5, 7, 9, 11, 13, 19]", sizes]]
    return Board("Hex", size, size**2, {"game": "hex", "edits": edits, "options": {"size": size}})


def go_board(size: int) -> Board:
    edits = [["[5, 9, 13, 19]", f"[{', '.join(str(one) for one in sorted({19, size}))}]"]]
    settings = {"game": "go", "edits": edits, "options": {"size": size}, "max_plies": 3 * size**2}
    return Board("Go", size, size**2, settings)


def gomoku_board(size: int) -> Board:
    return Board("Gomoku", size, size**2, {"game": "gomoku", "edits": [["size: 15x15", f"size: {size}x{size}"]]})


def amazons_board(size: int) -> Board:
    """The amazons stand as on the usual board: a third of the way in from the corners."""
    third = round(size / 3)
    columns = [_column(1), _column(1 + third), _column(size - third), _column(size)]
    low = [f"{columns[0]}{1 + third}", f"{columns[1]}1", f"{columns[2]}1", f"{columns[3]}{1 + third}"]
    high = [f"{columns[0]}{size - third}", f"{columns[1]}{size}", f"{columns[2]}{size}", f"{columns[3]}{size - third}"]
    edits = [
        ["size: 10x10", f"size: {size}x{size}"],
        ["white amazon: [a4, d1, g1, j4]", f"white amazon: [{', '.join(low)}]"],
        ["black amazon: [a7, d10, g10, j7]", f"black amazon: [{', '.join(high)}]"],
    ]
    return Board("Amazons", size, size**2, {"game": "amazons", "edits": edits})


def _column(number: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[number - 1]


SIZES: dict[str, tuple[Callable[[int], Board], Sequence[int]]] = {
    "Hex": (hex_board, (5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 19, 22, 25)),
    "Go": (go_board, (5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 19, 22, 25)),
    "Gomoku": (gomoku_board, (7, 8, 9, 11, 12, 13, 15, 16, 17, 19, 22, 25)),
    "Amazons": (amazons_board, (6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19)),
}


def main(
    wanted: Sequence[str], pictures: Path, seconds: float, json_file: Path | None, tell: Callable[[str], None]
) -> None:
    """Draws both plots, or the one that is named: boards, rules."""
    pictures.mkdir(parents=True, exist_ok=True)
    found: dict[str, Any] = {}
    if not wanted or "boards" in wanted:
        speeds = measure_boards(seconds, tell)
        (pictures / "growth-boards.svg").write_text(boards_plot(speeds), encoding="utf-8")
        found["boards"] = [
            {"game": board.game, "size": board.size, "speeds": result.speeds("moves")} for board, result in speeds
        ]
    if not wanted or "rules" in wanted:
        starts = cold.measure_starts(spread_by_length(), ROUNDS, tell)
        (pictures / "growth-rules.svg").write_text(rules_plot(starts), encoding="utf-8")
        found["rules"] = [asdict(one) for one in starts]
    if json_file:
        json_file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def spread_by_length() -> list[str]:
    """Every sixth game of the library, from the shortest rules to the longest."""
    by_length = sorted(shipped(), key=cold.rule_length)
    return by_length[::6]


def measure_boards(seconds: float, tell: Callable[[str], None]) -> list[tuple[Board, Result]]:
    """All sizes of a game in turn, in three rounds."""
    found = []
    for make, sizes in SIZES.values():
        boards = [make(size) for size in sizes]
        results = [Result(OURS) for _ in boards]
        workers = [Worker(OURS, board.settings) for board in boards]
        try:
            for number in range(-1, ROUNDS):
                for board, result, worker in zip(boards, results, workers, strict=True):
                    run = worker.ask(playouts=seconds if number >= 0 else seconds / 4)
                    if number >= 0:
                        result.runs.append(run)
                        tell(f"{board.game} {board.size}: {run.moves / run.cpu_seconds:,.0f} moves/s")
        finally:
            for worker in workers:
                worker.close()
        found += list(zip(boards, results, strict=True))
    return found


def boards_plot(speeds: Sequence[tuple[Board, Result]]) -> str:
    lines = []
    for game in SIZES:
        points = []
        for board, result in speeds:
            if board.game == game:
                rates = result.speeds("moves")
                points.append(plot.Point(board.sites, statistics.median(rates), min(rates), max(rates)))
        if points:
            lines.append(plot.Line(game, tuple(points)))
    sites = [point.x for line in lines for point in line.points]
    rates = [rate for line in lines for point in line.points for rate in (point.low, point.high)]
    across = plot.logarithmic("sites of the board", sites)
    up = plot.logarithmic("random moves a second, one thread", rates, (1,))
    return plot.draw("Speed and the size of the board", across, up, lines, ((64, "64"), (128, "128")))


def rules_plot(starts: Sequence[cold.Starts]) -> str:
    points = []
    for one in sorted(starts, key=lambda one: one.length):
        seconds = [start.load + start.compile for start in one.cold]
        points.append(plot.Point(one.length, statistics.median(seconds), min(seconds), max(seconds), one.game))
    across = plot.linear("length of the rules, characters without comments and tests", [point.x for point in points])
    up = plot.linear("load and compile, seconds of CPU time", [point.high for point in points])
    line = plot.Line("", tuple(points), joined=False)
    return plot.draw("Compile time and the length of the rules", across, up, [line])

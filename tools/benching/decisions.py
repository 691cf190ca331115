"""Decisions a second, natively (docs/specification/21-decisions.md), beside moves a second by the list of moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from rulewright.game import load_with
from rulewright.native.decisions.reader import DecisionReader
from rulewright.native.engine import NativeEngine, Snapshot

GAMES = ("connect_four", "hex", "othello", "chess", "breakthrough", "amazons", "tzaar", "english_draughts", "connect6")
UNLISTED = {"connect6"}  # tens of thousands of moves in a position
_MOST = 1 << 22  # games of a run


def main(games: Sequence[str], rounds: int, seconds: float, tell: Callable[[str], None]) -> None:
    """Each game in turn, several rounds, the same number of games in all: medians."""
    for name in games or GAMES:
        native = load_with(name, {}, engine="native")._engines.native()
        assert native is not None
        tell(f"{name}: {_measured(native, rounds, seconds, listed=name not in UNLISTED)}")


def _measured(native: NativeEngine, rounds: int, seconds: float, listed: bool) -> str:
    reader, start = native.decisions, native.snapshot(native.engine.start())
    count = _enough(lambda amount: reader.playouts(start, amount, 1)[2], seconds)
    found = [reader.playouts(start, count, seed) for seed in range(rounds)]
    speed = median(decisions / taken for decisions, _, taken in found)
    a_turn = sum(decisions for decisions, _, _ in found) / max(1, sum(plies for _, plies, _ in found))
    line = f"{speed / 1e6:.2f} M decisions/s ({a_turn:.2f} a turn), {1e6 / speed:.2f} µs each"
    if not listed:
        return line
    moves = _by_list(reader, start, rounds, seconds)
    return f"{line}; by the list {moves / 1e6:.3f} M moves/s; {speed / moves:.1f} times"


def _by_list(reader: DecisionReader, start: Snapshot, rounds: int, seconds: float) -> float:
    count = _enough(lambda amount: reader.list_playouts(start, amount, 1)[1], seconds)
    found = [reader.list_playouts(start, count, seed) for seed in range(rounds)]
    return median(moves / taken for moves, taken in found)


def _enough(run: Callable[[int], float], seconds: float) -> int:
    """How many games take about so long."""
    amount = 1
    while (taken := run(amount)) < seconds / 8 and amount < _MOST:
        amount *= 2 if taken > seconds / 100 else 8
    return max(1, int(amount * seconds / max(taken, 1e-6)))

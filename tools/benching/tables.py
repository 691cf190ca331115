"""The results as a table to read, as Markdown, and as data."""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from .measuring import Measured

HEADS = {
    "playouts": ["game", "system", "games/s", "moves/s", "moves a game", "spread", "we are faster by", "compared"],
    "perft": ["game", "system", "depth", "leaves/s", "spread", "we are faster by", "compared"],
}
PACKAGES = ("rulewright", "llvmlite", "open_spiel", "pgx", "ludax", "jax", "chess", "pyffish")


def number(value: float) -> str:
    """A speed in three digits: 1.23 M, 45.6 k."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


def ratio(values: Sequence[float]) -> str:
    """The median and the range over the rounds."""
    if not values:
        return ""
    digits = next((digits for digits, least in enumerate((20, 2, 0.2, 0.02)) if min(values) >= least), 4)
    middle, low, high = (f"{value:.{digits}f}" for value in (statistics.median(values), min(values), max(values)))
    return f"{middle} ({low}–{high})"  # noqa: RUF001


def rows(measured: Iterable[Measured]) -> list[list[str]]:
    made = []
    for contest in measured:
        for result in contest.results:
            first = result is contest.results[0]
            cells = [contest.contest.name if first else "", result.system]
            if not result.runs:
                made.append([*cells, *[""] * (len(HEADS[contest.kind]) - 3), f"skipped: {result.missing}"])
                continue
            moves = statistics.median(result.speeds("moves"))
            if contest.kind == "playouts":
                cells += [number(statistics.median(result.speeds("playouts"))), number(moves), f"{result.length:.1f}"]
            else:
                cells += [str(result.depth), number(moves)]
            compared = "; ".join(part for part in ("" if first else f"{result.per}/s", result.note) if part)
            if contest.kind == "perft":
                compared = "" if first or result.depth == contest.results[0].depth else "other depth"
            made.append([*cells, f"{result.spread:.0%}", "" if first else ratio(contest.ratios(result)), compared])
    return made


def text_table(kind: str, measured: Sequence[Measured], markdown: bool) -> str:
    table = [HEADS[kind], *rows(measured)]
    if markdown:
        lines = ["| " + " | ".join(cells) + " |" for cells in table]
        return "\n".join([lines[0], "|" + "---|" * len(HEADS[kind]), *lines[1:]])
    widths = [max(len(cells[column]) for cells in table) for column in range(len(HEADS[kind]))]
    lines = []
    for cells in table:
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip())
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def noise(measured: Iterable[Measured]) -> str:
    """How much the machine can be trusted."""
    spreads = sorted(result.spread for contest in measured for result in contest.results if result.runs)
    if not spreads:
        return "nothing was measured"
    rounds = max(len(result.runs) for contest in measured for result in contest.results)
    return (
        f"Noise: over {rounds} interleaved rounds the speed of one system on one game spreads by"
        f" {statistics.median(spreads):.0%} (median) and {spreads[-1]:.0%} (worst); (max - min) / median."
    )


def machine() -> dict[str, str]:
    """What it was measured on. The name of the machine is nobody's business."""
    model = platform.processor()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), model)
    except OSError:
        pass
    found = {
        "date": datetime.date.today().isoformat(),
        "processor": f"{model}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def data(measured: Iterable[Measured]) -> list[dict[str, Any]]:
    return [
        {
            "game": contest.contest.name,
            "kind": contest.kind,
            "systems": [{**asdict(result), "ratios": contest.ratios(result)} for result in contest.results],
        }
        for contest in measured
    ]

"""Plays both engines against one another and tells where they differ.

    python tools/differential.py --games hive chess      these games, with all their options
    python tools/differential.py --games                 every game of the library and every draft
    python tools/differential.py --generated 1000        so many generated games, from --seed on
    python tools/differential.py --show 17               prints generated game 17

A failure is told by its number, and `--generated 1 --seed NUMBER` plays it alone. The exit code is 1 if any differ.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_ROOT / "interpreter"), str(_ROOT)]  # the helpers of the tests are no package of their own

from rulewright.errors import InvalidGame  # noqa: E402
from tests.native.engines import HAS_NATIVE, both  # noqa: E402
from tests.native.generated_games import game_text, small_games  # noqa: E402
from tests.native.library_games import all_games, all_options  # noqa: E402
from tests.native.lockstep import Bounds, play  # noqa: E402

Job = tuple[str, str | Path, dict[str, str]]


def library_jobs(wanted: list[str]) -> Iterator[Job]:
    """Each game with each combination of its options."""
    known = all_games()
    for name in wanted or known:
        for options in all_options(known[name], whole=True):
            yield name, known[name], options


def generated_jobs(count: int, first: int) -> Iterator[Job]:
    for seed, text in islice(small_games(first), count):
        yield f"generated game {seed}", text, {}


def run(jobs: Iterator[Job], games: int, bounds: Bounds, seed: int) -> int:
    """Plays them all; the number of failures."""
    failures = done = played = reference_only = 0
    began = time.monotonic()
    for name, game, options in jobs:
        try:
            first, second = both(game, **options)
        except InvalidGame:
            continue  # options that do not go together
        try:
            for number in range(games):
                played += play(first, second, bounds, name=name, seed=seed, number=number)
        except AssertionError as difference:
            failures += 1
            print(f"\n{difference}", flush=True)
        except Exception:
            failures += 1
            lines = traceback.format_exc().splitlines()
            print(f"\n{name} {options or ''}: an engine failed\n" + "\n".join(lines[-8:]), flush=True)
        if second.engines.failure is not None:
            reference_only += 1
            print(f"\n{name}: the reference played alone: {second.engines.failure}", flush=True)
        done += 1
        if sys.stderr.isatty() or done % 25 == 0:
            end = "\r" if sys.stderr.isatty() else "\n"
            print(f"{done} games, {played} plies, {failures} failures: {name}", end=end, file=sys.stderr, flush=True)
    alone = f", {reference_only} without the native engine" if reference_only else ""
    print(f"{done} games, {played} plies, {failures} failures{alone}, {time.monotonic() - began:.0f} s")
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", metavar="GAME", help="games of the library and drafts; none: all of them")
    parser.add_argument("--generated", type=int, default=0, metavar="N", help="so many generated games")
    parser.add_argument("--seed", type=int, default=0, help="number of the first generated game (0)")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print a generated game")
    parser.add_argument("--playouts", type=int, default=1, metavar="N", help="random games of each (1)")
    parser.add_argument("--random", type=int, default=1, metavar="SEED", help="seed of the random games (1)")
    parser.add_argument("--plies", type=int, default=60, help="plies of each random game at most (60)")
    parser.add_argument("--moves", type=int, default=3000, help="it stops after offering so many moves (3000)")
    parser.add_argument("--steps", type=int, default=10**12, help="and after so much work of the reference engine")
    given = parser.parse_args()
    if given.show is not None:
        print(game_text(given.show), end="")
        return 0
    if not HAS_NATIVE:
        print("There is no native engine yet: the reference plays against itself.", file=sys.stderr)
    failures = 0
    bounds = Bounds(given.plies, given.moves, given.steps)
    if given.games is not None:
        failures += run(library_jobs(given.games), given.playouts, bounds, given.random)
    if given.generated:
        jobs = generated_jobs(given.generated, given.seed)
        failures += run(jobs, given.playouts, bounds, given.random)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

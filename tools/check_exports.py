"""Makes pages of games of the library, and follows them in node: do they play as Rulewright does?

    python tools/check_exports.py                 every game
    python tools/check_exports.py chess hive      these
    python tools/check_exports.py --part 1/4      the first of four parts, so that several can run at a time

A line for each game: how large its page is, and the seconds that it took. For two random games of 20 moves at most (4
where a list has thousands: one of Connect6 has 64,000) the module tells the same lists of moves, texts, hashes, picks
and outcomes as the native engine, then the same playouts and the same tree. What says of itself that it cannot be a
page is told with its reason. The exit code is 1 if something differs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "interpreter"))

import rulewright
from rulewright.export.game_module import NotExportable
from rulewright.export.page import page_of
from rulewright.game import Game
from rulewright.headless.random_games import play_random
from rulewright.language.game_files import shipped
from tests.export.test_modules import NODE, SEED, follows

GAMES, MOST, PLAYOUTS = 2, 20, 5
MOST_OF_LONG, LONG = 4, 5000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--part", default="1/1")
    given = parser.parse_args()
    part, parts = map(int, given.part.split("/"))
    if NODE is None:
        sys.exit("this takes node")
    failed = 0
    for name in (given.games or sorted(shipped()))[part - 1 :: parts]:
        begin = time.monotonic()
        try:
            told = _checked(name)
        except NotExportable as reason:
            told = f"no page: {reason}"
        except Exception as error:
            failed += 1
            told = f"FAILED: {type(error).__name__}: {error}"
        print(f"{name}: {told} ({time.monotonic() - begin:.0f} s)", flush=True)
    return min(failed, 1)


def _checked(name: str) -> str:
    game = rulewright.load(name)
    size = len(page_of([game]).encode())
    with tempfile.TemporaryDirectory() as folder:
        follows(game, Path(folder), games=GAMES, most=_most(game), playouts=PLAYOUTS)
    return f"the same, {size / 1000:.0f} kB"


def _most(game: Game) -> int:
    """How many moves of a game are followed: to compare tens of thousands of texts, hashes and picks takes minutes."""
    seen = [0]
    play_random(game, SEED, 0, MOST_OF_LONG, lambda state: seen.append(len(state.legal_moves)))
    return MOST_OF_LONG if max(seen) > LONG else MOST


if __name__ == "__main__":
    sys.exit(main())

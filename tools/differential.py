"""Plays both engines against one another and tells where they differ.

    python tools/differential.py --games hive chess      these games, with all their options
    python tools/differential.py --games                 every game of the library and every draft
    python tools/differential.py --generated 1000        so many generated games, from --seed on
    python tools/differential.py --show 17               prints generated game 17
    python tools/differential.py --chains --generated 99 games whose turns repeat moves that may go on
    python tools/differential.py --decisions --games     decided step by step instead: what is offered is compared

A failure is told by its number, and `--generated 1 --seed NUMBER` plays it alone. The exit code is 1 if any differ.
The last line tells how many were left out, too: numbers that stand for no game or for one whose turns are too many to
list, options that do not go together, and the rest of games whose positions became too much work for the reference; of
generated games also how many have what is hard in a turn, and the number from which the next ones come.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_ROOT / "interpreter"), str(_ROOT)]  # the helpers of the tests are no package of their own

from rulewright.errors import InvalidGame, OutOfRoom  # noqa: E402
from rulewright.game import Game  # noqa: E402
from rulewright.rules.game import Rules  # noqa: E402
from tests.native.deciding import walk  # noqa: E402
from tests.native.engines import both, hurried  # noqa: E402
from tests.native.generated_games import accepted_game, game_text, is_small, occurring  # noqa: E402
from tests.native.library_games import all_games, all_options  # noqa: E402
from tests.native.lockstep import A_LOT_OF_WORK, Bounds, play  # noqa: E402

_HARD = {"Repeat": "repeat", "RepeatWhile": "repeat", "Optional": "may", "Chance": "chance"}

Job = tuple[str, Callable[[], tuple[Game, Game]]]  # its name, and the game on both engines


@dataclass
class Tally:
    """What was played, and what was not."""

    games: int = 0
    plies: int = 0
    decisions: int = 0
    failures: int = 0
    reference_only: int = 0
    cut_short: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    hard: Counter[str] = field(default_factory=Counter)  # games with such a thing in their turns
    following: int | None = None  # the number after the last generated game

    def __str__(self) -> str:
        parts = [f"{self.games} games", f"{self.plies} plies", f"{self.failures} failures"]
        if self.decisions:
            parts.insert(2, f"{self.decisions} decisions")
        if self.reference_only:
            parts.append(f"{self.reference_only} without the native engine")
        if self.cut_short:
            parts.append(f"{self.cut_short} random games stopped early, too much work")
        parts += [f"left out: {number} {why}" for why, number in self.left_out.items()]
        parts += [f"{number} with {what}" for what, number in self.hard.items()]
        if self.following is not None:
            parts.append(f"go on with --seed {self.following}")
        return ", ".join(parts)


def library_jobs(wanted: list[str]) -> Iterator[Job]:
    """Each game with each combination of its options."""
    known = all_games()
    for name in wanted or known:
        for options in all_options(known[name], whole=True):
            yield f"{name} {options or ''}".rstrip(), partial(both, known[name], **options)


def generated_jobs(first: int, tally: Tally, chains: bool) -> Iterator[Job]:
    """Small games without end, from a number on."""
    for seed in count(first):
        text = game_text(seed, chains)
        game = accepted_game(text)
        if game is None:
            tally.left_out["refused by the front end"] += 1
        elif not is_small(game):
            tally.left_out["too large"] += 1
        else:
            tally.hard.update(hard_parts(game.rules))
            tally.following = seed + 1
            yield f"generated game {seed}", partial(on_both, game)


def on_both(game: Game) -> tuple[Game, Game]:
    """A game that is on the reference engine already: to read it once more takes as long as to play it."""
    return game, Game(game._pipeline.anew(), "native")


def hard_parts(rules: Rules) -> set[str]:
    """What of that a game has for which the engines have to agree in the middle of a turn."""
    found = {_HARD[name] for name in occurring(rules) & set(_HARD)}
    return found | {"prefer"} if rules.prefer is not None else found


def by_turns(first: Game, second: Game, bounds: Bounds, name: str, seed: int, number: int, tally: Tally) -> None:
    played = play(first, second, bounds, name=name, seed=seed, number=number)
    tally.plies += played.plies
    tally.cut_short += played.too_much_work


def by_decisions(first: Game, second: Game, bounds: Bounds, name: str, seed: int, number: int, tally: Tally) -> None:
    try:
        walked = walk(first, second, bounds.plies, bounds.steps, name=name, seed=seed + number)
    except OutOfRoom:
        tally.left_out["turns that are left to the reference"] += 1
    except NotImplementedError as error:
        tally.left_out[f"that the native engine leaves to the reference: {error}"] += 1
    else:
        tally.plies += walked.turns
        tally.decisions += walked.decisions
        tally.cut_short += walked.too_much_work


@hurried()
def run(jobs: Iterator[Job], games: int, bounds: Bounds, seed: int, tally: Tally, decided: bool) -> int:
    """Plays them all; the number of failures."""
    compare = by_decisions if decided else by_turns
    began = time.monotonic()
    for name, started in jobs:
        try:
            first, second = started()
        except InvalidGame:
            tally.left_out["options that do not go together"] += 1
            continue
        try:
            for number in range(games):
                compare(first, second, bounds, name, seed, number, tally)
        except AssertionError as difference:
            tally.failures += 1
            print(f"\n{difference}", flush=True)
        except Exception:
            tally.failures += 1
            lines = traceback.format_exc().splitlines()
            print(f"\n{name}: an engine failed\n" + "\n".join(lines[-8:]), flush=True)
        if second._engines.failure is not None:
            tally.reference_only += 1
            print(f"\n{name}: the reference played alone: {second._engines.failure}", flush=True)
        tally.games += 1
        if sys.stderr.isatty() or tally.games % 25 == 0:
            end = "\r" if sys.stderr.isatty() else "\n"
            print(f"{tally}: {name}", end=end, file=sys.stderr, flush=True)
    print(f"{tally}, {time.monotonic() - began:.0f} s")
    return tally.failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", metavar="GAME", help="games of the library and drafts; none: all of them")
    parser.add_argument("--generated", type=int, default=0, metavar="N", help="so many generated games")
    parser.add_argument("--seed", type=int, default=0, help="number of the first generated game (0)")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print a generated game")
    parser.add_argument("--chains", action="store_true", help="generated games are of those that repeat chains")
    parser.add_argument("--decisions", action="store_true", help="decision by decision, not turn by turn")
    parser.add_argument("--playouts", type=int, default=1, metavar="N", help="random games of each (1)")
    parser.add_argument("--random", type=int, default=1, metavar="SEED", help="seed of the random games (1)")
    parser.add_argument("--plies", type=int, default=60, help="plies of each random game at most (60)")
    parser.add_argument("--moves", type=int, default=3000, help="it stops after offering so many moves (3000)")
    parser.add_argument(
        "--steps", type=int, default=A_LOT_OF_WORK, help=f"and after so much work of the reference ({A_LOT_OF_WORK})"
    )
    given = parser.parse_args()
    if given.show is not None:
        print(game_text(given.show, given.chains), end="")
        return 0
    failures = 0
    bounds = Bounds(given.plies, given.moves, given.steps)
    if given.games is not None:
        failures += run(library_jobs(given.games), given.playouts, bounds, given.random, Tally(), given.decisions)
    if given.generated:
        tally = Tally()
        jobs = islice(generated_jobs(given.seed, tally, given.chains), given.generated)
        failures += run(jobs, given.playouts, bounds, given.random, tally, given.decisions)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

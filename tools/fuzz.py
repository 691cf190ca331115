"""Mutation testing of the whole way: changed files of the library, through the front end and both engines in lock step.

    python tools/fuzz.py --mutants 2000              so many, from --seed on, as long as --seconds allow
    python tools/fuzz.py --show 17                   prints mutant 17
    python tools/fuzz.py --mutants 1 --seed 17       tries it alone

A mutant is a library file with words swapped, taken away, doubled, replaced by words of another file, or with lines of
another file spliced in. Nothing but diagnostics may come out: what the front end takes is played on both engines, drawn
in playouts and counted. Each mutant is tried in a process that may die or hang: then the next goes on behind it.
The exit code is 1 if a mutant failed: an exception that is no diagnosis, a difference, a crash. One that does not end
in its time is told, and does not fail: a file can describe more work than anybody waits for.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

_ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_ROOT / "interpreter"), str(_ROOT)]  # the helpers of the tests are no package of their own

from rulewright.errors import (  # noqa: E402
    HookError,
    InvalidGame,
    TooLarge,
)
from rulewright.headless.perft import perft  # noqa: E402
from tests.native.effort import TooMuchWork, bounded  # noqa: E402
from tests.native.engines import both  # noqa: E402
from tests.native.library_games import all_games  # noqa: E402
from tests.native.lockstep import Bounds, play  # noqa: E402

_BOUNDS = Bounds(plies=12, moves=1_500, steps=150_000)
_PLAYOUTS = 3
_MEMORY = 6 << 30  # bytes of one process
_FAILED = "failed"


def mutant(number: int) -> str:
    """The text of a mutant: the same from the same number."""
    chance = Random(number)
    files = list(all_games().values())
    text, other = (chance.choice(files).read_text(encoding="utf-8") for _ in range(2))
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = _spliced(text, other, chance) if chance.random() < 0.25 else _reworded(text, other, chance)
    return text


def _reworded(text: str, other: str, chance: Random) -> str:
    """One word or sign is another, two are swapped, one is gone or there twice."""
    words, foreign = (re.findall(r"\w+|\s+|[^\w\s]", each) for each in (text, other))
    one, two = (chance.choice([n for n, word in enumerate(words) if not word.isspace()] or [0]) for _ in range(2))
    match chance.randrange(5):
        case 0:
            words[one], words[two] = words[two], words[one]
        case 1:
            words[one] = ""
        case 2:
            words[one] += f" {words[one]}"
        case 3:
            words[one] = chance.choice([word for word in foreign if not word.isspace()])
        case _:
            numbers = [n for n, word in enumerate(words) if word.isdecimal()] or [one]
            words[chance.choice(numbers)] = str(chance.choice((0, 1, 2, 3, 7, 60, 64, 65, 255, 4096, 10**6, 10**9)))
    return "".join(words)


def _spliced(text: str, other: str, chance: Random) -> str:
    """Some lines are gone, and some of another file stand there."""
    lines, foreign = text.splitlines(keepends=True), other.splitlines(keepends=True)
    at, taken = chance.randrange(len(lines) + 1), chance.randrange(4)
    start = chance.randrange(len(foreign))
    lines[at : at + taken] = foreign[start : start + chance.randrange(6)]
    return "".join(lines)


# ---------------------------------------------------------------- one mutant


def tried(number: int) -> str:
    """What became of a mutant; begins with `failed` if that should not have been."""
    try:
        return _played(number, mutant(number))
    except InvalidGame:
        return "refused by the front end"
    except HookError:
        return "a hook without its file"
    except (TooLarge, TooMuchWork):
        return "too much work"
    except TimeoutError:
        return "without end"
    except MemoryError:
        return "out of memory"
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{_FAILED}: {type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"


def _played(number: int, text: str) -> str:
    first, second = both(text)
    with bounded(first, _BOUNDS.steps):
        list(first.start().legal_moves)  # what is too much work is not compiled
    too_much = play(first, second, _BOUNDS, name=f"mutant {number}").too_much_work
    if second._engines.failure is None and not too_much:
        second.playouts(games=_PLAYOUTS, max_plies=60)
        with bounded(first, _BOUNDS.steps), suppress(TooMuchWork):
            counts = [perft(game.start(), 2) for game in (first, second)]
            assert counts[0] == counts[1], f"perft {counts}"
    return (
        "played" if second._engines.failure is None else f"played without the native engine: {second._engines.failure}"
    )


def work(numbers: range, seconds: int) -> None:
    """In a process of its own: tells each number before it is tried, and what became of it."""
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.signal(signal.SIGVTALRM, _too_long)
    for number in numbers:
        print(f"? {number}", flush=True)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            found = tried(number)
        except TimeoutError:  # between two things that are looked at
            found = "without end"
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        print(f"! {' '.join(found.split())}", flush=True)


def _too_long(_signal: int, _frame: object) -> None:
    raise TimeoutError


# ---------------------------------------------------------------- all of them


def run(numbers: range, seconds: float, patience: int) -> Counter[str]:
    """Tries them all, or as many as there is time for; how often what came out."""
    tally: Counter[str] = Counter()
    end = time.monotonic() + seconds
    rest = numbers
    with tempfile.TemporaryDirectory() as shelf:  # nobody needs their machine code again
        environment = {**os.environ, "XDG_CACHE_HOME": shelf}
        while rest and time.monotonic() < end:
            command = [sys.executable, __file__, "--work", "--mutants", str(len(rest)), "--seed", str(rest.start)]
            command += ["--patience", str(patience)]
            # Unbuffered: what was read but not yet looked at could not be waited for.
            with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, bufsize=0) as worker:
                try:
                    rest = _watched(worker, rest, tally, end, patience)
                finally:
                    worker.kill()
    return tally


def _watched(worker: subprocess.Popen[bytes], rest: range, tally: Counter[str], end: float, patience: int) -> range:
    """Listens to a worker until it is ready, dead, or has said nothing for too long; what is left to do."""
    assert worker.stdout is not None
    while rest:
        # Machine code hears no alarm of Python's, and a loaded machine is slow: so more time than it may compute.
        ready, _, _ = select.select([worker.stdout], [], [], 10 * patience)
        line = worker.stdout.readline().decode() if ready else ""
        if line.startswith("?"):
            if time.monotonic() > end:
                return rest
            continue
        found = line[2:].strip() or ("without end" if not ready else f"{_FAILED}: crashed ({worker.wait()})")
        what, _, detail = found.partition(":")
        tally[what] += 1
        if what in (_FAILED, "without end", "out of memory"):
            print(f"mutant {rest.start} {what}{detail and ':'}{detail}", flush=True)
        rest = rest[1:]
        if not line:
            break
    return rest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=1000, metavar="N", help="so many (1000)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first (0)")
    parser.add_argument("--seconds", type=float, default=600, help="for all of them (600)")
    parser.add_argument("--patience", type=int, default=20, help="seconds of computing for one (20)")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print a mutant")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    numbers = range(given.seed, given.seed + given.mutants)
    if given.show is not None:
        print(mutant(given.show), end="")
    elif given.work:
        work(numbers, given.patience)
    else:
        tally = run(numbers, given.seconds, given.patience)
        print(f"{tally.total()} mutants from {given.seed} on: {', '.join(f'{n} {what}' for what, n in tally.items())}")
        return 1 if tally[_FAILED] else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

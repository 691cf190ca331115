"""Mutation testing of the whole way: changed files, through the front end and both engines in lock step.

    python tools/fuzz.py --mutants 2000              so many of a --seed, as long as --seconds allow, or until Ctrl-C
    python tools/fuzz.py --from 2000                 goes on where another run has ended
    python tools/fuzz.py --show 17                   prints mutant 17
    python tools/fuzz.py --mutants 1 --from 17       tries it alone
    python tools/fuzz.py --file game.yaml            tries a file

A mutant is a file of the library, a draft or a broken file of the diagnostics, with words swapped, taken away, doubled,
replaced by others, or with lines of another file spliced in. Nothing but diagnostics may come out: what the front end
takes is played on both engines, decided, drawn in playouts, counted, written down and read again. Each is tried in a
process with bounds of time and memory, which may die or hang: then the next goes on behind it.

A failure (an exception that is no diagnosis, a difference, a crash, no end, too much memory) is made as small as it
goes, and printed; the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_ROOT / "interpreter"), str(_ROOT)]  # the helpers of the tests are no package of their own

from tools.fuzzing.coverage import constructs  # noqa: E402
from tools.fuzzing.mutants import Mutant, mutant  # noqa: E402
from tools.fuzzing.reducing import reduced  # noqa: E402
from tools.fuzzing.trying import ENDLESS, FAILED, MEMORY, serve  # noqa: E402

_BAD = (FAILED, ENDLESS, MEMORY)
_TOLD = 500  # mutants between two lines about them
_RENEWED = 300  # texts after which a process has earned its rest: machine code is never let go
_OUT_OF_TIME = -24  # SIGXCPU


class Bench:
    """A process that tries texts, and another one whenever it has died or grown old."""

    def __init__(self, patience: int, shelf: str) -> None:
        self._command = [sys.executable, __file__, "--work", "--patience", str(patience)]
        self._longest = 30 * patience  # on a busy machine
        self._environment = {**os.environ, "XDG_CACHE_HOME": shelf}
        self._process: subprocess.Popen[str] | None = None
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (as long as this is there)
        self._tried = 0
        self.reached: set[str] = set()  # constructs of the language in what was played

    def tried(self, text: str, origin: str = "") -> str:
        """What became of a text."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        line = ""
        with suppress(BrokenPipeError):
            print(json.dumps({"text": text, "origin": origin}), file=process.stdin, flush=True)
            # Who waits for nothing takes no time of the processor.
            ready, _, _ = select.select([process.stdout], [], [], self._longest)
            if not ready:
                self.close()
                return f"{ENDLESS}: it waits"
            line = process.stdout.readline()
        if line:
            answer, reached = json.loads(line)
            self.reached.update(reached)
            return str(answer)
        self.close()
        code = process.returncode
        self._errors.seek(0)
        last = " ".join(self._errors.read()[-400:].split())
        return f"{ENDLESS}: in machine code" if code == _OUT_OF_TIME else f"{FAILED}: crashed ({code}): {last}".rstrip()

    def _started(self) -> subprocess.Popen[str]:
        self._tried += 1
        if self._tried % _RENEWED == 0:
            self.close()
        if self._process is None:
            self._errors.seek(0)
            self._errors.truncate()
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
                env=self._environment, text=True,
            )  # fmt: skip
        return self._process

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()  # unless it is dead already
            self._process.communicate()
            self._process = None


@contextmanager
def bench(patience: int) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory() as shelf:  # nobody needs their machine code again
        made = Bench(patience, shelf)
        try:
            yield made
        finally:
            made.close()


def way(found: str) -> str:
    """In which way it has failed: what stands before the details, or where it was when it had to be ended."""
    return ":".join(found.split(":")[:3]) if found.startswith(FAILED) else found.split(":")[0]


def run(
    seed: int, numbers: range, seconds: float, patience: int, tries: int, reached: set[str] | None = None
) -> tuple[Counter[str], int]:
    """Tries them all, or as many as there is time for: how often what came out, and the number of the next one.

    `reached` gets the constructs of the language that were played.
    """
    tally: Counter[str] = Counter()
    end = time.monotonic() + seconds
    with bench(patience) as trying:
        trying.reached = trying.reached if reached is None else reached
        for number in numbers:
            if time.monotonic() > end:
                return tally, number
            if number % _TOLD == 0:  # whoever kills this knows where it was
                print(f"from {numbers.start} to {number}: {_told(tally)}; {_coverage(trying.reached)}", file=sys.stderr)
            try:
                _try_one(trying, mutant(seed, number), number, tally, tries)
            except KeyboardInterrupt:  # what was found so far counts
                return tally, numbers.start + tally.total()
    return tally, numbers.stop


def _told(tally: Counter[str]) -> str:
    return ", ".join(f"{amount} {what}" for what, amount in tally.most_common())


def _coverage(reached: set[str]) -> str:
    missing = constructs() - reached
    return f"{len(reached)} of {len(constructs())} constructs played, not {', '.join(sorted(missing)) or 'one missing'}"


def _try_one(trying: Bench, given: Mutant, number: int, tally: Counter[str], tries: int) -> None:
    found = trying.tried(given.text, given.origin)
    tally[found.partition(":")[0]] += 1
    if found.startswith(_BAD):
        print(f"mutant {number}, of {Path(given.origin).name}: {found}", flush=True)
        if tries:
            _tell_small(trying, given, found, tries)


def _tell_small(trying: Bench, given: Mutant, found: str, tries: int) -> None:
    wanted = way(found)
    small = reduced(given.text, lambda text: way(trying.tried(text)) == wanted, tries)
    print("\n".join(f"    {line}" for line in small.splitlines()), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=1000, metavar="N", help="so many (1000)")
    parser.add_argument("--seed", type=int, default=0, help="which mutants (0)")
    parser.add_argument("--from", type=int, default=0, metavar="NUMBER", dest="first", help="number of the first (0)")
    parser.add_argument("--seconds", type=float, default=500, help="for all of them (500)")
    parser.add_argument("--patience", type=int, default=20, help="seconds of computing for one (20)")
    parser.add_argument("--tries", type=int, default=200, help="to make a failure smaller (200)")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print a mutant")
    parser.add_argument("--file", type=Path, help="try a file")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.show is not None:
        print(mutant(given.seed, given.show).text, end="")
    elif given.work:
        serve(given.patience)
    elif given.file is not None:
        with bench(given.patience) as trying:
            found = trying.tried(given.file.read_text(encoding="utf-8"))
        print(found)
        return 1 if found.startswith(_BAD) else 0
    else:
        numbers = range(given.first, given.first + given.mutants)
        reached: set[str] = set()
        tally, following = run(given.seed, numbers, given.seconds, given.patience, given.tries, reached)
        print(f"{tally.total()} mutants of seed {given.seed} from {given.first} on: {_told(tally)}")
        print(_coverage(reached))
        if following < numbers.stop:
            print(f"the next one: --from {following}")
        return 1 if any(tally[bad] for bad in _BAD) else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

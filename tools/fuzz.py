"""Mutation testing of the whole way: changed files, through the front end and both engines in lock step.

    python tools/fuzz.py --mutants 2000              so many of a --seed, as long as --seconds allow, or until Ctrl-C
    python tools/fuzz.py --from 2000                 goes on where another run has ended
    python tools/fuzz.py --of generated              generated games instead; the seed and where to begin are one number
    python tools/fuzz.py --of shapes --mutants 300   hostile shapes, which grow from round to round until it hurts
    python tools/fuzz.py --of outside                states, records, journals, lines of other programs and of pages
    python tools/fuzz.py --show 17                   prints mutant 17
    python tools/fuzz.py --mutants 1 --from 17       tries it alone
    python tools/fuzz.py --file game.yaml            tries a file, and all that can be done with it

A mutant is a file of the library, a draft, a small or generated game or a broken file of the diagnostics, with words
swapped, taken away, doubled, replaced by others, or with lines of another file spliced in. Nothing but diagnostics may
come out: what the front end takes is played on both engines, with the position that each legal move leads to, written
down and read again; then it is decided, or counted, or drawn in playouts, or thought about, in turn. Each is tried in a
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_ROOT / "interpreter"), str(_ROOT)]  # the helpers of the tests are no package of their own

from tests.native.generated_games import node_classes  # noqa: E402
from tools.fuzzing.mutants import Mutant, mutant  # noqa: E402
from tools.fuzzing.originals import generated  # noqa: E402
from tools.fuzzing.outside import DOORS, READ, outside  # noqa: E402
from tools.fuzzing.reducing import reduced  # noqa: E402
from tools.fuzzing.shapes import shape  # noqa: E402
from tools.fuzzing.trying import ENDLESS, FAILED, MEMORY, PLAYED, serve  # noqa: E402

_BAD = (FAILED, ENDLESS, MEMORY)
_TOLD = 500  # mutants between two lines about them
_RENEWED = 100  # games after which a process has earned its rest: machine code is never let go
_OUT_OF_TIME = -24  # SIGXCPU


class Bench:
    """A process that tries texts, and another one whenever it has died or grown old."""

    def __init__(self, patience: int, shelf: str) -> None:
        self._command = [sys.executable, __file__, "--work", "--patience", str(patience)]
        self._longest = 100 * patience  # on a busy machine
        self._environment = {**os.environ, "XDG_CACHE_HOME": shelf}
        self._process: subprocess.Popen[str] | None = None
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (as long as this is there)
        self._played = 0  # by the present process
        self.reached: set[str] = set()  # constructs of the language in what was played
        self.positions = 0  # compared so far

    def tried(self, text: str, **told: object) -> str:
        """What became of a text."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        line = ""
        with suppress(BrokenPipeError):
            print(json.dumps({"text": text, **told}), file=process.stdin, flush=True)
            # Who waits for nothing takes no time of the processor.
            ready, _, _ = select.select([process.stdout], [], [], self._longest)
            if not ready:
                self.close()
                return f"{ENDLESS}: it waits"
            line = process.stdout.readline()
        if line:
            answer, reached, positions = json.loads(line)
            self.reached.update(reached)
            self.positions += positions
            self._played += answer.startswith((PLAYED, READ))
            return str(answer)
        self.close()
        code = process.returncode
        self._errors.seek(0)
        last = " ".join(self._errors.read()[-400:].split())
        return f"{ENDLESS}: in machine code" if code == _OUT_OF_TIME else f"{FAILED}: crashed ({code}): {last}".rstrip()

    def _started(self) -> subprocess.Popen[str]:
        if self._played >= _RENEWED:
            self.close()
        if self._process is None:
            self._played = 0
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


@dataclass
class Found:
    """What came out so far: how often what, the number of the next one, and what was compared."""

    following: int
    tally: Counter[str] = field(default_factory=Counter)
    positions: int = 0
    reached: set[str] = field(default_factory=set)  # constructs of the language that were played

    def __str__(self) -> str:
        told = ", ".join(f"{amount} {what}" for what, amount in self.tally.most_common())
        return f"{self.tally.total()} tried: {told or 'nothing'}; {self.positions} positions compared"

    def coverage(self) -> str:
        known = set(node_classes())
        missing = ", ".join(sorted(known - self.reached))
        return f"{len(known & self.reached)} of {len(known)} constructs played{f', not {missing}' if missing else ''}"


def run(
    given: Callable[[int], Mutant], numbers: range, seconds: float, patience: int, tries: int, *, grown: bool = False
) -> Found:
    """Tries them all, or as many as there is time for. `grown`: they are hostile shapes."""
    found = Found(numbers.start)
    end = time.monotonic() + seconds
    with bench(patience) as trying:
        for number in numbers:
            if time.monotonic() > end:
                break
            if number % _TOLD == 0:  # whoever kills this knows where it was
                print(f"from {numbers.start} to {number}: {found}", file=sys.stderr)
            try:
                _try_one(trying, given(number), number, found, tries, grown)
            except KeyboardInterrupt:  # what was found so far counts
                break
            found.following = number + 1
    return found


def _try_one(trying: Bench, given: Mutant, number: int, found: Found, tries: int, grown: bool) -> None:
    told: dict[str, object] = {} if grown else {"lot": number}
    origin = {} if grown else {"origin": given.origin}
    if given.origin in DOORS:
        told, origin = {"door": given.origin}, {}
    said = trying.tried(given.text, **told, **origin)
    found.tally[said.partition(":")[0]] += 1
    found.positions, found.reached = trying.positions, trying.reached
    if said.startswith(_BAD):
        print(f"number {number}, of {Path(given.origin).name}: {said}", flush=True)
        if tries:
            _tell_small(trying, given, way(said), tries, told)


def _tell_small(trying: Bench, given: Mutant, wanted: str, tries: int, told: dict[str, object]) -> None:
    small = reduced(given.text, lambda text: way(trying.tried(text, **told)) == wanted, tries)
    print("\n".join(f"    {line}" for line in small.splitlines()), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=1000, metavar="N", help="so many (1000)")
    parser.add_argument(
        "--of", choices=("mutants", "generated", "shapes", "outside"), default="mutants", help="what is tried"
    )
    parser.add_argument("--seed", type=int, default=0, help="which mutants (0)")
    parser.add_argument("--from", type=int, default=0, metavar="NUMBER", dest="first", help="number of the first (0)")
    parser.add_argument("--seconds", type=float, default=500, help="for all of them (500)")
    parser.add_argument("--patience", type=int, default=20, help="seconds of computing for one (20)")
    parser.add_argument("--tries", type=int, default=200, help="to make a failure smaller (200)")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print a mutant")
    parser.add_argument("--file", type=Path, help="try a file")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    sources: dict[str, Callable[[int], Mutant]] = {
        "mutants": lambda number: mutant(given.seed, number),
        "generated": lambda number: Mutant(generated(given.seed + number), ""),
        "shapes": shape,
        "outside": lambda number: outside(given.seed, number),
    }
    source = sources[given.of]
    if given.show is not None:
        print(source(given.show).text, end="")
    elif given.work:
        serve(given.patience)
    elif given.file is not None:
        with bench(given.patience) as trying:
            said = trying.tried(given.file.read_text(encoding="utf-8"), origin="", lot=-1)
        print(said)
        return 1 if said.startswith(_BAD) else 0
    else:
        numbers = range(given.first, given.first + given.mutants)
        grown = given.of == "shapes"
        found = run(source, numbers, given.seconds, given.patience, given.tries, grown=grown)
        print(f"{given.of} of seed {given.seed} from {given.first} to {found.following - 1}: {found}")
        if given.of in ("mutants", "generated"):
            print(found.coverage())
        if found.following < numbers.stop:
            print(f"the next one: --from {found.following}")
        return 1 if any(found.tally[bad] for bad in _BAD) else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

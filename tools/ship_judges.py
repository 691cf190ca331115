"""Learns the judges that are shipped, and writes them (`native/search/judges.zip`).

    python tools/ship_judges.py [--least SECONDS] [GAME …]

Without names: all games of the library, with their usual options; those whose judge is learnt in less time than
`--least` (one second of CPU) are left out, since nobody waits for them. With names the others that are there stay. Run
it after a change of what is learnt (`evaluation_store.py`), or of the rules of one of these games.
"""

from __future__ import annotations

import argparse
import sys
import zipfile
import zlib
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "interpreter"))

import rulewright
from rulewright.language.game_files import shipped
from rulewright.native.search.evaluation_store import Bound, Judge
from rulewright.native.search.shipped_judges import FILE, write


def learnt(game: str) -> tuple[str, bytes, float] | None:
    """Name, weights, and what it took; None where no playout is made natively."""
    native = rulewright.load(game)._engines.sampling()
    if native is None:
        return None
    native.prepare_playouts(careful=True)
    judge = Judge(native)
    name, begin = judge.shipped_name(native), process_time()
    judge.learn_all(native, Bound())
    return name, judge.learnt(), process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--least", type=float, default=1.0, metavar="SECONDS")
    arguments = parser.parse_args()
    judges: dict[str, bytes] = {}
    if arguments.games and FILE.exists():
        with zipfile.ZipFile(FILE) as archive:
            judges = {name: archive.read(name) for name in archive.namelist()}
    for game in arguments.games or sorted(shipped()):
        found = learnt(game)
        if found is None:
            continue
        name, weights, seconds = found
        kept = seconds >= arguments.least
        if kept:
            judges[name] = weights
            write(judges)
        size = len(zlib.compress(weights, 9))
        print(f"{game}: {seconds:.1f} s, {size} bytes{'' if kept else ', left out'}", flush=True)


if __name__ == "__main__":
    main()

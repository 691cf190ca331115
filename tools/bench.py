"""Measures Rulewright against other systems and against plain C, in one run on this machine, by CPU time, one thread.

    python tools/bench.py [GAME …]            random playouts and perft; all contests if no game is named
    python tools/bench.py cold [GAME …]       how long it takes from nothing to the first move
    python tools/bench.py before CHECKOUT [GAME …]   this checkout against an earlier one of Rulewright
    python tools/bench.py batches [GAME …]    batches of games beside Pgx and envpool, with observations and masks
    python tools/bench.py python [GAME …]     the plain loop of a Python program, ours beside OpenSpiel's
    python tools/bench.py decisions [GAME …]  decisions a second, natively, beside moves a second by the list
    python tools/bench.py large               what turns of thousands of ways cost: a click in the browser, a list
    python tools/bench.py growth              how speed falls with the board, and compile time grows with the rules

The systems of one game are measured in turn, several rounds of it; the tables give medians, and ratios with their
range over the rounds. Rivals come with `pip install 'rulewright[bench]'`, Fairy-Stockfish with
`apt-get install fairy-stockfish`; those that are not there are skipped.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.benching import batches, before, cold, decisions, from_python, growth, large, tables
from tools.benching.contests import CONTESTS, OURS, chosen
from tools.benching.measuring import Measured, measure
from tools.benching.runners import SYSTEMS


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help="cold, before, batches, python, decisions, large, growth, or names of contests",
    )
    parser.add_argument("--rounds", type=int, default=3, help="rounds that count, at least 3 (default: 3)")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of a system in a round (default: 1)")
    parser.add_argument("--only", choices=("playouts", "perft"), help="one kind of measurement")
    parser.add_argument("--system", action="append", default=[], choices=list(SYSTEMS), help="only these rivals")
    parser.add_argument("--markdown", action="store_true", help="tables in Markdown")
    parser.add_argument("--json", type=Path, metavar="FILE", help="everything that was measured, as data")
    parser.add_argument("--list", action="store_true", help="name the contests and the rivals, measure nothing")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", default=growth.PICTURES, help="where growth draws")
    return parser.parse_args(given)


def contests(wanted: argparse.Namespace) -> None:
    if wanted.rounds < 3:
        raise SystemExit("fewer than three rounds say nothing about noise")
    done: dict[str, list[Measured]] = {kind: [] for kind in ("playouts", "perft") if wanted.only in (None, kind)}
    try:
        for kind, contest in itertools.product(done, chosen(wanted.games)):
            if contest.has(kind):
                done[kind].append(measure(contest, kind, set(wanted.system), wanted.rounds, wanted.seconds, tell))
    except KeyboardInterrupt:
        tell("stopped; this is what was measured until now")
    machine = tables.machine()
    print("; ".join(f"{what} {value}" for what, value in machine.items()))
    print(tables.noise([measured for several in done.values() for measured in several]))
    for kind, several in done.items():
        print(f"\n{kind.capitalize()}\n")
        print(tables.text_table(kind, several, wanted.markdown))
    if wanted.json:
        found = {"machine": machine, **{kind: tables.data(several) for kind, several in done.items()}}
        wanted.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    wanted = arguments(sys.argv[1:])
    if wanted.list:
        for contest in CONTESTS:
            print(f"{contest.name}: {OURS}, {', '.join(rival.system for rival in contest.rivals)}")
    elif wanted.games[:1] == ["cold"]:
        cold.main(wanted.games[1:], wanted.rounds, wanted.markdown, tell)
    elif wanted.games[:1] == ["before"]:
        before.main(wanted.games[1:], wanted.rounds, wanted.seconds, tell)
    elif wanted.games[:1] == ["batches"]:
        batches.main(wanted.games[1:], wanted.rounds, wanted.seconds, tell)
    elif wanted.games[:1] == ["python"]:
        from_python.main(wanted.games[1:], wanted.rounds, wanted.seconds, tell)
    elif wanted.games[:1] == ["decisions"]:
        decisions.main(wanted.games[1:], wanted.rounds, wanted.seconds, tell)
    elif wanted.games[:1] == ["large"]:
        large.main(wanted.rounds, tell)
    elif wanted.games[:1] == ["growth"]:
        growth.main(wanted.games[1:], wanted.pictures, wanted.seconds, wanted.json, tell)
    else:
        contests(wanted)


if __name__ == "__main__":
    main()

"""Proves games of the library against other people's programs and tables, and writes games/evidence.json.

    python tools/prove.py [--deep] [--resume] [--workers N] [--cluster ray[:ADDRESS]] [GAME …]

Without names: all games, and with `--resume` those whose rules are not the ones that were proven last. The other
programs come with the extra `peers`; a game whose program is not here keeps what is written of it. A disagreement is
printed, and its proof is taken away. `--deep` plays many more games and counts further. Proofs are written down as
they are made, whoever else is still at work.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

import rulewright  # noqa: E402
from rulewright.cli.spreading import add_workers_argument, chosen_where  # noqa: E402
from rulewright.cli.terminal import InputError, UsageError  # noqa: E402
from rulewright.cli.writing import write_file  # noqa: E402
from rulewright.language.game_files import library_folder, shipped  # noqa: E402
from rulewright.library.evidence import FILE, fingerprint  # noqa: E402
from rulewright.source.diagnostics import suggestion  # noqa: E402
from rulewright.spread.news import Beat, CannotWork, Lost, Tick  # noqa: E402
from tests.proof.conftest import perft  # noqa: E402
from tests.proof.peers.by_hand import FOLLOWED, HOW, Followed, follow  # noqa: E402
from tests.proof.peers.harness import Absent, Comparison, Different, compare  # noqa: E402
from tests.proof.peers.registry import COMPARISONS  # noqa: E402
from tests.proof.peers.tables import TABLES, Table  # noqa: E402
from tests.proof.test_counts import START  # noqa: E402

# The games of the rulebooks have their counts elsewhere; those of a program with a name are proofs.
_NAMED = [
    Table(game, source, counts, quick, options)
    for game, options, counts, quick, _, source in START
    if source.startswith(("Mzinga", "Pilgrim"))
]


_TIMES = 3  # as many games as the normal run of the tests


def _compared(comparison: Comparison, deep: bool) -> dict[str, Any]:
    seen = compare(comparison, comparison.deep if deep else _TIMES)
    text = f"the same moves in {seen.positions} positions of {seen.games} games ({seen.moves} moves"
    text += f", {seen.endings} results)" if seen.endings else ")"
    package = "" if comparison.distribution == comparison.peer.lower() else f"{comparison.distribution} "
    return _proof(f"{comparison.peer} ({package}{comparison.version()})", text, comparison.how, comparison.options)


def _counted(table: Table, deep: bool) -> dict[str, Any]:
    depth = len(table.counts) if deep else table.quick
    start = rulewright.load(table.game, **table.options).start()
    found = [perft(start, length) for length in range(1, depth + 1)]
    if found != list(table.counts[:depth]):
        raise Different(f"{found} instead of {table.counts[:depth]}")
    counts = " ".join(map(str, found))
    return _proof(table.source, f"move paths {counts}", "Counts from the start.", table.options)


def _followed(followed: Followed) -> dict[str, Any]:
    seen = follow(followed)
    text = f"as many moves in {seen.positions} positions of {seen.games} games ({seen.moves} moves)"
    return _proof(followed.source, text, HOW, followed.options)


def _proof(by: str, text: str, how: str, options: Any) -> dict[str, Any]:
    if options:
        text += " with " + ", ".join(f"{name}={value}" for name, value in options.items())
    return {"by": by, "text": text, "how": how}


def _proven(game: str, deep: bool, known: list[dict[str, Any]], told: list[str]) -> list[dict[str, Any]]:
    proofs = []
    for comparison in COMPARISONS:
        if comparison.game == game:
            try:
                proofs.append(_compared(comparison, deep))
            except Absent as absent:
                told.append(f"{game}: {absent}")
                proofs += [proof for proof in known if proof["by"].startswith(comparison.peer)]
            except Different as different:
                told.append(f"{game} DIFFERS from {comparison.peer}: {different}")
    for table in [*TABLES, *_NAMED]:
        if table.game == game:
            try:
                proofs.append(_counted(table, deep))
            except Different as different:
                told.append(f"{game} DIFFERS from {table.source}: {different}")
    for followed in FOLLOWED:
        if followed.game == game:
            try:
                proofs.append(_followed(followed))
            except Different as different:
                told.append(f"{game} DIFFERS from {followed.source}: {different}")
    return proofs


Known: TypeAlias = tuple[str, list[dict[str, Any]]]
Proven: TypeAlias = tuple[list[dict[str, Any]], list[str]]


def prepare(deep: bool) -> Callable[[Known, Beat], Proven]:
    """What a process does with each game: proves it, and says what there is to say."""

    def work(task: Known, beat: Beat) -> Proven:
        told: list[str] = []
        return _proven(task[0], deep, task[1], told), told

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--deep", action="store_true", help="many more games, and counts to the last depth")
    parser.add_argument("--resume", action="store_true", help="go on: leave out what is proven of these very rules")
    add_workers_argument(parser, "prove games at a time")
    arguments = parser.parse_args()
    try:
        prove(arguments)
    except (UsageError, InputError, CannotWork) as error:
        raise SystemExit(f"prove: {error}") from None
    except KeyboardInterrupt:
        raise SystemExit("prove: interrupted; what is proven is written down, and --resume goes on") from None


def prove(arguments: argparse.Namespace) -> None:
    page = library_folder() / FILE
    evidence: dict[str, Any] = json.loads(page.read_text(encoding="utf-8")) if page.exists() else {}
    games = shipped()
    if strange := next((game for game in arguments.games if game not in games), None):
        raise UsageError(
            f'"{strange}" is no game of the library; {suggestion(strange, games, "rulewright list tells them")}'
        )
    known = {game: evidence.get(game, {}) for game in arguments.games or games}
    if arguments.resume:
        known = {game: last for game, last in known.items() if last.get("rules") != fingerprint(games[game])}
    tasks = [(game, last.get("proofs", [])) for game, last in known.items()]
    lost = False
    with chosen_where(arguments) as where:
        for news in where.crew(prepare, arguments.deep).run(tasks):
            if isinstance(news, Tick):
                continue
            if isinstance(news, Lost):
                print(f"{news.task[0]}: it came to nothing: {news.why}")
                lost = True
                continue
            game, (proofs, told) = news.task[0], news.value
            print(*told, f"{game}: {len(proofs)} proofs", sep="\n", flush=True)
            evidence[game] = {"rules": fingerprint(games[game]), "proofs": proofs}
            kept = {name: evidence[name] for name in sorted(evidence) if name in games and evidence[name]["proofs"]}
            write_file(str(page), json.dumps(kept, indent=1, ensure_ascii=False) + "\n", over=True)
    if lost:
        raise SystemExit(1)


if __name__ == "__main__":
    # By its name, by which other processes and machines find what they are to do.
    from tools.prove import main as prove_all

    prove_all()

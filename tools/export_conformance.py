"""Writes the conformance suite: what an implementation of the language must find, as JSON lines.

    python tools/export_conformance.py                 everything, to tests/conformance/suite
    python tools/export_conformance.py GAME …          only these
    python tools/export_conformance.py --to FOLDER     somewhere else, with copies of the game files beside it

The format is told in docs/specification/20-conformance.md. The reference interpreter writes it, both engines are tested
by it: it notices change and proves nothing (proofs are in tests/proof). Run it after a change that is meant to change
games, and read the difference.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SUITE = ROOT / "tests" / "conformance" / "suite"
FORMAT = 1
SEED = 1
_MOST_LEAVES = 300  # perft goes as deep as it finds no more
_STEPS = 60_000  # of the reference interpreter for one position, and for one perft: what takes more is left out
_STEPS_OF_A_START = 3_000_000  # every game has one
_MOST_MOVES = (
    10_000  # of a position that is written move by move: where there are more, the random game stops before it
)

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from rulewright.game import Game, load_with  # noqa: E402
from rulewright.headless.perft import perft  # noqa: E402
from rulewright.headless.random_games import random_move  # noqa: E402
from rulewright.language.game_files import library_folder, shipped  # noqa: E402
from rulewright.language.version import LANGUAGE_VERSION  # noqa: E402
from rulewright.records import position_hash  # noqa: E402
from rulewright.reference.explain.phrasing import Words  # noqa: E402
from rulewright.reference.labels import SiteNames  # noqa: E402
from rulewright.state import State  # noqa: E402
from tests.native.effort import TooMuchWork, bounded  # noqa: E402
from tests.native.library_games import all_options  # noqa: E402
from tests.native.repeated_parts import REPEATED  # noqa: E402
from tests.native.tricky_draws import DRAWS  # noqa: E402
from tests.native.tricky_games import TRICKY  # noqa: E402


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of a game is written: random games, their plies, and the moves after whose offer one stops."""

    games: int
    plies: int
    moves: int


_DEFAULT = Extent(games=2, plies=16, moves=240)
_OPTION = Extent(games=1, plies=4, moves=60)
_SMALL = Extent(games=1, plies=8, moves=100)


def game_lines(name: str, path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a game of the library: with its defaults, then with each other value of an option."""
    for number, options in enumerate(all_options(path)):
        game = load_with(path, options, engine="reference")
        yield _heading(game, {"file": f"{name}.yaml"})
        yield from _positions(game, _OPTION if number else _DEFAULT)


def small_lines() -> Iterator[dict[str, Any]]:
    """The lines of the small nasty games, whose whole text is in their heading."""
    for name, text in {**TRICKY, **DRAWS, **REPEATED}.items():
        game = load_with(text, {}, engine="reference")
        yield _heading(game, {"about": name, "text": text})
        yield from _positions(game, _SMALL)


def _heading(game: Game, source: Mapping[str, str]) -> dict[str, Any]:
    return {"format": FORMAT, "language": LANGUAGE_VERSION, **source, "options": dict(game.rules.options)}


def _positions(game: Game, extent: Extent) -> Iterator[dict[str, Any]]:
    for number in range(extent.games):
        state, offered, played = game.start(), 0, None
        for decision in range(extent.plies + 1):
            try:
                with bounded(game, _STEPS if decision else _STEPS_OF_A_START):
                    seen = position_line(state, number, decision, played)
            except TooMuchWork:
                break
            if decision and len(seen["moves"]) > _MOST_MOVES:
                break
            last = seen["result"] is not None or decision == extent.plies or offered > extent.moves
            if (last or decision + number == 0) and (counts := _counts(state)):
                seen["perft"] = counts
            yield seen
            if last:
                break
            offered += len(seen["moves"])
            move = random_move(state, SEED, number, decision)
            state.push(move)
            played = move.text


def position_line(state: State, number: int, decision: int, played: str | None) -> dict[str, Any]:
    """Everything the suite says of one position, but for perft."""
    outcome = state.outcome
    return {
        "game": number,
        "decision": decision,
        "played": played,
        "to_move": state.player,
        "hash": position_hash(state),
        "board": _board(state),
        "moves": [move.text for move in state.legal_moves] if outcome is None else [],
        **({"weights": state.weights} if state.is_chance and outcome is None else {}),
        "result": outcome and {"winners": list(outcome.winners), "draw": outcome.draw, "scores": outcome.scores},
    }


def _counts(state: State) -> list[int]:
    counts: list[int] = []
    while not counts or (counts[-1] > 0 and counts[-1] ** 2 <= _MOST_LEAVES * (counts[-2] if counts[1:] else 1)):
        try:
            with bounded(state.game, _STEPS):
                counts.append(perft(state, len(counts) + 1))
        except TooMuchWork:
            break
    return counts


def _board(state: State) -> dict[str, dict[str, list[str]]]:
    """What stands where: for each layer the pieces of each site that has any, bottom first."""
    engine, position = state.game._engine, state.position
    names = SiteNames(engine, state._node.origin)
    words = Words(engine, names)
    return {
        layer: {names.name(site): [words.piece(code) for code in stack] for site, stack in sorted(sites.items())}
        for layer, sites in zip(state.game.rules.layers, position.layers, strict=True)
        if sites
    }


def write(file: Path, lines: Iterator[dict[str, Any]]) -> None:
    text = "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in lines)
    file.write_text(text, encoding="utf-8", newline="\n")


_no_game = shutil.ignore_patterns("__pycache__", "*.json")
SMALL_FILE = "small_nasty_games"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--to", type=Path, default=SUITE, metavar="FOLDER")
    arguments = parser.parse_args()
    folder = arguments.to.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    games = {**shipped(), SMALL_FILE: None}
    unknown = [name for name in arguments.games if name not in games]
    if unknown:
        parser.error(f"no game of the library is called {unknown[0]!r}")
    for name in arguments.games or games:
        path = games[name]
        write(folder / f"{name}.jsonl", game_lines(name, path) if path else small_lines())
        print(name, flush=True)
    if folder != SUITE:
        shutil.copytree(library_folder(), folder / "games", ignore=_no_game, dirs_exist_ok=True)


if __name__ == "__main__":
    main()

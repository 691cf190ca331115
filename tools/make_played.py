"""Plays each game of the library once, so that the gallery has a picture of its middle and knows about how long it is.

    python tools/make_played.py            games that are new, and those whose rules have changed
    python tools/make_played.py hive tak   these, in any case

It writes games/played.json. The players are `greedy`, or `random` where a position has more than 300 moves; the picture
is of the first two fifths of the game, and of the first 40 turns at the most.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "interpreter"))

import rulewright
from rulewright.errors import InvalidPosition
from rulewright.headless.random_games import random_move
from rulewright.language.game_files import shipped
from rulewright.library.evidence import fingerprint
from rulewright.library.played import FILE, played
from rulewright.show.as_code import needed_keys
from rulewright.state import Move, State

ROOT = Path(__file__).resolve().parents[1]
SEED = 1
MOST_MOVES = 300
"""Of a position; with more, one is drawn."""
MOST_TURNS = 100
"""Games are not played further: they are long."""
MOST_SHOWN = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    wanted = parser.parse_args().games
    file = ROOT / "games" / FILE
    kept: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    library = shipped()
    for game, path in sorted(library.items()):
        if game in wanted or (not wanted and played(path) is None):
            kept[game] = {"rules": fingerprint(path), **play(game)}
            print(f"{game}: {kept[game]['turns']} turns", flush=True)
            lines = (f" {json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept.keys() & library.keys()))
            file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def play(game: str) -> dict[str, Any]:
    state = rulewright.load(game).start()
    line: list[State] = []  # each position in which somebody was to move
    while state.outcome is None and len(line) < MOST_TURNS:
        if not state.is_chance:
            line.append(state.copy())
        state.push(_chosen(state))
    return {"turns": len(line), "middle": _middle(line[: min(len(line) * 2 // 5, MOST_SHOWN) + 1])}


def _middle(line: list[State]) -> dict[str, Any]:
    """The last position that can be written: stones of Symple are nobody's while groups grow."""
    for state in reversed(line):
        with suppress(InvalidPosition):
            return needed_keys(state)
    raise AssertionError("where a game begins can be written")


def _chosen(state: State) -> Move:
    number = len(state.history)
    if state.is_chance or len(state.legal_moves) > MOST_MOVES:
        return random_move(state, SEED, 0, number)
    return rulewright.player("greedy").choose(state, seed=SEED + number).move


if __name__ == "__main__":
    main()

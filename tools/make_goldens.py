"""Writes the golden play-throughs of the library: they guard against change, they prove nothing.

    python tools/make_goldens.py [GAME …]

For each game: the ordered labels of the first ply, and random games (seed 1) with the number of legal moves and the
hash at every ply, and the outcome. Run it after a change that is meant to change games, and read the difference.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rulewright.game import load
from rulewright.language.library import shipped
from rulewright.playing import play_random
from rulewright.state import State

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "library" / "goldens"
SEED = 1
GAMES = 2
PLIES = 24


def golden(game_id: str) -> dict[str, object]:
    """The play-through of a game as data."""
    game = load(game_id)
    start = game.start()
    games = []
    for number in range(GAMES):
        seen: list[list[object]] = []

        def watch(state: State, seen: list[list[object]] = seen) -> None:
            seen.append([len(state.legal_moves), f"{hash(state) & (2**64 - 1):016x}"])

        last = play_random(game, SEED, number, PLIES, watch).state
        moves = [move.text for move in last.history]
        outcome = last.outcome
        games.append({"moves": moves, "plies": seen, "outcome": str(outcome) if outcome else None})
    return {"first": [move.text for move in start.legal_moves], "games": games}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game_id in sys.argv[1:] or list(shipped()):
        (FOLDER / f"{game_id}.json").write_text(json.dumps(golden(game_id), indent=0) + "\n", encoding="utf-8")
        print(game_id)


if __name__ == "__main__":
    main()

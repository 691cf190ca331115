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
from rulewright.playing import random_move
from rulewright.records import position_hash

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "library" / "goldens"
SEED = 1
GAMES = 2
PLIES = 24
MOVES = 500  # a game stops when it has offered so many moves: long lists take long to find


def golden(game_id: str) -> dict[str, object]:
    """The play-through of a game as data."""
    game = load(game_id)
    start = game.start()
    games = []
    for number in range(GAMES):
        seen: list[list[object]] = []
        state = game.start()
        offered = 0
        while state.outcome is None and len(seen) < PLIES and offered < MOVES:
            seen.append([len(state.legal_moves), position_hash(state)])
            offered += len(state.legal_moves)
            state.push(random_move(state, SEED, number, len(seen) - 1))
        moves = [move.text for move in state.history]
        outcome = state.outcome if offered < MOVES else None
        games.append({"moves": moves, "plies": seen, "outcome": str(outcome) if outcome else None})
    return {"first": [move.text for move in start.legal_moves], "games": games}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game_id in sys.argv[1:] or list(shipped()):
        (FOLDER / f"{game_id}.json").write_text(json.dumps(golden(game_id)) + "\n", encoding="utf-8")
        print(game_id)


if __name__ == "__main__":
    main()

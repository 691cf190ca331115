"""Fills tests/search/wins up: for each of the seven games positions with a forced win in two moves.

    python tools/make_wins.py [GAME …]

Positions that are there stay. New ones come from games of players that play to win, soon before the end. Everything is
looked at with both engines: no search of ours has a say in what is a win.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.contests.wins import found
from tools.strength import SEVEN

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "search" / "wins"
AMOUNT = 8
TRIES = 300


def main(names: list[str]) -> int:
    FOLDER.mkdir(exist_ok=True)
    for name in names or SEVEN:
        file = FOLDER / f"{name}.json"
        known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
        positions = found(name, known, AMOUNT, TRIES)
        text = ",\n".join(json.dumps(position, ensure_ascii=False) for position in positions)
        file.write_text(f"[\n{text}\n]\n", encoding="utf-8")
        print(f"{name}: {len(positions)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

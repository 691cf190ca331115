"""A game of each game of the library, played by programs: about how long it is, and how it looks in the middle.

It is kept in `played.json` beside the games, written by tools/make_played.py. What was played by other rules than those
of today says nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..language.game_files import library_folder
from ..language.place import place_of
from .evidence import fingerprint

FILE = "played.json"
_LENGTHS = ((30, "short"), (80, "of medium length"))
_LONG = "long"


@dataclass(frozen=True, slots=True)
class Played:
    """`turns`: of the whole game; `middle`: what `Game.position` is told."""

    turns: int
    middle: Mapping[str, Any]

    @property
    def length(self) -> str:
        """In words."""
        return next((word for most, word in _LENGTHS if self.turns <= most), _LONG)


def played(path: Path) -> Played | None:
    """What is known of a game file of the library; of other files nothing is, whatever they are called."""
    known = _kept().get(path.stem) if place_of(path).shipped else None
    if known is None or known["rules"] != fingerprint(path):
        return None
    return Played(known["turns"], known["middle"])


@cache
def _kept() -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((library_folder() / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return found

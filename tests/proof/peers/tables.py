"""Counts of move paths that others have published. They are facts; each names its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Table:
    """Move paths from the start of a game, by length. `quick` says how many lengths the normal run counts."""

    game: str
    source: str
    counts: tuple[int, ...]
    quick: int
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return "-".join([self.game, *map(str, self.options.values())])


_BIK = "Aart Bik, aartbik.blogspot.com, label perft"
_HALBERSMA = "Rein Halbersma, damforum.nl, Perft for all recognized draughts variants"
_TALK = "Aart Bik, talkchess.com, perft for 8x8 checkers"
_CPW = "chessprogramming.org, Perft Results"
_LUDII = "Ludii (Ludeme/Ludii 8ba67089dd)"

TABLES = [
    Table("chess", _CPW, (20, 400, 8902, 197281), 2),
    Table("english_draughts", _TALK, (7, 49, 302, 1469, 7361, 36768, 179740), 5),
    Table("international_draughts", _BIK, (9, 81, 658, 4265, 27117, 167140), 4),
    Table("brazilian_draughts", _HALBERSMA, (7, 49, 302, 1469, 7473, 37628), 5),
    Table("tak", "test suites of several Tak programs (5x5, TPS x5/x5/x5/x5/x5 1 1)", (25, 600, 43320), 2),
    Table("bravalath", _LUDII, (8, 78, 888), 3),
    Table("othello", "chessprogramming.org, Othello", (4, 12, 56, 244, 1396, 8200, 55092), 5),
]

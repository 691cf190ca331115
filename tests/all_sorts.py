"""Games that stand for the library where a test of every game takes long: the others come with -m rest."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

# Those of the rulebooks. They are never left to the rest. In a row and no set: a test with a case for each has them in
# the same order in every process, which pytest-xdist asks for.
SEVEN = ("surikata", "creeper", "hive", "abalone", "schleicher_und_huepfer", "erleuchtung", "vier_kreise")

# All kinds of moves: sets, strides, rays, pushed lines, heaps, sowing, collected candidates, lifted pieces, choices,
# two parts, murky ones; lines and sides that are kept up to date; forced passes; several phases; dice. The seven of the
# rulebooks are among them.
ALL_SORTS = {
    "chess", "hive", "english_draughts", "breakthrough", "connect_four", "othello", "hex", "go", "creeper", "shogi",
    "xiangqi", "nine_mens_morris", "surakarta", "lines_of_action", "erleuchtung", "vier_kreise", "tictactoe", "gomoku",
    "abalone", "amazons", "quoridor", "oware", "yavalath", "havannah", "surikata", "schleicher_und_huepfer",
    "backgammon",
}  # fmt: skip


def all_sorts_or_rest(games: Iterable[str]) -> list[object]:
    """For `parametrize`."""
    return [pytest.param(game, marks=() if game in ALL_SORTS else pytest.mark.rest) for game in games]

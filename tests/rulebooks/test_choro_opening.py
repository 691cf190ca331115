"""Choro's opening against a plain program of it, written from its description alone: both sow a lap, then both take.

Where the order counts south comes first; what the description leaves open is said in the program.
"""

from __future__ import annotations

import random

import pytest

from tests.conformance.helpers import labels, library, pieces

_SOUTH = [*(f"{column}1" for column in "abcdefgh"), *(f"{column}2" for column in "hgfedcba")]
_NORTH = [*(f"{column}4" for column in "hgfedcba"), *(f"{column}3" for column in "abcdefgh")]
_NAMES = (_SOUTH, _NORTH)


class Opening:
    """Holes of each player by numbers, in the direction of sowing: 0 to 7 the outer row, 8 to 15 the inner one."""

    def __init__(self) -> None:
        self.holes = [[2] * 16, [2] * 16]
        self.next: list[int | None] = [None, None]
        self.inside = [False, False]
        self.through: list[int] = []

    def sown(self, player: int, hole: int, way: int) -> tuple[list[int], int, bool]:
        row, at, inside = list(self.holes[player]), hole, self.inside[player]
        seeds, row[hole] = row[hole], 0
        for _ in range(seeds):
            at = (at + way) % 16
            row[at] += 1
            inside = inside or at >= 8
        return row, at, inside

    def taken(self, player: int, row: list[int], at: int, inside: bool) -> list[int]:
        """The holes of the other side whose seeds are taken: both of a column, or the far one from the outer row."""
        facing = 7 - (at if at < 8 else 15 - at)
        other = self.holes[1 - player]
        if row[at] < 2:
            return []
        if at >= 8:
            return [facing, 15 - facing] if other[facing] and other[15 - facing] else []
        return [facing] if not inside and other[facing] else []

    def choices(self, player: int) -> dict[str, tuple[int, int] | None]:
        if player in self.through:
            return {"pass": None}
        begin = self.next[player]
        holes = [hole for hole in range(8) if self.holes[player][hole] >= 2] if begin is None else [begin]
        found: dict[str, tuple[int, int] | None] = {_NAMES[player][hole]: (hole, 1) for hole in holes}
        for hole in holes:
            if self._may_go_back(player, hole):
                found[f"{_NAMES[player][hole]}<"] = (hole, -1)
        return found

    def _may_go_back(self, player: int, hole: int) -> bool:
        if hole >= 8 or self.inside[player] or self.holes[player][hole] < 2:
            return False
        return bool(self.taken(player, *self.sown(player, hole, -1)))

    def lap(self, chosen: list[tuple[int, int] | None]) -> None:
        began: list[int | None] = [None, None]
        for player, choice in enumerate(chosen):
            if choice is None or (choice[1] < 0 and not self._may_go_back(player, choice[0])):
                continue  # who would take no more after what the other has done chooses again in the next lap
            began[player] = choice[0]
            if self.holes[player][choice[0]]:
                self.holes[player], self.next[player], self.inside[player] = self.sown(player, *choice)
        for player, hole in enumerate(began):
            at = self.next[player]
            if hole is None or at is None:
                continue
            if self.holes[player][at] < 2:
                self.through.append(player)
                continue
            taken = self.taken(player, self.holes[player], at, self.inside[player])
            for other in taken:
                self.holes[player][hole] += self.holes[1 - player][other]
                self.holes[1 - player][other] = 0
            if taken:
                self.next[player] = hole


@pytest.mark.parametrize("seed", range(24))
def test_an_opening(seed: int) -> None:
    dice, plain = random.Random(seed), Opening()
    state = library("choro_acholi").start()
    while state.outcome is None and state.position.phase == 0:
        chosen = []
        for player in (0, 1):
            offered = plain.choices(player)
            assert sorted(labels(state)) == sorted(offered)
            text = dice.choice(sorted(offered))
            state.push(text)
            chosen.append(offered[text])
        plain.lap(chosen)
        for _ in (0, 1):
            (only,) = state.legal_moves
            state.push(only)
        standing = {site: stack.count("seed") for site, stack in pieces(state).items()}
        rows = zip(_NAMES, plain.holes, strict=True)
        assert standing == {site: seeds for names, row in rows for site, seeds in zip(names, row, strict=True) if seeds}
    if state.outcome is None:
        assert state.player == ("south", "north")[plain.through[0]]

"""Straight lines of a board, as sets of sites."""

from __future__ import annotations

from collections.abc import Sequence

from ...board import mask_of
from ...board.board import Board

MOST_STRETCHES = 64  # that are looked at all at once


def straight_lines(board: Board, axis: int) -> list[list[int]]:
    """The sites of each line along an axis that leads nowhere in a circle, from one end to the other."""
    table = board.directions[axis].next_for(0)
    found = []
    for start in sorted(set(range(len(board))) - set(table)):
        line = [start]
        while table[line[-1]] >= 0:
            line.append(table[line[-1]])
        found.append(line)
    return found


def stretches(board: Board, axes: Sequence[int], length: int, me: int) -> tuple[int, ...]:
    """All stretches of a length, as sets."""
    found: dict[int, None] = {}
    for axis in axes:
        table = board.directions[axis].next_for(me)
        for start in range(len(board)):
            row = [start]
            while len(row) < length and table[row[-1]] >= 0:
                row.append(table[row[-1]])
            if len(set(row)) == length:
                found[mask_of(row)] = None
    return tuple(found)

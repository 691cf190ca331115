"""A position of a game for two as who solves it sees it: what tells it from others, who is to move, what it is worth.

Persons are numbered by the side they began with; after `swap sides` each holds the other's.
"""

from __future__ import annotations

from typing import TypeAlias

from ..node import Node

WIN, DRAW, LOSS = 1, 0, -1
Key: TypeAlias = tuple[int, int, int]


def key_of(node: Node) -> Key:
    """What tells positions apart: their hash (D108), and what it leaves out and rules may read."""
    over = worth(node, 0)
    return node.hash(), node._number("passes"), node.me if over is None else -1 - over


def person_to_move(node: Node) -> int:
    return node.me ^ node._number("seats")


def worth(node: Node, person: int) -> int | None:
    """What the end of the game is worth to somebody; None as long as it is not known to be over."""
    result = node.result
    if result is None:
        return None
    if result.draw or len(result.winners) != 1:
        return DRAW
    return WIN if person ^ node._number("seats") in result.winners else LOSS

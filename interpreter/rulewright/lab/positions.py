"""A position of a game for two as who solves it sees it: what tells it from others, who is to move, what it is worth.

Persons are numbered by the side they began with; after `swap sides` each holds the other's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..node import Node
from ..rules import expressions as rx
from ..rules.expressions import walk
from ..rules.game import Rules

WIN, DRAW, LOSS = 1, 0, -1
Key: TypeAlias = tuple[int, int, int]


def keys(rules: Rules) -> Callable[[Node], Key]:
    """What tells positions apart: their hash (D108), and what it leaves out and rules may read: passes in a row. Where
    they do not, a pass leads to no new position."""
    asked = bool(rules.hooks) or any(isinstance(node, rx.Counter) and node.word == "passes" for node in walk(rules))

    def key(node: Node) -> Key:
        over = worth(node, 0)
        return node.hash(), node._number("passes") if asked else 0, node.me if over is None else -1 - over

    return key


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

"""Sets that are known before the game begins: regions, `without:`, places in `setup:`."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import and_, or_

from ...board import Board, bits, mask_of
from ...rules import expressions as rx
from .world import World


def evaluate(world: World, node: rx.Expr, player: int | None = None) -> int:
    """The sites of a checked expression without pieces; anything dynamic was refused before."""
    board = world.ready_board
    match node:
        case rx.Fixed():
            return node.sites
        case rx.FixedOf():
            return node.sites[_player(node.owner, player)]
        case rx.Anywhere():
            return board.all_sites
        case rx.Union():
            return reduce(or_, (evaluate(world, item, player) for item in node.items), 0)
        case rx.Intersection():
            return reduce(and_, (evaluate(world, item, player) for item in node.items), board.all_sites)
        case rx.Difference():
            return evaluate(world, node.left, player) & ~evaluate(world, node.right, player)
        case rx.Neighbours():
            if node.way is None:
                return board.adjacent(evaluate(world, node.item, player))
            return _step(world, node.way.directions, evaluate(world, node.item, player), player)
        case rx.Stepped():
            return _step(world, node.directions, evaluate(world, node.item, player), player)
    return 0


def is_static(node: rx.Expr) -> bool:
    """Whether an expression speaks only of the board."""
    allowed = (
        rx.Fixed, rx.FixedOf, rx.Anywhere, rx.Union, rx.Intersection, rx.Difference, rx.Neighbours, rx.Stepped,
        rx.Way, rx.FixedDirections, rx.Relative, rx.DirectionsUnion, rx.TurnedDirections, rx.PlayerValue,
    )  # fmt: skip
    return all(isinstance(item, allowed) for item in rx.walk(node))


@lru_cache(maxsize=4)  # a rule may ask again and again for the same board
def longest_line(board: Board) -> int | None:
    """How many sites the longest straight line has; None if a line can go on for ever or round in a circle."""
    if board.unbounded:
        return None
    longest = 1
    for table in (table for direction in board.directions for table in direction.tables):
        entered = set(table)
        reached = 0
        for start in range(len(table)):
            if start not in entered:
                site, length = start, 0
                while site >= 0:
                    site, length = table[site], length + 1
                reached += length
                longest = max(longest, length)
        if reached < len(table):
            return None
    return longest


def _player(owner: rx.Expr, player: int | None) -> int:
    if isinstance(owner, rx.PlayerValue):
        return owner.player
    return player or 0


def _step(world: World, directions: rx.Expr | None, sites: int, player: int | None) -> int:
    board = world.ready_board
    found: set[int] = set()
    for number in direction_numbers(world, directions, player):
        table = board.directions[number].next_for(player or 0)
        touch = board.directions[number].touch
        for site in bits(sites):
            found.update(target for target in (table[site], touch[site] if touch else -1) if target >= 0)
    return mask_of(found)


def direction_numbers(world: World, node: rx.Expr | None, player: int | None) -> tuple[int, ...]:
    """The directions of an expression that does not depend on the position."""
    board = world.ready_board
    match node:
        case rx.FixedDirections() | rx.Relative():
            by_player = node.by_player
            return by_player[(player or 0) if len(by_player) > 1 else 0] if by_player else ()
        case rx.DirectionsUnion():
            return tuple(n for item in node.items for n in direction_numbers(world, item, player))
        case rx.TurnedDirections():
            numbers = direction_numbers(world, node.item, player)
            if node.how == "back":
                return tuple(turned for n in numbers if (turned := board.back(n)) is not None)
            turn = board.beside if node.how == "beside" else board.across
            return tuple(m for n in numbers for m in turn(n) or ())
    return ()

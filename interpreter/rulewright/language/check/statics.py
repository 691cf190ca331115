"""Sets that are known before the game begins: regions, `without:`, places in `setup:`."""

from __future__ import annotations

from functools import lru_cache, reduce
from math import inf, prod
from operator import and_, eq, ge, gt, le, lt, ne, or_

from ...board import Board, bits, mask_of
from ...rules import expressions as rx
from .world import World

_SIGNS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def evaluate(world: World, node: rx.Expr, player: int | None = None) -> int:
    """The sites of a checked expression without pieces; anything dynamic was refused before."""
    return _Statics(world, player).sites(node)


class _Statics:
    """Sites, numbers and yes or no that depend on nothing but the board. `each` is the site that `where` asks about."""

    def __init__(self, world: World, player: int | None, each: int = 0) -> None:
        self.world, self.board, self.player, self.each = world, world.ready_board, player, each

    def sites(self, node: rx.Expr) -> int:
        board = self.board
        match node:
            case rx.Fixed():
                return node.sites
            case rx.FixedOf():
                return node.sites[_player(node.owner, self.player)]
            case rx.EachSite():
                return self.each
            case rx.Anywhere():
                return board.all_sites
            case rx.CounterpartOf():
                return mask_of(there for site in bits(self.sites(node.item)) if (there := node.table[site]) >= 0)
            case rx.Union():
                return reduce(or_, map(self.sites, node.items), 0)
            case rx.Intersection():
                return reduce(and_, map(self.sites, node.items), board.all_sites)
            case rx.Difference():
                return self.sites(node.left) & ~self.sites(node.right)
            case rx.Filtered():
                return mask_of(site for site in bits(self.sites(node.item)) if self.asking(site).holds(node.condition))
            case rx.Neighbours():
                if node.way is None:
                    return board.adjacent(self.sites(node.item))
                return _step(self.world, node.way.directions, self.sites(node.item), self.player)
            case rx.Stepped():
                return _step(self.world, node.directions, self.sites(node.item), self.player)
        return 0

    def asking(self, site: int) -> _Statics:
        return _Statics(self.world, self.player, 1 << site)

    def number(self, node: rx.Expr) -> int:
        match node:
            case rx.Number():
                return node.value
            case rx.CountOf():
                return self.sites(node.item).bit_count()
            case rx.LineNumber():
                return sum(node.numbers[site] for site in bits(self.sites(node.item)))
            case rx.SumOf():
                return sum(sign * self.number(item) for item, sign in zip(node.items, node.signs, strict=True))
            case rx.ProductOf():
                return prod(map(self.number, node.items))
            case rx.Quotient():
                left, right = self.number(node.left), max(1, self.number(node.right))
                return -(-left // right) if node.up else left // right
            case rx.Remainder():
                return self.number(node.left) % max(1, self.number(node.right))
            case rx.Extreme():
                found = [self.number(item) for item in node.items]
                return abs(found[0]) if node.word == "abs" else (max if node.word == "max" else min)(found)
        return 0

    def holds(self, node: rx.Expr) -> bool:
        match node:
            case rx.Truth():
                return node.value
            case rx.AllOf():
                return all(map(self.holds, node.items))
            case rx.AnyOf():
                return any(map(self.holds, node.items))
            case rx.Negation():
                return not self.holds(node.item)
            case rx.NotEmpty():
                return self.sites(node.item) != 0
            case rx.Within():
                inside = node.low <= self.number(node.item) <= (inf if node.high is None else node.high)
                return inside is not node.negated
            case rx.Comparison():
                read = self.sites if node.left.type.is_sites else self.number
                return bool(_SIGNS[node.sign](read(node.left), read(node.right)))
        return False


def is_static(node: rx.Expr) -> bool:
    """Whether an expression speaks only of the board."""
    allowed = (
        rx.Filtered, rx.EachSite, rx.Number, rx.Truth, rx.SumOf, rx.ProductOf, rx.Quotient, rx.Remainder, rx.LineNumber,
        rx.CountOf, rx.Extreme, rx.Comparison, rx.Within, rx.AllOf, rx.AnyOf, rx.Negation, rx.NotEmpty,
        rx.Fixed, rx.FixedOf, rx.Anywhere, rx.Union, rx.Intersection, rx.Difference, rx.Neighbours, rx.Stepped,
        rx.CounterpartOf, rx.Way, rx.FixedDirections, rx.Relative, rx.DirectionsUnion, rx.TurnedDirections,
        rx.PlayerValue,
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

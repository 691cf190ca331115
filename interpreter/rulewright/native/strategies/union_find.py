"""Union-find with path halving: which pieces hang together in playouts, while pieces are only placed.

Each piece names another one of its group, up to one that leads it, and the leader knows the sites of the group. A new
piece leads the groups it touches. On a board whose sites have their neighbours in a ring around them it also shows
whether the new piece closes a ring: whether it touches one group at two places.

Serves: havannah, y
Gain: 5.4 times in playouts of havannah
Needs: an end rule that asks for the group of the new piece, or for what the mover's pieces enclose on a board of
triangles; a game that only places pieces on empty sites; at most 16 neighbours.
"""

from __future__ import annotations

from functools import cached_property

from ...board import bits, mask_of
from ...rules import expressions as rx
from ..decide.memory import pattern_parts
from ..decide.plan import Refusal
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import BOOL, INT, Ex
from ..ir.kernel import kernel
from ..ir.program import Builder, Function
from ..lower.scope import Scope
from ..lowering_part import Lowering

NAME = "union_find"
MOST_NEIGHBOURS = 16


def plan(ask: Questions) -> Refusal | None:
    """No site has too many neighbours."""
    most = max(mask.bit_count() for mask in ask.engine.geometry.near_and_touching)
    return Refusal("sites have too many neighbours") if most > MOST_NEIGHBOURS else None


def asks_for_group(ask: Questions, node: rx.Node) -> bool:
    """Whether an expression is the group of the new piece."""
    if not isinstance(node, rx.Joined) or node.way is not None:
        return False
    target = isinstance(node.seeds, rx.PartWord) and node.seeds.word == "target"
    return target and _all_mine(ask, node.within)


def encloses(ask: Questions, node: rx.Expr) -> bool:
    """Whether an expression is what the mover's pieces cut off from given sites, and only a ring can do that.

    That is so on a board of triangles without holes, if the given sites are all along its rim: whatever is cut
    off anew has a ring of the mover's pieces around it, and the new piece is in it, with one of the ring on
    either side, and something else between them on both sides.
    """
    node = ask.static.resolved(node)
    if not isinstance(node, rx.Difference) or not _is_free(ask, node.left):
        return False
    joined = ask.static.resolved(node.right)
    if not isinstance(joined, rx.Joined) or joined.way is not None or not _is_free(ask, joined.within):
        return False
    return isinstance(joined.seeds, rx.Fixed) and _is_disc(ask, joined.seeds.sites)


def _all_mine(ask: Questions, node: rx.Expr) -> bool:
    """Whether an expression is all pieces of the mover."""
    mine = isinstance(node, rx.Pattern) and node.owner is rx.Owner.MINE
    return mine and isinstance(node, rx.Pattern) and not any(pattern_parts(ask.facts, node))


def _is_free(ask: Questions, node: rx.Expr) -> bool:
    """Whether an expression is all sites without a piece of the mover."""
    node = ask.static.resolved(node)
    return isinstance(node, rx.Difference) and isinstance(node.left, rx.Anywhere) and _all_mine(ask, node.right)


def _is_disc(ask: Questions, rim: int) -> bool:
    """Whether the board is made of triangles, has no holes, and ends at the rim only."""
    rows, is_ring = _around(ask)
    if plan(ask) is not None or not is_ring:
        return False
    width = len(rows[0])
    corners = edges = 0
    for site, row in enumerate(rows):
        there = [other >= 0 for other in row]
        gaps = sum(there[number] and not there[(number + 1) % width] for number in range(width))
        if gaps > 1 or (gaps and not rim >> site & 1):
            return False
        edges += sum(there)
        corners += sum(there[number] and there[(number + 1) % width] for number in range(width))
    return 6 * len(rows) - 3 * edges + 2 * corners == 6  # sites - edges + triangles = 1


def _around(ask: Questions) -> tuple[list[list[int]], bool]:
    """The neighbours of each site, -1 for none; in a ring if each is next to the one that follows it."""
    board, near = ask.rules.board, ask.engine.geometry.near_and_touching
    order = range(len(board.compass))
    rows = [[board.directions[number].next_for(0)[site] for number in order] for site in range(ask.n)]
    width = len(order)
    in_ring = width > 0 and not any(direction.by_player is not None for direction in board.directions)
    for site, row in enumerate(rows):
        there = [other for other in row if other >= 0]
        in_ring = in_ring and len(set(there)) == len(there) and mask_of(there) == near[site]
        for number, other in enumerate(row):
            after = row[(number + 1) % width]
            in_ring = in_ring and (other < 0 or after < 0 or bool(near[other] >> after & 1))
    if in_ring:
        return rows, True
    lists = [list(bits(mask)) for mask in near]
    width = max(len(row) for row in lists)
    return [[*row, *([-1] * (width - len(row)))] for row in lists], False


class Groups(Lowering):
    def setup(self) -> None:
        self.is_kept = self.c.plan.kept.groups
        self._within: Function | None = None  # the function that ends a turn, where the group of the new piece is known
        self._group: Ex = k.NOTHING
        self.closes: Ex = k.FALSE

    @cached_property
    def _at(self) -> tuple[int, int, int]:
        """Where leaders, sets and the pieces seen so far lie."""
        n, size = self.unit.n, self.layout.set_size
        return self.layout.keep(2 * n), self.layout.keep(size * n), self.layout.keep(size)

    def keep(self) -> None:
        if self.is_kept:
            _ = self._at

    # ------------------------------------------------------------ keeping them up to date

    def begin(self, f: Builder) -> None:
        """All groups, from the pieces on the board: as if they had been placed one after another."""
        if not self.is_kept:
            return
        for player in range(self.unit.players):
            f.store_set(self._at[2], k.NOTHING)
            with f.each(self.c.expressions.of_player(0, k.num(player))) as site:
                f.call(self._joins(), site, self._at[2])
                f.store_set(self._at[2], k.load_set(self._at[2]) | k.one(site))

    def note(self, f: Builder, scope: Scope, target: Ex) -> None:
        """A piece was placed on a site, or none (-1)."""
        if not self.is_kept:
            return
        self._within = f.function
        self._group, self.closes = f.var(k.NOTHING, "group"), f.var(k.FALSE, "closes")
        mine = self.c.expressions.of_player(0, scope.me)
        with f.when(target.ge(0)):
            f.set(self.closes, f.call(self._joins(), target, mine.args[0]))
            f.set(self._group, k.load_set(target * self.layout.set_size + self._at[1]))

    def known(self, node: rx.Joined, f: Builder) -> Ex | None:
        """The group of the new piece, where a turn ends."""
        return self._group if f.function is self._within and asks_for_group(self.c.ask, node) else None

    @kernel(INT)
    def _leader(self, f: Builder, site: Ex) -> None:
        """Who leads a group."""
        here = f.var(site, "here")
        with f.loop():
            after = f.let(k.load(16, here * 2 + self._at[0]), "after")
            with f.when(after.eq(here)):
                f.ret(here)
            # The way is made shorter for those who come after.
            further = f.let(k.load(16, after * 2 + self._at[0]), "further")
            self._lead(f, here, further)
            f.set(here, further)

    def _lead(self, f: Builder, site: Ex, leader: Ex) -> None:
        """A piece names another leader; if its turn is taken back, so is that. What a new piece names needs no way
        back: nobody asks a site without a piece."""
        at = f.let(site * 2 + self._at[0], "at")
        self.unit.log(f, at)
        f.store(16, at, leader)

    def _joins(self) -> Function:
        """A new piece leads the groups it touches; whether it touches one of them at two places."""
        rows, is_ring = _around(self.c.ask)
        width, n = len(rows[0]), self.unit.n
        table = self.unit.table("around", 16, [max(0, other) for row in rows for other in row])
        there = [sum(1 << number for number, other in enumerate(row) if other >= 0) for row in rows]
        full = (1 << width) - 1

        def write(f: Builder) -> None:
            site, mine = f.params
            around = k.num(0)
            for number in range(width):
                other = k.look(table, site * width + number)
                around = around | (k.as_int(k.has(k.load_set(mine), other)) << number)
            around = f.let(around & k.look(self.unit.table("there", 32, there), site), "around")
            left = f.var(around, "left")
            if is_ring:  # what follows one another in the ring hangs together
                before = ((around << 1) | (around >> (width - 1))) & full
                f.set(left, k.select(around.eq(full), 1, around & (before ^ full)))
            f.store(16, site * 2 + self._at[0], site)
            group, closes = f.var(k.one(site), "group"), f.var(k.FALSE, "closes")
            with f.loop():
                f.leave_if(left.eq(0))
                nearest = Ex("lowest", (left,), INT)
                leader = f.call(self._leader, k.look(table, site * width + nearest))
                f.set(left, left & (left - 1))
                yes, no = f.branch(leader.eq(site))
                with f.within(yes):
                    f.set(closes, k.TRUE)
                with f.within(no):
                    self._lead(f, leader, site)
                    f.set(group, group | k.load_set(leader * self.layout.set_size + self._at[1]))
            f.store_set(site * self.layout.set_size + self._at[1], group)
            f.ret(closes)

        assert n <= 1 << 15
        params = [("site", INT), ("mine", INT)]
        return self.unit.function("joins", "join_groups", params, BOOL, write, "a piece joins what it touches")

"""Sparse sets: those that lie around one site are looked at site by site, on large boards quicker than bit sets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ...board import bits
from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .scope import Scope
from .walk import STEP


class Sparse(Lowering):
    def setup(self) -> None:
        self.worth_it = self.unit.layout.words > 2
        self._between_tables: dict[tuple[int, int], tuple[str, int]] = {}

    def strategy(self, node: rx.Expr) -> rx.Expr | None:
        """The node itself if its sites can be listed one by one."""
        return node if self.worth_it and self._fits(node) else None

    def _fits(self, node: rx.Expr) -> bool:
        match node:
            case rx.Neighbours():
                return node.way is None and node.item.type is Type.SITE
            case rx.Intersection():
                return any(self._fits(item) for item in node.items)
            case rx.Difference():
                return self._fits(node.left)
            case rx.WithHeight() | rx.Filtered():
                return self._fits(node.item)
            case rx.DefineCall():
                return self._fits(self.c.rules.defines[node.define].body)
        return False

    @contextmanager
    def members(self, node: rx.Expr, f: Builder, scope: Scope) -> Iterator[Ex]:
        """A loop over the sites of a set for which there is a strategy."""
        with ExitStack() as stack:
            yield self._enter(node, f, scope, stack)

    def between(self, node: rx.Intersection, scope: Scope) -> tuple[str, int, Ex] | None:
        """What is next to both ends of a single step, as far as fixed sets allow: table, length of a row, its place."""
        near = [item for item in node.items if isinstance(item, rx.Neighbours)]
        words = [item.item.word for item in near if isinstance(item.item, rx.PartWord) and item.way is None]
        step = (scope.words or {}).get(STEP)
        if sorted(words) != ["entering", "leaving"] or len(near) != 2 or step is None or scope.words is None:
            return None
        if "entering" not in scope.words or not self.c.rules.board.directions:
            return None
        within = self.c.rules.board.all_sites
        for item in node.items:
            within &= item.sites if isinstance(item, rx.Fixed) else within
        key = (scope.me.const or 0, within)
        if key not in self._between_tables:
            self._between_tables[key] = self._between_table(*key)
        table, width = self._between_tables[key]
        if not width:
            return None
        return table, width, (scope.words["leaving"].ex * len(self.c.rules.board.directions) + step.ex) * width

    def _between_table(self, me: int, within: int) -> tuple[str, int]:
        """What is next to both ends of each step, and -1 where there is less; no use if much is empty."""
        space, board = self.c.space, self.c.rules.board
        rows: list[list[int]] = []
        lengths: set[int] = set()
        for site in range(space.n):
            for direction in board.directions:
                other = direction.next_for(me)[site]
                rows.append(list(bits(space.near[site] & space.near[other] & within)) if other >= 0 else [])
                lengths |= {len(rows[-1])} if other >= 0 else set()
        width = max(lengths, default=0)
        if not width or (len(lengths) > 1 and width > 2):
            return "", 0
        flat = [site for row in rows for site in (*row, *([-1] * (width - len(row))))]
        return self.c.unit.table("between", 16, flat), width

    def _enter(self, node: rx.Expr, f: Builder, scope: Scope, stack: ExitStack) -> Ex:
        expressions = self.c.expressions
        match node:
            case rx.Neighbours():
                start = f.let(expressions.site(node.item, f, scope))
                table, counts, width = self.c.space.neighbour_lists
                amount = f.var(k.num(0), "amount")
                with f.when(start.ge(0)):
                    f.set(amount, k.look(counts, start))
                number = stack.enter_context(f.count_to(amount))
                return f.let(k.look(table, start * width + number), "near")
            case rx.Intersection():
                shared = self.between(node, scope)
                if shared is not None:
                    table, width, place = shared
                    number = stack.enter_context(f.count_to(width))
                    site = f.let(k.look(table, place + number), "between")
                    if width <= 2:
                        stack.enter_context(f.when(site.ge(0)))
                    rest = [item for item in node.items if not isinstance(item, rx.Neighbours | rx.Fixed)]
                    stack.enter_context(f.when(expressions._all_members(rest, site, f, scope)))
                    return site
                chosen = next(item for item in node.items if self._fits(item))
                site = self._enter(chosen, f, scope, stack)
                rest = [item for item in node.items if item is not chosen]
                stack.enter_context(f.when(expressions._all_members(rest, site, f, scope)))
                return site
            case rx.Difference():
                site = self._enter(node.left, f, scope, stack)
                stack.enter_context(f.when(k.negate(expressions.member(node.right, site, f, scope))))
                return site
            case rx.WithHeight():
                low = f.let(expressions.number(node.low, f, scope))
                site = self._enter(node.item, f, scope, stack)
                stack.enter_context(f.when(expressions._height_fits(node, site, low)))
                return site
            case rx.Filtered():
                site = self._enter(node.item, f, scope, stack)
                stack.enter_context(f.when(expressions.passes(node, site, f, scope)))
                return site
            case rx.DefineCall():
                body, inner = expressions._define(node, f, scope)
                return self._enter(body, f, inner, stack)
        raise NotImplementedError(type(node).__name__)

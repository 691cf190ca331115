"""Directions lowered: as a fixed row of them, or as bits."""

from __future__ import annotations

from ...rules import expressions as rx
from ..ir import Builder, Ex, k
from .expression_base import Expressing
from .scope import Scope, Val, fixed_directions


class Directions(Expressing):
    def directions(self, node: rx.Expr, f: Builder, scope: Scope) -> Val:
        match node:
            case rx.FixedDirections():
                return self._by_player(node.by_player, scope.me)
            case rx.Relative():
                return self._relative(node, f, scope)
            case rx.DirectionsUnion():
                parts = [self.directions(item, f, scope) for item in node.items]
                if all(part.fixed is not None for part in parts):
                    numbers = dict.fromkeys(number for part in parts for number in part.fixed or ())
                    return fixed_directions(tuple(numbers))
                mask = k.num(0)
                for part in parts:
                    mask = mask | part.ex
                return Val("dirs", mask)
            case rx.TurnedDirections():
                return self._turned(node, f, scope)
            case rx.FacingOf():
                return self._facing(node, f, scope)
            case rx.Either():
                condition = self.holds(node.condition, f, scope)
                found = f.var(k.num(0), "dirs")
                yes, no = f.branch(condition)
                with f.within(yes):
                    f.set(found, self.directions(node.value, f, scope).ex)
                with f.within(no):
                    f.set(found, self.directions(node.otherwise, f, scope).ex)
                return Val("dirs", found)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.directions(body, f, inner)
            case rx.Variable():
                number = f.let(self._variable(node, f, scope))
                return Val("dirs", k.select(number.lt(0), 0, k.num(1) << (number & 63)))
            case rx.HookCall():
                number = f.let(self._hook(node, f, scope).ex)
                return Val("dirs", k.select(number.lt(0), 0, k.num(1) << (number & 63)))
        return self._named(node, scope)

    def _by_player(self, by_player: tuple[tuple[int, ...], ...], me: Ex) -> Val:
        if len(by_player) == 1 or len(set(by_player)) == 1:
            return fixed_directions(by_player[0])
        if me.const is not None:
            return fixed_directions(by_player[me.const])
        masks = [sum(1 << number for number in numbers) for numbers in by_player]
        return Val("dirs", k.look(self.unit.table("dirs_of", 64, masks), me))

    def _relative(self, node: rx.Relative, f: Builder, scope: Scope) -> Val:
        plain = self._by_player(node.by_player, scope.me)
        if scope.facing is None:
            return plain
        board = self.rules.board
        masks = []
        for number in range(len(board.directions)):
            known = board.relative(number).get(node.word) if number < len(board.compass) else ()
            masks.append(sum(1 << direction for direction in known or ()))
        table = self.unit.table(f"relative_{node.word}", 64, masks)
        found = f.var(plain.ex, "dirs")
        with f.when(scope.facing.ge(0)):
            f.set(found, k.look(table, scope.facing))
        return Val("dirs", found)

    def _turned(self, node: rx.TurnedDirections, f: Builder, scope: Scope) -> Val:
        board, turned = self.rules.board, self.c.ask.static.turned
        item = self.directions(node.item, f, scope)
        if item.fixed is not None:
            found = dict.fromkeys(direction for number in item.fixed for direction in turned(node, number))
            return fixed_directions(tuple(found))
        masks = [sum(1 << direction for direction in turned(node, number)) for number in range(len(board.directions))]
        table = self.unit.table(f"turned_{node.how}", 64, masks)
        mask = f.var(k.num(0), "dirs")
        with f.each_bit(item.ex) as number:
            f.set(mask, mask | k.look(table, number))
        return Val("dirs", mask)

    def _facing(self, node: rx.FacingOf, f: Builder, scope: Scope) -> Val:
        site = f.let(self.site(node.item, f, scope))
        found = f.var(k.num(0), "facing")
        with f.when(site.ge(0)):
            number = f.let(self.facing_of(self.c.pieces.top(f, 0, site)))
            with f.when(number.ge(0)):
                f.set(found, k.num(1) << number)
        return Val("dirs", found)

    def facing_of(self, cell: Ex) -> Ex:
        """The direction a piece faces, -1 for none."""
        rows = [-1]
        for code in range(self.layout.codes):
            facing = self.unit.facts.pieces.facing(code) if self._is_piece(code) else None
            rows.append(-1 if facing is None else facing)
        rows.append(-1)
        return k.look(self.unit.table("facing_of", 16, rows), cell)

    def _is_piece(self, code: int) -> bool:
        codes = self.engine.codes
        return codes.state(code) < self.rules.kinds[codes.kind(code)].combinations if self.rules.kinds else False

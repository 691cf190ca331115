"""Numbers lowered, and whatever else is kept as one: players, kinds, states, words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import INT, Builder, Ex, k
from ..ir.statements import Block, If
from .expression_base import Expressing
from .scope import Scope


class Numbers(Expressing):
    def number(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        match node:
            case rx.Number():
                return k.num(node.value)
            case rx.PlayerValue():
                return k.num(node.player)
            case rx.Me():
                return scope.me
            case rx.Enemies():
                return self.one_enemy(scope.me)
            case rx.KindValue():
                return k.num(node.kind)
            case rx.StateValue():
                return k.num(node.state)
            case rx.WordValue():
                return k.num(self.unit.word(node.word))
            case rx.TrackValue():
                return k.num(self.c.space.track_number(node.track))
            case rx.Counter():
                return self._counter(node.word, scope)
            case rx.SumOf():
                found = k.num(0)
                for item, sign in zip(node.items, node.signs, strict=True):
                    value = self.number(item, f, scope)
                    found = found + value if sign > 0 else found - value
                return found
            case rx.ProductOf():
                found = k.num(1)
                for item in node.items:
                    found = found * self.number(item, f, scope)
                return found
            case rx.Quotient():
                left, right = self.number(node.left, f, scope), f.let(self.number(node.right, f, scope))
                return self._quotient(f, left + right - 1 if node.up else left, right)
            case rx.Remainder():
                left, right = f.let(self.number(node.left, f, scope)), f.let(self.number(node.right, f, scope))
                return left - right * self._quotient(f, left, right)
            case rx.LineNumber():
                table = self.unit.table(node.word, 16, node.numbers)
                return self._of_site(node.item, f, scope, lambda site: k.look(table, site), 0)
            case rx.KindOf():
                top = partial(self.c.pieces.top, f, 0)
                return self._of_site(node.item, f, scope, lambda site: self.c.pieces.kind(top(site)), -1)
            case rx.BeganOf():
                began = self.unit.table("began", 16, self.unit.facts.began)
                return self._of_site(node.item, f, scope, lambda site: k.look(began, site), -1)
            case rx.StateOf():
                top = partial(self.c.pieces.top, f, 0)
                return self._of_site(
                    node.item, f, scope, lambda site: self.c.pieces.state_word(top(site), node.row), -1
                )
            case rx.CountOf():
                return self._count(node.item, f, scope)
            case rx.GroupCount():
                return self.c.connections.group_count(node, f, scope)
            case rx.LargestGroup():
                return self.c.connections.largest_group(node, f, scope)
            case rx.HeightOf():
                return self._height(node, f, scope)
            case rx.SidesOf():
                touched = f.let(self.sites(node.item, f, scope))
                found = k.num(0)
                for side in self.rules.board.sides or ():
                    found = found + k.as_int(k.some(k.set_and(touched, k.sites(side))))
                return f.let(found)
            case rx.DistanceOf():
                return self.c.connections.distance(node, f, scope)
            case rx.InTray():
                return self.c.trays.amount(node, f, scope)
            case rx.Extreme():
                return self._extreme(node, f, scope)
            case rx.BonusOf():
                doubled = [int(2 * bonus) for bonus in self.rules.bonus]
                player = self.number(node.player, f, scope)
                if player.const is not None:
                    return k.num(doubled[player.const])
                return k.look(self.unit.table("bonus", 32, doubled), player)
            case rx.Either():
                return self._either(node, f, scope, self.number, k.INT)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.number(body, f, inner)
            case rx.HookCall():
                return self._hook(node, f, scope).ex
            case rx.Variable():
                return self._variable(node, f, scope)
        return self._named(node, scope).ex

    def one_enemy(self, me: Ex) -> Ex:
        enemies = [min(theirs, default=player) for player, theirs in enumerate(self.unit.facts.pieces.enemies)]
        if me.const is not None:
            return k.num(enemies[me.const])
        return k.look(self.unit.table("enemy_of", 16, enemies), me)

    def _counter(self, word: str, scope: Scope) -> Ex:
        if word == "round":
            return k.load(64, scope.me * 8 + self.layout.turns) + 1
        if word in ("captures", "parts") and not scope.registers:
            return k.num(0)
        at = {
            "ply": self.layout.ply,
            "passes": self.layout.passes,
            "captures": self.layout.captures,
            "parts": self.layout.part_count,
        }
        return k.load(64, at[word])

    def _count(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        sparse = self.c.sparse.strategy(node)
        if sparse is not None:
            found = f.var(k.num(0), "count")
            with self.c.sparse.members(sparse, f, scope):
                f.set(found, found + 1)
            return found
        if node.type is Type.SITE:
            return k.as_int(self.site(node, f, scope).ge(0))
        return f.let(k.count(self.sites(node, f, scope)))

    def _height(self, node: rx.HeightOf, f: Builder, scope: Scope) -> Ex:
        if node.item.type is Type.SITE:
            place = f.let(self.site(node.item, f, scope))
            found = f.var(k.num(0), "height")
            with f.when(place.ge(0)):
                f.set(found, self.c.pieces.height(place))
            return found
        found = f.var(k.num(0), "height")
        with f.each(self.sites(node.item, f, scope)) as site:
            f.set(found, found + self.c.pieces.height(site))
        return found

    @staticmethod
    def _quotient(f: Builder, left: Ex, right: Ex) -> Ex:
        """Rounded down: what is divided has no sign, so below zero it is how far below, rounded up."""
        below = f.let(left.lt(0), "below")
        found = f.let(Ex("divide", (k.select(below, right - 1 - left, left), right), INT), "found")
        return f.let(k.select(below, k.num(0) - found, found), "quotient")

    def _of_site(self, node: rx.Expr, f: Builder, scope: Scope, tell: Callable[[Ex], Ex], otherwise: int) -> Ex:
        """A number of a site, and another one if there is none."""
        place = f.let(self.site(node, f, scope))
        found = f.var(k.num(otherwise), "of_site")
        inner: Block = []
        with f.within(inner):
            f.set(found, tell(place))
        f.emit(If(place.ge(0), inner, []))
        return found

    def _extreme(self, node: rx.Extreme, f: Builder, scope: Scope) -> Ex:
        values = [f.let(self.number(item, f, scope)) for item in node.items]
        if node.word == "abs":
            return k.select(values[0].lt(0), k.num(0) - values[0], values[0])
        found = values[0]
        for value in values[1:]:
            found = f.let(k.select(value.gt(found) if node.word == "max" else value.lt(found), value, found))
        return found

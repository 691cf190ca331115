"""End rules that can only come true through the piece just placed: lines and connections, looked for from there.

This holds while no such line or connection was there before. Playouts ask that once, at their start; every turn that
makes one ends the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules import turns as rt
from ..kernel import program as k
from ..kernel.program import BOOL, SET, Builder, Ex, Function
from ..lowering.scope import Scope

if TYPE_CHECKING:
    from ..compiler import Compiler


class Fresh:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.trusted = self._only_placed()

    def _only_placed(self) -> bool:
        """Whether turns do nothing to pieces of the mover but place one of them."""
        rules = self.rules
        if rules.when_turn_ends or rules.when_out or len(rules.layers) > 1 or rules.stack > 1:
            return False
        placed = 0
        for phase in rules.phases:
            for turn in phase.turns:
                parts = [node for node in rx.walk(turn) if isinstance(node, rt.Do)]
                if any(isinstance(node, rt.InOrder) and len(node.items) > 1 for node in rx.walk(turn)):
                    return False
                if any(isinstance(node, rt.Repeat | rt.RepeatWhile | rt.Chance) for node in rx.walk(turn)):
                    return False
                for node in parts:
                    action = rules.actions[node.action]
                    if action.verb == "place" and action.piece is not None and not action.effects and not action.before:
                        piece = action.piece
                        mine = piece.kind is not None and isinstance(piece.owner, rx.Me)
                        if not mine:
                            return False
                        placed += 1
                    elif action.verb is not None or not self._harmless(action.effects):
                        return False
        return placed > 0

    @staticmethod
    def _harmless(effects: tuple[rx.Node, ...]) -> bool:
        from ...rules import effects as fx

        return all(isinstance(effect, fx.SwapSides) for effect in effects)

    def rules_apply(self) -> list[rx.Expr]:
        """The conditions of end rules that can be asked of the new piece alone."""
        if not self.trusted:
            return []
        found = []
        for rule in self.rules.end:
            condition = rule.condition
            if condition is not None and rule.otherwise is None and self._shape(condition) is not None:
                found.append(condition)
        return found

    def _shape(self, node: rx.Expr) -> rx.Expr | None:
        """The line or connection a condition asks for, if it is nothing else."""
        inner = node.item if isinstance(node, rx.NotEmpty) else node
        if isinstance(inner, rx.LineOf) and self._is_mine(inner.item) and self.unit.layout.words > 1:
            return inner  # on a board of one word the whole set is looked through as quickly
        if isinstance(inner, rx.Intersection) and len(inner.items) == 2:
            joined, goal = inner.items
            known = (rx.FixedOf, rx.Fixed)
            mine = isinstance(joined, rx.Joined) and joined.way is None and self._is_mine(joined.within)
            if mine and isinstance(goal, known) and isinstance(joined, rx.Joined) and isinstance(joined.seeds, known):
                return inner
        return None

    @staticmethod
    def _is_mine(node: rx.Expr) -> bool:
        return isinstance(node, rx.Pattern) and node.owner is rx.Owner.MINE

    def holds(self, node: rx.Expr, f: Builder, scope: Scope, target: Ex) -> Ex:
        """The condition, after a piece was placed on a site (-1: nothing was placed, so nothing is new)."""
        inner = self._shape(node)
        found = f.var(k.FALSE, "fresh")
        with f.when(target.ge(0)):
            if isinstance(inner, rx.LineOf):
                f.set(found, self.c.space.in_line(inner, target, f, scope))
            else:
                assert isinstance(inner, rx.Intersection) and isinstance(inner.items[0], rx.Joined)
                within = f.let(self.c.expressions.sites(inner.items[0].within, f, scope), "within")
                one = self.c.expressions.sites(inner.items[0].seeds, f, scope)
                other = self.c.expressions.sites(inner.items[1], f, scope)
                one, other = f.let(one, "one"), f.let(other, "other")
                # It joins them only if it holds two ends: neighbours of its own, or a side itself.
                near = k.look_set(self.unit.table("reach", 0, self.c.space.near), target)
                ends = k.count(k.set_and(near, within)) + k.as_int(k.has(one, target)) + k.as_int(k.has(other, target))
                with f.when(ends.ge(2)):
                    both = k.both(k.some(k.set_and(within, one)), k.some(k.set_and(within, other)))
                    with f.when(both):
                        f.set(found, f.call(self._joins(), within, f.let(k.one(target)), one, other))
        return found

    def _joins(self) -> Function:
        """A flood from a site: does it meet both sets? It ends as soon as that is known."""
        near = self.c.space.near

        def write(g: Builder) -> None:
            within, start, one, other = g.params
            found = g.var(start, "found")
            fresh = g.var(start, "fresh")
            with g.loop():
                g.set(fresh, k.set_minus(k.set_and(self.c.space.grow(g, fresh, near), within), found))
                g.leave_if(k.negate(k.some(fresh)))
                g.set(found, k.set_or(found, fresh))
            g.ret(k.both(k.some(k.set_and(found, one)), k.some(k.set_and(found, other))))

        params = [("within", SET), ("start", SET), ("one", SET), ("other", SET)]
        return self.unit.function("joins", "joins", params, BOOL, write, "does a stone join two sides?")

    def before(self, f: Builder) -> Ex:
        """Whether something is there already, for any player: then the start is no start for playouts like these."""
        found = f.var(k.FALSE, "there")
        for condition in self.rules_apply():
            for player in range(self.unit.players):
                scope = Scope(k.num(player), {}, registers=False)
                with f.when(self.c.expressions.holds(condition, f, scope)):
                    f.set(found, k.TRUE)
        return found

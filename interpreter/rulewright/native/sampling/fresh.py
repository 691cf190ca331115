"""End rules that can only come true through the piece just placed: lines and connections, looked for from there.

This holds while no such line or connection was there before. Playouts ask that once, at their start; every turn that
makes one ends the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules import turns as rt
from ..kernel import program as k
from ..kernel.program import Builder, Ex
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
                f.set(found, self._joins(inner, inner.items[0], self._kept_at(node, scope.me), target, f, scope))
        return found

    # ------------------------------------------------------------ connections

    def _kept_at(self, condition: rx.Expr, player: Ex) -> Ex:
        """Where the sites are kept that are joined to those a rule begins from."""
        layout = self.unit.layout
        number = next(i for i, rule in enumerate(self.rules.end) if rule.condition is condition)
        return player * layout.set_size + (layout.joined + number * self.unit.players * layout.set_size)

    def _joins(self, inner: rx.Intersection, joined: rx.Joined, at: Ex, target: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether the new piece joins the two. What was joined before stays so, and it can only add to that if it
        touches it: then whatever hangs on the new piece is added too."""
        seeds = f.let(self.c.expressions.sites(joined.seeds, f, scope), "seeds")
        known = f.var(k.load_set(at), "known")
        near = k.look_set(self.unit.table("reach", 0, self.c.space.near), target)
        found = f.var(k.FALSE, "joins")
        with f.when(k.either(k.has(seeds, target), k.some(k.set_and(near, known)))):
            within = f.let(self.c.expressions.sites(joined.within, f, scope), "within")
            self._spread(f, known, f.var(k.one(target), "fresh"), within)
            f.store_set(at, known)
            f.set(found, k.some(k.set_and(known, self.c.expressions.sites(inner.items[1], f, scope))))
        return found

    def _spread(self, f: Builder, known: Ex, fresh: Ex, within: Ex) -> None:
        """Takes some sites into a set, and whatever they are joined to."""
        with f.loop():
            f.set(known, known | fresh)
            near = self.c.space.grow(f, fresh, self.c.space.near)
            f.set(fresh, k.set_minus(k.set_and(near, within), known))
            f.leave_if(k.negate(k.some(fresh)))

    def begin(self, f: Builder) -> None:
        """Works out what playouts keep up to date. A position can begin anywhere, and so can a turn by the list."""
        kept = [condition for condition in self.rules_apply() if isinstance(self._shape(condition), rx.Intersection)]
        if not kept:
            return

        def write(g: Builder) -> None:
            for condition in kept:
                inner = self._shape(condition)
                assert isinstance(inner, rx.Intersection) and isinstance(inner.items[0], rx.Joined)
                for player in range(self.unit.players):
                    scope = Scope(k.num(player), {}, registers=False)
                    there = self.c.expressions.sites(inner.items[0], g, scope)
                    g.store_set(self._kept_at(condition, k.num(player)), there)

        about = "what playouts keep up to date"
        f.call(self.unit.function("begin", "begin_playout", [], None, write, about, "never"))

    def before(self, f: Builder) -> Ex:
        """Whether something is there already, for any player: then the start is no start for playouts like these."""
        found = f.var(k.FALSE, "there")
        for condition in self.rules_apply():
            for player in range(self.unit.players):
                scope = Scope(k.num(player), {}, registers=False)
                with f.when(self.c.expressions.holds(condition, f, scope)):
                    f.set(found, k.TRUE)
        return found

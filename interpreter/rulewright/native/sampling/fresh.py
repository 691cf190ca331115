"""End rules that can only come true through the piece just placed: lines and connections, looked for from there.

This holds while no such line or connection was there before. Playouts ask that once, at their start; every turn that
makes one ends the game.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules import turns as rt
from ..kernel import program as k
from ..kernel.program import Builder, Ex
from ..lowering.scope import Scope
from .lines import LineWords
from .sides import Sides

if TYPE_CHECKING:
    from ..compiler import Compiler


class Fresh:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.trusted = self._only_placed()
        self.lines = LineWords(compiler)
        self.sides = Sides(compiler)

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

    @cached_property
    def rules_apply(self) -> dict[int, rx.Expr]:
        """The conditions of end rules that can be asked of the new piece alone, by their numbers as objects."""
        if not self.trusted:
            return {}
        conditions = [rule.condition for rule in self.rules.end if rule.otherwise is None]
        return {id(found): found for found in conditions if found is not None and self._shape(found) is not None}

    def _shape(self, node: rx.Expr) -> rx.Expr | None:
        """The line or connection a condition asks for, if it is nothing else."""
        inner = node.item if isinstance(node, rx.NotEmpty) else node
        if isinstance(inner, rx.LineOf) and self._is_mine(inner.item):
            if self.unit.layout.words == 1 and self._lines_asked < 2:
                return None  # on a board of one word the whole set is looked through as quickly, once
            self.lines.keep(inner)
            return inner
        if isinstance(inner, rx.Intersection) and len(inner.items) == 2:
            joined, goal = inner.items
            known = (rx.FixedOf, rx.Fixed)
            if not isinstance(joined, rx.Joined) or joined.way is not None or not self._is_mine(joined.within):
                return None
            if isinstance(goal, known) and isinstance(joined.seeds, known):
                self.sides.keep(node)
                return inner
        return None

    @staticmethod
    def _is_mine(node: rx.Expr) -> bool:
        return isinstance(node, rx.Pattern) and node.owner is rx.Owner.MINE

    @property
    def _lines_asked(self) -> int:
        """How many end rules ask for a line."""
        asked = [rule.condition.item for rule in self.rules.end if isinstance(rule.condition, rx.NotEmpty)]
        return sum(isinstance(item, rx.LineOf) for item in asked)

    @property
    def is_used(self) -> bool:
        """Whether the end of a turn has to know where a piece was placed."""
        return bool(self.rules_apply)

    def begin(self, f: Builder) -> None:
        """Works out what playouts keep up to date. A position can begin anywhere, and so can a turn by the list."""
        if not self.is_used:
            return

        def write(g: Builder) -> None:
            self.sides.begin(g, self.rules_apply)
            self.lines.begin(g)

        about = "what playouts keep up to date"
        f.call(self.unit.function("begin", "begin_playout", [], None, write, about, "never"))

    def note(self, f: Builder, scope: Scope, target: Ex) -> None:
        """A piece was placed on a site (-1: none was): what is kept follows."""
        if self.is_used:
            self.lines.note(f, scope, target)

    def holds(self, node: rx.Expr, f: Builder, scope: Scope, target: Ex) -> Ex:
        """The condition, after a piece was placed on a site (-1: nothing was placed, so nothing is new)."""
        inner = self._shape(node)
        if isinstance(inner, rx.LineOf) and self.lines.keeps(inner):
            return self.lines.holds(inner, f)
        found = f.var(k.FALSE, "fresh")
        with f.when(target.ge(0)):
            if isinstance(inner, rx.LineOf):
                f.set(found, self.c.space.in_line(inner, target, f, scope))
            else:
                assert isinstance(inner, rx.Intersection)
                f.set(found, self.sides.joins(node, inner, target, f, scope))
        return found

    def before(self, f: Builder) -> Ex:
        """Whether something is there already, for any player: then the start is no start for playouts like these."""
        found = f.var(k.FALSE, "there")
        for condition in self.rules_apply.values():
            for player in range(self.unit.players):
                scope = Scope(k.num(player), {}, registers=False)
                with f.when(self.c.expressions.holds(condition, f, scope)):
                    f.set(found, k.TRUE)
        return found

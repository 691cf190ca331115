"""Incremental evaluation of end rules: those that only the piece just placed can make true are looked for from there.

This holds while no such line or connection was there before. Playouts ask that once, at their start; every turn that
makes one ends the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Action
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope
from .lines import LineWords
from .sides import Sides
from .union_find import Groups

if TYPE_CHECKING:
    from ..compiler import Compiler


class Fresh:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.trusted = self._only_placed()
        self.lasts = self.trusted and all(self._stays_there(action) for action in self.rules.actions)
        self.lines = LineWords(compiler)
        self.sides = Sides(compiler)
        self.groups = Groups(compiler)

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

    def _stays_there(self, action: Action) -> bool:
        """Whether pieces are placed on empty sites only, so that whatever stands somewhere stays."""
        return action.verb != "place" or (action.path is None and action.to is not None and self._is_empty(action.to))

    def _is_empty(self, node: rx.Expr) -> bool:
        match node:
            case rx.EmptySites():
                return True
            case rx.Intersection():
                return any(self._is_empty(item) for item in node.items)
            case rx.Union():
                return all(self._is_empty(item) for item in node.items)
            case rx.Difference():
                return self._is_empty(node.left)
            case rx.DefineCall():
                return self._is_empty(self.rules.defines[node.define].body)
        return False

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
        """The line, connection or ring a condition asks for, if the new piece tells about it."""
        inner = node.item if isinstance(node, rx.NotEmpty) else node
        if isinstance(inner, rx.LineOf) and self._is_mine(inner.item):
            if self.unit.layout.words == 1 and (self._lines_asked < 2 or not self.lasts):
                return None  # on a board of one word the whole set is looked through as quickly, once
            if self.lasts:
                self.lines.keep(inner)
            return inner
        if isinstance(inner, rx.Intersection) and len(inner.items) == 2 and self.lasts:
            joined, goal = inner.items
            known = (rx.FixedOf, rx.Fixed)
            if not isinstance(joined, rx.Joined) or joined.way is not None or not self._is_mine(joined.within):
                return None
            if isinstance(goal, known) and isinstance(joined.seeds, known):
                self.sides.keep(node)
                return inner
        if isinstance(node, rx.AnyOf | rx.NotEmpty) and self.lasts and any(map(self._is_ring, self._parts(node))):
            return node
        return None

    @staticmethod
    def _parts(node: rx.Expr) -> tuple[rx.Expr, ...]:
        return node.items if isinstance(node, rx.AnyOf) else (node,)

    def _is_ring(self, node: rx.Expr) -> bool:
        return isinstance(node, rx.NotEmpty) and self.groups.encloses(node.item)

    @staticmethod
    def _is_mine(node: rx.Expr) -> bool:
        return isinstance(node, rx.Pattern) and node.owner is rx.Owner.MINE

    @property
    def _lines_asked(self) -> int:
        """How many end rules ask for a line."""
        asked = [rule.condition.item for rule in self.rules.end if isinstance(rule.condition, rx.NotEmpty)]
        return sum(isinstance(item, rx.LineOf) for item in asked)

    @cached_property
    def is_used(self) -> bool:
        """Whether the end of a turn has to know where a piece was placed."""
        asked = [node for rule in self.rules.end if rule.condition is not None for node in self._walk(rule.condition)]
        if self.lasts and any(self.groups.is_asked_by(node) for node in asked):
            self.groups.keep()
        return bool(self.rules_apply) or self.groups.is_kept

    def _walk(self, node: rx.Node) -> Iterator[rx.Node]:
        """A condition and whatever the names in it stand for."""
        for inner in rx.walk(node):
            yield inner
            if isinstance(inner, rx.DefineCall):
                yield from self._walk(self.rules.defines[inner.define].body)

    def begin(self, f: Builder) -> None:
        """Works out what playouts keep up to date. A position can begin anywhere, and so can a turn by the list."""
        if not self.is_used and not self.c.empties.is_kept and not self.c.room.is_kept:
            return

        def write(g: Builder) -> None:
            self.c.empties.begin(g)
            self.c.room.begin(g)
            self.sides.begin(g, self.rules_apply)
            self.lines.begin(g)
            self.groups.begin(g)

        about = "what playouts keep up to date"
        f.call(self.unit.function("begin", "begin_playout", [], None, write, about, "never"))

    def note(self, f: Builder, scope: Scope, target: Ex) -> None:
        """A piece was placed on a site (-1: none was): what is kept follows."""
        if self.is_used:
            self.lines.note(f, scope, target)
            self.groups.note(f, scope, target)

    def holds(self, node: rx.Expr, f: Builder, scope: Scope, target: Ex) -> Ex:
        """The condition, after a piece was placed on a site (-1: nothing was placed, so nothing is new)."""
        inner = self._shape(node)
        if isinstance(inner, rx.LineOf) and self.lines.keeps(inner):
            return self.lines.holds(inner, f)
        if inner is node:
            parts = [partial(self._part, part, f, scope) for part in self._parts(node)]
            return self.c.expressions.chain(f, parts, False)
        found = f.var(k.FALSE, "fresh")
        with f.when(target.ge(0)):
            if isinstance(inner, rx.LineOf):
                f.set(found, self.c.lines.in_line(inner, target, f, scope))
            else:
                assert isinstance(inner, rx.Intersection)
                f.set(found, self.sides.joins(node, inner, target, f, scope))
        return found

    def _part(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        """One of several conditions; a ring is looked for only if the new piece closes one."""
        if not self._is_ring(node):
            return self.c.expressions.holds(node, f, scope)
        found = f.var(k.FALSE, "ring")
        with f.when(self.groups.closes):
            f.set(found, self.c.expressions.holds(node, f, scope))
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

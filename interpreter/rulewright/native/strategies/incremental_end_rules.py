"""Incremental evaluation of end rules: those that only the piece just placed can make true are looked for from there.

This holds while no such line or connection was there before. Playouts ask that once, at their start; every turn that
makes one ends the game.

Serves: gomoku, havannah, hex, y, yavalath
Gain: 4.8 times in playouts of havannah
Needs: turns do nothing to pieces of the mover but place one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Action
from ..decide.plan import LEFT_OUT, EndRulePlan, KeptPlan, Refusal
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope
from ..lowering_part import Lowering
from . import incremental_flood, rotated_bitboards, union_find
from .incremental_flood import Sides
from .rotated_bitboards import LineWords
from .union_find import Groups

NAME = "incremental_end_rules"


def plan(ask: Questions, without: frozenset[str]) -> KeptPlan:
    """Which end rules are asked of the new piece alone, and how."""
    why = only_placed(ask)
    if why or NAME in without:
        return KeptPlan(refused=((NAME, why or LEFT_OUT),))
    rules, refused = [], list[tuple[str, str]]()
    for number, rule in enumerate(ask.rules.end, 1):
        if rule.condition is None or rule.otherwise is not None:
            continue
        found = _end_rule(ask, rule.condition, without)
        if isinstance(found, EndRulePlan):
            rules.append(found)
        else:
            refused.append((f"end rule {number}", found.why))
    # Names are followed: a group may be asked for anywhere in what they stand for.
    asked = [node for rule in ask.rules.end if rule.condition is not None for node in _walk(ask, rule.condition)]
    groups = lasts(ask) and any(union_find.asks_for_group(ask, node) for node in asked)
    groups = groups or any(rule.strategy == union_find.NAME for rule in rules)
    groups = groups and union_find.NAME not in without and union_find.plan(ask) is None
    return KeptPlan(tuple(rules), groups, refused=tuple(refused))


def only_placed(ask: Questions) -> str:
    """Why turns do more to pieces of the mover than to place one of them; nothing if they do not."""
    rules = ask.rules
    if rules.when_turn_ends or rules.when_out or len(rules.layers) > 1 or rules.stack > 1:
        return "there are layers or stacks, or something happens at the end of a turn"
    placed = 0
    for turn in (turn for phase in rules.phases for turn in phase.turns):
        nodes = list(rx.walk(turn))
        if any(isinstance(node, rt.InOrder) and len(node.items) > 1 for node in nodes):
            return "turns have several parts"
        if any(isinstance(node, rt.Repeat | rt.RepeatWhile | rt.Chance) for node in nodes):
            return "turns have several parts"
        for node in nodes:
            if not isinstance(node, rt.Do):
                continue
            action = rules.actions[node.action]
            if action.verb == "place" and action.piece is not None and not action.effects and not action.before:
                if action.piece.kind is None or not isinstance(action.piece.owner, rx.Me):
                    return "pieces of others are placed"
                placed += 1
            elif action.verb is not None or not all(isinstance(effect, fx.SwapSides) for effect in action.effects):
                return "turns do more than place a piece"
    return "" if placed else "no pieces are placed"


def lasts(ask: Questions) -> bool:
    """Whether pieces are placed on empty sites only, so that whatever stands somewhere stays."""
    return not only_placed(ask) and all(_stays_there(ask, action) for action in ask.rules.actions)


def _stays_there(ask: Questions, action: Action) -> bool:
    return action.verb != "place" or (action.path is None and action.to is not None and _is_empty(ask, action.to))


def _is_empty(ask: Questions, node: rx.Expr) -> bool:
    match node:
        case rx.EmptySites():
            return True
        case rx.Intersection():
            return any(_is_empty(ask, item) for item in node.items)
        case rx.Union():
            return all(_is_empty(ask, item) for item in node.items)
        case rx.Difference():
            return _is_empty(ask, node.left)
        case rx.DefineCall():
            return _is_empty(ask, ask.rules.defines[node.define].body)
    return False


def _end_rule(ask: Questions, node: rx.Expr, without: frozenset[str]) -> EndRulePlan | Refusal:
    """The line, connection or ring a condition asks for, if the new piece tells about it."""
    inner, stays = node.item if isinstance(node, rx.NotEmpty) else node, lasts(ask)
    if isinstance(inner, rx.LineOf) and _is_mine(inner.item):
        if ask.words == 1 and (_lines_asked(ask) < 2 or not stays):
            return Refusal("on a board of one word the whole set is looked through as quickly, once")
        kept = stays and rotated_bitboards.NAME not in without and rotated_bitboards.plan(ask, inner) is None
        return EndRulePlan(node, inner, rotated_bitboards.NAME if kept else NAME)
    if not stays:
        return Refusal("pieces may be placed on others")
    if incremental_flood.NAME not in without:
        flood = incremental_flood.plan(node)
        if not isinstance(flood, Refusal):
            return EndRulePlan(node, flood, incremental_flood.NAME)
    rings = isinstance(node, rx.AnyOf | rx.NotEmpty) and any(_is_ring(ask, part) for part in _parts(node))
    if rings and union_find.NAME not in without:
        return EndRulePlan(node, node, union_find.NAME)
    return Refusal("it asks for no line, connection or ring of the mover")


def _parts(node: rx.Expr) -> tuple[rx.Expr, ...]:
    return node.items if isinstance(node, rx.AnyOf) else (node,)


def _is_ring(ask: Questions, node: rx.Expr) -> bool:
    return isinstance(node, rx.NotEmpty) and union_find.encloses(ask, node.item)


def _is_mine(node: rx.Expr) -> bool:
    return isinstance(node, rx.Pattern) and node.owner is rx.Owner.MINE


def _lines_asked(ask: Questions) -> int:
    """How many end rules ask for a line."""
    asked = [rule.condition.item for rule in ask.rules.end if isinstance(rule.condition, rx.NotEmpty)]
    return sum(isinstance(item, rx.LineOf) for item in asked)


def _walk(ask: Questions, node: rx.Node) -> Iterator[rx.Node]:
    """A condition and whatever the names in it stand for."""
    for inner in rx.walk(node):
        yield inner
        if isinstance(inner, rx.DefineCall):
            yield from _walk(ask, ask.rules.defines[inner.define].body)


class Fresh(Lowering):
    def setup(self) -> None:
        self.kept = self.c.plan.kept
        self.lines = LineWords(self.c)
        self.sides = Sides(self.c)
        self.groups = Groups(self.c)
        self._rules = {id(rule.condition): rule for rule in self.kept.end_rules}

    @cached_property
    def is_used(self) -> bool:
        """Whether the end of a turn has to know where a piece was placed. Makes room for what is kept."""
        self.groups.keep()
        for rule in self.kept.end_rules:
            if rule.strategy == rotated_bitboards.NAME:
                assert isinstance(rule.inner, rx.LineOf)
                self.lines.keep(rule.inner)
            elif rule.strategy == incremental_flood.NAME:
                self.sides.keep(rule.condition)
        return bool(self.kept.end_rules) or self.kept.groups

    def asks(self, condition: rx.Expr | None) -> bool:
        """Whether an end rule is asked of the new piece alone."""
        return id(condition) in self._rules

    def begin(self, f: Builder) -> None:
        """Works out what playouts keep up to date. A position can begin anywhere, and so can a turn by the list."""
        if not self.is_used and not self.c.empties.is_kept and not self.c.room.is_kept:
            return

        def write(g: Builder) -> None:
            self.c.empties.begin(g)
            self.c.room.begin(g)
            self.sides.begin(g, self.kept.end_rules)
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
        rule = self._rules[id(node)]
        if rule.strategy == rotated_bitboards.NAME:
            assert isinstance(rule.inner, rx.LineOf)
            return self.lines.holds(rule.inner, f)
        if rule.strategy == union_find.NAME:
            parts = [partial(self._part, part, f, scope) for part in _parts(node)]
            return self.c.expressions.chain(f, parts, False)
        found = f.var(k.FALSE, "fresh")
        with f.when(target.ge(0)):
            if isinstance(rule.inner, rx.LineOf):
                f.set(found, self.c.lines.in_line(rule.inner, target, f, scope))
            else:
                f.set(found, self.sides.joins(rule, target, f, scope))
        return found

    def _part(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        """One of several conditions; a ring is looked for only if the new piece closes one."""
        if not _is_ring(self.c.ask, node):
            return self.c.expressions.holds(node, f, scope)
        found = f.var(k.FALSE, "ring")
        with f.when(self.groups.closes):
            f.set(found, self.c.expressions.holds(node, f, scope))
        return found

    def before(self, f: Builder) -> Ex:
        """Whether something is there already, for any player: then the start is no start for playouts like these."""
        found = f.var(k.FALSE, "there")
        for rule in self.kept.end_rules:
            for player in range(self.unit.players):
                scope = Scope(k.num(player), {}, registers=False)
                with f.when(self.c.expressions.holds(rule.condition, f, scope)):
                    f.set(found, k.TRUE)
        return found

"""Bit sets instead of candidates: all sites of a piece that is placed are offered at once, where each is surely legal.

A turn of one part is, if the plan says so of its action. A turn of several plain placements is while there are as many
empty sites as it can have parts.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ...analysis.effects import may_fail
from ...rules import effects as fx
from ...rules import turns as rt
from ...rules.game import Action
from ..decide.plan import Leaf
from ..ir import expressions as k
from ..ir.expressions import INT, SET, Ex
from ..ir.program import Builder, Function
from ..lower.scope import Scope
from ..strategies.empties import is_plain
from .script import Script

if TYPE_CHECKING:
    from ..compiler import Compiler


class PlacementMasks:
    def __init__(self, compiler: Compiler, script: Script) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.script = script

    # ------------------------------------------------------------ what is surely legal

    @cached_property
    def whole(self) -> set[int]:
        """Nodes that are whole turns, and legal wherever the tests of their action hold."""
        if self.rules.prefer is not None or self.rules.must is not None:
            return set()
        turns = (turn for turn in self.c.plan.turns if turn.second is None and turn.strategy)
        return {id(leaf.node) for turn in turns for leaf in turn.leaves if leaf.sure and leaf.clear}

    @cached_property
    def parts(self) -> dict[int, int]:
        """Nodes of turns that are nothing but plain placements, with how many parts the turn has at most."""
        rules = self.rules
        judged = self.c.forbids_repetition or may_fail(rules, rules.when_turn_ends)
        if rules.prefer is not None or rules.must is not None or judged or rules.stack > 1 or rules.unbounded:
            return {}
        found: dict[int, int] = {}
        for turn in (turn for phase in self.unit.facts.segments for row in phase for turn in row):
            most = self._most_parts(turn)
            nodes = [node for node in _leaves(turn) if isinstance(node, rt.Do)]
            if most is not None and all(self._is_plain(rules.actions[node.action]) for node in nodes):
                found |= {id(node): most for node in nodes}
        return found

    def _most_parts(self, turn: rt.Turn) -> int | None:
        match turn:
            case rt.Do():
                return 1
            case rt.InOrder():
                found = [self._most_parts(item) for item in turn.items]
                return None if None in found else sum(each or 0 for each in found)
            case rt.Repeat():
                inner = self._most_parts(turn.item)
                return None if turn.high is None or inner is None else turn.high * inner
        return None

    def _is_plain(self, action: Action) -> bool:
        """Whether a piece is placed on any empty site, and nothing happens but that the turn may end."""
        effects = (effect.effect if isinstance(effect, fx.Conditional) else effect for effect in action.effects)
        if (
            action.verb != "place"
            or action.again is not None
            or not all(isinstance(one, fx.EndTurn) for one in effects)
        ):
            return False
        return is_plain(self.c.ask, replace(action, effects=()))

    # ------------------------------------------------------------ all at once

    def serves(self, node: rt.Do, me: Ex) -> bool:
        """Whether all targets of an action are known as a set."""
        action = self.rules.actions[node.action]
        if id(node) not in self.whole and id(node) not in self.parts:
            return False
        if action.verb != "place" or action.to is None or action.path is not None or action.start is not None:
            return False
        if action.choices or action.lets or action.again is not None or len(self._entries(action)) != 1:
            return False
        scope = Scope(me, {}, action=node.action)
        asked = action.condition
        return asked is None or is_general(self.rules, asked) or self.c.slots.asks(action, scope)

    def _entries(self, action: Action) -> list[tuple[int, int]]:
        return list(self.unit.facts.trays.entries(action))

    def offer(self, node: rt.Do, f: Builder, me: Ex, top: Ex) -> None:
        """Where the path has come to this part, all its targets are offered, and the function returns."""
        action, memory = self.rules.actions[node.action], self.script.memory
        kind, state = self._entries(action)[0]
        hand = self.script.numbers.hand(k.num(kind), k.num(state))
        fits = f.call(self._is_at_front(), top, hand, name="fits").ne(0)
        if id(node) not in self.whole:
            empty = k.set_minus(k.sites(self.rules.board.all_sites), self.c.pieces.occupied(0))
            fits = k.both(fits, k.count(empty).ge(self.parts[id(node)]))
        with f.when(fits):
            scope = Scope(me, {}, action=node.action)
            allowed = k.TRUE
            if action.condition is not None and is_general(self.rules, action.condition):
                allowed = f.let(self.c.expressions.holds(action.condition, f, scope), "allowed")
            slot = self.c.slots.placing(Leaf(node, action, True), f, scope, allowed)
            with f.when(slot.amount.eq(0)):
                f.ret(0)
            f.call(self._offered(), top, hand, slot.members)
            f.store_set(memory.mask, slot.members)
            f.ret(1)

    def _is_at_front(self) -> Function:
        """Whether nothing is found yet, and all that was decided lies before the target of this part."""
        memory = self.script.memory

        def write(f: Builder) -> None:
            top, hand = f.params
            for at in (memory.found, memory.probing, memory.measuring):
                with f.when(k.load(64, at).ne(0)):
                    f.ret(0)
            given = f.let(k.load(64, memory.given), "given")
            with f.when(given.gt(top)):
                named = (memory.told(memory.path, top) >> 1).eq(hand)
                f.ret(k.as_int(k.both(given.eq(top + 1), named)))
            with f.count_to(top, "place", given) as place:
                with f.when((memory.told(memory.row, place) & 1).ne(0)):
                    f.ret(0)
            f.ret(1)

        params = [("top", INT), ("hand", INT)]
        return self.unit.function(
            ("decisions", "at_front"), "is_at_front", params, INT, write, "are the next targets asked?"
        )

    def _offered(self) -> Function:
        """All targets of a part are legal: that is how the path may go on."""
        memory = self.script.memory

        def write(f: Builder) -> None:
            top, hand, members = f.params
            with f.count_to(top, "place", k.load(64, memory.given)) as place:
                memory.say(f, memory.path, place, memory.told(memory.row, place))
            memory.say(f, memory.path, top, hand * 2)
            memory.say(f, memory.path, top + 1, k.first(members) * 2 + 1)
            f.store(64, memory.found, 1)
            f.store(64, memory.front, top + 1)
            f.store(64, memory.length, top + 3)
            f.store(64, memory.enough, top + 1)

        params = [("top", INT), ("hand", INT), ("members", SET)]
        return self.unit.function(
            ("decisions", "at_once"), "offered_at_once", params, None, write, "all targets are offered"
        )


def _leaves(turn: rt.Turn) -> list[rt.Turn]:
    inner = [item for item in turn.children() if isinstance(item, rt.Turn)]
    return [leaf for item in inner for leaf in _leaves(item)] if inner else [turn]


__all__ = ["PlacementMasks"]

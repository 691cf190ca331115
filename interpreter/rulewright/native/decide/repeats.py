"""Repeats that only go on: no state comes twice in a turn, so that what follows depends on the state alone."""

from __future__ import annotations

from ...analysis.conditions import same
from ...reference.position import Position
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Action, Choice, VariableSpec
from ...rules.types import Type
from .static import Question


class Repeats(Question):
    def never_returns(self, item: rt.Turn) -> bool:
        """Whether each pass counts a variable up, or each counts it down, so that no state comes twice."""
        actions = [self.rules.actions[node.action] for node in rx.walk(item) if isinstance(node, rt.Do)]
        if not actions or any(action.again is not None for action in actions):
            return False
        steps: dict[int, set[int]] = {}
        for action in actions:
            nodes = [node for effect in (*action.before, *action.effects) for node in rx.walk(effect)]
            nodes += [node for effect in self.rules.when_captured or () for node in rx.walk(effect)]
            if any(isinstance(node, fx.HookEffect) for node in nodes):
                return False
            for node in nodes:
                if isinstance(node, fx.Assign):
                    steps.setdefault(node.variable, set()).add(self._step(node))
        for variable, signs in steps.items():
            if len(signs) == 1 and 0 not in signs and all(self._counts(action, variable) for action in actions):
                return True
        return False

    def _counts(self, action: Action, variable: int) -> bool:
        """Whether an action always counts a variable on: it has not come to the end of its range (D62)."""
        spec = self.rules.variables[variable]
        parts = action.condition.items if isinstance(action.condition, rx.AllOf) else (action.condition,)
        for effect in action.effects:
            if not isinstance(effect, fx.Assign) or effect.variable != variable:
                continue
            step = self._step(effect)
            assert isinstance(effect.value, rx.SumOf) and isinstance(effect.value.items[1], rx.Number)
            by = effect.value.items[1].value
            for node in parts:
                asked = isinstance(node, rx.Comparison) and same(node.left, effect.value.items[0])
                if not asked or not isinstance(node, rx.Comparison) or not isinstance(node.right, rx.Number):
                    continue
                least = {">": node.right.value + 1, ">=": node.right.value}.get(node.sign)
                most = {"<": node.right.value - 1, "<=": node.right.value}.get(node.sign)
                down = step < 0 and least is not None and least - by >= spec.low
                up = step > 0 and most is not None and most + by <= spec.high
                if (down or up) and self._in_range(effect.index, action, spec):
                    return True
        return False

    def _in_range(self, index: rx.Expr | None, action: Action, spec: VariableSpec) -> bool:
        """Whether an entry of a variable is one that there is."""
        if spec.per_range is None:
            return index is None or isinstance(index, rx.Me)
        low, high = spec.per_range
        for choice in action.choices:
            if isinstance(index, rx.Local) and index.name == choice.name and choice.type is Type.NUMBER:
                return all(low <= value <= high for domain in self._numbers(choice) for value in domain)
        return isinstance(index, rx.Number) and low <= index.value <= high

    @staticmethod
    def _step(node: fx.Assign) -> int:
        """1 if a variable is counted up by a fixed number, -1 if down, 0 if anything else is done to it."""
        value = node.value
        if not isinstance(value, rx.SumOf) or len(value.items) != 2:
            return 0
        one, by = value.items
        same_one = isinstance(one, rx.Variable) and one.variable == node.variable and same(one.index, node.index)
        if not same_one or not isinstance(by, rx.Number) or by.value <= 0 or value.signs[0] != 1:
            return 0
        return value.signs[1]

    def _numbers(self, choice: Choice) -> list[list[int]]:
        domain = self.static.engine.candidates.domain
        players = range(len(self.rules.players))
        rows = [domain(Position(), player, choice.values, choice.type) for player in players]
        return [[value for value in row if isinstance(value, int)] for row in rows]

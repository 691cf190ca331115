"""Which actions can come before which in a turn: what `ACTION.x` may look back at (semantics D8)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..syntax import ast


@dataclass(slots=True)
class TurnOrder:
    """For each action the actions that can have been done before it; likewise for each guard."""

    before: dict[str, set[str]] = field(default_factory=dict)
    guards: dict[int, frozenset[str]] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    chance: set[str] = field(default_factory=set)
    together: set[str] = field(default_factory=set)

    def assume(self, actions: list[str]) -> None:
        """Without the turn nobody knows the order, so nobody is told that it is wrong."""
        self.done |= set(actions)
        for action in actions:
            self.before.setdefault(action, set()).update(actions)

    def add(self, turn: ast.Turn) -> None:
        self.done |= self._walk(turn, frozenset())

    def _walk(self, node: ast.Turn, before: frozenset[str]) -> frozenset[str]:
        """What can have been done after the node, if `before` can have been done before it."""
        match node:
            case ast.DoAction():
                self.before.setdefault(node.name.text, set()).update(before)
                return before | {node.name.text}
            case ast.TurnGroup():
                return self._walk(node.item, before)
            case ast.TurnElse() | ast.TurnOr():
                found = before
                for item in node.items:
                    found |= self._walk(item, before)
                return found
            case ast.TurnThen():
                for item in node.items:
                    before = self._walk(item, before)
                return before
            case ast.Part():
                if node.condition is not None:
                    self.guards[id(node)] = before
                if node.how == "chance" and isinstance(node.item, ast.DoAction):
                    self.chance.add(node.item.name.text)
                after = self._walk(node.item, before)
                if node.how == "together":
                    self.together |= self._walk(node.item, frozenset())
                return after
            case ast.RepeatTurn():
                return self._walk(node.item, self._walk(node.item, before))
            case ast.RepeatWhile():
                after = self._walk(node.item, self._walk(node.item, before))
                self.guards[id(node)] = after
                return after
        raise AssertionError(f"no rule for {type(node).__name__}")

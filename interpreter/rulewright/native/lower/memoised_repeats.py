"""Memoisation of repeats: where no state comes twice in a turn, what follows depends on the state alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.conditions import same
from ...reference.hashing import mix
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Action, VariableSpec
from ...rules.types import Type
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder, Function
from .lowering_context import LIGHT, Unit

if TYPE_CHECKING:
    from ..compiler import Compiler

_SALT = 0x5851F42D4C957F2D  # tells the same value at one place from that at another


class Onward:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.rules = compiler.rules

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
                return all(low <= value <= high for domain in self.c.values.domains(choice) for value in domain)
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


class Known:
    """States met in the middle of turns, with how many turns go on from there; one place for many, the last stays."""

    _BITS = 13

    def __init__(self, unit: Unit, f: Builder, passes: int) -> None:
        """After a pass of the repeat that counts its passes at an address."""
        self.f, self.layout, self.unit = f, unit.layout, unit
        # Beside what the turn has changed, the list it belongs to: the same changes elsewhere are another state.
        whose = k.load(64, passes) + (k.load(64, self.layout.list_number) << 32)
        if unit.mode == LIGHT:
            self.key = f.let(unit.signs.all() + whose * _SALT + k.signed(mix(passes)), "key")
        else:
            self.sign, self.rest = _state_sign(unit, f)
            self.key = self.unit.mix(f, self.unit.mix(f, self.sign + whose) + self.rest + passes)
        self.at = f.let((self.key >> (64 - self._BITS)) * 16 + self.layout.known, "at")

    def is_there(self) -> Ex:
        return k.load(64, self.at).eq(self.key)

    def found(self) -> Ex:
        return k.load(64, self.at + 8)

    def go_on(self) -> None:
        """Another pass begins here."""
        if self.unit.mode == LIGHT:
            return
        self.unit.write(self.f, 64, self.layout.route_hash, self.sign)
        self.unit.write(self.f, 64, self.layout.route_rest, self.rest)
        self.unit.write(self.f, 64, self.layout.route_mark, k.load(64, self.layout.log_top) + 1)

    def keep(self, found: Ex) -> None:
        self.f.store(64, self.at, self.key)
        self.f.store(64, self.at + 8, found)


def _state_sign(unit: Unit, f: Builder) -> tuple[Ex, Ex]:
    """A number for what the turn has changed of the exact state and the result, and one for the rest."""
    layout = unit.layout
    changed = f.call(_changes(unit), k.load(64, layout.route_mark), layout.error)
    sign = f.let(k.load(64, layout.route_hash) + changed, "sign")
    return sign, f.let(k.load(64, layout.route_rest) + k.load(64, layout.changed_rest), "rest")


def turn_sign(unit: Unit, f: Builder) -> Ex:
    """A number for what the turn has changed of the exact state and the result."""
    layout = unit.layout
    changed = f.call(_changes(unit), k.load(64, layout.route_mark), layout.result_end)
    return f.let(k.load(64, layout.route_hash) + changed, "sign")


def _changes(unit: Unit) -> Function:
    """What the log has added to the number of a state: that of each word now, less that of the word before."""
    layout = unit.layout
    derived, end = layout.derived

    def write(f: Builder) -> None:
        start, limit = f.params
        sign, rest = f.var(k.num(0), "sign"), f.var(k.num(0), "rest")
        stamp = f.let(k.load(64, layout.stamp) + 1, "stamp")
        f.store(64, layout.stamp, stamp)
        with f.count_to(k.load(64, layout.log_top), "line", start) as line:
            at = f.let(k.load(64, line * 16 + layout.log), "at")
            with f.when(k.either(at.ge(limit), k.both(at.ge(derived), at.lt(end)))):
                f.again()
            stamped = f.let(at + layout.stamps)
            with f.when(k.load(64, stamped).eq(stamp)):
                f.again()
            f.store(64, stamped, stamp)
            value, before = f.let(k.load(64, at), "value"), f.let(k.load(64, line * 16 + (layout.log + 8)), "before")
            with f.when(value.ne(before)):
                salt = f.let(at * _SALT, "salt")
                change = f.let(unit.mix(f, salt + value) - unit.mix(f, salt + before), "change")
                exact = f.let(at.lt(layout.result_end))
                f.set(sign, sign + k.select(exact, change, 0))
                f.set(rest, rest + k.select(exact, 0, change))
        f.store(64, layout.changed_rest, rest)
        f.ret(sign)

    params = [("start", INT), ("limit", INT)]
    return unit.function("changes", "what_changed", params, INT, write, "what has changed below an address")


__all__ = ["Known", "Onward", "turn_sign"]

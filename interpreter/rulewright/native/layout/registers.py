"""Memory inside a turn, and variables: how values are kept in words."""

from __future__ import annotations

from ...analysis.facts import Register, name_kind
from ...analysis.variables import entry_count, start_value
from ...rules.game import VariableSpec
from ...rules.types import Type
from ..decide.plan import GENERAL, LIGHT
from ..ir import Builder, Ex, Operand, k
from ..lower.scope import Scope, Val
from ..lowering_part import Lowering


class Registers(Lowering):
    """Everything is kept so that words of zeros mean nothing: sites and kinds are kept one higher."""

    def _raised(self, register: Register) -> bool:
        kind = self.facts.register_kind(register)
        if kind == "site":
            return True
        owner, field = register
        if field == "kind":
            return True
        if kind != "int" or field == "load" or not isinstance(owner, int):
            return False
        action = self.c.rules.actions[owner]
        types = {choice.name: choice.type for choice in action.choices}
        types |= {let.name: let.value.type for let in action.lets}
        return types.get(field) in (Type.KIND, Type.WORD)

    def read(self, register: Register) -> Val:
        at = self.layout.registers[register]
        kind = self.facts.register_kind(register)
        if kind == "set":
            return Val("set", k.load_set(at))
        value = k.load(64, at)
        if kind == "bool":
            return Val("bool", value.ne(0))
        return Val(kind, value - 1 if self._raised(register) else value)

    def write(self, f: Builder, register: Register, val: Val) -> None:
        if register not in self.layout.registers:
            return
        at = self.layout.registers[register]
        kind = self.facts.register_kind(register)
        if kind == "set":
            self.unit.write_set(f, at, val.as_set)
            return
        value = k.first(val.ex) if kind == "site" and val.kind == "set" else val.ex
        if value.ty == k.BOOL:
            value = k.as_int(value)
        self.unit.write(f, 64, at, value + 1 if self._raised(register) else value)

    def remember(self, f: Builder, action: int, scope: Scope) -> None:
        """A part was done: whatever somebody looks back at is kept."""
        for owner, field in self.layout.registers:
            if owner not in (action, "last", "turn"):
                continue
            val = self._value(field, scope)
            if owner == "turn":
                known = self.read((owner, field))
                self.write(f, (owner, field), Val("set", k.set_or(known.ex, val.as_set)))
            else:
                self.write(f, (owner, field), val)
        if action in self.layout.done:
            self.unit.write(f, 64, self.layout.done[action], 1)
        if self.is_read(self.layout.part_count):
            self.unit.write(f, 64, self.layout.part_count, k.load(64, self.layout.part_count) + 1)

    def _value(self, field: str, scope: Scope) -> Val:
        if field in ("origin", "target", "passed", "it", "kind", "dir", "load"):
            return self.c.expressions.word(field, scope)
        known = scope.names.get(field)
        if known is not None:
            return known
        kind = "set"
        for action in self.c.rules.actions:
            if self.facts.number(action) == scope.action:
                kind = name_kind(action, field)
        empty = {"set": k.NOTHING, "site": k.num(-1), "bool": k.FALSE}
        return Val(kind, empty.get(kind, k.num(0)))

    def whole_chain(self, f: Builder, action: int, origin: Ex, passed: Ex) -> None:
        """A chain is over: its origin is that of the first hop, what it passed all together."""
        for owner in (action, "last"):
            self.write(f, (owner, "origin"), Val("site", origin))
            self.write(f, (owner, "passed"), Val("set", passed))

    def is_read(self, at: int) -> bool:
        """Whether a counter of the turn matters; playouts leave out what no rule asks for."""
        if self.unit.mode == GENERAL or self.facts.calls_hooks:
            return True
        layout, counters = self.layout, self.facts.counters
        return {
            layout.last_sown: self.facts.sows,
            layout.captures: "captures" in counters,
            # A turn that changes nothing but this is one; where that is asked, it has to be kept.
            layout.taken: self.unit.is_logged or self.facts.taken_is_read,
            layout.part_count: "parts" in counters,
            # It stays from one segment to the next, and light turns keep it with the rest of the drawn turn.
            layout.empty_action: self.facts.segmented or self.unit.mode == LIGHT,
            layout.did_something: "passes" in counters or self.c.forbids_repetition,
            layout.passes: "passes" in counters,
            layout.turns: "round" in counters,
        }.get(at, True)

    def clear(self, f: Builder, logged: bool) -> None:
        """A turn begins: nothing has been done in it."""
        start, end = self.layout.registers_range
        for at in range(start, end, 8):
            if not self.is_read(at):
                continue
            if logged:
                with f.when(k.load(64, at).ne(0)):
                    self.unit.write(f, 64, at, 0)
            else:
                f.store(64, at, 0)

    def clear_last(self, f: Builder) -> None:
        """A segment of a turn is over: what is the last part of the turn now, and counts that no rule asks for."""
        layout = self.layout
        counts = {"captures": layout.captures, "parts": layout.part_count, "last_sown": layout.last_sown}
        for name, at in counts.items():
            if name not in self.facts.words and self.is_read(at):
                self.unit.write(f, 64, at, 0)
        for (owner, _field), at in self.layout.registers.items():
            if owner == "last":
                size = self.layout.set_size if self.facts.register_kind((owner, _field)) == "set" else 8
                for word in range(at, at + size, 8):
                    self.unit.write(f, 64, word, 0)

    # ------------------------------------------------------------ variables

    def stored_start(self, spec: VariableSpec) -> int:
        start = start_value(spec)
        return -1 if start is None else start

    @staticmethod
    def variable(at: Ex) -> Ex:
        """The value: the low half of its word, with sign; the age is the high half."""
        return _signed32(k.load(32, at))

    def assign(self, f: Builder, spec: VariableSpec, at: Operand, value: Ex) -> None:
        age = spec.lasts + 1 if spec.lasts is not None else 0
        if spec.type is Type.NUMBER:
            value = f.let(value)
            value = f.let(k.select(value.lt(spec.low), spec.low, value))
            value = k.select(value.gt(spec.high), spec.high, value)
        word = f.let((value & 0xFFFFFFFF) | (age << 32), "word")
        # What is set back to a fixed value at the end of turns mostly has it: then there is nothing to take back.
        with f.when(k.load(64, at).ne(word) if self.unit.is_logged and word.const is not None else k.TRUE):
            self.unit.write(f, 64, at, word, self.layout.variables[self.c.rules.variables.index(spec)])

    def expire(self, f: Builder) -> None:
        """A turn is over: variables that last count down."""
        for number, spec in enumerate(self.c.rules.variables):
            if spec.lasts is None:
                continue
            start = self.stored_start(spec) & 0xFFFFFFFF
            for entry in range(entry_count(self.facts.rules, spec)):
                at = self.layout.variables[number] + 8 * entry
                word = f.let(k.load(64, at))
                age = f.let(word >> 32)
                left = f.let(k.select(age.gt(1), age - 1, 0))
                kept = k.select(left.gt(0), (word & 0xFFFFFFFF) | (left << 32), start)
                fresh = f.let(kept)
                with f.when(fresh.ne(word)):
                    self.unit.write(f, 64, at, fresh)


def _signed32(value: Ex) -> Ex:
    return ((value ^ 0x80000000) & 0xFFFFFFFF) - 0x80000000


class ExactRegisters(Registers):
    """Those of turns that lead to positions somebody reads: every counter is kept, as in the list of moves."""

    def is_read(self, at: int) -> bool:
        return True

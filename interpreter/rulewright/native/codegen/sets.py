"""Bit sets in LLVM assembly: up to six words are one wide integer, larger ones live in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from ..ir import expressions as k
from ..ir.expressions import INT, SET, Ex, Look, Var
from .values import PLAIN, SITES
from .vectors import Vectors


class Sets(Vectors):
    def value(self, ex: Ex) -> str:
        plain = PLAIN.get(ex.op)
        if plain is not None:
            return self.op(plain % tuple([self.value(arg) for arg in ex.args]))
        if type(ex) is Ex:  # asked first, because there are many of them
            return _OTHERS[ex.op](self, ex)
        match ex:
            case k.Const():
                return self.const(ex)
            case k.Var():
                return self.var(ex)
            case k.Load():
                return self.load(ex)
            case k.Look():
                return self.look(ex) if ex.ty == INT else self.look_set(ex)
            case k.Call():
                return self.call(ex)
            case k.Peek():
                return self.peek(ex)
            case k.Shifted():
                return self.site_off(ex) if ex.ty == INT else self.set_shift(ex)
            case k.Real():
                return self.real(ex)
            case k.SeenAlong():
                return self.seen_along(ex)
            case k.Stretches():
                return self.filled(ex) if ex.op == "filled" else self.completing(ex)
            case k.BytesBetween():
                return self.bytes_between(ex)
            case k.TorusSteps():
                return self.torus_steps(ex)
            case k.TorusWalk():
                return self.torus_walk(ex)
        raise NotImplementedError(ex.op)

    def _new_set(self) -> str:
        self.number += 1
        name = f"%.t{self.number}"
        self.allocas.append(f"  {name} = alloca [{self.module.words} x i64]")
        return name

    def set_binary(self, ex: Ex) -> str:
        op = ex.op.removeprefix("set_")
        a, b = self.both_values(ex)
        if self.module.big:
            made = self._new_set()
            self.line(f"call void @big_{op}(ptr {made}, ptr {a}, ptr {b})")
            return made
        if op == "minus":
            b = self.op(f"xor {self.wide} {b}, -1")
        return self.op(f"{'and' if op == 'minus' else op} {self.wide} {a}, {b}")

    def set_shift(self, ex: k.Shifted) -> str:
        source, by = self.value(ex.args[0]), ex.by
        if self.module.big:
            made = self._new_set()
            self.line(f"call void @big_shift(ptr {made}, ptr {source}, i64 {by})")
            return made
        if abs(by) >= 64 * self.module.words:
            return "0"
        return self.op(f"{'shl' if by > 0 else 'lshr'} {self.wide} {source}, {abs(by)}")

    def one(self, ex: Ex) -> str:
        site = self.value(ex.args[0])
        if self.module.big:
            made = self._new_set()
            self.line(f"call void @big_one(ptr {made}, i64 {site})")
            return made
        return self.op(f"call {self.wide} @set_one(i64 {site})")

    def measure(self, ex: Ex, ty: str = "i64") -> str:
        """How many sites a set has, its first site, or whether it has any."""
        return self.op(f"call {ty} @set_{ex.op}({self.module.type(SET)} {self.value(ex.args[0])})")

    def bytes_between(self, ex: k.BytesBetween) -> str:
        """All bytes at once, as a vector; what lies behind them is looked at too, and left out."""
        (start,), count, low, high = ex.args, ex.count, ex.low, ex.high
        lanes = max(16, 1 << (count - 1).bit_length())
        shape = f"<{lanes} x i8>"
        held = self.op(f"load {shape}, ptr {self.address(start.args[0], lanes)}, align 1")
        above = self.op(f"sub {shape} {held}, <{', '.join([f'i8 {low}'] * lanes)}>")
        fits = self.op(f"icmp ule {shape} {above}, <{', '.join([f'i8 {high - low}'] * lanes)}>")
        found = self.op(f"bitcast <{lanes} x i1> {fits} to i{lanes}")
        if lanes < 64:
            found = self.op(f"zext i{lanes} {found} to i64")
        return self.op(f"and i64 {found}, {(1 << count) - 1 if count < 64 else -1}")

    def some(self, ex: Ex) -> str:
        if self.module.big:
            return self.measure(ex, "i1")
        return self.op(f"icmp ne {self.wide} {self.value(ex.args[0])}, 0")

    def set_eq(self, ex: Ex) -> str:
        a, b = self.both_values(ex)
        if self.module.big:
            return self.op(f"call i1 @big_equal(ptr {a}, ptr {b})")
        return self.op(f"icmp eq {self.wide} {a}, {b}")

    def torus_steps(self, ex: k.TorusSteps) -> str:
        """Calls the functions for some steps around a torus."""
        assert self.module.big
        number = self.module.torus.setdefault(ex.steps, len(self.module.torus))
        given = [f"ptr {self.value(arg)}" for arg in ex.args]
        name = ex.op.replace("_", f"_{number}_")
        if ex.ty != SET:
            return self.op(f"call i1 @{name}({', '.join(given)})")
        made = self._new_set()
        self.line(f"call void @{name}({', '.join([f'ptr {made}', *given])})")
        return made

    def torus_walk(self, ex: k.TorusWalk) -> str:
        number = self.module.walks.setdefault(ex.moves, len(self.module.walks))
        made = self._new_set()
        held, start = self.both_values(ex)
        self.line(f"call void @walk_{number}(ptr {made}, ptr {held}, ptr {start})")
        return made

    def nth(self, ex: Ex) -> str:
        given, number = self.both_values(ex)
        return self.op(f"call i64 @set_nth({self.module.type(SET)} {given}, i64 {number})")

    def has(self, ex: Ex) -> str:
        members, place = ex.args
        if self.module.words == 1:
            bit = self.op(f"lshr i64 {self.value(members)}, {self.value(place)}")
            return self.op(f"trunc i64 {bit} to i1")
        site = self.value(place)
        word = self.op(f"lshr i64 {site}, 6")
        if members.op in ("load_set", "look_set", "const") or self.module.big or self._lies_by_words(members):
            start = self._where(members)
            address = self.op(f"getelementptr i64, ptr {start}, i64 {word}")
            held = self.op(f"load i64, ptr {address}")
        else:
            given = self.value(members)
            held = self.op(f"trunc {self.wide} {given} to i64")
            for number in range(1, self.module.words):
                shifted = self.op(f"lshr {self.wide} {given}, {64 * number}")
                part = self.op(f"trunc {self.wide} {shifted} to i64")
                here = self.op(f"icmp eq i64 {word}, {number}")
                held = self.op(f"select i1 {here}, i64 {part}, i64 {held}")
        bit = self.op(f"lshr i64 {held}, {self.op(f'and i64 {site}, 63')}")
        return self.op(f"trunc i64 {bit} to i1")

    def _where(self, members: Ex) -> str:
        """The address of a set in memory."""
        if members.op == "load_set":
            return self.address(members.args[0], self.set_bytes)
        if isinstance(members, Look):
            return self.entry(members.table, members.args[0], self.set_bytes)
        if members.const is not None:
            return self.module.constant(members.const)
        return f"%{members.name}" if self._lies_by_words(members) else self.value(members)

    def _lies_by_words(self, members: Ex) -> TypeGuard[Var]:
        return isinstance(members, Var) and members.name in self.by_words

    def _words_from(self, address: str) -> str:
        """A set from memory, word by word: vectors would have to wait for a word that was just written."""
        found = ""
        for number in range(self.module.words):
            place = self.op(f"getelementptr i8, ptr {address}, i64 {8 * number}")
            word = self.op(f"zext i64 {self.op(f'load i64, ptr {place}, align 8')} to {self.wide}")
            if number:
                word = self.op(f"shl {self.wide} {word}, {64 * number}")
                word = self.op(f"or {self.wide} {found}, {word}")
            found = word
        return found

    def load_set(self, ex: Ex) -> str:
        at = ex.args[0]
        address = self.address(at, self.set_bytes)
        if self.module.words == 1:
            only_sites = f", !range !{SITES}" if self.module.program.sites < 64 else ""
            return self.op(f"load i64, ptr {address}, align 8{self.kind_of_memory(64, at)}{only_sites}")
        return address if self.module.big else self._words_from(address)

    def look_set(self, ex: k.Look) -> str:
        address = self.entry(ex.table, ex.args[0], self.set_bytes)
        return address if self.module.big else self.op(f"load {self.wide}, ptr {address}, align 8")

    def call(self, ex: k.Call) -> str:
        if ex.ty == SET and self.module.big:
            made = self._new_set()
            self._call(ex, made)
            return made
        found = self._call(ex, None)
        assert found is not None
        return found


_OTHERS: dict[str, Callable[[Sets, Ex], str]] = {
    "eq": Sets.equal,
    "ne": Sets.equal,
    "both": Sets.joined,
    "either": Sets.joined,
    "rarely": Sets.rarely,
    "select": Sets.select,
    "lowest": Sets.lowest,
    "callback": Sets.callback,
    "invoke": Sets.invoke,
    "load_set": Sets.load_set,
    "set_and": Sets.set_binary,
    "set_or": Sets.set_binary,
    "set_minus": Sets.set_binary,
    "set_eq": Sets.set_eq,
    "one": Sets.one,
    "has": Sets.has,
    "some": Sets.some,
    "count": Sets.measure,
    "first": Sets.measure,
    "nth": Sets.nth,
    "folded": Sets.folded,
    "largest": Sets.largest,
    "equal_words": Sets.equal_words,
}

"""Sets of sites in LLVM assembly: up to six words are one wide integer, larger ones live in memory."""

from __future__ import annotations

from ..kernel.expressions import SET, Ex
from .values import SITES
from .vectors import Vectors


class Sets(Vectors):
    def _new_set(self) -> str:
        self.number += 1
        name = f"%.t{self.number}"
        self.allocas.append(f"  {name} = alloca [{self.module.words} x i64]")
        return name

    def _set_binary(self, ex: Ex, op: str) -> str:
        a, b = self.value(ex.args[0]), self.value(ex.args[1])  # type: ignore[arg-type]
        if self.module.big:
            made = self._new_set()
            self.line(f"call void @big_{op}(ptr {made}, ptr {a}, ptr {b})")
            return made
        if op == "minus":
            b = self.op(f"xor {self.wide} {b}, -1")
        return self.op(f"{'and' if op == 'minus' else op} {self.wide} {a}, {b}")

    def _on_set_and(self, ex: Ex) -> str:
        return self._set_binary(ex, "and")

    def _on_set_or(self, ex: Ex) -> str:
        return self._set_binary(ex, "or")

    def _on_set_minus(self, ex: Ex) -> str:
        return self._set_binary(ex, "minus")

    def _on_set_shift(self, ex: Ex) -> str:
        source, by = self.value(ex.args[0]), ex.args[1]  # type: ignore[arg-type]
        assert isinstance(by, int)
        if self.module.big:
            made = self._new_set()
            self.line(f"call void @big_shift(ptr {made}, ptr {source}, i64 {by})")
            return made
        if abs(by) >= 64 * self.module.words:
            return "0"
        return self.op(f"{'shl' if by > 0 else 'lshr'} {self.wide} {source}, {abs(by)}")

    def _on_one(self, ex: Ex) -> str:
        site = self.value(ex.args[0])  # type: ignore[arg-type]
        if self.module.big:
            made = self._new_set()
            self.line(f"call void @big_one(ptr {made}, i64 {site})")
            return made
        return self.op(f"call {self.wide} @set_one(i64 {site})")

    def _measure(self, ex: Ex, name: str, ty: str = "i64") -> str:
        given = self.value(ex.args[0])  # type: ignore[arg-type]
        shape = "ptr" if self.module.big else self.wide
        return self.op(f"call {ty} @set_{name}({shape} {given})")

    def _on_count(self, ex: Ex) -> str:
        return self._measure(ex, "count")

    def _on_first(self, ex: Ex) -> str:
        return self._measure(ex, "first")

    def _on_bytes_between(self, ex: Ex) -> str:
        """All bytes at once, as a vector; what lies behind them is looked at too, and left out."""
        start, count, low, high = ex.args
        assert isinstance(start, Ex) and isinstance(count, int) and isinstance(low, int) and isinstance(high, int)
        lanes = max(16, 1 << (count - 1).bit_length())
        shape = f"<{lanes} x i8>"
        held = self.op(f"load {shape}, ptr {self.address(start.args[1], lanes)}, align 1")  # type: ignore[arg-type]
        above = self.op(f"sub {shape} {held}, <{', '.join([f'i8 {low}'] * lanes)}>")
        fits = self.op(f"icmp ule {shape} {above}, <{', '.join([f'i8 {high - low}'] * lanes)}>")
        found = self.op(f"bitcast <{lanes} x i1> {fits} to i{lanes}")
        if lanes < 64:
            found = self.op(f"zext i{lanes} {found} to i64")
        return self.op(f"and i64 {found}, {(1 << count) - 1 if count < 64 else -1}")

    def _on_some(self, ex: Ex) -> str:
        if self.module.big:
            return self._measure(ex, "some", "i1")
        return self.op(f"icmp ne {self.wide} {self.value(ex.args[0])}, 0")  # type: ignore[arg-type]

    def _on_set_eq(self, ex: Ex) -> str:
        a, b = self.value(ex.args[0]), self.value(ex.args[1])  # type: ignore[arg-type]
        if self.module.big:
            return self.op(f"call i1 @big_equal(ptr {a}, ptr {b})")
        return self.op(f"icmp eq {self.wide} {a}, {b}")

    def _torus(self, ex: Ex) -> tuple[str, list[str]]:
        """The functions for some steps around a torus, and the sets they are given."""
        steps, *sets = ex.args
        assert self.module.big
        number = self.module.torus.setdefault(steps, len(self.module.torus))  # type: ignore[arg-type]
        return f"@torus_{number}", [f"ptr {self.value(given)}" for given in sets]  # type: ignore[arg-type]

    def _torus_set(self, ex: Ex, what: str) -> str:
        name, given = self._torus(ex)
        made = self._new_set()
        self.line(f"call void {name}_{what}({', '.join([f'ptr {made}', *given])})")
        return made

    def _on_torus_step(self, ex: Ex) -> str:
        return self._torus_set(ex, "step")

    def _on_torus_flood(self, ex: Ex) -> str:
        return self._torus_set(ex, "flood")

    def _on_torus_walk(self, ex: Ex) -> str:
        moves, held, start = ex.args
        number = self.module.walks.setdefault(moves, len(self.module.walks))  # type: ignore[arg-type]
        made = self._new_set()
        given = f"ptr {made}, ptr {self.value(held)}, ptr {self.value(start)}"  # type: ignore[arg-type]
        self.line(f"call void @walk_{number}({given})")
        return made

    def _on_torus_meets(self, ex: Ex) -> str:
        name, given = self._torus(ex)
        return self.op(f"call i1 {name}_meets({', '.join(given)})")

    def _on_nth(self, ex: Ex) -> str:
        given, number = self.value(ex.args[0]), self.value(ex.args[1])  # type: ignore[arg-type]
        shape = "ptr" if self.module.big else self.wide
        return self.op(f"call i64 @set_nth({shape} {given}, i64 {number})")

    def _on_has(self, ex: Ex) -> str:
        members, place = ex.args
        assert isinstance(members, Ex) and isinstance(place, Ex)
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
            return self.address(members.args[0], self.set_bytes)  # type: ignore[arg-type]
        if members.op == "look_set":
            return self._entry(members, self.set_bytes)
        if members.op == "const":
            return self.module.constant(members.const or 0)
        return f"%{members.args[0]}" if self._lies_by_words(members) else self.value(members)

    def _lies_by_words(self, members: Ex) -> bool:
        return members.op == "var" and members.args[0] in self.by_words

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

    def _on_load_set(self, ex: Ex) -> str:
        at = ex.args[0]
        assert isinstance(at, Ex)
        address = self.address(at, self.set_bytes)
        if self.module.words == 1:
            only_sites = f", !range !{SITES}" if self.module.program.sites < 64 else ""
            return self.op(f"load i64, ptr {address}, align 8{self.kind_of_memory(64, at)}{only_sites}")
        return address if self.module.big else self._words_from(address)

    def _on_look_set(self, ex: Ex) -> str:
        address = self._entry(ex, self.set_bytes)
        return address if self.module.big else self.op(f"load {self.wide}, ptr {address}, align 8")

    # ------------------------------------------------------------ calls that may give sets

    def _on_call(self, ex: Ex) -> str:
        if ex.ty == SET and self.module.big:
            made = self._new_set()
            self._call(ex, made)
            return made
        found = self._call(ex, None)
        assert found is not None
        return found

"""The kernel as LLVM assembly. Sets of up to six words are one wide integer, larger ones live in memory."""

from __future__ import annotations

import math
import struct

from ..kernel import program as k
from ..kernel.program import BOOL, INT, REAL, SET, Block, Ex, Function, Program, Table
from .runtime import runtime_text
from .torus import torus_declarations, torus_text, walk_text

_BINARY = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "and": "and",
    "or": "or",
    "xor": "xor",
    "shl": "shl",
    "shr": "lshr",
}
_REALS = {"fadd": "fadd", "fsub": "fsub", "fmul": "fmul", "fdiv": "fdiv"}
_REAL_SIGNS = {"feq": "oeq", "fne": "one", "flt": "olt", "fle": "ole"}
_SIGNS = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle"}
WIDEST_REGISTER_SET = 6  # words


def words_of(program: Program) -> int:
    return max(1, (program.sites + 63) // 64)


def assembly(program: Program, *, checked: bool, pdep: bool, error_at: int) -> str:
    """The whole module as text."""
    words = words_of(program)
    parts = [runtime_text(words, words > WIDEST_REGISTER_SET, pdep)]
    module = _Module(program, words, checked, error_at)
    bodies = [_Body(module, function).text() for function in program.functions]
    parts.extend(_table_text(program.tables[name], words) for name in sorted(module.looked_at))
    parts.extend(_table_text(table, words) for table in module.constants.values())
    for function in program.externals:
        types = ", ".join(["ptr", *(module.type(ty) for _, ty in function.params)])
        parts.append(
            f"declare {'void' if function.gives is None else module.type(function.gives)} @{function.name}({types})"
        )
    side = math.isqrt(64 * words)
    parts.extend(torus_text(number, side, steps) for steps, number in module.torus.items())
    parts.extend(walk_text(number, side, moves) for moves, number in module.walks.items())
    if module.torus or module.walks:
        parts.append(torus_declarations(side))
    parts.extend(bodies)
    return "\n".join(parts)


def _table_text(table: Table, words: int) -> str:
    width = words * 64 if table.width == 0 else table.width
    data = b"".join((value & ((1 << width) - 1)).to_bytes(width // 8, "little") for value in table.values)
    # Room behind the end: a set or a word may be read from the last entry.
    data += bytes(16)
    written = data.hex("\\").upper()
    return f'@{table.name} = internal unnamed_addr constant [{len(data)} x i8] c"\\{written}", align 64'


class _Module:
    def __init__(self, program: Program, words: int, checked: bool, error_at: int) -> None:
        self.program = program
        self.words = words
        self.big = words > WIDEST_REGISTER_SET
        self.checked = checked
        self.error_at = error_at
        self.constants: dict[int, Table] = {}
        self.looked_at: set[str] = set()
        self.torus: dict[k.Steps, int] = {}  # the steps that functions for a torus are needed for
        self.walks: dict[k.Moves, int] = {}

    def constant(self, value: int) -> str:
        """A constant set in memory."""
        if value not in self.constants:
            self.constants[value] = Table(f"set_{len(self.constants)}", 0, (value,))
        return f"@{self.constants[value].name}"

    def type(self, ty: str) -> str:
        if ty == SET:
            return "ptr" if self.big else f"i{64 * self.words}"
        return {INT: "i64", REAL: "double"}.get(ty, "i1")


class _Body:
    """One function."""

    def __init__(self, module: _Module, function: Function) -> None:
        self.module = module
        self.function = function
        self.lines: list[str] = []
        self.allocas: list[str] = []
        self.number = 0
        self.loops: list[tuple[str, str]] = []
        self.dead = False
        self.wide = f"i{64 * module.words}"
        self.set_bytes = 8 * module.words

    def text(self) -> str:
        function, module = self.function, self.module
        params = ["ptr %m"]
        if function.gives == SET and module.big:
            params.append("ptr %out")
        params.extend(f"{module.type(ty)} %{name}" for name, ty in function.params)
        self._names = {name for name, _ in function.params}
        gives = (
            "void" if function.gives is None or (function.gives == SET and module.big) else module.type(function.gives)
        )
        for name, ty in function.variables.items():
            if name not in self._names:
                shape = f"[{module.words} x i64]" if ty == SET and module.big else module.type(ty)
                self.allocas.append(f"  %{name} = alloca {shape}")
        for name, size in function.buffers.items():
            self.allocas.append(f"  %{name} = alloca [{size} x i8], align 16")
        self.block(function.body)
        if not self.dead:
            nothing = {"void": "void", "i1": "i1 false", "double": "double 0.0"}.get(gives, f"{gives} 0")
            self.line(f"ret {nothing}")
        linkage = "" if function.exported else "internal "
        attributes = {"always": "alwaysinline nounwind", "never": "noinline nounwind", "": "nounwind"}[function.inline]
        head = f"define {linkage}{gives} @{function.name}({', '.join(params)}) {attributes} {{\nentry:"
        return "\n".join([head, *self.allocas, *self.lines, "}"])

    # ------------------------------------------------------------ lines

    def line(self, text: str) -> None:
        self.lines.append("  " + text)

    def op(self, text: str) -> str:
        self.number += 1
        name = f"%.{self.number}"
        self.lines.append(f"  {name} = {text}")
        return name

    def label(self) -> str:
        self.number += 1
        return f".l{self.number}"

    def place(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.dead = False

    def jump(self, label: str) -> None:
        if not self.dead:
            self.line(f"br label %{label}")
        self.dead = True

    # ------------------------------------------------------------ statements

    def block(self, block: Block) -> None:
        for statement in block:
            if self.dead:
                return
            getattr(self, f"_do_{statement[0]}")(*statement[1:])

    def _do_set(self, name: str, value: Ex) -> None:
        if value.ty == SET and self.module.big:
            if value.op == "call":
                self._call(value, f"%{name}")
                return
            source = self.value(value)
            self.line(f"call void @big_copy(ptr %{name}, ptr {source})")
            return
        ty = self.module.type(value.ty)
        self.line(f"store {ty} {self.value(value)}, ptr %{name}")

    def _do_include(self, name: str, site: Ex) -> None:
        place = self.value(site)
        if not self.module.big:
            before = self.op(f"load {self.wide}, ptr %{name}")
            bit = self.op(f"call {self.wide} @set_one(i64 {place})")
            self.line(f"store {self.wide} {self.op(f'or {self.wide} {before}, {bit}')}, ptr %{name}")
            return
        address = self.op(f"getelementptr i64, ptr %{name}, i64 {self.op(f'lshr i64 {place}, 6')}")
        bit = self.op(f"shl i64 1, {self.op(f'and i64 {place}, 63')}")
        held = self.op(f"load i64, ptr {address}")
        self.line(f"store i64 {self.op(f'or i64 {held}, {bit}')}, ptr {address}")

    def _do_store(self, width: int, at: Ex, value: Ex) -> None:
        given = self.value(value)
        if width < 64:
            given = self.op(f"trunc i64 {given} to i{width}")
        self.line(f"store i{width} {given}, ptr {self.address(at, width // 8)}")

    def _do_copy(self, to: Ex, source: Ex, size: Ex) -> None:
        most = size.const or 0
        target, start, given = self.address(to, most), self.address(source, most), self.value(size)
        self.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {target}, ptr align 8 {start}, i64 {given}, i1 false)")

    def _do_store_set(self, at: Ex, value: Ex) -> None:
        given = self.value(value)
        address = self.address(at, self.set_bytes)
        if self.module.big:
            self.line(f"call void @big_copy(ptr {address}, ptr {given})")
        else:
            self.line(f"store {self.wide} {given}, ptr {address}, align 8")

    def _do_poke(self, buffer: str, width: int, index: Ex, value: Ex) -> None:
        given = self.value(value)
        if width < 64:
            given = self.op(f"trunc i64 {given} to i{width}")
        offset = self.value(index * (width // 8))
        self.line(f"store i{width} {given}, ptr {self.op(f'getelementptr i8, ptr %{buffer}, i64 {offset}')}")

    def _do_do(self, value: Ex) -> None:
        self._call(value, None)

    def _do_return(self, value: Ex | None) -> None:
        if value is None:
            self.line("ret void")
        elif value.ty == SET and self.module.big:
            self.line(f"call void @big_copy(ptr %out, ptr {self.value(value)})")
            self.line("ret void")
        else:
            self.line(f"ret {self.module.type(value.ty)} {self.value(value)}")
        self.dead = True

    def _do_if(self, condition: Ex, yes: Block, no: Block) -> None:
        then, other, end = self.label(), self.label(), self.label()
        self.condition(condition, then, other if no else end)
        self.place(then)
        self.block(yes)
        self.jump(end)
        if no:
            self.place(other)
            self.block(no)
            self.jump(end)
        self.place(end)

    def condition(self, condition: Ex, yes: str, no: str) -> None:
        """Jumps by a condition; the right side of `both` and `either` is only evaluated if it matters."""
        if condition.op in ("both", "either") and _costs(condition.args[1]):  # type: ignore[arg-type]
            middle = self.label()
            left, right = condition.args
            if condition.op == "both":
                self.condition(left, middle, no)  # type: ignore[arg-type]
            else:
                self.condition(left, yes, middle)  # type: ignore[arg-type]
            self.place(middle)
            self.condition(right, yes, no)  # type: ignore[arg-type]
            return
        if condition.op == "negate":
            self.condition(condition.args[0], no, yes)  # type: ignore[arg-type]
            return
        self.line(f"br i1 {self.value(condition)}, label %{yes}, label %{no}")
        self.dead = True

    def _do_loop(self, body: Block) -> None:
        head, end = self.label(), self.label()
        self.jump(head)
        self.place(head)
        self.loops.append((head, end))
        self.block(body)
        self.loops.pop()
        self.jump(head)
        self.place(end)

    def _do_once(self, body: Block) -> None:
        end = self.label()
        self.loops.append((end, end))
        self.block(body)
        self.loops.pop()
        self.jump(end)
        self.place(end)

    def _do_for(self, name: str, start: Ex, limit: Ex, body: Block) -> None:
        head, inside, step, end = self.label(), self.label(), self.label(), self.label()
        bound = self.value(limit)
        self.line(f"store i64 {self.value(start)}, ptr %{name}")
        self.jump(head)
        self.place(head)
        here = self.op(f"load i64, ptr %{name}")
        self.line(f"br i1 {self.op(f'icmp slt i64 {here}, {bound}')}, label %{inside}, label %{end}")
        self.place(inside)
        self.loops.append((step, end))
        self.block(body)
        self.loops.pop()
        self.jump(step)
        self.place(step)
        again = self.op(f"load i64, ptr %{name}")
        self.line(f"store i64 {self.op(f'add i64 {again}, 1')}, ptr %{name}")
        self.jump(head)
        self.place(end)

    def _do_each(self, name: str, members: Ex, body: Block) -> None:
        """Word by word, lowest bit first."""
        words = self.module.words
        self.number += 1
        word, place, held = f"%.w{self.number}", f"%.p{self.number}", f"%.h{self.number}"
        self.allocas.append(f"  {word} = alloca i64")
        given = self.value(members)
        single = words == 1
        if not single:
            self.allocas.append(f"  {place} = alloca i64")
            self.allocas.append(f"  {held} = alloca [{words} x i64]")
            if self.module.big:
                self.line(f"call void @big_copy(ptr {held}, ptr {given})")
            else:
                self.line(f"store {self.wide} {given}, ptr {held}, align 8")
            self.line(f"store i64 0, ptr {place}")
        outer, fetch, head, inside, step, end = (self.label() for _ in range(6))
        if single:
            self.line(f"store i64 {given}, ptr {word}")
            self.jump(head)
            step = end
        else:
            self.jump(outer)
            self.place(outer)
            at = self.op(f"load i64, ptr {place}")
            self.line(f"br i1 {self.op(f'icmp ult i64 {at}, {words}')}, label %{fetch}, label %{end}")
            self.place(fetch)
            source = self.op(f"getelementptr i64, ptr {held}, i64 {at}")
            self.line(f"store i64 {self.op(f'load i64, ptr {source}')}, ptr {word}")
            self.jump(head)
        self.place(head)
        bits = self.op(f"load i64, ptr {word}")
        self.line(f"br i1 {self.op(f'icmp ne i64 {bits}, 0')}, label %{inside}, label %{step}")
        self.place(inside)
        low = self.op(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 true)")
        rest = self.op(f"and i64 {bits}, {self.op(f'sub i64 {bits}, 1')}")
        self.line(f"store i64 {rest}, ptr {word}")
        if not single:
            now = self.op(f"load i64, ptr {place}")
            low = self.op(f"add i64 {low}, {self.op(f'shl i64 {now}, 6')}")
        self.line(f"store i64 {low}, ptr %{name}")
        self.loops.append((head, end))
        self.block(body)
        self.loops.pop()
        self.jump(head)
        if not single:
            self.place(step)
            now = self.op(f"load i64, ptr {place}")
            self.line(f"store i64 {self.op(f'add i64 {now}, 1')}, ptr {place}")
            self.jump(outer)
        self.place(end)

    def _do_break(self) -> None:
        self.jump(self.loops[-1][1])

    def _do_continue(self) -> None:
        self.jump(self.loops[-1][0])

    # ------------------------------------------------------------ values

    def value(self, ex: Ex) -> str:
        if ex.op == "const":
            return self._const(ex)
        if ex.op in _BINARY:
            a, b = self.value(ex.args[0]), self.value(ex.args[1])  # type: ignore[arg-type]
            return self.op(f"{_BINARY[ex.op]} i64 {a}, {b}")
        if ex.op in _SIGNS:
            a, b = self.value(ex.args[0]), self.value(ex.args[1])  # type: ignore[arg-type]
            ty = "i1" if ex.args[0].ty == BOOL else "i64"  # type: ignore[attr-defined]
            return self.op(f"icmp {_SIGNS[ex.op]} {ty} {a}, {b}")
        if ex.op in _REALS:
            return self.op(f"{_REALS[ex.op]} double {self.value(ex.args[0])}, {self.value(ex.args[1])}")  # type: ignore[arg-type]
        if ex.op in _REAL_SIGNS:
            a, b = self.value(ex.args[0]), self.value(ex.args[1])  # type: ignore[arg-type]
            return self.op(f"fcmp {_REAL_SIGNS[ex.op]} double {a}, {b}")
        found: str = getattr(self, f"_on_{ex.op}")(ex)
        return found

    def _const(self, ex: Ex) -> str:
        value = ex.const or 0
        if ex.ty == BOOL:
            return "true" if value else "false"
        if ex.ty == SET and self.module.big:
            return self.module.constant(value)
        return str(value)

    def _on_var(self, ex: Ex) -> str:
        name = ex.args[0]
        if name in self._names or (ex.ty == SET and self.module.big):
            return f"%{name}"
        return self.op(f"load {self.module.type(ex.ty)}, ptr %{name}")

    def _on_both(self, ex: Ex) -> str:
        return self._lazy(ex) if _costs(ex.args[1]) else self._strict("and", ex)  # type: ignore[arg-type]

    def _on_either(self, ex: Ex) -> str:
        return self._lazy(ex) if _costs(ex.args[1]) else self._strict("or", ex)  # type: ignore[arg-type]

    def _strict(self, op: str, ex: Ex) -> str:
        return self.op(f"{op} i1 {self.value(ex.args[0])}, {self.value(ex.args[1])}")  # type: ignore[arg-type]

    def _lazy(self, ex: Ex) -> str:
        self.number += 1
        kept = f"%.k{self.number}"
        self.allocas.append(f"  {kept} = alloca i1")
        yes, no, end = self.label(), self.label(), self.label()
        self.condition(ex, yes, no)
        for label, value in ((yes, "true"), (no, "false")):
            self.place(label)
            self.line(f"store i1 {value}, ptr {kept}")
            self.jump(end)
        self.place(end)
        return self.op(f"load i1, ptr {kept}")

    def _on_negate(self, ex: Ex) -> str:
        return self.op(f"xor i1 {self.value(ex.args[0])}, true")  # type: ignore[arg-type]

    def _on_select(self, ex: Ex) -> str:
        condition, a, b = (self.value(arg) for arg in ex.args)  # type: ignore[arg-type]
        ty = self.module.type(ex.ty)
        return self.op(f"select i1 {condition}, {ty} {a}, {ty} {b}")

    def _on_lowest(self, ex: Ex) -> str:
        """The number of the lowest bit, -1 if there is none."""
        bits = self.value(ex.args[0])  # type: ignore[arg-type]
        low = self.op(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 false)")
        return self.op(f"select i1 {self.op(f'icmp eq i64 {bits}, 0')}, i64 -1, i64 {low}")

    def _on_bits(self, ex: Ex) -> str:
        return self.op(f"call i64 @llvm.ctpop.i64(i64 {self.value(ex.args[0])})")  # type: ignore[arg-type]

    def _on_nth_bit(self, ex: Ex) -> str:
        bits, number = self.value(ex.args[0]), self.value(ex.args[1])  # type: ignore[arg-type]
        return self.op(f"call i64 @nth_bit(i64 {bits}, i64 {number})")

    def _on_divide(self, ex: Ex) -> str:
        a, b = self.value(ex.args[0]), self.value(ex.args[1])  # type: ignore[arg-type]
        return self.op(f"udiv i64 {a}, {b}")

    def _on_callback(self, ex: Ex) -> str:
        """Asks the function whose address stands in the block; it gets the block and a number."""
        at, number = ex.args
        target = self.op(f"load ptr, ptr {self.op(f'getelementptr i8, ptr %m, i64 {at}')}")
        return self.op(f"call i64 {target}(ptr %m, i64 {number})")

    def _on_invoke(self, ex: Ex) -> str:
        address, base, *args = (self.value(arg) for arg in ex.args)  # type: ignore[arg-type]
        given = ", ".join([f"ptr {self._pointer(base)}", *(f"i64 {arg}" for arg in args)])
        return self.op(f"call i64 {self._pointer(address)}({given})")

    def _pointer(self, address: str) -> str:
        return self.op(f"inttoptr i64 {address} to ptr")

    # ------------------------------------------------------------ reals

    def _on_real(self, ex: Ex) -> str:
        (value,) = ex.args
        assert isinstance(value, float)
        return f"0x{struct.pack('>d', value).hex().upper()}"

    def _convert(self, ex: Ex, how: str, source: str, target: str) -> str:
        return self.op(f"{how} {source} {self.value(ex.args[0])} to {target}")  # type: ignore[arg-type]

    def _on_to_real(self, ex: Ex) -> str:
        return self._convert(ex, "sitofp", "i64", "double")

    def _on_to_int(self, ex: Ex) -> str:
        return self._convert(ex, "fptosi", "double", "i64")

    def _on_bits_of(self, ex: Ex) -> str:
        return self._convert(ex, "bitcast", "double", "i64")

    def _on_real_of(self, ex: Ex) -> str:
        return self._convert(ex, "bitcast", "i64", "double")

    def _on_root(self, ex: Ex) -> str:
        return self.op(f"call double @llvm.sqrt.f64(double {self.value(ex.args[0])})")  # type: ignore[arg-type]

    def _on_as_int(self, ex: Ex) -> str:
        return self.op(f"zext i1 {self.value(ex.args[0])} to i64")  # type: ignore[arg-type]

    # ------------------------------------------------------------ sets

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

    def _on_until_first(self, ex: Ex) -> str:
        return self._measure(ex, "until_first", self.wide)

    def _on_from_last(self, ex: Ex) -> str:
        return self._measure(ex, "from_last", self.wide)

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
        if members.op in ("load_set", "look_set", "const") or self.module.big:
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
        return self.value(members)

    # ------------------------------------------------------------ memory

    def address(self, at: Ex, size: int) -> str:
        if at.const is not None:
            return self.op(f"getelementptr i8, ptr %m, i64 {at.const}")
        offset = self.value(at)
        if self.module.checked:
            offset = self._checked(offset, self.module.program.block_size - size)
        return self.op(f"getelementptr i8, ptr %m, i64 {offset}")

    def _checked(self, offset: str, limit: int) -> str:
        """Inside the bounds, or 0 and a mark that something is wrong."""
        fine = self.op(f"icmp ule i64 {offset}, {limit}")
        bad, good = self.label(), self.label()
        self.line(f"br i1 {fine}, label %{good}, label %{bad}")
        self.place(bad)
        self.line(f"store i64 1, ptr {self.op(f'getelementptr i8, ptr %m, i64 {self.module.error_at}')}")
        self.jump(good)
        self.place(good)
        return self.op(f"select i1 {fine}, i64 {offset}, i64 0")

    def _on_load(self, ex: Ex) -> str:
        width, at = ex.args
        assert isinstance(width, int) and isinstance(at, Ex)
        held = self.op(f"load i{width}, ptr {self.address(at, width // 8)}")
        return held if width == 64 else self.op(f"zext i{width} {held} to i64")

    def _on_peek(self, ex: Ex) -> str:
        buffer, width, index = ex.args
        assert isinstance(width, int) and isinstance(index, Ex)
        offset = self.value(index * (width // 8))
        held = self.op(f"load i{width}, ptr {self.op(f'getelementptr i8, ptr %{buffer}, i64 {offset}')}")
        return held if width == 64 else self.op(f"zext i{width} {held} to i64")

    def _words_from(self, address: str) -> str:
        """A set from memory, word by word: vectors would have to wait for a word that was just written."""
        if self.module.words == 1:
            return self.op(f"load i64, ptr {address}, align 8")
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
        address = self.address(ex.args[0], self.set_bytes)  # type: ignore[arg-type]
        return address if self.module.big else self._words_from(address)

    def _entry(self, ex: Ex, size: int) -> str:
        name, index = ex.args
        assert isinstance(name, str) and isinstance(index, Ex)
        self.module.looked_at.add(name)
        place = self.value(index)
        if self.module.checked and index.const is None:
            place = self._checked(place, len(self.module.program.tables[name].values) - 1)
        offset = self.op(f"mul i64 {place}, {size}")
        return self.op(f"getelementptr i8, ptr @{name}, i64 {offset}")

    def _on_look(self, ex: Ex) -> str:
        width = self.module.program.tables[ex.args[0]].width  # type: ignore[index]
        held = self.op(f"load i{width}, ptr {self._entry(ex, width // 8)}")
        if width == 64:
            return held
        # Small tables hold sites, with -1 for none.
        return self.op(f"sext i{width} {held} to i64")

    def _on_look_set(self, ex: Ex) -> str:
        address = self._entry(ex, self.set_bytes)
        return address if self.module.big else self.op(f"load {self.wide}, ptr {address}, align 8")

    # ------------------------------------------------------------ calls

    def _on_call(self, ex: Ex) -> str:
        if ex.ty == SET and self.module.big:
            made = self._new_set()
            self._call(ex, made)
            return made
        found = self._call(ex, None)
        assert found is not None
        return found

    def _call(self, ex: Ex, out: str | None) -> str | None:
        function = ex.args[0]
        assert isinstance(function, Function)
        given = ["ptr %m"]
        if function.gives == SET and self.module.big:
            given.append(f"ptr {out}")
        for arg in ex.args[1:]:
            assert isinstance(arg, Ex)
            given.append(f"{self.module.type(arg.ty)} {self.value(arg)}")
        if function.gives is None or (function.gives == SET and self.module.big):
            self.line(f"call void @{function.name}({', '.join(given)})")
            return None
        return self.op(f"call {self.module.type(function.gives)} @{function.name}({', '.join(given)})")


def _costs(ex: Ex) -> bool:
    """Whether evaluating an expression is worth a branch: it reads memory more than once, or calls."""
    waiting, reads = [ex], 0
    while waiting:
        current = waiting.pop()
        if current.op in ("call", "invoke", "count", "first", "set_eq", "nth"):
            return True
        if current.op in ("load", "load_set", "look", "look_set", "peek"):
            reads += 1
            if reads > 2:
                return True
        waiting.extend(arg for arg in current.args if isinstance(arg, Ex))
    return False


__all__ = ["assembly", "k", "words_of"]

"""The kernel as LLVM assembly: modules, functions and statements."""

from __future__ import annotations

import math
from typing import assert_never

from ..ir import statements as st
from ..ir.expressions import INT, SET, Call, Ex, Var
from ..ir.program import Program, Table, no_deeper
from ..ir.statements import Block, Statement
from .runtime import runtime_text
from .set_placement import MOST_CHOSEN, asked_by_site
from .sets import Sets
from .torus import torus_declarations, torus_text, walk_text
from .values import FORESEEN, MEMORY, SITES, WIDEST_REGISTER_SET, Module, Skills


def words_of(program: Program) -> int:
    return max(1, (program.sites + 63) // 64)


def assembly(program: Program, *, checked: bool, skills: Skills, error_at: int) -> str:
    """The whole module as text."""
    words = words_of(program)
    parts = [runtime_text(words, words > WIDEST_REGISTER_SET, skills.deposits)]
    module = Module(program, words, checked, error_at, skills)
    with no_deeper():
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
    parts.extend(sorted(module.declared))
    parts.extend(bodies)
    parts.append(FORESEEN)
    if program.never_by_bytes:
        parts.append(MEMORY)
    if program.sites < 64:
        parts.append(f"!{SITES} = !{{i64 0, i64 {1 << program.sites}}}")
    return "\n".join(parts)


def _table_text(table: Table, words: int) -> str:
    width = words * 64 if table.width == 0 else table.width
    data = b"".join((value & ((1 << width) - 1)).to_bytes(width // 8, "little") for value in table.values)
    # Room behind the end: a set or a word may be read from the last entry.
    data += bytes(16)
    written = data.hex("\\").upper()
    return f'@{table.name} = internal unnamed_addr constant [{len(data)} x i8] c"\\{written}", align 64'


class _Body(Sets):
    """One function: its head and its statements."""

    def text(self) -> str:
        function, module = self.function, self.module
        params = ["ptr %m"]
        if function.gives == SET and module.big:
            params.append("ptr %out")
        params.extend(f"{module.type(ty)} %{name}" for name, ty in function.params)
        gives = (
            "void" if function.gives is None or (function.gives == SET and module.big) else module.type(function.gives)
        )
        for name, ty in function.variables.items():
            if name not in self.given:
                shape = f"[{module.words} x i64]" if ty == SET and module.big else module.type(ty)
                self.allocas.append(f"  %{name} = alloca {shape}")
        if MOST_CHOSEN < module.words <= WIDEST_REGISTER_SET:
            self.by_words = asked_by_site(function)
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

    # ------------------------------------------------------------ statements

    def block(self, block: Block) -> None:
        for statement in block:
            if self.dead:
                return
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case st.Assign():
                self.assign(*statement)
            case st.If():
                self.branch(*statement)
            case st.Store():
                self.store(*statement)
            case st.Return():
                self.give(*statement)
            case st.Do():
                self._call(statement.call, None)
            case st.Break():
                self.jump(self.loops[-1][1])
            case st.Continue():
                self.jump(self.loops[-1][0])
            case st.Each():
                self.each(*statement)
            case st.For():
                self.count_on(*statement)
            case st.Loop():
                self.loop(*statement)
            case st.Once():
                self.once(*statement)
            case st.StoreSet():
                self.store_set(*statement)
            case st.Include():
                self.include(*statement)
            case st.Poke():
                self.poke(*statement)
            case st.Copy():
                self.copy(*statement)
            case st.ListSites():
                self.list_sites(*statement)
            case st.Fill():
                self.fill(*statement)
            case st.AddRows():
                self.add_rows(*statement)
            case _:
                assert_never(statement)

    def assign(self, name: str, value: Ex) -> None:
        if value.ty == SET and self.module.big:
            if isinstance(value, Call):
                self._call(value, f"%{name}")
                return
            source = self.value(value)
            self.line(f"call void @big_copy(ptr %{name}, ptr {source})")
            return
        ty = self.module.type(value.ty)
        self.line(f"store {ty} {self.value(value)}, ptr %{name}")

    def include(self, name: str, site: Ex) -> None:
        place = self.value(site)
        if not self.module.big and name not in self.by_words:
            before = self.op(f"load {self.wide}, ptr %{name}")
            bit = self.op(f"call {self.wide} @set_one(i64 {place})")
            self.line(f"store {self.wide} {self.op(f'or {self.wide} {before}, {bit}')}, ptr %{name}")
            return
        address = self.op(f"getelementptr i64, ptr %{name}, i64 {self.op(f'lshr i64 {place}, 6')}")
        bit = self.op(f"shl i64 1, {self.op(f'and i64 {place}, 63')}")
        held = self.op(f"load i64, ptr {address}")
        self.line(f"store i64 {self.op(f'or i64 {held}, {bit}')}, ptr {address}")

    def list_sites(self, width: int, at: Ex, members: Ex) -> None:
        if self.module.skills.packs_lanes:
            super().list_sites(width, at, members)
            return
        self.number += 1
        names = [f".{what}{self.number}" for what in ("site", "next")]
        self.allocas.extend(f"  %{name} = alloca i64" for name in names)
        site, place = (Var(name, INT) for name in names)
        self.assign(names[1], at)
        self.each(names[0], members, [st.Store(width, place, site), st.Assign(names[1], place + width // 8)])

    def store(self, width: int, at: Ex, value: Ex) -> None:
        given = self.value(value)
        if width < 64:
            given = self.op(f"trunc i64 {given} to i{width}")
        self.line(f"store i{width} {given}, ptr {self.address(at, width // 8)}{self.kind_of_memory(width, at)}")

    def copy(self, to: Ex, source: Ex, size: Ex) -> None:
        most = size.const or 0
        target, start, given = self.address(to, most), self.address(source, most), self.value(size)
        self.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {target}, ptr align 8 {start}, i64 {given}, i1 false)")

    def store_set(self, at: Ex, value: Ex) -> None:
        given = self.value(value)
        address = self.address(at, self.set_bytes)
        if self.module.big:
            self.line(f"call void @big_copy(ptr {address}, ptr {given})")
        else:
            kind = self.kind_of_memory(8 * self.set_bytes, at)
            self.line(f"store {self.wide} {given}, ptr {address}, align 8{kind}")

    def poke(self, buffer: str, width: int, index: Ex, value: Ex) -> None:
        given = self.value(value)
        if width < 64:
            given = self.op(f"trunc i64 {given} to i{width}")
        offset = self.value(index * (width // 8))
        self.line(f"store i{width} {given}, ptr {self.op(f'getelementptr i8, ptr %{buffer}, i64 {offset}')}")

    def give(self, value: Ex | None) -> None:
        if value is None:
            self.line("ret void")
        elif value.ty == SET and self.module.big:
            self.line(f"call void @big_copy(ptr %out, ptr {self.value(value)})")
            self.line("ret void")
        else:
            self.line(f"ret {self.module.type(value.ty)} {self.value(value)}")
        self.dead = True

    def branch(self, condition: Ex, yes: Block, no: Block) -> None:
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

    def loop(self, body: Block) -> None:
        head, end = self.label(), self.label()
        self.jump(head)
        self.place(head)
        self.loops.append((head, end))
        self.block(body)
        self.loops.pop()
        self.jump(head)
        self.place(end)

    def once(self, body: Block) -> None:
        end = self.label()
        self.loops.append((end, end))
        self.block(body)
        self.loops.pop()
        self.jump(end)
        self.place(end)

    def count_on(self, name: str, start: Ex, limit: Ex, body: Block) -> None:
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

    def each(self, name: str, members: Ex, body: Block) -> None:
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

"""Values of the kernel in LLVM assembly: numbers, yes and no, reals, memory and calls."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ..kernel import expressions as k
from ..kernel.expressions import BOOL, INT, REAL, SET, Ex
from ..kernel.program import Function, Program, Table

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
# Kinds of memory, each apart from the other. The number 0 has another meaning: see runtime.
BYTES, WORDS = 4, 5
MEMORY = f"""
!1 = !{{!"memory"}}
!2 = !{{!"bytes", !1, i64 0}}
!3 = !{{!"words", !1, i64 0}}
!{BYTES} = !{{!2, !2, i64 0}}
!{WORDS} = !{{!3, !3, i64 0}}
"""
RARELY = 7
FORESEEN = f'!{RARELY} = !{{!"branch_weights", i32 1, i32 2000}}'
SITES = 6  # which numbers a set of one word can be, where the board does not fill it


@dataclass(frozen=True, slots=True)
class Skills:
    """What the processor does well, as far as it decides how code is written."""

    deposits: bool  # bits to the places of a mask
    counts_lanes: bool  # leading zeros in all lanes of a vector
    packs_lanes: bool  # those of a mask to the front of a vector


class Module:
    """What is the same for all functions of a module, and what they need of it."""

    def __init__(self, program: Program, words: int, checked: bool, error_at: int, skills: Skills) -> None:
        self.program = program
        self.words = words
        self.big = words > WIDEST_REGISTER_SET
        self.checked = checked
        self.error_at = error_at
        self.skills = skills
        self.constants: dict[int, Table] = {}
        self.looked_at: set[str] = set()
        self.torus: dict[k.Steps, int] = {}  # the steps that functions for a torus are needed for
        self.walks: dict[k.Moves, int] = {}
        self.declared: set[str] = set()  # what is done with vectors

    def constant(self, value: int) -> str:
        """A constant set in memory."""
        if value not in self.constants:
            self.constants[value] = Table(f"set_{len(self.constants)}", 0, (value,))
        return f"@{self.constants[value].name}"

    def type(self, ty: str) -> str:
        if ty == SET:
            return "ptr" if self.big else f"i{64 * self.words}"
        return {INT: "i64", REAL: "double"}.get(ty, "i1")


class Values:
    """One function while it is written: its lines, and the values in them."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.function = function
        self.lines: list[str] = []
        self.allocas: list[str] = []
        self.number = 0
        self.loops: list[tuple[str, str]] = []
        self.given = {name for name, _ in function.params}
        self.dead = False
        self.by_words: frozenset[str] = frozenset()  # sets of registers' size that live in memory: see asked
        self.wide = f"i{64 * module.words}"
        self.set_bytes = 8 * module.words

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
        if name in self.given or (ex.ty == SET and self.module.big):
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

    def _on_rarely(self, ex: Ex) -> str:
        return self.value(ex.args[0])  # type: ignore[arg-type]

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

    def _on_site_off(self, ex: Ex) -> str:
        site, by = ex.args
        assert isinstance(site, Ex) and isinstance(by, int)
        return self.op(f"{'add' if by >= 0 else 'sub'} nuw nsw i64 {self.value(site)}, {abs(by)}")

    def _on_bits_of(self, ex: Ex) -> str:
        return self._convert(ex, "bitcast", "double", "i64")

    def _on_real_of(self, ex: Ex) -> str:
        return self._convert(ex, "bitcast", "i64", "double")

    def _on_root(self, ex: Ex) -> str:
        return self.op(f"call double @llvm.sqrt.f64(double {self.value(ex.args[0])})")  # type: ignore[arg-type]

    def _on_as_int(self, ex: Ex) -> str:
        return self.op(f"zext i1 {self.value(ex.args[0])} to i64")  # type: ignore[arg-type]

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
        foreseen = f", !prof !{RARELY}" if condition.op == "rarely" else ""
        self.line(f"br i1 {self.value(condition)}, label %{yes}, label %{no}{foreseen}")
        self.dead = True

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
        held = self.op(f"load i{width}, ptr {self.address(at, width // 8)}{self.kind_of_memory(width, at)}")
        return held if width == 64 else self.op(f"zext i{width} {held} to i64")

    def kind_of_memory(self, width: int, at: Ex) -> str:
        """What tells LLVM that bytes and certain words are never at the same place; all else may be anywhere."""
        apart = self.module.program.never_by_bytes
        if not apart or (width != 8 and (width != 64 or at.const not in apart)):
            return ""
        return f", !tbaa !{BYTES if width == 8 else WORDS}"

    def _on_peek(self, ex: Ex) -> str:
        buffer, width, index = ex.args
        assert isinstance(width, int) and isinstance(index, Ex)
        offset = self.value(index * (width // 8))
        held = self.op(f"load i{width}, ptr {self.op(f'getelementptr i8, ptr %{buffer}, i64 {offset}')}")
        return held if width == 64 else self.op(f"zext i{width} {held} to i64")

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

    # ------------------------------------------------------------ calls

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

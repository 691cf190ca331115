"""Values of the kernel in LLVM assembly: numbers, yes and no, reals, memory and calls."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from dataclasses import dataclass

from ..ir import expressions as k
from ..ir.expressions import BOOL, INT, REAL, SET, Call, Const, Ex, Load, Look, Peek, Real, Shifted, Var
from ..ir.program import Function, Program, Table

# Operations that are one instruction each.
PLAIN = {
    **{name: f"{name} i64 %s, %s" for name in ("add", "sub", "mul", "and", "or", "xor", "shl")},
    **{name: f"{name} double %s, %s" for name in ("fadd", "fsub", "fmul", "fdiv")},
    "shr": "lshr i64 %s, %s",
    "divide": "udiv i64 %s, %s",
    "lt": "icmp slt i64 %s, %s",
    "le": "icmp sle i64 %s, %s",
    "feq": "fcmp oeq double %s, %s",
    "fne": "fcmp one double %s, %s",
    "flt": "fcmp olt double %s, %s",
    "fle": "fcmp ole double %s, %s",
    "negate": "xor i1 %s, true",
    "as_int": "zext i1 %s to i64",
    "bits": "call i64 @llvm.ctpop.i64(i64 %s)",
    "nth_bit": "call i64 @nth_bit(i64 %s, i64 %s)",
    "to_real": "sitofp i64 %s to double",
    "to_int": "fptosi double %s to i64",
    "bits_of": "bitcast double %s to i64",
    "real_of": "bitcast i64 %s to double",
    "root": "call double @llvm.sqrt.f64(double %s)",
}
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


class Values(ABC):
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

    @abstractmethod
    def value(self, ex: Ex) -> str:
        """Writes what makes a value; its name, or itself."""

    def both_values(self, ex: Ex) -> tuple[str, str]:
        """Of an operation with two operands."""
        return self.value(ex.args[0]), self.value(ex.args[1])

    def const(self, ex: Const) -> str:
        if ex.ty == BOOL:
            return "true" if ex.const else "false"
        if ex.ty == SET and self.module.big:
            return self.module.constant(ex.const)
        return str(ex.const)

    def var(self, ex: Var) -> str:
        if ex.name in self.given or (ex.ty == SET and self.module.big):
            return f"%{ex.name}"
        return self.op(f"load {self.module.type(ex.ty)}, ptr %{ex.name}")

    def equal(self, ex: Ex) -> str:
        """Whether two numbers are the same, or differ."""
        a, b = self.both_values(ex)
        return self.op(f"icmp {ex.op} {self.module.type(ex.args[0].ty)} {a}, {b}")

    def joined(self, ex: Ex) -> str:
        """Two conditions: both, or either."""
        if not _costs(ex.args[1]):
            a, b = self.both_values(ex)
            return self.op(f"{'and' if ex.op == 'both' else 'or'} i1 {a}, {b}")
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

    @staticmethod
    def real(ex: Real) -> str:
        return f"0x{struct.pack('>d', ex.value).hex().upper()}"

    def rarely(self, ex: Ex) -> str:
        return self.value(ex.args[0])

    def select(self, ex: Ex) -> str:
        condition, a, b = (self.value(arg) for arg in ex.args)
        ty = self.module.type(ex.ty)
        return self.op(f"select i1 {condition}, {ty} {a}, {ty} {b}")

    def lowest(self, ex: Ex) -> str:
        """The number of the lowest bit, -1 if there is none."""
        bits = self.value(ex.args[0])
        low = self.op(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 false)")
        return self.op(f"select i1 {self.op(f'icmp eq i64 {bits}, 0')}, i64 -1, i64 {low}")

    def callback(self, ex: Ex) -> str:
        """Asks the function whose address stands in the block; it gets the block and a number."""
        at, number = self.both_values(ex)
        target = self.op(f"load ptr, ptr {self.op(f'getelementptr i8, ptr %m, i64 {at}')}")
        return self.op(f"call i64 {target}(ptr %m, i64 {number})")

    def invoke(self, ex: Ex) -> str:
        address, base, *args = (self.value(arg) for arg in ex.args)
        given = ", ".join([f"ptr {self._pointer(base)}", *(f"i64 {arg}" for arg in args)])
        return self.op(f"call i64 {self._pointer(address)}({given})")

    def _pointer(self, address: str) -> str:
        return self.op(f"inttoptr i64 {address} to ptr")

    def site_off(self, ex: Shifted) -> str:
        return self.op(f"{'add' if ex.by >= 0 else 'sub'} nuw nsw i64 {self.value(ex.args[0])}, {abs(ex.by)}")

    def condition(self, condition: Ex, yes: str, no: str) -> None:
        """Jumps by a condition; the right side of `both` and `either` is only evaluated if it matters."""
        if condition.op in ("both", "either") and _costs(condition.args[1]):
            middle = self.label()
            left, right = condition.args
            if condition.op == "both":
                self.condition(left, middle, no)
            else:
                self.condition(left, yes, middle)
            self.place(middle)
            self.condition(right, yes, no)
            return
        if condition.op == "negate":
            self.condition(condition.args[0], no, yes)
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

    def load(self, ex: Load) -> str:
        width, at = ex.width, ex.args[0]
        held = self.op(f"load i{width}, ptr {self.address(at, width // 8)}{self.kind_of_memory(width, at)}")
        return held if width == 64 else self.op(f"zext i{width} {held} to i64")

    def kind_of_memory(self, width: int, at: Ex) -> str:
        """What tells LLVM that bytes and certain words are never at the same place; all else may be anywhere."""
        apart = self.module.program.never_by_bytes
        if not apart or (width != 8 and (width != 64 or at.const not in apart)):
            return ""
        return f", !tbaa !{BYTES if width == 8 else WORDS}"

    def peek(self, ex: Peek) -> str:
        offset = self.value(ex.args[0] * (ex.width // 8))
        held = self.op(f"load i{ex.width}, ptr {self.op(f'getelementptr i8, ptr %{ex.buffer}, i64 {offset}')}")
        return held if ex.width == 64 else self.op(f"zext i{ex.width} {held} to i64")

    def entry(self, name: str, index: Ex, size: int) -> str:
        """The address of an entry of a table."""
        self.module.looked_at.add(name)
        place = self.value(index)
        if self.module.checked and index.const is None:
            place = self._checked(place, len(self.module.program.tables[name].values) - 1)
        offset = self.op(f"mul i64 {place}, {size}")
        return self.op(f"getelementptr i8, ptr @{name}, i64 {offset}")

    def look(self, ex: Look) -> str:
        width = self.module.program.tables[ex.table].width
        held = self.op(f"load i{width}, ptr {self.entry(ex.table, ex.args[0], width // 8)}")
        if width == 64:
            return held
        # Small tables hold sites, with -1 for none.
        return self.op(f"sext i{width} {held} to i64")

    # ------------------------------------------------------------ calls

    def _call(self, ex: Call, out: str | None) -> str | None:
        function = ex.function
        given = ["ptr %m"]
        if function.gives == SET and self.module.big:
            given.append(f"ptr {out}")
        given.extend(f"{self.module.type(arg.ty)} {self.value(arg)}" for arg in ex.args)
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
        waiting.extend(current.args)
    return False

"""The kernel: a small program of whole numbers, yes/no values and sets of sites; search reckons with reals too.

`lower` writes it, `llvm` compiles it, `text` prints it. Expressions are trees without effects (`expressions`); a tree
is evaluated where the statement that holds it stands, so whatever must be read before a write is kept in a variable
(`let`). Memory is one block: every address is an offset into it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from .expressions import INT, Ex, Operand, first, num

Block: TypeAlias = list[tuple[object, ...]]


@dataclass(eq=False)
class Function:
    name: str
    params: list[tuple[str, str]]
    gives: str | None
    about: str = ""
    inline: str = ""  # "always", "never" or "" (the compiler decides)
    exported: bool = False
    body: Block = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    buffers: dict[str, int] = field(default_factory=dict)


@dataclass(eq=False)
class Table:
    """Constant numbers of one width, or sets (width 0)."""

    name: str
    width: int
    values: Sequence[int]


@dataclass(eq=False)
class Program:
    sites: int
    functions: list[Function] = field(default_factory=list)
    externals: list[Function] = field(default_factory=list)  # functions of another program that this one calls
    tables: dict[str, Table] = field(default_factory=dict)
    block_size: int = 0
    # Words at known places that nobody reads or writes byte by byte, so that they can stay in registers meanwhile.
    never_by_bytes: frozenset[int] = frozenset()

    @property
    def statements(self) -> int:
        """How long the program is."""
        return sum(statements(function.body) for function in self.functions)

    def table(self, name: str, width: int, values: Sequence[int]) -> str:
        known = self.tables.get(name)
        if known is None:
            self.tables[name] = Table(name, width, tuple(values))
        return name


def statements(block: Block) -> int:
    """How many statements there are, inner ones too."""
    inner = (part for statement in block for part in statement if isinstance(part, list))
    return len(block) + sum(statements(part) for part in inner)


def called(block: Block) -> Iterator[Function]:
    """The functions that are called in a block, inner blocks too."""
    for statement in block:
        for part in statement:
            if isinstance(part, list):
                yield from called(part)
            elif isinstance(part, Ex) and part.op == "call":
                assert isinstance(part.args[0], Function)
                yield part.args[0]


class Builder:
    """Writes the body of one function."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.block = function.body
        self._number = 0

    @property
    def params(self) -> list[Ex]:
        return [Ex("var", (name,), ty) for name, ty in self.function.params]

    def fresh(self, name: str) -> str:
        self._number += 1
        return f"{name.replace(' ', '_')}{self._number}"

    def emit(self, *statement: object) -> None:
        self.block.append(statement)

    def var(self, value: Ex | int, name: str = "x") -> Ex:
        """A new variable; it can be written again."""
        value = num(value)
        made = self.fresh(name)
        self.function.variables[made] = value.ty
        self.emit("set", made, value)
        return Ex("var", (made,), value.ty)

    def let(self, value: Ex | int, name: str = "x") -> Ex:
        """The value as it is now, kept; what cannot change is not copied."""
        value = num(value)
        return value if value.op == "const" else self.var(value, name)

    def set(self, var: Ex, value: Operand) -> None:
        self.emit("set", var.args[0], num(value))

    def include(self, var: Ex, site: Operand) -> None:
        """Takes a site, which must be on the board, into a set that is kept in a variable."""
        self.emit("include", var.args[0], num(site))

    def poke(self, buffer: str, width: int, index: Operand, value: Operand) -> None:
        self.emit("poke", buffer, width, num(index), num(value))

    def buffer(self, size: int, name: str = "buffer") -> str:
        made = self.fresh(name)
        self.function.buffers[made] = size
        return made

    def store(self, width: int, at: Operand, value: Operand) -> None:
        self.emit("store", width, num(at), num(value))

    def copy(self, to: Operand, source: Operand, size: Operand) -> None:
        """Copies so many bytes inside the block."""
        self.emit("copy", num(to), num(source), num(size))

    def list_sites(self, width: int, at: Ex, members: Ex) -> None:
        """Writes the sites of a set from an address on, ascending; what lies behind them may change too."""
        self.emit("list_sites", width, at, members)

    def fill(self, width: int, at: Ex, amount: int, value: Ex) -> None:
        """Writes the same number so many times, or some more."""
        self.emit("fill", width, at, amount, value)

    def add_rows(self, at: int, size: int, rows: Sequence[tuple[str, Ex, int]]) -> None:
        """Adds rows of small numbers to those at an address, or takes them away: table, where a row begins, 1 or -1."""
        self.emit("add_rows", at, size, tuple(rows))

    def store_set(self, at: Operand, value: Ex) -> None:
        self.emit("store_set", num(at), value)

    def call(self, function: Function, *args: Operand, name: str = "r") -> Ex:
        """Calls a function; its result, if it gives one, is kept in a variable."""
        ex = Ex("call", (function, *(num(arg) for arg in args)), function.gives or INT)
        if function.gives is None:
            self.emit("do", ex)
            return num(0)
        return self.var(ex, name)

    def ret(self, value: Operand | None = None) -> None:
        self.emit("return", None if value is None else num(value))

    def leave(self) -> None:
        self.emit("break")

    def again(self) -> None:
        self.emit("continue")

    @contextmanager
    def within(self, block: Block) -> Iterator[None]:
        outer, self.block = self.block, block
        try:
            yield
        finally:
            self.block = outer

    @contextmanager
    def when(self, condition: Ex) -> Iterator[None]:
        inner: Block = []
        with self.within(inner):
            yield
        if condition.const is not None:
            if condition.const:
                self.block.extend(inner)
        elif inner:
            self.emit("if", condition, inner, [])

    @contextmanager
    def otherwise(self) -> Iterator[None]:
        """Directly after `when` with a condition that is not constant."""
        last = self.block[-1]
        assert last[0] == "if"
        with self.within(last[3]):  # type: ignore[arg-type]
            yield

    def branch(self, condition: Ex) -> tuple[Block, Block]:
        """The two blocks of a condition, to be filled with `within`."""
        yes: Block = []
        no: Block = []
        self.emit("if", condition, yes, no)
        return yes, no

    @contextmanager
    def loop(self) -> Iterator[None]:
        inner: Block = []
        self.emit("loop", inner)
        with self.within(inner):
            yield

    def leave_if(self, condition: Ex) -> None:
        with self.when(condition):
            self.leave()

    @contextmanager
    def count_to(self, limit: Operand, name: str = "i", start: Operand = 0) -> Iterator[Ex]:
        """A loop over start … limit - 1; `again` and `leave` work inside."""
        made = self.fresh(name)
        self.function.variables[made] = INT
        inner: Block = []
        self.emit("for", made, num(start), num(limit), inner)
        with self.within(inner):
            yield Ex("var", (made,), INT)

    @contextmanager
    def each(self, members: Ex, name: str = "site") -> Iterator[Ex]:
        """A loop over the sites of a set, ascending; the set is read once, before the loop."""
        if members.op == "one" or (members.const is not None and members.const.bit_count() == 1):
            site = self.let(first(members), name)
            inner: Block = []
            self.emit("once", inner)
            with self.within(inner):
                if site.const is None:
                    self.leave_if(site.lt(0))
                yield site
            return
        made = self.fresh(name)
        self.function.variables[made] = INT
        inner = []
        self.emit("each", made, members, inner)
        with self.within(inner):
            yield Ex("var", (made,), INT)

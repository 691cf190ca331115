"""The kernel: a small program of whole numbers, yes/no values and sets of sites; search reckons with reals too.

The lowering writes it with a `Builder`, `machine` turns it into LLVM assembly, `text` prints it. Expressions are trees
without effects (`expressions`); a tree is evaluated where the statement that holds it (`statements`) stands, so what
must be read before a write is kept in a variable (`let`). Memory is one block: every address is an offset into it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from . import statements as st
from .expressions import INT, Call, Ex, Operand, Var, first, num
from .statements import Block, Statement
from .walking import length, whole_expressions


@contextmanager
def no_deeper() -> Iterator[None]:
    """Lowers or writes blocks that lie in one another: a file can have more of them than Python has room for."""
    try:
        yield
    except RecursionError:
        raise NotImplementedError("rules with so many parts in a row") from None


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
        return sum(length(function.body) for function in self.functions)

    def table(self, name: str, width: int, values: Sequence[int]) -> str:
        known = self.tables.get(name)
        if known is None:
            self.tables[name] = Table(name, width, tuple(values))
        return name


def called(block: Block) -> Iterator[Function]:
    """The functions that are called in a block, inner blocks too."""
    return (ex.function for ex in whole_expressions(block) if isinstance(ex, Call))


class Builder:
    """Writes the body of one function."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.block = function.body
        self._number = 0

    @property
    def params(self) -> list[Ex]:
        return [Var(name, ty) for name, ty in self.function.params]

    def fresh(self, name: str) -> str:
        self._number += 1
        return f"{name.replace(' ', '_')}{self._number}"

    def emit(self, statement: Statement) -> None:
        self.block.append(statement)

    def var(self, value: Operand, name: str = "x") -> Var:
        """A new variable; it can be written again."""
        value = num(value)
        made = self.fresh(name)
        self.function.variables[made] = value.ty
        self.emit(st.Assign(made, value))
        return Var(made, value.ty)

    def let(self, value: Operand, name: str = "x") -> Ex:
        """The value as it is now, kept; what cannot change is not copied."""
        value = num(value)
        return value if value.const is not None else self.var(value, name)

    def set(self, var: Ex, value: Operand) -> None:
        assert var.name is not None
        self.emit(st.Assign(var.name, num(value)))

    def include(self, var: Ex, site: Operand) -> None:
        assert var.name is not None
        self.emit(st.Include(var.name, num(site)))

    def poke(self, buffer: str, width: int, index: Operand, value: Operand) -> None:
        self.emit(st.Poke(buffer, width, num(index), num(value)))

    def buffer(self, size: int, name: str = "buffer") -> str:
        made = self.fresh(name)
        self.function.buffers[made] = size
        return made

    def store(self, width: int, at: Operand, value: Operand) -> None:
        self.emit(st.Store(width, num(at), num(value)))

    def copy(self, to: Operand, source: Operand, size: Operand) -> None:
        self.emit(st.Copy(num(to), num(source), num(size)))

    def list_sites(self, width: int, at: Ex, members: Ex) -> None:
        self.emit(st.ListSites(width, at, members))

    def fill(self, width: int, at: Ex, amount: int, value: Ex) -> None:
        self.emit(st.Fill(width, at, amount, value))

    def add_rows(self, at: int, size: int, rows: Sequence[tuple[str, Ex, int]]) -> None:
        self.emit(st.AddRows(at, size, tuple(rows)))

    def store_set(self, at: Operand, value: Ex) -> None:
        self.emit(st.StoreSet(num(at), value))

    def call(self, function: Function, *args: Operand, name: str = "r") -> Ex:
        """Calls a function; its result, if it gives one, is kept in a variable."""
        ex = Call(function, tuple(num(arg) for arg in args))
        if function.gives is None:
            self.emit(st.Do(ex))
            return num(0)
        return self.var(ex, name)

    def ret(self, value: Operand | None = None) -> None:
        self.emit(st.Return(None if value is None else num(value)))

    def leave(self) -> None:
        self.emit(st.Break())

    def again(self) -> None:
        self.emit(st.Continue())

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
            self.emit(st.If(condition, inner, []))

    @contextmanager
    def otherwise(self) -> Iterator[None]:
        """Directly after `when` with a condition that is not constant."""
        last = self.block[-1]
        assert isinstance(last, st.If)
        with self.within(last.no):
            yield

    def branch(self, condition: Ex) -> tuple[Block, Block]:
        """The two blocks of a condition, to be filled with `within`."""
        yes: Block = []
        no: Block = []
        self.emit(st.If(condition, yes, no))
        return yes, no

    @contextmanager
    def loop(self) -> Iterator[None]:
        inner: Block = []
        self.emit(st.Loop(inner))
        with self.within(inner):
            yield

    def leave_if(self, condition: Ex) -> None:
        with self.when(condition):
            self.leave()

    @contextmanager
    def each_bit(self, mask: Ex, name: str = "bit") -> Iterator[Ex]:
        """A loop over the numbers of the bits of a word, ascending; the word is read once, before the loop."""
        rest = self.var(mask, "rest")
        with self.loop():
            self.leave_if(rest.eq(0))
            number = self.let(Ex("lowest", (rest,), INT), name)
            self.set(rest, rest & (rest - 1))
            yield number

    @contextmanager
    def count_to(self, limit: Operand, name: str = "i", start: Operand = 0) -> Iterator[Var]:
        """A loop over start … limit - 1; `again` and `leave` work inside."""
        made = self.fresh(name)
        self.function.variables[made] = INT
        inner: Block = []
        self.emit(st.For(made, num(start), num(limit), inner))
        with self.within(inner):
            yield Var(made, INT)

    @contextmanager
    def each(self, members: Ex, name: str = "site") -> Iterator[Ex]:
        """A loop over the sites of a set, ascending; the set is read once, before the loop."""
        if members.op == "one" or (members.const is not None and members.const.bit_count() == 1):
            site = self.let(first(members), name)
            inner: Block = []
            self.emit(st.Once(inner))
            with self.within(inner):
                if site.const is None:
                    self.leave_if(site.lt(0))
                yield site
            return
        made = self.fresh(name)
        self.function.variables[made] = INT
        inner = []
        self.emit(st.Each(made, members, inner))
        with self.within(inner):
            yield Var(made, INT)

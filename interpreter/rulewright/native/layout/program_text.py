"""The kernel as a text for people: functions with what they are about, memory under the names of the layout."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from ...board import bits
from ..ir import BOOL, SET, Ex, Function, Program, k
from ..ir import statements as st
from ..ir.program import Table
from ..ir.statements import Block, Statement
from .memory_layout import Layout

_INFIX = {
    "add": "+", "sub": "-", "mul": "*", "divide": "/", "and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "both": "and", "either": "or", "set_and": "&", "set_or": "|",
    "set_minus": "-", "set_eq": "==", "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/",
    "feq": "==", "fne": "!=", "flt": "<", "fle": "<=",
}  # fmt: skip
_SHORT = {"as_int": "int", "set_shift": "shift"}
_WIDTHS = {8: "byte", 16: "half", 32: "int32", 64: "word"}
_SHOWN_VALUES = 16  # of a table
_SHOWN_SITES = 8  # of a set
# Numbers of the layout that are no places.
_NO_PLACES = {
    "n", "words", "set_size", "codes", "cell", "combinations", "exact_end", "result_end", "state_end", "work_end",
    "size", "derived", "registers_range",
}  # fmt: skip


def program_text(program: Program, layout: Layout) -> str:
    return "\n".join(_Printer(layout).program(program)) + "\n"


class Places:
    """The names of what lies in the block."""

    def __init__(self, layout: Layout) -> None:
        found: dict[int, str] = {}
        for name, value in vars(layout).items():
            if name.startswith("_") or name in _NO_PLACES:
                continue
            if isinstance(value, int) and value >= 0:
                found[value] = name
            elif isinstance(value, list | tuple):
                found.update({at: f"{name}_{number}" for number, at in enumerate(value) if isinstance(at, int)})
        for number, basis in enumerate(layout.bases):
            found.update({at: f"{what}_{value}_on_{number}" for (what, value), at in basis.at.items()})
        for (owner, field), at in layout.registers.items():
            found[at] = f"{field}_of_{owner}"
        found.update({at: f"done_{action}" for action, at in layout.done.items()})
        self._starts = sorted(found)
        self._names = found

    def begins(self, at: int) -> bool:
        return at in self._names

    def name(self, at: int) -> str:
        """`me`, or `scores + 8`."""
        number = bisect_right(self._starts, at) - 1
        if at < 0 or number < 0:
            return str(at)
        start = self._starts[number]
        return self._names[start] if at == start else f"{self._names[start]} + {at - start}"


class _Printer:
    def __init__(self, layout: Layout) -> None:
        self.places = Places(layout)
        self.work = layout.error  # where the work space begins

    def program(self, program: Program) -> Iterator[str]:
        yield f"{program.sites} sites, {len(program.functions)} functions, {len(program.tables)} tables"
        yield ""
        for table in program.tables.values():
            yield self._table(table)
        for function in program.functions:
            yield ""
            yield from self._function(function)

    def _table(self, table: Table) -> str:
        if table.width == 0:
            return f"table {table.name}: {len(table.values)} sets"
        values = [str(value) for value in table.values[:_SHOWN_VALUES]]
        more = " …" if len(table.values) > _SHOWN_VALUES else ""
        return f"table {table.name}: {len(table.values)} numbers of {table.width} bits: {' '.join(values)}{more}"

    def _function(self, function: Function) -> Iterator[str]:
        params = ", ".join(f"{name}: {ty}" for name, ty in function.params)
        gives = f" -> {function.gives}" if function.gives else ""
        remarks = ["exported"] if function.exported else []
        if function.inline:
            remarks.append(f"inline {function.inline}")
        shown = f"  # {', '.join(remarks)}" if remarks else ""
        yield f"{function.name}({params}){gives}:{shown}"
        if function.about:
            yield f'    "{function.about}"'
        for name, size in function.buffers.items():
            yield f"    buffer {name} of {size} bytes"
        yield from self._block(function.body)

    def _block(self, block: Block, indent: str = "    ") -> Iterator[str]:
        if not block:
            yield f"{indent}pass"
        for statement in block:
            for line in self._statement(statement):
                yield indent + line

    def _statement(self, statement: Statement) -> Iterator[str]:
        match statement:
            case st.Assign(name, value):
                yield f"{name} = {self._address(value) if self._is_entry(value) else self._ex(value)}"
            case st.Include(name, site):
                yield f"{name} |= one({self._ex(site)})"
            case st.Store(width, at, value):
                yield f"{self._place(width, at)} = {self._ex(value)}"
            case st.StoreSet(at, value):
                yield f"{self._sites(at)} = {self._ex(value)}"
            case st.Poke(buffer, width, index, value):
                yield f"{buffer}.{_WIDTHS[width]}[{self._ex(index)}] = {self._ex(value)}"
            case st.ListSites(width, at, members):
                yield f"{_WIDTHS[width]}s[{self._address(at)}] = {self._ex(members)}"
            case st.Fill(width, at, amount, value):
                yield f"{amount} {_WIDTHS[width]}s[{self._address(at)}] = {self._ex(value)}"
            case st.AddRows(start, amount, rows):
                parts = [f"{'+' if sign > 0 else '-'} {table}[{self._ex(index)}]" for table, index, sign in rows]
                yield f"{amount} bytes at {self.places.name(start)}: {' '.join(parts)}"
            case st.Copy(to, source, size):
                yield f"copy {self._ex(size)} bytes to {self._address(to)} from {self._address(source)}"
            case st.Do(call):
                yield self._ex(call)
            case st.Return(None):
                yield "return"
            case st.Return(Ex() as value):
                yield f"return {self._ex(value)}"
            case st.If(condition, yes, no):
                yield from self._if(condition, yes, no)
            case st.Loop(body):
                yield "loop:"
                yield from self._block(body)
            case st.Once(body):
                yield "once:"
                yield from self._block(body)
            case st.For(name, start_at, limit, body):
                yield f"for {name} from {self._ex(start_at)} to below {self._ex(limit)}:"
                yield from self._block(body)
            case st.Each(name, members, body):
                yield f"for {name} in {self._ex(members)}:"
                yield from self._block(body)
            case st.Break() | st.Continue():
                yield type(statement).__name__.lower()

    def _if(self, condition: Ex, yes: Block, no: Block) -> Iterator[str]:
        if yes or not no:
            yield f"if {self._ex(condition)}:"
            yield from self._block(yes)
            if no:
                yield "else:"
        else:
            yield f"if not {self._ex(condition, True)}:"
        if no:
            yield from self._block(no)

    # ------------------------------------------------------------ expressions

    def _ex(self, ex: Ex, inner: bool = False) -> str:
        if ex.op in _INFIX:
            text = f"{self._ex(ex.args[0], True)} {_INFIX[ex.op]} {self._ex(ex.args[1], True)}"
            return f"({text})" if inner else text
        match ex.op:
            case "negate":
                return f"not {self._ex(ex.args[0], True)}"
            case "load_set":
                return self._sites(ex.args[0])
            case "select":
                condition, a, b = (self._ex(arg, True) for arg in ex.args)
                return f"({a} if {condition} else {b})" if inner else f"{a} if {condition} else {b}"
        if isinstance(ex, k.Load):
            return self._place(ex.width, ex.args[0])
        args = [self._ex(arg) for arg in ex.args]
        match ex:
            case k.Const():
                return _constant(ex)
            case k.Var():
                return ex.name
            case k.Look():
                return f"{ex.table}[{args[0]}]"
            case k.Peek():
                return f"{ex.buffer}.{_WIDTHS[ex.width]}[{args[0]}]"
            case k.Call():
                return f"{ex.function.name}({', '.join(args)})"
            case k.Shifted():
                args.append(str(ex.by))
            case k.BytesBetween():
                args += [str(ex.count), str(ex.low), str(ex.high)]
            case k.Real():
                args = [str(ex.value)]
            case k.SeenAlong():
                args = [ex.table, str(ex.rising), str(ex.falling), *args]
            case k.Stretches():
                args = [str(ex.stretches), *([str(ex.wanted)] if ex.op == "completing" else []), *args]
            case k.TorusSteps():
                args = [str(ex.steps), *args]
            case k.TorusWalk():
                args = [str(ex.moves), *args]
        return f"{_SHORT.get(ex.op, ex.op)}({', '.join(args)})"

    def _address(self, at: Ex, wide: bool = False) -> str:
        if at.const is not None:
            return self.places.name(at.const)
        # What is added last is where something begins; or, in an entry of the work space, which of its words it is.
        last = at.args[1].const if at.op == "add" else None
        if last is None:
            return self._ex(at)
        start = at.args[0]
        in_entry = wide and start.op == "var" and last < self.work
        return f"{self._ex(start)} + {last}" if in_entry else f"{self.places.name(last)} + {self._ex(start, True)}"

    def _is_entry(self, value: Ex) -> bool:
        """Whether a value is where an entry of the work space begins."""
        at = value.args[1].const if value.op == "add" else None
        return at is not None and at >= self.work and self.places.begins(at)

    def _place(self, width: int, at: Ex) -> str:
        if at.const is not None and width == 64:
            name = self.places.name(at.const)
            return name if "+" not in name else f"word[{name}]"
        return f"{_WIDTHS[width]}[{self._address(at, width == 64)}]"

    def _sites(self, at: Ex) -> str:
        return f"sites[{self._address(at, True)}]"


def _constant(ex: k.Const) -> str:
    value = ex.const
    if ex.ty == BOOL:
        return "yes" if value else "no"
    if ex.ty != SET:
        return str(value) if -(1 << 32) < value < 1 << 32 else hex(value & 2**64 - 1)
    members = list(bits(value))
    if len(members) > _SHOWN_SITES:
        return f"{{{len(members)} sites: {value:#x}}}"
    return f"{{{' '.join(str(site) for site in members)}}}"

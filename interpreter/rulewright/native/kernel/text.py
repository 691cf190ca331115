"""The kernel as a text for people: functions with what they are about, memory under the names of the layout."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from ...board import bits
from ..memory.layout import Layout
from .expressions import BOOL, SET, Ex
from .program import Block, Function, Program, Table

_INFIX = {
    "add": "+", "sub": "-", "mul": "*", "divide": "/", "and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "both": "and", "either": "or", "set_and": "&", "set_or": "|",
    "set_minus": "-", "set_eq": "==", "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/",
    "feq": "==", "fne": "!=", "flt": "<", "fle": "<=",
}  # fmt: skip
_WIDTHS = {8: "byte", 16: "half", 32: "int32", 64: "word"}
_SHOWN_VALUES = 16  # of a table
_SHOWN_SITES = 8  # of a set
# Numbers of the layout that are no places.
_NO_PLACES = {
    "n", "words", "set_size", "codes", "cell", "combinations", "exact_end", "result_end", "state_end", "work_end",
    "hash_levels", "size", "derived", "registers_range",
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
        yield from self._block(function.body, "    ")

    def _block(self, block: Block, indent: str) -> Iterator[str]:
        if not block:
            yield f"{indent}pass"
        for statement in block:
            for line in self._statement(*statement):
                yield indent + line

    def _statement(self, what: object, *args: object) -> Iterator[str]:
        match what, args:
            case "set", (name, value):
                yield f"{name} = {self._address(value) if self._is_entry(value) else self._ex(value)}"
            case "include", (name, site):
                yield f"{name} |= one({self._ex(site)})"
            case "store", (width, at, value):
                yield f"{self._place(width, at)} = {self._ex(value)}"
            case "store_set", (at, value):
                yield f"{self._sites(at)} = {self._ex(value)}"
            case "poke", (buffer, width, index, value):
                yield f"{buffer}.{_width(width)}[{self._ex(index)}] = {self._ex(value)}"
            case "list_sites", (width, at, members):
                yield f"{_width(width)}s[{self._address(at)}] = {self._ex(members)}"
            case "fill", (width, at, amount, value):
                yield f"{amount} {_width(width)}s[{self._address(at)}] = {self._ex(value)}"
            case "add_rows", (int(at), size, tuple(rows)):
                parts = [f"{'+' if sign > 0 else '-'} {table}[{self._ex(index)}]" for table, index, sign in rows]
                yield f"{size} bytes at {self.places.name(at)}: {' '.join(parts)}"
            case "copy", (to, source, size):
                yield f"copy {self._ex(size)} bytes to {self._address(to)} from {self._address(source)}"
            case "do", (call,):
                yield self._ex(call)
            case "return", (None,):
                yield "return"
            case "return", (value,):
                yield f"return {self._ex(value)}"
            case "if", (condition, list(yes), list(no)):
                yield from self._if(condition, yes, no)
            case "loop", (list(body),):
                yield "loop:"
                yield from self._block(body, "    ")
            case "once", (list(body),):
                yield "once:"
                yield from self._block(body, "    ")
            case "for", (name, start, limit, list(body)):
                yield f"for {name} from {self._ex(start)} to below {self._ex(limit)}:"
                yield from self._block(body, "    ")
            case "each", (name, members, list(body)):
                yield f"for {name} in {self._ex(members)}:"
                yield from self._block(body, "    ")
            case _:
                yield str(what)

    def _if(self, condition: object, yes: Block, no: Block) -> Iterator[str]:
        if yes or not no:
            yield f"if {self._ex(condition)}:"
            yield from self._block(yes, "    ")
            if no:
                yield "else:"
        else:
            yield f"if not {self._ex(condition, True)}:"
        if no:
            yield from self._block(no, "    ")

    # ------------------------------------------------------------ expressions

    def _ex(self, ex: object, inner: bool = False) -> str:
        if not isinstance(ex, Ex):
            return str(ex)
        op, args = ex.op, ex.args
        if op == "const":
            return _constant(ex)
        if op in _INFIX:
            text = f"{self._ex(args[0], True)} {_INFIX[op]} {self._ex(args[1], True)}"
            return f"({text})" if inner else text
        match op, args:
            case "var", (name,):
                return str(name)
            case "negate", (value,):
                return f"not {self._ex(value, True)}"
            case "as_int", (value,):
                return f"int({self._ex(value)})"
            case "load", (width, at):
                return self._place(width, at)
            case "load_set", (at,):
                return self._sites(at)
            case "look" | "look_set", (table, index):
                return f"{table}[{self._ex(index)}]"
            case "peek", (buffer, width, index):
                return f"{buffer}.{_width(width)}[{self._ex(index)}]"
            case "set_shift", (value, int(by)):
                return f"shift({self._ex(value)}, {by})"
            case "select", (condition, a, b):
                text = f"{self._ex(a, True)} if {self._ex(condition, True)} else {self._ex(b, True)}"
                return f"({text})" if inner else text
            case "call", (Function() as function, *given):
                return f"{function.name}({', '.join(self._ex(arg) for arg in given)})"
        return f"{op}({', '.join(self._ex(arg) for arg in args)})"

    def _address(self, at: object, wide: bool = False) -> str:
        if isinstance(at, Ex) and at.op == "const":
            return self.places.name(at.const or 0)
        # What is added last is where something begins; or, in an entry of the work space, which of its words it is.
        if isinstance(at, Ex) and at.op == "add" and isinstance(at.args[1], Ex) and at.args[1].op == "const":
            start, last = at.args[0], at.args[1].const or 0
            in_entry = wide and isinstance(start, Ex) and start.op == "var" and last < self.work
            return f"{self._ex(start)} + {last}" if in_entry else f"{self.places.name(last)} + {self._ex(start, True)}"
        return self._ex(at)

    def _is_entry(self, value: object) -> bool:
        """Whether a value is where an entry of the work space begins."""
        if not isinstance(value, Ex) or value.op != "add" or not isinstance(value.args[1], Ex):
            return False
        at = value.args[1].const
        return at is not None and at >= self.work and self.places.begins(at)

    def _place(self, width: object, at: object) -> str:
        if isinstance(at, Ex) and at.op == "const" and width == 64:
            name = self.places.name(at.const or 0)
            return name if "+" not in name else f"word[{name}]"
        return f"{_width(width)}[{self._address(at, width == 64)}]"

    def _sites(self, at: object) -> str:
        return f"sites[{self._address(at, True)}]"


def _width(width: object) -> str:
    return _WIDTHS[width] if isinstance(width, int) else str(width)


def _constant(ex: Ex) -> str:
    value = ex.const or 0
    if ex.ty == BOOL:
        return "yes" if value else "no"
    if ex.ty != SET:
        return str(value) if -(1 << 32) < value < 1 << 32 else hex(value & 2**64 - 1)
    members = list(bits(value))
    if len(members) > _SHOWN_SITES:
        return f"{{{len(members)} sites: {value:#x}}}"
    return f"{{{' '.join(str(site) for site in members)}}}"

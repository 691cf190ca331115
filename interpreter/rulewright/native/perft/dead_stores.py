"""Dead-store elimination: what a program writes and never reads, such as hashes that no rule asks for, is not written.

Memory is one block in which every thing has its place. An address is a known number, or such a number and an index
that stays within the thing that lies there; where that cannot be told, everything counts as read.
"""

from __future__ import annotations

from ..ir.expressions import Call, Ex, Load, Var
from ..ir.program import Function, Program
from ..ir.statements import Assign, Block, Copy, Do, Include, Statement, Store, StoreSet
from ..ir.walking import blocks_of, every_expression, every_statement, parts_of
from ..layout.memory_layout import Layout

_MOST = 64  # known numbers that an address is followed to


class Unread:
    def __init__(self, program: Program, layout: Layout, log: Function) -> None:
        self.program = program
        self.layout = layout
        self.log = log
        self.logs = False  # whether any word goes into the log in the end
        self._values: dict[tuple[int, str], list[tuple[Function, Ex]]] = {}
        self._read: set[int] = set()
        self._all = bool(program.externals)  # functions elsewhere may read anything

    def is_read(self, at: int) -> bool:
        """Whether what lies at an address is ever read; work space counts as read."""
        return self._all or at >= self.layout.error or self.layout.object_at(at) in self._read

    def leave_out(self) -> None:
        """Takes out of the program what is written for nobody, again and again: what was read for it is unread then."""
        changed = True
        while changed:
            self._look()
            changed = False
            for function in self.program.functions:
                if function is not self.log:
                    changed = self._clean(function, function.body, _used(function)) or changed

    # ------------------------------------------------------------ what is read

    def _look(self) -> None:
        self._values.clear()
        self._read.clear()
        self.logs = False
        trees = [(function, ex) for function in self.program.functions for ex in every_expression(function.body)]
        for function in self.program.functions:
            for statement in every_statement(function.body):
                if isinstance(statement, Assign):
                    self._values.setdefault((id(function), statement.name), []).append((function, statement.value))
                elif isinstance(statement, Copy):
                    self._all = True
        for function, ex in trees:
            if isinstance(ex, Call):
                called = ex.function
                self.logs = self.logs or called is self.log
                for (name, _), value in zip(called.params, ex.args, strict=True):
                    self._values.setdefault((id(called), name), []).append((function, value))
        for function, ex in trees:
            if function is self.log:
                continue
            if isinstance(ex, Load):
                self._note(function, ex.args[0], ex.width)
            elif ex.op == "load_set":
                self._note(function, ex.args[0], 0)
            elif ex.op == "invoke":
                self._all = True

    def _note(self, function: Function, at: Ex, width: int) -> None:
        things = self._things(function, at, width)
        if things is None:
            self._all = True
        else:
            self._read |= things

    def _things(self, function: Function, at: Ex, width: int) -> set[int] | None:
        """The things an address may lie in; None if that cannot be told."""
        bases = self._bases(function, at, frozenset())
        if bases is None or any(base < 0 for base in bases):
            return None
        found = {self.layout.object_at(base) for base in bases}
        # Cells lie at the very beginning, so an address that comes from nowhere looks like one of them.
        return None if 0 in found and at.const is None and width != self.layout.cell else found

    def _bases(self, function: Function, ex: Ex, busy: frozenset[tuple[int, str]]) -> set[int] | None:
        if ex.const is not None:
            return {ex.const}
        if ex.op in ("add", "sub"):
            left, right = (self._bases(function, arg, busy) for arg in ex.args)
            if left is None or right is None:
                return None
            sign = 1 if ex.op == "add" else -1
            found = {a + sign * b for a in left for b in right}
            return found if len(found) <= _MOST else None
        if ex.op == "select":
            return self._joined([(function, arg) for arg in ex.args[1:]], busy)
        if isinstance(ex, Var):
            key = (id(function), ex.name)
            if key in busy:
                return set()  # a step further within the same thing
            given = self._values.get(key)
            if not given:
                return {0}  # the variable of a loop: an index
            joined = self._joined(given, busy | {key})
            return joined if joined is not None and len(joined) <= _MOST else None
        return {0}

    def _joined(self, values: list[tuple[Function, Ex]], busy: frozenset[tuple[int, str]]) -> set[int] | None:
        found: set[int] = set()
        for function, value in values:
            more = self._bases(function, value, busy)
            if more is None:
                return None
            found |= more
        return found

    # ------------------------------------------------------------ what is left out

    def _clean(self, function: Function, block: Block, used: set[str]) -> bool:
        kept = [statement for statement in block if not self._is_for_nobody(function, statement, used)]
        changed = len(kept) < len(block)
        block[:] = kept
        for statement in block:
            for inner in blocks_of(statement):
                changed = self._clean(function, inner, used) or changed
        return changed

    def _is_for_nobody(self, function: Function, statement: Statement, used: set[str]) -> bool:
        match statement:
            case Store(width, at):
                return self._is_unread(function, at, width)
            case StoreSet(at):
                return self._is_unread(function, at, 0)
            case Do(call) if call.function is self.log:
                return self._is_unread(function, call.args[0], self.layout.cell)
            case Assign(name, value):
                return name not in used and not any(inner.op in ("call", "invoke") for inner in parts_of(value))
        return False

    def _is_unread(self, function: Function, at: Ex, width: int) -> bool:
        things = self._things(function, at, width)
        return things is not None and not any(self.is_read(thing) for thing in things)


def _used(function: Function) -> set[str]:
    """The variables of a function that anything depends on."""
    found = {ex.name for ex in every_expression(function.body) if isinstance(ex, Var)}
    return found | {statement.name for statement in every_statement(function.body) if isinstance(statement, Include)}

"""What a program writes and never reads is not written: counters, cells, hashes that no rule of a game asks for.

Memory is one block in which every thing has its place. An address is a known number, or such a number and an index
that stays within the thing that lies there; where that cannot be told, everything counts as read.
"""

from __future__ import annotations

from ..kernel.expressions import Ex
from ..kernel.program import Block, Function, Program
from ..kernel.walking import every_expression, every_statement, parts_of
from ..memory.layout import Layout

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
                if statement[0] == "set":
                    self._values.setdefault((id(function), str(statement[1])), []).append((function, statement[2]))  # type: ignore[arg-type]
        for function, ex in trees:
            if ex.op == "call":
                called = ex.args[0]
                assert isinstance(called, Function)
                self.logs = self.logs or called is self.log
                for (name, _), value in zip(called.params, ex.args[1:], strict=True):
                    self._values.setdefault((id(called), name), []).append((function, value))  # type: ignore[arg-type]
        for function, ex in trees:
            if function is self.log:
                continue
            if ex.op == "load":
                self._note(function, ex.args[1], ex.args[0])  # type: ignore[arg-type]
            elif ex.op == "load_set":
                self._note(function, ex.args[0], 0)  # type: ignore[arg-type]
            elif ex.op == "invoke":
                self._all = True
        for function in self.program.functions:
            for statement in every_statement(function.body):
                if statement[0] == "copy":
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
        args = ex.args
        if ex.op == "const":
            return {args[0]}  # type: ignore[arg-type]
        if ex.op in ("add", "sub"):
            left, right = (self._bases(function, arg, busy) for arg in args)  # type: ignore[arg-type]
            if left is None or right is None:
                return None
            sign = 1 if ex.op == "add" else -1
            found = {a + sign * b for a in left for b in right}
            return found if len(found) <= _MOST else None
        if ex.op == "select":
            return self._joined(function, list(args[1:]), busy)
        if ex.op == "var":
            key = (id(function), str(args[0]))
            if key in busy:
                return set()  # a step further within the same thing
            given = self._values.get(key)
            if not given:
                return {0}  # the variable of a loop: an index
            found = set()
            for place, value in given:
                more = self._bases(place, value, busy | {key})
                if more is None:
                    return None
                found |= more
            return found if len(found) <= _MOST else None
        return {0}

    def _joined(self, function: Function, items: list[object], busy: frozenset[tuple[int, str]]) -> set[int] | None:
        found: set[int] = set()
        for item in items:
            assert isinstance(item, Ex)
            more = self._bases(function, item, busy)
            if more is None:
                return None
            found |= more
        return found

    # ------------------------------------------------------------ what is left out

    def _clean(self, function: Function, block: Block, used: set[str]) -> bool:
        kept: Block = []
        for statement in block:
            if self._is_for_nobody(function, statement, used):
                continue
            kept.append(statement)
        changed = len(kept) < len(block)
        block[:] = kept
        for statement in block:
            for part in statement:
                if isinstance(part, list):
                    changed = self._clean(function, part, used) or changed
        return changed

    def _is_for_nobody(self, function: Function, statement: tuple[object, ...], used: set[str]) -> bool:
        match statement:
            case ("store", int() as width, Ex() as at, Ex()):
                return self._is_unread(function, at, width)
            case ("store_set", Ex() as at, Ex()):
                return self._is_unread(function, at, 0)
            case ("do", Ex() as call) if call.args[0] is self.log:
                return self._is_unread(function, call.args[1], self.layout.cell)  # type: ignore[arg-type]
            case ("set", str() as name, Ex() as value):
                return name not in used and not any(inner.op in ("call", "invoke") for inner in parts_of(value))
        return False

    def _is_unread(self, function: Function, at: Ex, width: int) -> bool:
        things = self._things(function, at, width)
        return things is not None and not any(self.is_read(thing) for thing in things)


def _used(function: Function) -> set[str]:
    """The variables of a function that anything depends on."""
    found = {str(ex.args[0]) for ex in every_expression(function.body) if ex.op == "var"}
    return found | {str(statement[1]) for statement in every_statement(function.body) if statement[0] == "include"}


__all__ = ["Unread"]

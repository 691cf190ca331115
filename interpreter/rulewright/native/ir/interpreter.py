"""Kernel code tried out in Python: what it does where only one set in memory matters, and only near one place.

Code that asks anything else is not understood: `Unknown` is raised, and whoever asked does without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ...board import bits
from . import expressions as k
from .expressions import Ex
from .program import Table
from .statements import Assign, Block, Break, Continue, Each, For, If, Include, Loop, Once, Statement

_MOST_STEPS = 20_000


class Unknown(Exception):
    """The code depends on something that is not known in advance."""


class _Leave(Exception):
    pass


class _Again(Exception):
    pass


@dataclass(slots=True)
class Rehearsal:
    """One run: the tables it may look into, and who says whether a site is in the set in memory."""

    tables: Mapping[str, Table]
    held: Callable[[int], bool]
    address: int | None = None  # of the set in memory, once it was asked for
    _values: dict[str, int] = field(default_factory=dict)
    _steps: int = 0

    def run(self, block: Block, variables: Mapping[str, int]) -> dict[str, int]:
        """Carries the code out; the variables as they are then."""
        self._values = dict(variables)
        self._block(block)
        return self._values

    # ------------------------------------------------------------ statements

    def _block(self, block: Block) -> None:
        for statement in block:
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise Unknown("too long")
            self._do(statement)

    def _do(self, statement: Statement) -> None:
        match statement:
            case Assign(name, value):
                self._values[name] = self._value(value)
            case Include(name, site):
                self._values[name] |= 1 << self._value(site)
            case If(condition, yes, no):
                self._block(yes if self._value(condition) else no)
            case Loop(body):
                while self._repeat(body):
                    pass
            case Once(body):
                self._repeat(body)
            case For(name, start, limit, body):
                number, end = self._value(start), self._value(limit)
                while number < end:
                    self._values[name] = number
                    if not self._repeat(body):
                        return
                    number = self._values[name] + 1
            case Each(name, members, body):
                for place in bits(self._value(members)):
                    self._values[name] = place
                    if not self._repeat(body):
                        return
            case Break():
                raise _Leave
            case Continue():
                raise _Again
            case _:
                raise Unknown(type(statement).__name__)

    def _repeat(self, body: Block) -> bool:
        """One pass of a loop; whether it goes on."""
        try:
            self._block(body)
        except _Again:
            return True
        except _Leave:
            return False
        return True

    # ------------------------------------------------------------ values

    def _value(self, ex: Ex) -> int:
        if ex.const is not None:
            return ex.const
        if isinstance(ex, k.Var):
            if ex.name not in self._values:
                raise Unknown(ex.name)
            return self._values[ex.name]
        if isinstance(ex, k.Look):
            return self._look(ex.table, self._value(ex.args[0]))
        if ex.op == "has":
            return self._has(*ex.args)
        if ex.op in ("both", "either"):
            left, right = ex.args
            decided = bool(self._value(left)) == (ex.op == "either")
            return int(ex.op == "either") if decided else self._value(right)
        if ex.op == "select":
            condition, a, b = ex.args
            return self._value(a if self._value(condition) else b)
        if ex.op not in _PLAIN and ex.op not in k.FOLD and ex.op not in k.COMPARE:
            raise Unknown(ex.op)
        values = [self._value(arg) for arg in ex.args]
        if ex.op in k.FOLD:
            return k.signed(k.FOLD[ex.op](*values))
        return int(k.COMPARE[ex.op](*values)) if ex.op in k.COMPARE else _PLAIN[ex.op](values)

    def _look(self, name: str, place: int) -> int:
        table = self.tables[name]
        if table.width == 0 or not 0 <= place < len(table.values):
            raise Unknown(name)
        value = table.values[place] & ((1 << table.width) - 1)
        return value - (1 << table.width) if value >> (table.width - 1) else value

    def _has(self, members: Ex, site: Ex) -> int:
        place = self._value(site)
        if members.op == "var":
            return self._value(members) >> place & 1
        if members.op != "load_set":
            raise Unknown("a set of its own")  # what lies where on the board must not matter
        at = members.args[0].const
        if at is None or self.address not in (None, at):
            raise Unknown("more than one set")
        self.address = at
        return int(self.held(place))


def _one(given: Sequence[int]) -> int:
    return 1 << given[0] if given[0] >= 0 else 0


_PLAIN: dict[str, Callable[[Sequence[int]], int]] = {
    "negate": lambda v: int(not v[0]),
    "as_int": lambda v: int(v[0]),
    "one": _one,
    "set_and": lambda v: v[0] & v[1],
    "set_or": lambda v: v[0] | v[1],
    "set_minus": lambda v: v[0] & ~v[1],
    "some": lambda v: int(v[0] != 0),
    "count": lambda v: v[0].bit_count(),
    "first": lambda v: (v[0] & -v[0]).bit_length() - 1,
}

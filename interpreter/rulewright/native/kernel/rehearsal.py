"""Kernel code tried out in Python: what it does where only one set in memory matters, and only near one place.

Code that asks anything else is not understood: `Unknown` is raised, and whoever asked does without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ...board import bits
from . import expressions as k
from .expressions import Ex
from .program import Block, Table

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
            name, *rest = statement
            handler = getattr(self, f"_do_{name}", None)
            if handler is None:
                raise Unknown(str(name))
            handler(*rest)

    def _do_set(self, name: str, value: Ex) -> None:
        self._values[name] = self._value(value)

    def _do_include(self, name: str, site: Ex) -> None:
        self._values[name] |= 1 << self._value(site)

    def _do_if(self, condition: Ex, yes: Block, no: Block) -> None:
        self._block(yes if self._value(condition) else no)

    def _repeat(self, body: Block) -> bool:
        """One pass of a loop; whether it goes on."""
        try:
            self._block(body)
        except _Again:
            return True
        except _Leave:
            return False
        return True

    def _do_loop(self, body: Block) -> None:
        while self._repeat(body):
            pass

    def _do_once(self, body: Block) -> None:
        self._repeat(body)

    def _do_for(self, name: str, start: Ex, limit: Ex, body: Block) -> None:
        number, end = self._value(start), self._value(limit)
        while number < end:
            self._values[name] = number
            if not self._repeat(body):
                return
            number = self._values[name] + 1

    def _do_each(self, name: str, members: Ex, body: Block) -> None:
        for site in bits(self._value(members)):
            self._values[name] = site
            if not self._repeat(body):
                return

    def _do_break(self) -> None:
        raise _Leave

    def _do_continue(self) -> None:
        raise _Again

    # ------------------------------------------------------------ values

    def _value(self, ex: Ex) -> int:
        if ex.op == "const":
            return ex.const or 0
        if ex.op == "var":
            name = str(ex.args[0])
            if name not in self._values:
                raise Unknown(name)
            return self._values[name]
        if ex.op == "has":
            return self._has(*ex.args)  # type: ignore[arg-type]
        if ex.op == "look":
            return self._look(*ex.args)  # type: ignore[arg-type]
        if ex.op in ("both", "either"):
            left, right = ex.args
            decided = bool(self._value(left)) == (ex.op == "either")  # type: ignore[arg-type]
            return int(ex.op == "either") if decided else self._value(right)  # type: ignore[arg-type]
        if ex.op == "select":
            condition, a, b = ex.args
            return self._value(a if self._value(condition) else b)  # type: ignore[arg-type]
        how = _PLAIN.get(ex.op)
        if how is None:
            raise Unknown(ex.op)
        return how([self._value(arg) for arg in ex.args])  # type: ignore[arg-type]

    def _look(self, name: str, index: Ex) -> int:
        table, place = self.tables[name], self._value(index)
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
        (at,) = members.args
        assert isinstance(at, Ex)
        if at.const is None or self.address not in (None, at.const):
            raise Unknown("more than one set")
        self.address = at.const
        return int(self.held(place))


def _one(given: Sequence[int]) -> int:
    return 1 << given[0] if given[0] >= 0 else 0


_PLAIN: dict[str, Callable[[Sequence[int]], int]] = {
    **{name: lambda v, fold=fold: k.signed(fold(*v)) for name, fold in k.FOLD.items()},  # type: ignore[misc]
    **{name: lambda v, test=test: int(test(*v)) for name, test in k.COMPARE.items()},  # type: ignore[misc]
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

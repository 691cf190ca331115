"""Incremental multiply-and-add hashing (in the manner of Zobrist): the sign of a state in the middle of a turn.

The number follows every write, so that it costs next to nothing.

Each word of the state has a random odd number. The sign is the sum of words times numbers, as far as they differ from
the beginning of the turn; so a write adds its change times the number, in whatever order writes happen. Words that may
differ in high bits alone (sets, sites with an age) are mixed first.

There are three sums: of what outlasts the turn, which tells complete turns apart; of what the end of the turn sets
back, variables and who was named as the next player; and of all else that decides how the turn goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...analysis.repeats import meeting
from ...reference.hashing import mix
from ...rules.types import Type
from ..decide.variables import wiped_variables
from ..ir import Builder, Ex, Operand, k

if TYPE_CHECKING:
    from .lowering_context import Unit

_MASK = 2**64 - 1
_SALT = 0x5851F42D4C957F2D
_MOST = 1 << 13  # numbers in a table


def _number(at: int) -> int:
    """The number of the word at an address."""
    return k.signed(mix(at * _SALT & _MASK) | 1)


class Signs:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.rules = unit.rules
        self.layout = unit.layout
        self._wiped = frozenset(wiped_variables(self.rules) or ())
        # What else decides how a turn goes on is only asked for where ways meet in the middle of it.
        self._meets = unit.facts.segmented or bool(meeting(self.rules))

    def begin(self, f: Builder) -> None:
        """A turn begins: nothing has changed."""
        for at in self.layout.signs:
            f.store(64, at, 0)

    def lasting(self) -> Ex:
        """What tells complete turns apart."""
        return k.load(64, self.layout.signs[0])

    def all(self) -> Ex:
        """What tells states in the middle of a turn apart."""
        first, second, third = (k.load(64, at) for at in self.layout.signs)
        return first + second + third

    def exact(self) -> Ex:
        """What tells exact states in the middle of a turn apart, however they came about."""
        first, second, _ = (k.load(64, at) for at in self.layout.signs)
        return first + second

    def is_unchanged(self) -> Ex:
        """Whether the exact state is as it was when the turn began."""
        first, second, _ = (k.load(64, at) for at in self.layout.signs)
        return (first | second).eq(0)

    # ------------------------------------------------------------ writes

    def change(self, f: Builder, width: int, at: Ex, value: Ex, of: int | None, known: Operand | None) -> None:
        """A value will be written at an address, in the thing that begins at `of`."""
        place = at.const if at.const is not None else of
        assert place is not None, "a write to nobody knows what"
        total = self._sum_of(place)
        if total is None:
            return
        before = f.let(k.load(width, at), "before") if known is None else k.num(known)
        if width <= 16 or self._is_small(place):
            self._add(f, total, self._number_at(f, width, at, place) * (value - before))
        else:
            salt = f.let(at * _SALT, "salt")
            self._add(f, total, self.unit.mix(f, salt + value) - self.unit.mix(f, salt + before))

    def change_set(self, f: Builder, at: int, write: Callable[[], None]) -> None:
        """A set is written, if it says anything that nothing else says."""
        total, words = self._sum_of(at), range(at, at + self.layout.set_size, 8)
        before = [f.let(k.load(64, word), "before") for word in words] if total is not None else []
        write()
        for word, value in zip(words, before, strict=False):
            assert total is not None
            salt = k.signed(word * _SALT)
            self._add(f, total, self.unit.mix(f, k.load(64, word) + salt) - self.unit.mix(f, value + salt))

    def _add(self, f: Builder, total: int, change: Ex) -> None:
        self.unit.log(f, total)
        f.store(64, total, k.load(64, total) + change)

    def _sum_of(self, place: int) -> int | None:
        """Which sum a word belongs to; none, if something else says the same."""
        layout = self.layout
        start, end = layout.derived
        lasting, wiped, rest = layout.signs
        if start <= place < end or place >= layout.error or place == layout.piece_hash:
            return None
        if place in layout.cells and place >= layout.result_end:
            return None  # heaps: heights say the same
        if place in (layout.next_player, layout.swapped):
            return wiped  # who is next, and the seats, say the same of a complete turn
        if layout.object_at(place) in layout.variables:
            return wiped if layout.variables.index(layout.object_at(place)) in self._wiped else lasting
        if place < layout.exact_end:
            return lasting
        return rest if self._meets else None

    def _is_small(self, place: int) -> bool:
        """Whether words are numbers that differ in low bits."""
        layout = self.layout
        if layout.object_at(place) in layout.variables:
            spec = self.rules.variables[layout.variables.index(layout.object_at(place))]
            return spec.type is Type.NUMBER and spec.lasts is None
        return place in (layout.part_count, layout.captures, layout.did_something, layout.empty_action)

    def _number_at(self, f: Builder, width: int, at: Ex, place: int) -> Ex:
        if at.const is not None:
            return k.num(_number(at.const))
        unit, end = width // 8, self.layout.end_of(place)
        rows = (end - place) // unit
        if rows > _MOST:
            return self.unit.mix(f, at * _SALT) | 1
        table = self.unit.table(f"numbers_{place}", 64, [_number(place + row * unit) for row in range(rows)])
        return k.look(table, (at - place) >> (unit.bit_length() - 1))

"""Depth-first search along a path of decisions that is partly given: what differs first among the legal turns.

The first legal turn that is found says how the path may go on. Of the others only those are looked at that part from
it before the *front*: the first place where found turns differ, or where even a single decision is asked (D114).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..ir import expressions as k
from ..ir.expressions import INT, Ex, Operand
from ..ir.program import Builder, Function
from .memory import LONGEST, NEVER, Memory
from .numbering import Numbering

if TYPE_CHECKING:
    from ..compiler import Compiler

MOST_WORK = 1 << 20  # candidates carried out to tell what is offered: about a second
MOST_PARTS = 250  # of one turn
GOES_ON, ANOTHER, KNOWN = 0, 1, 2  # what is said of a turn with one more decision


class Script:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.layout = compiler.unit.layout
        self.numbers = Numbering(compiler)
        self.memory = Memory(compiler.unit.layout, len(self.numbers.vocabulary))

    # ------------------------------------------------------------ words

    def top(self, f: Builder) -> Ex:
        return f.let(k.load(64, self.memory.top), "top")

    def back(self, f: Builder, top: Ex) -> None:
        """The turn is as long as it was."""
        f.store(64, self.memory.top, top)

    def is_given(self, place: Ex) -> Ex:
        """Whether the decision at a place is made already, so that turns with another one are left out."""
        return k.both(place.lt(k.load(64, self.memory.given)), k.load(64, self.memory.probing).eq(0))

    def is_enough(self, f: Builder, top: Ex) -> Ex:
        """Whether nothing new can come of a turn that has so many decisions; what was enough before is forgotten."""
        return top.gt(k.load(64, self.memory.enough))

    def look_on(self, f: Builder) -> None:
        f.store(64, self.memory.enough, NEVER)

    def is_too_much(self, f: Builder) -> Ex:
        """Whether a turn is too long, or too many were looked at: then the reference interpreter takes over."""
        work = f.let(k.load(64, self.memory.work) + 1, "work")
        f.store(64, self.memory.work, work)
        too_much = f.let(k.either(work.gt(MOST_WORK), k.load(64, self.layout.part_count).gt(MOST_PARTS)), "too_much")
        with f.when(k.rarely(too_much)):
            f.store(64, self.layout.error, 2)
        return too_much

    # ------------------------------------------------------------ one decision more

    def say(self, f: Builder, number: Operand, asked: Ex = k.FALSE) -> Ex:
        """One decision more of the turn that is looked at: whether it goes on."""
        return f.call(self._say(), k.num(number) * 2 + k.as_int(asked), name="said")

    def _say(self) -> Function:
        memory = self.memory

        def write(f: Builder) -> None:
            (value,) = f.params
            place = f.let(k.load(64, memory.top), "place")
            with f.when(k.rarely(place.ge(LONGEST - 1))):
                f.store(64, self.layout.error, 2)
                f.ret(ANOTHER)
            memory.say(f, memory.row, place, value)
            f.store(64, memory.top, place + 1)
            with f.when(k.load(64, memory.probing).ne(0)):
                f.ret(GOES_ON)
            with f.when(place.lt(k.load(64, memory.given))):
                same = (memory.told(memory.path, place) >> 1).eq(value >> 1)
                f.ret(k.select(same, GOES_ON, ANOTHER))
            with f.when(k.either(k.load(64, memory.found).eq(0), k.load(64, memory.measuring).ne(0))):
                f.ret(GOES_ON)
            parted = f.let(k.load(64, memory.parted), "parted")
            with f.when(place.le(parted)):  # what lies behind belongs to another turn
                f.store(64, memory.parted, NEVER)
            with f.when(place.gt(parted)):
                f.ret(GOES_ON)
            front = f.let(k.load(64, memory.front), "front")
            with f.when(place.gt(front)):
                f.ret(KNOWN)
            with f.when(place.eq(front)):
                with f.when(self._is_in(value >> 1)):
                    f.ret(KNOWN)
            with f.when(place.lt(front)):
                with f.when(memory.told(memory.path, place).eq(value)):
                    f.ret(GOES_ON)
            f.store(64, memory.parted, place)
            f.ret(GOES_ON)

        return self.unit.function(
            ("decisions", "say"), "one_decision_more", [("value", INT)], INT, write, "does the turn go on?"
        )

    def _is_in(self, number: Ex) -> Ex:
        return ((k.load(64, ((number >> 6) << 3) + self.memory.mask) >> (number & 63)) & 1).ne(0)

    def offer(self, f: Builder, number: Ex) -> None:
        at = f.let(((number >> 6) << 3) + self.memory.mask, "at")
        f.store(64, at, k.load(64, at) | (k.num(1) << (number & 63)))

    def offer_nothing(self, f: Builder) -> None:
        for word in range(self.memory.words):
            f.store(64, self.memory.mask + 8 * word, 0)

    # ------------------------------------------------------------ a legal turn

    def legal(self, f: Builder, finish: Callable[[], None]) -> None:
        """A complete legal turn; `finish` brings about what follows it, if the path turns out to be that turn."""
        memory = self.memory
        parted = f.let(k.load(64, memory.parted), "parted")
        first, other = f.branch(k.load(64, memory.found).eq(0))
        with f.within(first):
            f.call(self._first())
            with f.when(k.load(64, memory.front).eq(k.load(64, memory.length))):
                finish()
                f.call(self._keep_changes())
        with f.within(other):
            with f.when(parted.lt(NEVER)):
                f.call(self._part(), parted)

    def sure(self, f: Builder) -> Ex:
        """A turn of which enough is known, and which is surely legal; whether it was taken note of."""
        return f.call(self._sure(), name="noted")

    def _sure(self) -> Function:
        """Notes a turn whose first decisions are there, if a place where one is asked is among them."""
        memory = self.memory

        def write(f: Builder) -> None:
            with f.when(k.load(64, memory.found).ne(0)):
                parted = f.let(k.load(64, memory.parted), "parted")
                with f.when(parted.ge(NEVER)):
                    f.ret(0)
                f.call(self._part(), parted)
                f.ret(1)
            top = f.let(k.load(64, memory.top), "top")
            with f.count_to(top, "place", k.load(64, memory.given)) as place:
                with f.when((memory.told(memory.row, place) & 1).ne(0)):
                    f.call(self._first())
                    f.ret(1)
            f.ret(0)

        return self.unit.function(("decisions", "sure"), "surely_legal", [], INT, write, "a turn that is surely legal")

    def _first(self) -> Function:
        memory = self.memory

        def write(f: Builder) -> None:
            given, top = f.let(k.load(64, memory.given)), f.let(k.load(64, memory.top), "top")
            front = f.var(top, "front")
            with f.count_to(top, "place", given) as place:
                value = f.let(memory.told(memory.row, place), "value")
                memory.say(f, memory.path, place, value)
                with f.when((value & 1).ne(0)):
                    f.set(front, place)
                    f.leave()
            f.store(64, memory.found, 1)
            f.store(64, memory.length, top)
            f.store(64, memory.front, front)
            f.store(64, memory.enough, front)
            f.store(64, memory.parted, NEVER)
            with f.when(front.lt(top)):
                self.offer(f, memory.told(memory.path, front) >> 1)

        return self.unit.function(("decisions", "first"), "first_legal_turn", [], None, write, "how the path may go on")

    def _part(self) -> Function:
        memory = self.memory

        def write(f: Builder) -> None:
            (place,) = f.params
            value = f.let(memory.told(memory.row, place), "value")
            with f.when(place.lt(k.load(64, memory.front))):
                f.store(64, memory.front, place)
                self.offer_nothing(f)
                self.offer(f, memory.told(memory.path, place) >> 1)
            self.offer(f, value >> 1)
            f.store(64, memory.enough, place)

        return self.unit.function(
            ("decisions", "part"), "parts_from_the_first", [("place", INT)], None, write, "another way to go on"
        )

    def _keep_changes(self) -> Function:
        """What the turn has changed: the words of its log, as they are now."""
        layout, memory = self.layout, self.memory

        def write(f: Builder) -> None:
            start, top = f.let(k.load(64, layout.turn_mark)), f.let(k.load(64, layout.log_top))
            lines = f.var(k.num(0), "lines")
            with f.count_to(top, "line", start) as line:
                at = f.let(k.load(64, line * 16 + layout.log), "at")
                with f.when(at.lt(layout.state_end)):
                    f.store(64, lines * 16 + memory.changes, at)
                    f.store(64, lines * 16 + (memory.changes + 8), k.load(64, at))
                    f.set(lines, lines + 1)
            f.store(64, memory.lines, lines)

        return self.unit.function(("decisions", "changes"), "keep_changes", [], None, write, "what a turn has changed")


__all__ = ["ANOTHER", "GOES_ON", "KNOWN", "Script"]

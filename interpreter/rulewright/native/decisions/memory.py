"""Where the search for decisions keeps what it knows: in the room that lists of moves have for their records.

A decision is kept as twice its number, plus one if it is asked even where there is no other (D114).
"""

from __future__ import annotations

from ..ir import expressions as k
from ..ir.expressions import Ex, Operand
from ..ir.program import Builder
from ..layout.memory_layout import Layout

LONGEST = 1 << 15  # decisions of one turn
WAYS = 8  # decisions that need not be named, of one moment
NEVER = 1 << 40  # later than any place in a row


class Memory:
    def __init__(self, layout: Layout, decisions: int) -> None:
        self._end = layout.records
        self.words = (decisions + 63) // 64
        size = max(8 * self.words, layout.set_size)
        self.given = self._take()  # how many decisions of the path are made
        self.found = self._take()  # whether a legal turn that goes on so was found
        self.front = self._take()  # the first place where found turns differ, or where one is asked
        self.length = self._take()  # of the path of the first one
        self.top = self._take()  # how many decisions the turn has that is looked at
        self.parted = self._take()  # from which place on it is another one than the first
        self.enough = self._take()  # whoever has more decisions before it than this need not be looked at
        self.probing = self._take()  # it is only asked whether there is a legal turn, whatever was decided
        self.measuring = self._take()  # it is only asked what the best turn is worth
        self.best = self._take()  # what `prefer` says of the best turn
        self.lines = self._take()  # of the changes of a complete turn
        self.ways = self._take()  # decisions that what follows them stands for (D114), with what is offered after them
        self.work = self._take()  # candidates that were carried out
        self.total = self._take()  # of weights
        self.by_chance = self._take()  # whether chance decides
        self.mask = self._take(size)  # what is offered
        self.path = self._take(8 * LONGEST)  # decisions made, then those of the first turn that was found
        self.row = self._take(8 * LONGEST)  # of the turn that is looked at
        self.weights = self._take(8 * 64 * self.words)
        # Each way, and each path that is put aside while another is looked at: its front, mask and decisions.
        self.way_size = 8 + size + 8 * LONGEST
        self.way = self._take(self.way_size * WAYS)
        self.aside = self._take(self.way_size * WAYS)
        self.changes = layout.patches

    def _take(self, size: int = 8) -> int:
        start = self._end
        self._end += size
        return start

    @staticmethod
    def at(start: int, place: Operand) -> Ex:
        """The address of a decision in a row."""
        return k.num(place) * 8 + start

    def say(self, f: Builder, start: int, place: Operand, value: Operand) -> None:
        f.store(64, self.at(start, place), value)

    def told(self, start: int, place: Operand) -> Ex:
        return k.load(64, self.at(start, place))


__all__ = ["LONGEST", "NEVER", "WAYS", "Memory"]

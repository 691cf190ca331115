"""Make and unmake by saved words instead of an undo log: what moves can change is kept by whoever tries them.

Every write of a turn says where it writes (`Unit.log`). Words at known places, sets and counters above all, are noted
once, when the program is written; they are read before the first move is tried and written back after each one, which
a compiler keeps in registers where it can. Only places that are found during play go into the log.

Serves: 66 of 95 games, among them abalone, breakthrough, chess, go, hex, othello
Gain: 15 times in perft of breakthrough
Needs: in perft, nothing has to be taken back before a turn is complete: no piece is lifted for a look around, no hooks,
nothing happens to captured pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..decide.plan import Refusal, TurnPlan
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import Ex, Operand
from ..ir.program import Builder
from ..ir.statements import Block, Once
from ..perft.dead_stores import Unread

if TYPE_CHECKING:
    from ..lower.lowering_context import Unit

NAME = "undo_frames"


def plan(ask: Questions, turns: Sequence[TurnPlan]) -> Refusal | None:
    """Nothing has to be taken back before a turn is complete."""
    if ask.facts.calls_hooks or ask.rules.when_captured is not None:
        return Refusal("hooks are called, or something happens to captured pieces")
    moves = [leaf.action for turn in turns for leaf in turn.leaves if leaf.action.verb == "move"]
    return Refusal("a piece in the air is seen") if any(map(ask.lifts.lift_is_seen, moves)) else None


@dataclass(slots=True)
class Frame:
    """One place where a position is kept, and the places where it is put back."""

    f: Builder
    known: Mapping[int, int]  # words whose values are known when it is kept
    keeping: Block
    back: list[Block]


class Frames:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._words: set[int] = set()
        self._sets: set[int] = set()
        self._frames: list[Frame] = []

    # ------------------------------------------------------------ while the program is written

    def note(self, at: Operand) -> bool:
        """A word will be written: whether it is at a known place."""
        place = at if isinstance(at, int) else at.const
        if place is None:
            return False
        self._words.add(place & ~7)
        return True

    def note_set(self, at: int) -> None:
        self._sets.add(at)

    def keep(self, f: Builder, known: Mapping[int, int] | None = None) -> Frame:
        """Here the position is as it shall be again."""
        made = Frame(f, known or {}, [], [])
        f.emit(Once(made.keeping))
        self._frames.append(made)
        return made

    def put_back(self, frame: Frame) -> None:
        block: Block = []
        frame.f.emit(Once(block))
        frame.back.append(block)

    # ------------------------------------------------------------ when it is

    def finish(self) -> None:
        """Now that everything is known that can be written: what is kept, and put back."""
        unread = Unread(self.unit.counting, self.unit.layout, self.unit.log_function)
        unread.leave_out()
        words = sorted(at for at in self._words if not self._in_set(at) and unread.is_read(at))
        sets = sorted(at for at in self._sets if unread.is_read(at))
        for frame in (frame for frame in self._frames if frame.back):
            self._fill(frame, words, sets, unread.logs)

    def _in_set(self, at: int) -> bool:
        return any(start <= at < start + self.unit.layout.set_size for start in self._sets)

    def _fill(self, frame: Frame, words: list[int], sets: list[int], logs: bool) -> None:
        f, kept = frame.f, dict[int, Ex]()
        with f.within(frame.keeping):
            for at in sets:
                kept[at] = f.let(k.load_set(at), "kept")
            for at in words:
                if at in frame.known:
                    kept[at] = k.num(frame.known[at])
                    f.store(64, at, kept[at])
                else:
                    kept[at] = f.let(k.load(64, at), "kept")
            mark = f.let(k.load(64, self.unit.layout.log_top), "mark") if logs else None
        for block in frame.back:
            with f.within(block):
                if mark is not None:
                    f.call(self.unit.undo_function, mark)
                for at in sets:
                    f.store_set(at, kept[at])
                for at in words:
                    f.store(64, at, kept[at])

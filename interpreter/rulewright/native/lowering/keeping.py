"""Taking back parts of a turn with hardly any log: words at known places are kept by whoever tries a part.

Sets, counters and the like lie at known places, so their values stay in variables, in registers where there is room,
and are written back after the part. Only places that are found during play, such as cells, go into the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..kernel import expressions as k
from ..kernel.expressions import Ex, Operand
from ..kernel.program import Block, Builder, Function, called

if TYPE_CHECKING:
    from .unit import Unit


@dataclass(slots=True)
class Frame:
    """Where a state is kept, and where it is put back."""

    f: Builder
    keeping: Block
    back: list[Block]


class Keeping:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._frames: list[Frame] = []
        self._words: dict[Function, set[int]] = {}
        self._closed: set[Function] = set()

    # ------------------------------------------------------------ while functions are written

    def note(self, f: Builder, at: Operand) -> bool:
        """A word will be written: whether it is at a known place."""
        place = at if isinstance(at, int) else at.const
        if place is None:
            return False
        self._words.setdefault(f.function, set()).add(place & ~7)
        return True

    def close(self, function: Function) -> None:
        """A function that leaves everything as it was when it was called."""
        self._closed.add(function)

    def keep(self, f: Builder) -> Ex:
        """Here the state is as it shall be again; the number of the frame."""
        made = Frame(f, [], [])
        f.emit("once", made.keeping)
        self._frames.append(made)
        return k.num(len(self._frames) - 1)

    def put_back(self, f: Builder, mark: Ex) -> None:
        assert mark.const is not None
        frame = self._frames[mark.const]
        assert frame.f is f, "a state is put back where it was kept"
        block: Block = []
        f.emit("once", block)
        frame.back.append(block)

    # ------------------------------------------------------------ when they are

    def finish(self) -> None:
        """Now that it is known what each function can change: what is kept and put back."""
        for frame in (frame for frame in self._frames if frame.back):
            changing = self._changing(frame.f.function)
            words = sorted(set[int]().union(*(self._words.get(function, set()) for function in changing)))
            self._fill(frame, words, self.unit.log_function() in changing)

    def _changing(self, function: Function) -> set[Function]:
        """A function with all it calls that may leave something changed."""
        found, waiting = {function}, [function]
        while waiting:
            for inner in called(waiting.pop().body):
                if inner not in found and inner not in self._closed:
                    found.add(inner)
                    waiting.append(inner)
        return found

    def _fill(self, frame: Frame, words: list[int], logs: bool) -> None:
        f, top = frame.f, self.unit.layout.log_top
        with f.within(frame.keeping):
            kept = {at: f.let(k.load(64, at), "kept") for at in words}
            mark = f.let(k.load(64, top), "mark") if logs else None
        for block in frame.back:
            with f.within(block):
                if mark is not None:
                    f.call(self.unit.undo_function(), mark)
                for at, value in kept.items():
                    f.store(64, at, value)


__all__ = ["Keeping"]

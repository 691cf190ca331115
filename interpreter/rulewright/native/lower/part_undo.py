"""Undo by saved registers instead of a log: words at known places are kept by whoever tries a part of a turn.

Sets, counters and the like lie at known places, so their values stay in variables, in registers where there is room,
and are written back after the part. So are words at places that are found during play, such as cells, with these
places, where each is written at most once by the function that tries the part. Only what is left goes into the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..ir import Builder, Ex, Function, Operand, k
from ..ir.program import called
from ..ir.statements import Block, Each, For, Loop, Once
from ..ir.walking import blocks_of

if TYPE_CHECKING:
    from .lowering_context import Unit


@dataclass(slots=True)
class Frame:
    """Where a state is kept, and where it is put back."""

    f: Builder
    keeping: Block
    back: list[Block]
    lines: list[Line] = field(default_factory=list)  # of writes between both


@dataclass(slots=True)
class Line:
    """A write to a place that is found during play."""

    f: Builder
    block: Block  # just before it
    width: int
    at: Ex


class Keeping:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._frames: list[Frame] = []
        self._words: dict[Function, set[tuple[int, int]]] = {}  # address and width
        self._closed: set[Function] = set()
        self._lines: list[Line] = []

    # ------------------------------------------------------------ while functions are written

    def note(self, f: Builder, width: int, at: Operand) -> None:
        """Something will be written."""
        place = at if isinstance(at, int) else at.const
        if place is not None:
            self._words.setdefault(f.function, set()).add((place, width))
            return
        assert isinstance(at, Ex)
        line = Line(f, [], width, at)
        f.emit(Once(line.block))
        self._lines.append(line)
        for frame in self._frames:
            if frame.f is f and not frame.back:
                frame.lines.append(line)

    def close(self, function: Function) -> None:
        """A function that leaves everything as it was when it was called."""
        self._closed.add(function)

    def keep(self, f: Builder) -> Ex:
        """Here the state is as it shall be again; the number of the frame."""
        made = Frame(f, [], [])
        f.emit(Once(made.keeping))
        self._frames.append(made)
        return k.num(len(self._frames) - 1)

    def put_back(self, f: Builder, mark: Ex) -> None:
        assert mark.const is not None
        frame = self._frames[mark.const]
        assert frame.f is f, "a state is put back where it was kept"
        block: Block = []
        f.emit(Once(block))
        frame.back.append(block)

    # ------------------------------------------------------------ when they are

    def finish(self) -> None:
        """Now that it is known what each function can change: what is kept and put back."""
        frames = [frame for frame in self._frames if frame.back]
        for frame in frames:
            frame.lines = self._kept_lines(frame)
        kept = {id(line) for frame in frames for line in frame.lines}
        for line in self._lines:
            if id(line) not in kept:
                with line.f.within(line.block):
                    line.f.call(self.unit.log_function, line.at)
        for frame in frames:
            changing = self._changing(frame.f.function)
            words = sorted({word for function in changing for word in self._words.get(function, ())})
            self._fill(frame, words, self.unit.log_function in changing)

    def _kept_lines(self, frame: Frame) -> list[Line]:
        """The writes that happen at most once between where a state is kept and where, surely, it is put back."""
        function = frame.f.function
        alone = [other for other in self._frames if other.f is frame.f] == [frame] and len(frame.back) == 1
        if not alone or function not in self._closed:
            return []
        loops = dict(_loops_around(function.body, ()))
        here = loops.get(id(frame.keeping))
        return [line for line in frame.lines if here is not None and loops.get(id(line.block)) == here]

    def _changing(self, function: Function) -> set[Function]:
        """A function with all it calls that may leave something changed."""
        found, waiting = {function}, [function]
        while waiting:
            for inner in called(waiting.pop().body):
                if inner not in found and inner not in self._closed:
                    found.add(inner)
                    waiting.append(inner)
        return found

    def _fill(self, frame: Frame, words: list[tuple[int, int]], logs: bool) -> None:
        f, top = frame.f, self.unit.layout.log_top
        nowhere = self.unit.layout.log + 16 * (self.unit.layout.limits["log"] - 1)  # the log ends before this line
        with f.within(frame.keeping):
            kept = [(at, width, f.let(k.load(width, at), "kept")) for at, width in words]
            mark = f.let(k.load(64, top), "mark") if logs else None
            pairs = [(f.var(nowhere, "place"), f.var(0, "kept")) for _ in frame.lines]
        for line, (place, value) in zip(frame.lines, pairs, strict=True):
            with f.within(line.block):
                # What is written after something was logged is logged too: so the log is taken back first.
                first, later = (f.block, None) if mark is None else f.branch(k.load(64, top).eq(mark))
                with f.within(first):
                    f.set(place, line.at)
                    f.set(value, k.load(line.width, line.at))
                if later is not None:
                    with f.within(later):
                        f.call(self.unit.log_function, line.at)
        for block in frame.back:
            with f.within(block):
                if mark is not None:
                    f.call(self.unit.undo_function, mark)
                for line, (place, value) in reversed(list(zip(frame.lines, pairs, strict=True))):
                    f.store(line.width, place, value)
                for at, width, before in kept:
                    f.store(width, at, before)


def _loops_around(block: Block, loops: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """All blocks in a block by their identity, with the loops they are in."""
    yield id(block), loops
    for statement in block:
        around = (*loops, id(statement)) if isinstance(statement, Loop | For | Each) else loops
        for inner in blocks_of(statement):
            yield from _loops_around(inner, around)

"""Hooks that native code asks Python for: the position as it lies in the block at that moment, and the answer."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from ...errors import HookError
from ...reference.position import Position, Stack
from ...reference.view import Part, View
from ..lowering_part import Lowering
from ..runtime.position_codec import Block
from .records import MOST_RECORDS, OPS, RECORD_SIZE, WORDS

if TYPE_CHECKING:
    from ..compiler import Compiler

_CALLED = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
FAILED = 3  # in the word for errors


class BorrowedBlock(Block):
    """A block that native code plays in, by its address."""

    def __init__(self, compiler: Compiler, address: int) -> None:
        self.know(compiler)
        self.address = address
        shape = ctypes.c_ubyte * self.layout.size
        self.memory = memoryview(shape.from_address(address)).cast("B")  # type: ignore[assignment]


class _Layer(dict[int, Stack]):
    """The stacks of a layer, read when they are asked for."""

    def __init__(self, block: Block, number: int) -> None:
        super().__init__()
        layout = block.layout
        self._memory = block.memory
        self._width = layout.cell // 8
        self._levels = block.rules.stack if number == 0 else 1
        self._start = layout.cells[number]
        self._heights = layout.heights if self._levels > 1 else -1
        self._n = layout.n

    def get(self, site: int, default: Any = None) -> Any:
        if not 0 <= site < self._n:
            return default
        if self._heights < 0:
            at = self._start + site * self._width
            cell = int.from_bytes(self._memory[at : at + self._width], "little")
            return (cell - 1,) if cell else default
        height = self._memory[self._heights + site]
        at, width = self._start + site * self._levels * self._width, self._width
        row = [int.from_bytes(self._memory[at + n * width : at + (n + 1) * width], "little") - 1 for n in range(height)]
        return tuple(row) or default


class BlockPosition(Position):
    """A position that is read from its block bit by bit: a hook asks for little."""

    __slots__ = ("_block",)

    def __init__(self, block: Block) -> None:
        self._block = block

    def __getattr__(self, name: str) -> Any:
        block, layout = self._block, self._block.layout
        if name == "layers":
            value: Any = [_Layer(block, number) for number in range(len(block.rules.layers))]
        elif name in ("ply", "passes", "phase"):
            value = block.word(getattr(layout, name))
        elif name == "turns":
            value = struct.unpack_from(f"<{len(block.rules.players)}q", block.memory, layout.turns)
        elif name in Position.__slots__:
            value = getattr(block.read(()), name)
        else:
            raise AttributeError(name)
        setattr(self, name, value)
        return value

    def copy(self) -> Position:
        return self._block.read(())


class Callbacks(Lowering):
    """One for each game; native code finds its address in the block."""

    def setup(self) -> None:
        self._function = _CALLED(self._called)
        self.address: int = ctypes.cast(cast(Any, self._function), ctypes.c_void_p).value or 0
        self._blocks: dict[int, BorrowedBlock] = {}
        self._problems: dict[int, BaseException] = {}

    def raise_problem(self, block: Block) -> None:
        """After native code has run in a block: what a hook raised meanwhile is raised here."""
        problem = self._problems.pop(block.address, None)
        if problem is not None:
            block.put_word(self.layout.stop, 0)
            block.put_word(self.layout.error, 0)
            raise problem

    def _called(self, address: int, hook: int) -> int:
        """Nothing may be raised into native code. A run that has failed is stopped; until then it gets zeros."""
        if address in self._problems:
            return 0
        try:
            block = self._blocks.get(address)
            if block is None:
                block = self._blocks[address] = BorrowedBlock(self.c, address)
            return self._answer(block, hook)
        except BaseException as problem:
            self._problems[address] = problem
            block = BorrowedBlock(self.c, address)
            block.put_word(self.layout.stop, 1)
            block.put_word(self.layout.error, FAILED)
            block.put_sites(self.layout.hook_result, 0)
            return 0

    def _answer(self, block: Block, hook: int) -> int:
        layout, spec = self.layout, self.c.rules.hooks[hook]
        at = layout.hook_words
        me, *words = struct.unpack_from(f"<{1 + len(WORDS)}q", block.memory, at)
        origin, target, it, leaving, entering = (1 << word if word >= 0 else 0 for word in words)
        part = Part(origin=origin, target=target, it=it)
        view = View(BlockPosition(block), me, part=part, leaving=leaving, entering=entering)
        args = [self._argument(block, place, takes) for place, takes in enumerate(spec.takes)]
        if spec.gives == "effects":
            return self._write(block, spec.name, self.engine.hooks.effects(hook, view, args))
        given = self.engine.hooks.call(hook, view, args)
        if spec.gives == "set":
            block.put_sites(layout.hook_result, given)
            return 0
        return int(given)

    def _argument(self, block: Block, place: int, takes: str) -> Any:
        """As the evaluator would give it."""
        at = self.layout.hook_args + place * self.layout.set_size
        if takes == "set":
            return block.sites(at)
        word = block.word(at)
        if takes == "site":
            return 1 << word if word >= 0 else 0
        if takes == "dir":
            return (word,) if word >= 0 else ()
        return bool(word) if takes == "bool" else word

    def _write(self, block: Block, name: str, records: Sequence[tuple[Any, ...]]) -> int:
        if len(records) > MOST_RECORDS:
            raise HookError(f'"@{name}" gave more than {MOST_RECORDS} effects')
        names = [spec.name for spec in self.c.rules.variables]
        for number, (word, *given) in enumerate(records):
            op, numbers = word, given
            if word == "set":
                op, numbers = f"set {given[1]}", [given[0], given[2]]
            elif word == "var":
                numbers = [names.index(given[0]), given[1]]
            at = self.layout.hook_records + number * RECORD_SIZE
            struct.pack_into(f"<{1 + len(numbers)}q", block.memory, at, OPS[op], *numbers)
        return len(records)

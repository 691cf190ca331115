"""The native engine of one game: machine code, and the blocks of memory it plays in."""

from __future__ import annotations

import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from ..errors import OutOfRoom
from ..locks import Lock
from ..reference.game_flow import Result
from ..reference.position import Position
from .codegen.module import NativeModule
from .ir.program import Program
from .layout.memory_layout import FILTER, MOVE_SIZE
from .layout.widths import has_room
from .lower.game_flow import DRAW
from .lower.movegen import PATCH, PATCH_LENGTH, WEIGHT
from .runtime.move_decoder import StepReader, TurnList
from .runtime.position_codec import Block

if TYPE_CHECKING:
    from ..reference.engine import Engine
    from .compiler import Compiler
    from .decisions.reader import DecisionReader


DEEP = 3  # from this depth on perft is worth a program of its own
MANY = 3000  # lists of moves, after which code made in a hurry is replaced
MOST_RESULTS = 1000  # that are kept
PATIENCE = 0.1  # seconds of playouts, after which theirs is; of counting by lists, after which that is done without
_PERHAPS = b"\1\0" * FILTER


class Phases(Protocol):
    """What the engine is made from; each is there when it is first asked for (`rulewright.pipeline`)."""

    @property
    def reference(self) -> Engine: ...
    @property
    def compiler(self) -> Compiler: ...
    @property
    def kernel(self) -> Program: ...
    @property
    def sampling_kernel(self) -> Program: ...
    @property
    def counting_kernel(self) -> Program | None: ...
    @property
    def checked(self) -> bool: ...
    @property
    def fingerprint(self) -> str | None: ...


class Snapshot:
    """A position as it lies in a block, and the hashes of all positions up to it; nothing of it changes.

    Hashes are worked out when somebody asks for them.
    """

    __slots__ = ("_before", "_history", "_native", "data")

    def __init__(
        self, native: NativeEngine, data: bytes, history: bytes | None, before: Snapshot | None = None
    ) -> None:
        self.data = data
        self._native = native
        self._history, self._before = history, before

    @property
    def history(self) -> bytes:
        """Eight bytes each."""
        unknown: list[Snapshot] = []
        snapshot, found = self, self._history
        while found is None:
            unknown.append(snapshot)
            assert snapshot._before is not None
            snapshot = snapshot._before
            found = snapshot._history
        native = self._native
        if native.repeats:
            found = self._history = found + b"".join(map(native.hash_in, reversed(unknown)))
            return found
        for snapshot in reversed(unknown):
            found = snapshot._history = native.remembered(snapshot, found)
        return found


class Room:
    """The block of one thread, and what is in it: a snapshot, and a list of moves, perhaps of another one.

    To play a move does not change the list, so all moves of a position can be played by listing them once. Snapshots
    are told by their data: each has its own, and those do not know the engine.
    """

    __slots__ = ("block", "holds", "list_of", "listed")

    def __init__(self, block: Block) -> None:
        self.block = block
        self.holds: bytes | None = None
        self.list_of: bytes | None = None
        self.listed = 0

    def unlist(self) -> None:
        """Where the list was is something else now."""
        self.list_of = None


class NativeEngine:
    def __init__(self, phases: Phases) -> None:
        self._phases = phases
        self.engine, self.compiler, kernel = phases.reference, phases.compiler, phases.kernel
        self.layout = self.compiler.unit.layout
        self._modules: list[NativeModule] = []  # none is let go: another thread may be at work in it
        self._lists, self._playing, self._counting = 0, 0.0, 0.0
        self._take(NativeModule(kernel, self.layout.error, phases.checked, hurry=True))
        self.repeats = self.compiler.unit.facts.repeats
        self.steps = StepReader(self)
        self._rooms = threading.local()
        self._spare: list[Block] = []
        self._not_sampled: str | None = None  # why there is none
        self._playouts_in: NativeModule | None = None  # the code that the loop of playouts was added to
        self._run_playouts: Callable[[int, int, int, int, int], None] | None = None
        self._run_count: Callable[[int, int], int] | None = None
        self._decisions: DecisionReader | None = None
        self._results: dict[tuple[bytes, int], Result] = {}
        self.fast_steps: object = None  # what built-in methods know of it (rulewright.stepping)
        self._lock = Lock()

    @property
    def fingerprint(self) -> str:
        """What tells these rules, with these options, from others."""
        return self._phases.fingerprint or ""

    # ------------------------------------------------------------ code

    @property
    def hash_name(self) -> str:
        """What the function is called that hashes positions."""
        return "rw_position_hash" if self.compiler.hashes.remembers_boards else "rw_hash"

    def _take(self, module: NativeModule) -> None:
        """From now on the code of a module is used."""
        self._modules.append(module)
        function = module.function
        self._list: Callable[[int, int], int] = function("rw_moves", 1, True)
        self._play: Callable[[int, int], None] = function("rw_play", 1, False)
        self._hash: Callable[[int], int] = function("rw_hash", 0, True)
        self._position_hash: Callable[[int], int] = function(self.hash_name, 0, True)
        knows = self.compiler.hashes.knows_carried
        self._carried: Callable[[int], int] | None = function("rw_carried", 0, True) if knows else None
        self.run_perft: Callable[[int, int], int] = function("rw_perft", 1, True)

    @property
    def module(self) -> NativeModule:
        """The code for long work: the first one is made in a hurry, this one when it is first asked for."""
        with self._lock:
            if self._modules[-1].is_hurried:
                self._take(NativeModule(self._phases.kernel, self.layout.error, self._phases.checked))
            return self._modules[-1]

    def _moves(self, address: int, recorded: int) -> int:
        """Lists the moves of the position in a block; who does that often gets better code for it."""
        self._lists += 1
        if self._lists >= MANY and self._modules[-1].is_hurried:
            _ = self.module
        return self._list(address, recorded)

    def careful_lists(self) -> dict[str, int]:
        """Addresses of the functions that list and play moves, compiled with all care: it takes seconds."""
        with self._lock:
            module = NativeModule(Program(self.compiler.unit.n), self.layout.error, self._phases.checked)
            module.add(self._phases.kernel)
            self._modules.insert(0, module)  # the last one is what is used for all else
        address = module.engine.get_function_address
        return {"moves": address("rw_moves"), "play": address("rw_play")}

    def moves_by_place(self) -> dict[str, int]:
        """Addresses of the functions that count moves and play the k-th without a list; none where there are none."""
        from .perft.kth import Kth, kth_compiler

        with self._lock:
            compiler = kth_compiler(self.compiler)
            if compiler is None:
                return {}
            try:
                first, *others = Kth(compiler).programs()
            except NotImplementedError:  # what lists cannot do is found out elsewhere
                return {}
            module = NativeModule(first, self.layout.error, self._phases.checked)
            for program in others:
                module.add(program)
            self._modules.insert(0, module)
        address = module.engine.get_function_address
        return {"kth": address("rw_kth"), "collect": address("rw_collect")}  # who collects goes on to the k-th

    @property
    def is_busy(self) -> bool:
        """Whether so many moves were listed that everything that makes it quicker pays."""
        return self._lists >= MANY

    # ------------------------------------------------------------ blocks

    def new_block(self) -> Block:
        return Block(self.compiler)

    def borrow(self) -> Block:
        """A block for a long run; it is given back afterwards."""
        try:
            return self._spare.pop()
        except IndexError:  # there is none, or another thread was quicker
            return self.new_block()

    def give_back(self, block: Block) -> None:
        block.put_word(self.layout.stop, 0)
        self._spare.append(block)

    def _room(self) -> Room:
        room: Room | None = getattr(self._rooms, "room", None)
        if room is None:
            room = self._rooms.room = Room(self.new_block())
        return room

    def put(self, block: Block, snapshot: Snapshot, run: bool = False) -> None:
        """A snapshot into a block; for a long `run` what is derived from the history is worked out too."""
        layout = self.layout
        block.memory[: len(snapshot.data)] = snapshot.data
        if self.repeats:
            block.memory[layout.history : layout.history + len(snapshot.history)] = snapshot.history
            # A filter that says "perhaps" everywhere is never wrong.
            block.memory[layout.filter : layout.filter + 2 * FILTER] = bytes(2 * FILTER) if run else _PERHAPS
            if run:
                block.count_history(hashed for (hashed,) in struct.iter_unpack("<Q", snapshot.history))

    def _enter(self, snapshot: Snapshot) -> Room:
        room = self._room()
        if room.holds is not snapshot.data:
            self.put(room.block, snapshot)
            room.holds = snapshot.data
        return room

    def _leave(self, room: Room) -> None:
        room.holds = room.list_of = None

    def _check(self, room: Room) -> None:
        error = room.block.word(self.layout.error)
        if error:
            self._leave(room)
            self.compiler.hooks.callbacks.raise_problem(room.block)
            raise OutOfRoom  # the reference interpreter knows whether it is too much, or only for a block

    # ------------------------------------------------------------ positions

    def snapshot(self, position: Position) -> Snapshot:
        if not has_room(self.layout, position):
            raise OutOfRoom
        history = struct.pack(f"<{len(position.history)}Q", *position.history)
        room = self._room()
        self._leave(room)
        room.block.load(position)
        return Snapshot(self, room.block.memory[: self.layout.state_end], history)

    def position(self, snapshot: Snapshot) -> Position:
        history = struct.unpack(f"<{len(snapshot.history) // 8}Q", snapshot.history)
        return self._enter(snapshot).block.read(history)

    def word(self, snapshot: Snapshot, at: int) -> int:
        found: int = struct.unpack_from("<q", snapshot.data, at)[0]
        return found

    def hash(self, snapshot: Snapshot) -> int | None:
        """The hash of a position; None while some have chosen, and others will."""
        segment = self.word(snapshot, self.layout.segment)
        if segment and self.compiler.unit.facts.together:
            return None
        block = self._enter(snapshot).block
        found = self._position_hash(block.address) & (2**64 - 1)
        if not segment:
            return found
        if self._carried is not None:
            return found ^ (self._carried(block.address) & (2**64 - 1))
        return found ^ self.engine.hashes.within(segment, block.memory_of_turn())

    def result(self, data: bytes | memoryview) -> Result | None:
        """The result that stands in the state's part of a block."""
        layout = self.layout
        (word,) = struct.unpack_from("<q", data, layout.result)
        if not word:
            return None
        (rule,) = struct.unpack_from("<q", data, layout.rule)
        told = bytes(data[layout.result : layout.result_end]), rule
        known = self._results.get(told)
        if known is None:
            if len(self._results) > MOST_RESULTS:
                self._results.clear()
            known = self._results[told] = self._result(data, word, rule)
        return known

    def _result(self, data: bytes | memoryview, word: int, rule: int) -> Result:
        layout, players = self.layout, len(self.engine.rules.players)
        winners = frozenset(player for player in range(players) if word >> player & 1)
        scores = None
        if struct.unpack_from("<q", data, layout.scored)[0]:
            scores = tuple(doubled / 2 for doubled in struct.unpack_from(f"<{players}q", data, layout.scores))
        return Result(winners, bool(word & DRAW), scores, self.compiler.course.result_nodes[rule])

    # ------------------------------------------------------------ moves

    def count(self, snapshot: Snapshot) -> tuple[int, Result | None]:
        """How many legal moves there are; with none, the result of that."""
        room = self._enter(snapshot)
        if room.list_of is not snapshot.data:
            room.unlist()  # also if this fails
            found = self._moves(room.block.address, 0)
            self._check(room)
            if not found:
                result = self.result(room.block.memory[: self.layout.state_end])
                self._leave(room)
                return 0, result
            room.list_of, room.listed = snapshot.data, found
        return room.listed, None

    def place(self, snapshot: Snapshot, following: Snapshot) -> int | None:
        """The place in the list of the move to a state; None where the words that it writes do not tell it."""
        found, _ = self.count(snapshot)
        listed = TurnList(self, snapshot, self._enter(snapshot).block, found, kept=False)
        return listed.leading_to(following, range(found))

    def weights(self, snapshot: Snapshot) -> list[int]:
        found, _ = self.count(snapshot)
        block = self._enter(snapshot).block
        start = self.layout.moves + WEIGHT
        return [max(1, block.word(start + MOVE_SIZE * number)) for number in range(found)]

    def play(self, snapshot: Snapshot, number: int) -> tuple[Snapshot, Result | None]:
        """The position after a move, by its place in the list."""
        self.count(snapshot)
        room = self._enter(snapshot)
        self._play(room.block.address, number)
        data = room.block.memory[: self.layout.state_end]
        made = self._following(snapshot, data)
        room.holds = made.data
        return made, self.result(data)

    def patched(self, snapshot: Snapshot, patch: bytes | memoryview) -> Snapshot:
        """The position after a turn that writes these words."""
        data = bytearray(snapshot.data)
        for at, value in struct.iter_unpack("<qq", patch):
            struct.pack_into("<q", data, at, value)
        return self._following(snapshot, bytes(data))

    def _following(self, before: Snapshot, data: bytes) -> Snapshot:
        """With what is remembered of the new position, unless a turn is still going on."""
        layout = self.layout
        if not self.repeats:
            return Snapshot(self, data, None, before)
        if struct.unpack_from("<q", data, layout.segment)[0]:
            return Snapshot(self, data, before.history)
        return Snapshot(self, data, before.history + data[layout.hash : layout.hash + 8])

    def hash_in(self, snapshot: Snapshot) -> bytes:
        """What is remembered of a position where the block keeps it up to date; nothing in the middle of a turn."""
        at = self.layout.hash
        return b"" if self.word(snapshot, self.layout.segment) else snapshot.data[at : at + 8]

    def remembered(self, snapshot: Snapshot, history: bytes) -> bytes:
        """What is remembered with a position, beside all before it."""
        if self.word(snapshot, self.layout.segment):
            return history
        return history + struct.pack("<Q", self._hash(self._enter(snapshot).block.address) & (2**64 - 1))

    def listed_after(self, block: Block, before: bytes, number: int) -> bytes:
        """A state after a move that is listed in a block, by its place in the list."""
        layout, data = self.layout, bytearray(before)
        entry = layout.moves + MOVE_SIZE * number
        start = layout.patches + 16 * block.word(entry + PATCH)
        lines = block.memory[start : start + 16 * block.word(entry + PATCH_LENGTH)]
        for at, value in struct.iter_unpack("<qq", lines):
            struct.pack_into("<q", data, at, value)
        return bytes(data)

    def list_moves(self, block: Block) -> int | None:
        """Lists the moves of the position in a block; None if there is no room for them."""
        found = self._moves(block.address, 0)
        if block.word(self.layout.error):
            self.compiler.hooks.callbacks.raise_problem(block)
            return None
        return found

    def play_move(self, block: Block, number: int) -> None:
        """Plays a move of the list in a block."""
        self._play(block.address, number)

    def perft(self, block: Block, snapshot: Snapshot, depth: int, deep: bool | None = None) -> int | None:
        """The count of a position; None if some position on the way has more turns than there is room for.

        `deep`: whether it is done in the way that is for deep counts; None: if it is one.
        """
        self.put(block, snapshot, run=True)
        counted = depth >= DEEP if deep is None else deep
        begin = time.thread_time()
        found = (self._counter() if counted else self.run_perft)(block.address, depth)
        self._counting += 0.0 if counted else time.thread_time() - begin
        if found < 0:
            self.put(block, snapshot, run=True)
            found = self.run_perft(block.address, depth)
        if block.word(self.layout.error):
            self.compiler.hooks.callbacks.raise_problem(block)
            return None
        return found

    @property
    def counts_much(self) -> bool:
        """Whether the way that is for deep counts is there, or would have been worth it by now."""
        return self._run_count is not None or self._counting > PATIENCE

    def _counter(self) -> Callable[[int, int], int]:
        """Perft without lists, which takes a while to compile."""
        with self._lock:
            if self._run_count is None:
                module = self.module
                self._run_count = self.run_perft
                with suppress(NotImplementedError):  # lists count everything
                    program = self._phases.counting_kernel
                    if program is not None:
                        module.add(program)
                        self._run_count = module.function("rw_count", 1, True)
            return self._run_count

    def playouts(self, block: Block, start: Snapshot, seed: int, first: int, games: int, most: int) -> tuple[int, ...]:
        """Random games by the sampler; the words it counts in (drivers: `rw_playouts`)."""
        layout = self.layout
        run = self._sampler(careful=self._playing > PATIENCE)
        self.put(block, start, run=True)
        block.memory[layout.start : layout.start + len(start.data)] = start.data
        words = 8 + len(self.engine.rules.players)
        block.memory[layout.tally : layout.tally + 8 * words] = bytes(8 * words)
        begin = time.thread_time()
        run(block.address, seed, first, games, most)
        self._playing += time.thread_time() - begin
        self.compiler.hooks.callbacks.raise_problem(block)
        return struct.unpack_from(f"<{words}q", block.memory, layout.tally)

    def position_in(self, block: Block) -> Position:
        """The position in a block, where a playout has stopped."""
        return block.read(None if self.repeats else ())

    def prepare_playouts(self, careful: bool = False) -> None:
        """Compiles the loop of playouts."""
        self._sampler(careful)

    def _sampler(self, careful: bool = False) -> Callable[[int, int, int, int, int], None]:
        """The loop of playouts, compiled when first needed: in a hurry, and with all care for those who play many."""
        with self._lock:
            if self._playouts_in is None or (careful and self._playouts_in is not self.module):
                if self._not_sampled is not None:
                    raise NotImplementedError(self._not_sampled)
                found = self.module if careful else self._modules[-1]
                try:
                    found.add_playouts(self._phases.sampling_kernel)
                except NotImplementedError as error:
                    self._not_sampled = str(error)  # what has been lowered so far is of no use
                    raise
                self._playouts_in, self._run_playouts = found, found.function("rw_playouts", 4, False)
            assert self._run_playouts is not None
            return self._run_playouts

    @property
    def lists_turns(self) -> bool:
        """Whether there are turns that playouts draw from a list."""
        return any(not turn.strategy for turn in self.compiler.plan.turns)

    @property
    def asks_once(self) -> bool:
        """Whether a turn is never more than to place a piece somewhere: then decisions are turns."""
        turns = self.compiler.plan.turns
        places = all(
            leaf.action.verb == "place" and leaf.action.start is None for turn in turns for leaf in turn.leaves
        )
        return places and all(turn.strategy and turn.second is None for turn in turns)

    @property
    def decisions(self) -> DecisionReader:
        """Turns by decisions (specification chapter 21), compiled once, when they are first asked for."""
        if self._decisions is None:
            from .decisions.reader import DecisionReader

            with self._lock:
                if self._decisions is None:
                    self._decisions = DecisionReader(self, self._phases.checked)
        return self._decisions

    def turns(self, snapshot: Snapshot, kept: bool = True) -> tuple[TurnList, Result | None]:
        """Every complete turn with a record of its parts; with none, the result of that.

        A list that is not `kept` is to be read before anything else is asked.
        """
        room = self._enter(snapshot)
        room.unlist()
        found = self._moves(room.block.address, 1)
        self._check(room)
        turns = TurnList(self, snapshot, room.block, found, kept)
        if turns.is_cut:
            raise OutOfRoom
        result = None
        if not found:
            result = self.result(room.block.memory[: self.layout.state_end])
            self._leave(room)
        return turns, result

"""Turns as the native engine lists them, read back into Python: keys, parts, positions, each when it is asked for."""

from __future__ import annotations

import re
import struct
from collections.abc import Collection, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from ...reference.candidates import PartKey, Step
from ...reference.game_flow import LegalTurn, Result
from ...reference.geometry import NOWHERE, OFF
from ...reference.position import Position
from ...reference.view import Part
from ...rules.game import Action
from ...rules.types import Type
from ..layout.memory_layout import MOVE_SIZE, ROOM
from ..lower.records import FIELDS
from .position_codec import Block

if TYPE_CHECKING:
    from ...reference.labels import Labels
    from ..engine import NativeEngine, Snapshot

Parts = tuple[tuple[Step, ...], ...]
_WORD = struct.Struct("<q")
_ENTRY = MOVE_SIZE // 8  # words
_TARGET = FIELDS.index("target")
_SITES = re.compile(r"[\w,-]+(?: [\w,-]+)*")


class TurnList:
    """All turns of a position; those that lead to the same are one move.

    They are copied out of the block, megabytes of them, unless nobody keeps the list until the block is used again.
    """

    def __init__(self, native: NativeEngine, snapshot: Snapshot, block: Block, amount: int, kept: bool) -> None:
        layout = native.layout
        self.native = native
        self.snapshot = snapshot
        self.steps = native.steps
        self.amount = amount
        memory = block.memory if kept else memoryview(block.memory)
        self._keys = memory[layout.keys : layout.keys + 2 * block.word(layout.key_top)]
        self._patches = memory[layout.patches : layout.patches + 16 * block.word(layout.patch_top)]
        records = block.word(layout.record_top)
        self._records = memoryview(memory[layout.records : layout.records + 8 * records]).cast("q")
        # A record that found no room is not written.
        self.is_cut = records + 2 * ROOM["parts"] >= layout.limits["records"]
        # Words as they lie there: of thousands of turns somebody may want one.
        self._entries = memoryview(memory[layout.moves : layout.moves + MOVE_SIZE * amount]).cast("q")
        self._merged: list[LegalTurn] | None = None

    def moves(self) -> list[LegalTurn]:
        """One turn a move, in canonical order."""
        groups: dict[int, list[int]] = {number: [] for number in self.order}
        for number in range(self.amount):
            groups[self._first_of(number)].append(number)
        return [NativeTurn(self, number, groups[number], place) for place, number in enumerate(self.order)]

    @cached_property
    def order(self) -> list[int]:
        """The turns that stand for moves, in canonical order."""
        return sorted(self._firsts(), key=self.key_words)

    def _first_of(self, number: int) -> int:
        """The turn that stands for the move that a turn is; one that is alone was not compared with others."""
        return self._entries[_ENTRY * number + 7] if self.amount > 1 else number

    def _firsts(self) -> list[int]:
        if self.amount == 1:
            return [0]
        return [number for number, first in enumerate(self._entries[7::_ENTRY].tolist()) if first == number]

    def leading_to(self, snapshot: Snapshot, numbers: Iterable[int] | None = None) -> int | None:
        """The turn that stands for the move to a state; None where the words that it writes do not tell it.

        In a list without records each turn is a move: then all `numbers` are looked at.
        """
        before, after, patches = self.snapshot.data, snapshot.data, self._patches
        starts, lengths = self._entries[2::_ENTRY].tolist(), self._entries[3::_ENTRY].tolist()
        for number in self._firsts() if numbers is None else numbers:
            start, length = starts[number], lengths[number]
            if not length:
                continue
            (at,) = _WORD.unpack_from(patches, 16 * start)
            if patches[16 * start + 8 : 16 * start + 16] != after[at : at + 8]:
                continue  # nearly all of them differ in the first word
            data = bytearray(before)
            for at, value in struct.iter_unpack("<qq", self.patch(number)):
                _WORD.pack_into(data, at, value)
            if data == after:
                return number
        return None

    def text_alone(self, number: int, labels: Labels) -> str | None:
        """The text of a move without those of all others; None if more than sites is written of it.

        Where nothing but sites is written, only moves with the same targets, part by part, can be written alike.
        """
        targets, text = self._targets(number), labels.turn(self.parts(number))
        if not targets or targets[0] < 0 or OFF in targets or not _SITES.fullmatch(text):
            return None
        records, starts = self._records, self._entries[6::_ENTRY].tolist()
        same = [number]
        for other in self._firsts():
            at = starts[other] + 1 + _TARGET  # of a turn without parts it may lie anywhere
            if at >= len(records) or records[at] != targets[0] or other == number or self._targets(other) != targets:
                continue  # nearly all of them differ in the first target
            if labels.turn(self.parts(other)) == text:
                same.append(other)
        place = sorted(same, key=self.key_words).index(number) + 1
        return text if place == 1 else f"{text} #{place}"

    def _targets(self, number: int) -> list[int]:
        """Where the parts of a turn end; OFF where one ends on no site though its action has a verb."""
        record, size = self.record(number), self.steps.size
        actions = self.steps.rules.actions
        return [
            target if target >= 0 else NOWHERE if actions[action].verb is None else OFF
            for action, target in zip(record[::size], record[_TARGET::size], strict=True)
        ]

    def all_ways(self, place: int) -> Collection[Parts] | None:
        """All turns that are one move; where ways meet, the list has only some, and the reference interpreter all."""
        if not self.native.engine.turns.ways_meet:
            return None
        if self._merged is None:
            self._merged = self.native.engine.course.legal(self.native.position(self.snapshot))
        return self._merged[place].twins

    def key_words(self, number: int) -> tuple[int, ...]:
        start, length = self._entries[_ENTRY * number : _ENTRY * number + 2]
        return struct.unpack_from(f"<{length}H", self._keys, 2 * start)

    def patch(self, number: int) -> bytes | memoryview:
        start, length = self._entries[_ENTRY * number + 2 : _ENTRY * number + 4]
        return self._patches[16 * start : 16 * (start + length)]

    def weight(self, number: int) -> int:
        return max(1, self._entries[_ENTRY * number + 5])

    def record(self, number: int) -> tuple[int, ...]:
        """The words of all parts of a turn."""
        if len(self.key_words(number)) == 1:
            return ()  # no part: nothing was written
        start = self._entries[_ENTRY * number + 6]
        return tuple(self._records[start + 1 : start + 1 + self._records[start]])

    def parts(self, number: int) -> Parts:
        return self.steps.parts(self.record(number), self.key_words(number))


class NativeTurn(LegalTurn):
    """A legal move whose parts, key and position are made when they are asked for."""

    __slots__ = ("_list", "_made", "_number", "_parts", "_place", "_twin_numbers", "_twins")

    def __init__(self, of: TurnList, number: int, twins: list[int], place: int) -> None:
        self._list, self._number, self._twin_numbers, self._place = of, number, twins, place
        self._parts: Parts | None = None
        self._twins: Collection[Parts] | None = None
        self._made: tuple[Position, Result | None] | None = None

    @property
    def parts(self) -> Parts:
        if self._parts is None:
            self._parts = self._list.parts(self._number)
        return self._parts

    @property
    def key(self) -> tuple[PartKey, ...]:
        return tuple(step.key for steps in self.parts for step in steps)

    @property
    def twins(self) -> Collection[Parts]:
        if self._twins is None and not self.forced_pass:
            self._twins = self._list.all_ways(self._place)
        if self._twins is None:
            self._twins = [] if self.forced_pass else [self._list.parts(number) for number in self._twin_numbers]
        return self._twins

    @property
    def weight(self) -> int:
        return self._list.weight(self._number)

    @property
    def forced_pass(self) -> bool:
        """A turn without parts is written in the same way, whether it was forced or not."""
        return not self.parts

    @property
    def position(self) -> Position:
        return self._after()[0]

    @property
    def result(self) -> Result | None:
        return self._after()[1]

    def _after(self) -> tuple[Position, Result | None]:
        if self._made is None:
            native = self._list.native
            after = native.patched(self._list.snapshot, self._list.patch(self._number))
            self._made = native.position(after), native.result(after.data)
        return self._made


class StepReader:
    """Records of parts, and the words of a key, as the steps that the reference interpreter makes."""

    def __init__(self, native: NativeEngine) -> None:
        self.compiler = native.compiler
        self.engine = native.engine
        self.rules = native.engine.rules
        self.words = native.layout.words
        self.size = self.compiler.records.size
        self._named = [self._names_of(action) for action in self.rules.actions]

    def _names_of(self, action: Action) -> list[tuple[str, str, Type | None]]:
        """The names an action binds: how each is kept, and its type."""
        types = {choice.name: choice.type for choice in action.choices}
        types |= {let.name: let.value.type for let in action.lets}
        return [(name, how, types.get(name)) for name, how in self.compiler.records.names(action)]

    def parts(self, record: tuple[int, ...], key: tuple[int, ...]) -> Parts:
        found: list[tuple[Step, ...]] = []
        at = 0
        for start in range(0, len(record), self.size):
            fields = dict(zip(FIELDS, record[start : start + len(FIELDS)], strict=True))
            action = self.rules.actions[fields["action"]]
            part_key, at = self._key(action, key, at)
            step = self._step(action, fields, record[start + len(FIELDS) : start + self.size], part_key)
            if fields["hop"]:
                found[-1] = (*found[-1], step)
            else:
                found.append((step,))
        return tuple(found)

    def _key(self, action: Action, words: tuple[int, ...], at: int) -> tuple[PartKey, int]:
        """The key of one part, and where the next one begins."""
        leaf, at = words[at] - 1, at + 1
        values, at = words[at : at + len(action.choices)], at + len(action.choices)
        take, kind, state, origin, target = words[at : at + 5]
        at += 5
        route: tuple[object, ...] = ((), (), ())
        if self.engine.facts.observed(action):
            direction = (words[at] - 1,) if words[at] else ()
            runs, at = _row(words, at + 1)
            passed, at = _row(words, at)
            route = (direction, runs, passed)
        choices, at = _row(words, at)
        return (leaf, values, take, (kind, state), origin, target, *route, choices), at

    def _step(self, action: Action, fields: dict[str, int], rest: tuple[int, ...], key: PartKey) -> Step:
        names = self._names(fields["action"], len(action.choices) + self.words, rest)
        origin, target = fields["origin"], fields["target"]
        if target < 0 and target != OFF:
            target = NOWHERE
        passed = rest[len(action.choices) : len(action.choices) + self.words]
        part = Part(
            fields["action"], _bit(origin), _bit(target), _mask(passed), _bit(fields["it"]), fields["kind"],
            _numbers(fields["dir"]), fields["load"], names,
        )  # fmt: skip
        piece = None if fields["piece_kind"] < 0 else (fields["piece_kind"], fields["piece_state"])
        mover = fields["mover"] - 1 if action.verb == "move" else None
        return Step(
            fields["action"], key, origin, target, part, names, piece, mover, fields["take"], bool(fields["may"]),
            self._chosen(fields["chosen"]), fields["captures"], fields["changed"],
        )  # fmt: skip

    def _chosen(self, packed: int) -> tuple[str, ...]:
        """The values chosen by `set`, eight bits each, the last one lowest."""
        found = []
        packed &= 2**64 - 1
        while packed:
            found.append(self.compiler.choosing.new_values[(packed & 255) - 1].span.text)
            packed >>= 8
        return tuple(reversed(found))

    def _names(self, action: int, at: int, rest: tuple[int, ...]) -> tuple[tuple[str, object], ...]:
        found: list[tuple[str, object]] = []
        for name, how, type_ in self._named[action]:
            if how == "set":
                found.append((name, _mask(rest[at : at + self.words])))
                at += self.words
                continue
            found.append((name, self._value(rest[at], how, type_)))
            at += 1
        return tuple(found)

    def _value(self, word: int, how: str, type_: Type | None) -> object:
        if how == "site":
            return _bit(word)
        if how == "dirs":
            return _numbers(word)
        if how == "bool":
            return bool(word)
        if type_ is Type.TRACK:
            return self.compiler.space.tracks[word]
        if type_ is Type.WORD:
            return next((text for text, number in self.compiler.unit.words.items() if number == word), "")
        return word


def _row(words: tuple[int, ...], at: int) -> tuple[tuple[int, ...], int]:
    """Numbers up to the 0 that closes them; each is kept one higher."""
    end = words.index(0, at)
    return tuple(word - 1 for word in words[at:end]), end + 1


def _bit(site: int) -> int:
    return 1 << site if site >= 0 else 0


def _mask(words: tuple[int, ...]) -> int:
    found = 0
    for number, word in enumerate(words):
        found |= (word & 2**64 - 1) << 64 * number
    return found


def _numbers(mask: int) -> tuple[int, ...]:
    mask &= 2**64 - 1
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)

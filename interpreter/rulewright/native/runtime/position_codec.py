"""Positions in a block of memory, and back."""

from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...analysis.pieces import NEUTRAL
from ...analysis.variables import entry_count
from ...board import bits
from ...reference.position import Position
from ...reference.view import Memory, Part
from ...rules.types import Type
from ..layout.memory_layout import FILTER
from ..layout.widths import FULL_SLOT

if TYPE_CHECKING:
    from ..compiler import Compiler

_MASK = 2**64 - 1


def _memory(size: int) -> mmap.mmap:
    """Pages of this process alone: a forked child goes on with a copy of its own."""
    if not hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size)
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0))


class Block:
    """Memory that a game is played in. Untouched pages cost nothing."""

    def __init__(self, compiler: Compiler) -> None:
        self.know(compiler)
        self.memory = _memory(self.layout.size)
        self._view = ctypes.c_char.from_buffer(self.memory)
        self.address = ctypes.addressof(self._view)
        compiler.hooks.attach(self)
        if self.layout.pieces_table >= 0:
            rows = compiler.hash_rows
            at = self.layout.pieces_table
            self.memory[at : at + len(rows)] = rows

    def know(self, compiler: Compiler) -> None:
        self.compiler, self.rules = compiler, compiler.rules
        self.layout, self.engine = compiler.unit.layout, compiler.unit.engine

    # ------------------------------------------------------------ words

    def word(self, at: int) -> int:
        found: int = struct.unpack_from("<q", self.memory, at)[0]
        return found

    def put_word(self, at: int, value: int) -> None:
        struct.pack_into("<Q", self.memory, at, value & _MASK)

    def sites(self, at: int) -> int:
        return int.from_bytes(self.memory[at : at + self.layout.set_size], "little")

    def put_sites(self, at: int, value: int) -> None:
        self.memory[at : at + self.layout.set_size] = value.to_bytes(self.layout.set_size, "little")

    @property
    def _amount(self) -> str:
        """How the number of pieces in a tray is written."""
        return "<H" if self.layout.tray == 16 else "<Q"

    # ------------------------------------------------------------ a position into the block

    def load(self, position: Position) -> None:
        layout, rules = self.layout, self.rules
        self.memory[0 : layout.error] = bytes(layout.error)
        width = layout.cell // 8
        for number, layer in enumerate(position.layers):
            basis = layout.bases[number]
            levels = rules.stack if number == 0 else 1
            sets = dict.fromkeys(basis.names, 0)
            for site, stack in layer.items():
                for level, code in enumerate(stack):
                    at = layout.cells[number] + (site * levels + level) * width
                    self.memory[at : at + width] = (code + 1).to_bytes(width, "little")
                member = basis.membership(self.compiler.unit.facts, stack[-1])
                for place, name in enumerate(basis.names):
                    if member >> place & 1:
                        sets[name] |= 1 << site
                if number == 0 and levels > 1:
                    self.memory[layout.heights + site] = len(stack)
            for name, mask in sets.items():
                self.put_sites(basis.at[name], mask)
        self._load_holding(position)
        if layout.unmoved >= 0:
            self.put_sites(layout.unmoved, position.unmoved)
        for (tray, player, kind, state), count in position.trays.items():
            struct.pack_into(self._amount, self.memory, self._tray(tray, player, kind, state), count)
        for number, entries in enumerate(position.variables):
            for index, (value, age) in enumerate(entries):
                if self.rules.variables[number].type is Type.SET:
                    self.put_sites(layout.variables[number] + layout.set_size * index, value or 0)
                    continue
                stored = -1 if value is None else value
                self.put_word(layout.variables[number] + 8 * index, stored & 0xFFFFFFFF | age << 32)
        out = 0
        for player in position.out:
            out = out << 4 | player + 1
        plain = {
            layout.phase: position.phase,
            layout.phase_turns: position.phase_turns,
            layout.me: position.me,
            layout.out: out,
            layout.seats: position.seats,
            layout.swapped: int(position.swapped),
            layout.next_player: 0 if position.next_player is None else position.next_player + 1,
            layout.segment: position.segment,
            layout.ply: position.ply,
            layout.passes: position.passes,
            layout.history_length: len(position.history),
            layout.hash: position.history[-1] if position.history else 0,
        }
        for at, value in plain.items():
            self.put_word(at, value)
        for player, choice in enumerate(position.chosen):
            for place, word in enumerate(choice):
                self.put_word(layout.chosen + 8 * (player * self.compiler.unit.facts.choice_words + place), word)
        for player, turns in enumerate(position.turns):
            self.put_word(layout.turns + 8 * player, turns)
        for number, entry in enumerate(position.kept):
            for half, place in enumerate(entry):
                self.put_word(layout.kept + 16 * number + 8 * half, place)
        for number, table in enumerate(position.followed):
            for site, since in table:
                self.put_word(layout.followed + 8 * (layout.n * number + site), since + 1)
        packed = struct.pack(f"<{len(position.history)}Q", *position.history)
        if len(packed) <= layout.work_end - layout.history:
            self.memory[layout.history : layout.history + len(packed)] = packed
        if layout.filter >= 0:
            self.memory[layout.filter : layout.filter + 2 * FILTER] = bytes(2 * FILTER)
            self.count_history(position.history)
        if layout.piece_hash >= 0:
            self.put_word(layout.piece_hash, self.engine.hashes.board(position))
        if isinstance(position.carried, Memory):
            self._load_memory(position.carried)

    def count_history(self, history: Iterable[int]) -> None:
        """Takes positions into the filter of the history."""
        for hashed in history:
            at = self.layout.filter + (hashed >> 7 & FILTER - 1) * 2
            amount = struct.unpack_from("<H", self.memory, at)[0]
            struct.pack_into("<H", self.memory, at, min(amount + 1, FULL_SLOT))

    def _load_holding(self, position: Position) -> None:
        for number, pattern in enumerate(self.compiler.unit.facts.holding):
            fitting: set[int] = set()
            for me in range(len(self.rules.players)):
                fitting |= self.compiler.unit.facts.pieces.fitting(pattern, me)
            mask = 0
            for site, stack in position.layers[0].items():
                if not fitting.isdisjoint(stack):
                    mask |= 1 << site
            self.put_sites(self.layout.holding[number], mask)

    def _tray(self, tray: str, player: int, kind: int, state: int) -> int:
        entry, size = kind * self.engine.codes.states + state, self.layout.tray // 8
        if tray == "supply":
            return self.layout.supply + size * entry
        start = self.layout.hands if tray == "hand" else self.layout.taken
        return start + size * (max(player, 0) * self.layout.combinations + entry)

    def _load_memory(self, memory: Memory) -> None:
        layout, facts = self.layout, self.compiler.unit.facts
        for register, at in layout.registers.items():
            owner, field = register
            if owner == "turn":
                value: object = {"origin": memory.origins, "target": memory.targets, "passed": memory.passed}[field]
            elif owner == "last":
                continue
            else:
                part = memory.of(int(owner))
                known = ("origin", "target", "passed", "it", "kind", "dir", "load")
                value = getattr(part, field) if field in known else part.named(field)
            kind = facts.register_kind(register)
            if kind == "set":
                self.put_sites(at, value if isinstance(value, int) else 0)
            else:
                self.put_word(at, self._register_word(register, kind, value))
        for action, _ in memory.actions:
            if action in layout.done:
                self.put_word(layout.done[action], 1)
        self.put_word(layout.last_sown, memory.last_sown.bit_length())
        self.put_word(layout.captures, memory.captures)
        self.put_word(layout.part_count, memory.parts)
        self.put_word(layout.empty_action, int(memory.empty_action))
        self.put_word(layout.did_something, int(memory.did_something))

    def _register_word(self, register: tuple[str | int, str], kind: str, value: object) -> int:
        raised = self.compiler.registers._raised(register)
        if kind == "site":
            return value.bit_length() if isinstance(value, int) else 0
        if kind == "dirs":
            return sum(1 << number for number in value) if isinstance(value, tuple) else 0
        if isinstance(value, str):
            track = self.compiler.space.tracks
            return (track.index(value) if value in track else self.compiler.unit.word(value)) + int(raised)
        return (int(value) if isinstance(value, int) else 0) + int(raised)

    # ------------------------------------------------------------ and out of it

    def read(self, history: tuple[int, ...] | None = None) -> Position:
        layout, rules, codes = self.layout, self.rules, self.engine.codes
        position = Position()
        width = layout.cell // 8
        position.layers = []
        for number in range(len(rules.layers)):
            basis = layout.bases[number]
            levels = rules.stack if number == 0 else 1
            occupied = 0
            for name, at in basis.at.items():
                if name[0] in ("owner", "any"):
                    occupied |= self.sites(at)
            layer: dict[int, tuple[int, ...]] = {}
            for site in bits(occupied):
                height = self.memory[layout.heights + site] if number == 0 and levels > 1 else 1
                start = layout.cells[number] + site * levels * width
                row = [
                    int.from_bytes(self.memory[start + level * width : start + (level + 1) * width], "little") - 1
                    for level in range(height)
                ]
                heaps = self.compiler.pieces.heaps
                layer[site] = (heaps.cell - 1,) * height if number == 0 and heaps is not None else tuple(row)
            position.layers.append(layer)
        position.trays = {}
        combinations = layout.combinations
        for tray, start, rows in (
            ("hand", layout.hands, len(rules.players)),
            ("supply", layout.supply, 1),
            ("taken", layout.taken, len(rules.players)),
        ):
            found = struct.unpack_from(f"<{rows * combinations}{self._amount[1]}", self.memory, start)
            for entry, count in enumerate(found):
                if count:
                    player, rest = divmod(entry, combinations)
                    kind, state = divmod(rest, codes.states)
                    position.trays[tray, NEUTRAL if tray == "supply" else player, kind, state] = count
        position.variables = []
        for number, spec in enumerate(rules.variables):
            entries: list[tuple[int | None, int]] = []
            for index in range(entry_count(self.rules, spec)):
                if spec.type is Type.SET:
                    entries.append((self.sites(layout.variables[number] + layout.set_size * index), 0))
                    continue
                raw = self.word(layout.variables[number] + 8 * index) & _MASK
                value: int | None = (raw & 0xFFFFFFFF ^ 0x80000000) - 0x80000000
                if value == -1 and spec.type in (Type.SITE, Type.DIRECTION):
                    value = None
                entries.append((value, raw >> 32))
            position.variables.append(tuple(entries))
        position.unmoved = self.sites(layout.unmoved) if layout.unmoved >= 0 else 0
        position.phase, position.phase_turns = self.word(layout.phase), self.word(layout.phase_turns)
        position.me, position.seats = self.word(layout.me), self.word(layout.seats)
        gone, out = self.word(layout.out), []
        while gone:
            out.append((gone & 15) - 1)
            gone >>= 4
        position.out = tuple(reversed(out))
        position.swapped = bool(self.word(layout.swapped))
        named = self.word(layout.next_player)
        position.next_player = named - 1 if named else None
        position.ply, position.passes = self.word(layout.ply), self.word(layout.passes)
        position.turns = tuple(self.word(layout.turns + 8 * player) for player in range(len(rules.players)))
        position.segment = self.word(layout.segment)
        position.carried = self.memory_of_turn() if position.segment else None
        position.chosen = self._chosen() if layout.chosen >= 0 and self._is_choosing(position) else ()
        if history is None:
            length = self.word(layout.history_length)
            history = struct.unpack_from(f"<{length}Q", self.memory, layout.history)
        position.history = history
        places = [self.word(layout.kept + 8 * number) for number in range(2 * self.compiler.unit.facts.kept)]
        position.kept = tuple(zip(places[::2], places[1::2], strict=True))
        position.followed = tuple(map(self._followed, range(self.compiler.unit.facts.followed)))
        return position

    def _followed(self, number: int) -> tuple[tuple[int, int], ...]:
        """One table of `kept one`: sites, and since when the pieces there have been in the set."""
        n, start = self.layout.n, self.layout.followed
        words = (self.word(start + 8 * (n * number + site)) for site in range(n))
        return tuple((site, since - 1) for site, since in enumerate(words) if since)

    def _is_choosing(self, position: Position) -> bool:
        return bool(self.engine.course.chosen_before(position))

    def _chosen(self) -> tuple[tuple[int, ...], ...]:
        """What each player has chosen unseen; nothing, if the row is empty."""
        layout, found = self.layout, []
        for player in range(len(self.rules.players)):
            at = layout.chosen + 8 * player * self.compiler.unit.facts.choice_words
            words = [self.word(at + 8 * place) for place in range(self.compiler.unit.facts.choice_words)]
            found.append(tuple(words) if words[0] else ())
        return tuple(found)

    def memory_of_turn(self) -> Memory:
        layout, facts = self.layout, self.compiler.unit.facts
        parts: dict[int, dict[str, object]] = {}
        turn = {"origin": 0, "target": 0, "passed": 0}
        for register, at in layout.registers.items():
            owner, field = register
            if owner == "last" or (isinstance(owner, int) and not self.word(layout.done[owner])):
                continue
            kind = facts.register_kind(register)
            value: object = self.sites(at) if kind == "set" else self._register_value(register, kind, self.word(at))
            if owner == "turn":
                assert isinstance(value, int)
                turn[field] = value
            else:
                parts.setdefault(int(owner), {})[field] = value
        actions = []
        for number in sorted(parts):
            action = self.rules.actions[number]
            order = [name for name, _ in self.compiler.records.names(action)]
            known: dict[str, Any] = {name: value for name, value in parts[number].items() if name not in order}
            names = tuple((name, parts[number][name]) for name in order if name in parts[number])
            actions.append((number, Part(action=number, names=names, **known)))
        sown = self.word(layout.last_sown)
        return Memory(
            actions=tuple(actions),
            origins=turn["origin"],
            targets=turn["target"],
            passed=turn["passed"],
            last_sown=1 << sown - 1 if sown else 0,
            captures=self.word(layout.captures),
            parts=self.word(layout.part_count),
            empty_action=bool(self.word(layout.empty_action)),
            did_something=bool(self.word(layout.did_something)),
        )

    def _register_value(self, register: tuple[str | int, str], kind: str, word: int) -> object:
        if kind == "site":
            return 1 << word - 1 if word else 0
        if kind == "dirs":
            return tuple(number for number in range(64) if word >> number & 1)
        if kind == "bool":
            return bool(word)
        value = word - int(self.compiler.registers._raised(register))
        owner, field = register
        type_ = None
        if isinstance(owner, int):
            action = self.rules.actions[owner]
            type_ = next((choice.type for choice in action.choices if choice.name == field), None)
        if type_ is Type.TRACK:
            return self.compiler.space.tracks[value]
        if type_ is Type.WORD:
            return next((text for text, number in self.compiler.unit.words.items() if number == value), "")
        return value

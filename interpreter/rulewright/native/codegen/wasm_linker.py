"""A linker for one object file of WebAssembly: from what LLVM emits to a module that a browser can start.

An object is nearly a module. What it leaves open is where its data lie, and which places of the table of functions
stand for functions whose address is taken. Both are written into its code afterwards, at the places that its
relocations name (WebAssembly tool conventions, "Linking"). Everything is in one object, so nothing is numbered anew:
indices of types and functions stay as they are, and the variable of LLVM (the stack pointer) and the table, which an
object imports, are defined in their old places.

The memory is imported: whoever starts the module decides how large it is. It begins with the stack, which grows down,
so that running out of it is noticed; then come the data; from `Linked.free` on it is the caller's.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

PAGE = 1 << 16
STACK = 1 << 20  # bytes: only what does not fit into variables of WebAssembly lies there
_HEAD = b"\0asm\1\0\0\0"
_CUSTOM, _TYPE, _IMPORT, _FUNCTION, _TABLE, _GLOBAL, _EXPORT, _ELEMENT, _CODE, _DATA, _DATA_COUNT = (
    0, 1, 2, 3, 4, 6, 7, 9, 10, 11, 12,
)  # fmt: skip
_FUNCTIONS, _TABLES, _MEMORIES, _GLOBALS = range(4)  # what is imported or exported
_SYMBOLS, _SEGMENTS = 8, 5  # parts of the section for linkers
_OF_FUNCTION, _OF_DATA, _OF_SECTION = 0, 1, 3  # kinds of symbols; others are told as functions are
_UNDEFINED, _NAMED = 0x10, 0x40
# Relocations that name a function, a type, a variable or a table: those stay where they are.
_AS_IT_IS = frozenset({0, 6, 7, 20})
_TABLE_SLEB, _TABLE_WORD, _ADDRESS_LEB, _ADDRESS_SLEB, _ADDRESS_WORD = 1, 2, 3, 4, 5
_WITH_ADDEND = frozenset({_ADDRESS_LEB, _ADDRESS_SLEB, _ADDRESS_WORD})


# The bytes that a place of a section has become part of, and where in them it is.
_Place: TypeAlias = Callable[[int], tuple[bytearray, int]]


class Unlinkable(Exception):
    """The object asks for something that is not in it, or that this linker does not know."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A module; where memory is free behind its data; the places of its exported functions in its table."""

    module: bytes
    free: int
    places: Mapping[str, int]


@dataclass(slots=True)
class _Reader:
    data: bytes
    at: int = 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """A whole number without sign, seven bits a byte, the lowest first."""
        found = shift = 0
        while True:
            byte = self.byte()
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return found

    def signed(self) -> int:
        start = self.at
        found = self.number()
        return found - (1 << 7 * (self.at - start)) if self.data[self.at - 1] & 64 else found

    def text(self) -> str:
        return self.bytes(self.number()).decode()

    def bytes(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]


@dataclass(frozen=True, slots=True)
class _Symbol:
    kind: int
    flags: int
    name: str
    index: int  # of the function, or of the segment
    offset: int = 0  # in the segment


@dataclass(frozen=True, slots=True)
class _Relocation:
    kind: int
    offset: int  # in the section
    index: int
    addend: int


@dataclass(slots=True)
class _Object:
    sections: dict[int, bytes] = field(default_factory=dict)
    symbols: list[_Symbol] = field(default_factory=list)
    alignments: list[int] = field(default_factory=list)  # of data segments, as powers of two
    relocations: dict[int, list[_Relocation]] = field(default_factory=dict)  # by the kind of section
    imported: list[str] = field(default_factory=list)  # functions


def link(data: bytes, exported: Iterable[str]) -> Linked:
    """The module of an object; functions with these names can be called, and have a place in its table."""
    given = _read(data)
    if given.imported:
        raise Unlinkable(f"nobody defines {', '.join(given.imported)}")
    functions = {
        symbol.name: symbol.index
        for symbol in given.symbols
        if symbol.kind == _OF_FUNCTION and not symbol.flags & _UNDEFINED
    }
    wanted = list(exported)
    missing = [name for name in wanted if name not in functions]
    if missing:
        raise Unlinkable(f"there is no {', '.join(missing)}")
    table = _Table()
    places = {name: table.place(functions[name]) for name in wanted}
    segments, starts, free = _laid_out(given)
    code = bytearray(given.sections[_CODE])
    held = [bytearray(segment) for segment in segments]
    _relocate(given, given.relocations.get(_CODE, []), starts, table, lambda offset: (code, offset))
    where = _places_in_data(given.sections.get(_DATA, b"\0"))
    _relocate(given, given.relocations.get(_DATA, []), starts, table, lambda offset: _within(where, held, offset))
    exports = {name: functions[name] for name in wanted}
    return Linked(_module(given, exports, table, code, list(zip(starts, held, strict=True)), free), free, places)


class _Table:
    """The functions that can be called by a number. Number 0 stays empty: no address is 0."""

    def __init__(self) -> None:
        self._places: dict[int, int] = {}

    def place(self, function: int) -> int:
        return self._places.setdefault(function, len(self._places) + 1)

    @property
    def functions(self) -> list[int]:
        return list(self._places)


# ---------------------------------------------------------------- reading an object


def _read(data: bytes) -> _Object:
    if data[: len(_HEAD)] != _HEAD:
        raise Unlinkable("this is no object of WebAssembly")
    found, reader = _Object(), _Reader(data, len(_HEAD))
    order: list[int] = []  # relocations name sections by their place
    while reader.at < len(data):
        kind, size = reader.byte(), reader.number()
        content = reader.bytes(size)
        order.append(kind)
        if kind != _CUSTOM:
            found.sections[kind] = content
            continue
        inside = _Reader(content)
        name = inside.text()
        if name == "linking":
            _read_linking(inside, found)
        elif name.startswith("reloc."):
            _read_relocations(inside, found, order)
    found.imported = [name for kind, name in _imports(found.sections.get(_IMPORT, b"\0")) if kind == _FUNCTIONS]
    return found


def _imports(section: bytes) -> list[tuple[int, str]]:
    reader, found = _Reader(section), []
    for _ in range(reader.number()):
        reader.text()
        name, kind = reader.text(), reader.byte()
        if kind == _FUNCTIONS:
            reader.number()
        elif kind == _GLOBALS:
            reader.bytes(2)
        else:  # a table has a type, too; then both have limits
            reader.bytes(1 if kind == _TABLES else 0)
            for _ in range(1 + (reader.byte() & 1)):
                reader.number()
        found.append((kind, name))
    return found


def _read_linking(reader: _Reader, found: _Object) -> None:
    reader.number()  # the version
    while reader.at < len(reader.data):
        kind, size = reader.byte(), reader.number()
        inside = _Reader(reader.bytes(size))
        if kind == _SYMBOLS:
            found.symbols = [_symbol(inside) for _ in range(inside.number())]
        elif kind == _SEGMENTS:
            for _ in range(inside.number()):
                inside.text()
                found.alignments.append(inside.number())
                inside.number()


def _symbol(reader: _Reader) -> _Symbol:
    kind, flags = reader.byte(), reader.number()
    if kind == _OF_SECTION:
        return _Symbol(kind, flags, "", reader.number())
    if kind == _OF_DATA:
        name = reader.text()
        if flags & _UNDEFINED:
            raise Unlinkable(f"nobody defines {name}")
        segment, offset = reader.number(), reader.number()
        reader.number()  # how long it is
        return _Symbol(kind, flags, name, segment, offset)
    index = reader.number()
    named = not flags & _UNDEFINED or flags & _NAMED
    return _Symbol(kind, flags, reader.text() if named else "", index)


def _read_relocations(reader: _Reader, found: _Object, order: list[int]) -> None:
    section = order[reader.number()]
    rows = found.relocations.setdefault(section, [])
    for _ in range(reader.number()):
        kind, offset, index = reader.byte(), reader.number(), reader.number()
        rows.append(_Relocation(kind, offset, index, reader.signed() if kind in _WITH_ADDEND else 0))


# ---------------------------------------------------------------- data, and what points to them


def _places_in_data(section: bytes) -> list[tuple[int, int]]:
    """For each segment where its bytes begin and end in the section."""
    reader, found = _Reader(section), []
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != 0x41:  # at a constant place of the memory
            raise Unlinkable("data of an unknown kind")
        reader.signed()
        reader.byte()  # the end of the constant
        size = reader.number()
        found.append((reader.at, reader.at + size))
        reader.bytes(size)
    return found


def _laid_out(given: _Object) -> tuple[list[bytes], list[int], int]:
    """The data segments, where each begins in memory, and where memory is free behind them."""
    section = given.sections.get(_DATA, b"\0")
    segments = [section[start:end] for start, end in _places_in_data(section)]
    starts, end = [], STACK
    for segment, alignment in zip(segments, given.alignments, strict=True):
        end += -end % (1 << alignment)
        starts.append(end)
        end += len(segment)
    return segments, starts, end + -end % PAGE


def _within(where: list[tuple[int, int]], held: list[bytearray], offset: int) -> tuple[bytearray, int]:
    for (start, end), segment in zip(where, held, strict=True):
        if start <= offset < end:
            return segment, offset - start
    raise Unlinkable("a place outside all data")


def _relocate(given: _Object, rows: list[_Relocation], starts: list[int], table: _Table, place: _Place) -> None:
    for row in rows:
        if row.kind in _AS_IT_IS:
            continue
        symbol = given.symbols[row.index]
        if row.kind in (_TABLE_SLEB, _TABLE_WORD):
            value = table.place(symbol.index)
        elif row.kind in _WITH_ADDEND:
            value = starts[symbol.index] + symbol.offset + row.addend
        else:
            raise Unlinkable(f"relocation {row.kind}")
        target, at = place(row.offset)
        if row.kind in (_TABLE_WORD, _ADDRESS_WORD):
            struct.pack_into("<I", target, at, value)
        else:  # five bytes are kept free for it; with or without sign it is the same, for it is small
            target[at : at + 5] = bytes([value >> 7 * number & 127 | 128 for number in range(4)] + [value >> 28])


# ---------------------------------------------------------------- writing a module


def _module(
    given: _Object,
    exports: Mapping[str, int],
    table: _Table,
    code: bytearray,
    segments: list[tuple[int, bytearray]],
    free: int,
) -> bytes:
    reachable = table.functions
    size = len(reachable) + 1
    sections = {
        _TYPE: given.sections[_TYPE],
        _IMPORT: _row([_name("env") + _name("memory") + bytes([_MEMORIES, 0]) + _leb(free // PAGE)]),
        _FUNCTION: given.sections[_FUNCTION],
        _TABLE: _row([b"\x70\1" + _leb(size) + _leb(size)]),
        _GLOBAL: _row([b"\x7f\1" + _constant(STACK)]),
        _EXPORT: _row([_name(name) + bytes([_FUNCTIONS]) + _leb(number) for name, number in exports.items()]),
        _ELEMENT: _row([b"\0" + _constant(1) + _row([_leb(function) for function in reachable])]),
        _DATA_COUNT: _leb(len(segments)),
        _CODE: bytes(code),
        _DATA: _row([b"\0" + _constant(start) + _leb(len(segment)) + segment for start, segment in segments]),
    }
    return _HEAD + b"".join(bytes([kind]) + _leb(len(content)) + content for kind, content in sections.items())


def _row(items: list[bytes]) -> bytes:
    return _leb(len(items)) + b"".join(items)


def _name(text: str) -> bytes:
    return _leb(len(text)) + text.encode("ascii")


def _constant(value: int) -> bytes:
    """An expression that gives a whole number."""
    return b"\x41" + _leb(value, signed=True) + b"\x0b"


def _leb(value: int, signed: bool = False) -> bytes:
    """Seven bits a byte; with a sign, the last byte must not look like a negative number."""
    found = bytearray()
    while value > (63 if signed else 127):
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])

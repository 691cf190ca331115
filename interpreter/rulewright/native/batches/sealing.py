"""A code for each row of a batch that nobody can give without a secret of this process: rows are memory of the engine.

Each row is hashed to two words with a key as long as a row (NH of UMAC, RFC 4418, shifted by a word for the second
one: two rows that somebody chose without the key are the same with a chance of 2^-64), and these with the length go
through SipHash-2-4 (Aumasson and Bernstein), so that what is handed out tells nothing about the key.
"""

from __future__ import annotations

import ctypes
import hashlib
import secrets
from functools import cache
from typing import Any

from ..codegen.module import IN_VECTORS, NativeModule
from ..ir import INT, Builder, Ex, Function, Program, k
from .record import Record

_SECRET = secrets.token_bytes(32)
"""It never leaves this process, nor those that are forked from it."""

_LOW = (1 << 32) - 1
_BEGIN = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)  # of SipHash
_WORDS = ("found", "keys", "size", "seal", "end", "remembered", "most")
"""What it is told: two addresses, counted from the rows; then where a row ends, and by what it may be longer."""


class Sealer:
    """Gives the codes of rows of one sort."""

    def __init__(self, record: Record) -> None:
        self._numbers = (
            record.size, record.seal // 8, record.history // 8, record.remembered if record.most_hashes else -1,
            record.most_hashes,
        )  # fmt: skip
        self._keys = _keys(record.size)
        self._run = _module().function("rw_seals", 2, False)

    def write(self, rows: int, amount: int, found: int) -> None:
        """The codes of so many rows, to where `found` says."""
        told = (ctypes.c_int64 * len(_WORDS))(found - rows, ctypes.addressof(self._keys) - rows, *self._numbers)
        self._run(rows, ctypes.addressof(told) - rows, amount)


def _keys(size: int) -> ctypes.Array[ctypes.c_char]:
    """Two words for SipHash, and one more than a row has; the same ones for rows of any sort."""
    return ctypes.create_string_buffer(hashlib.shake_256(_SECRET).digest(size + 24))


@cache
def _module() -> NativeModule:
    rotate = _function("rotate", ["x", "by"], _rotate, "always")
    seals = _function("rw_seals", ["told", "amount"], lambda f: _seals(f, rotate))
    seals.gives, seals.exported = None, True
    made = NativeModule(Program(1), 0, False)
    made.add(Program(1, [rotate, seals]), IN_VECTORS)
    return made


def _function(name: str, params: list[str], write: Any, inline: str = "") -> Function:
    made = Function(name, [(param, INT) for param in params], INT, inline=inline)
    write(Builder(made))
    return made


def _rotate(f: Builder) -> None:
    x, by = f.params
    f.ret((x << by) | (x >> (k.num(64) - by)))


def _seals(f: Builder, rotate: Function) -> None:
    told, amount = f.params
    at = {name: f.let(k.load(64, told + 8 * place), name) for place, name in enumerate(_WORDS)}
    with f.count_to(amount, "number") as number:
        row = f.let(number * at["size"], "row")
        end = f.var(at["end"], "end")
        with f.when(at["remembered"].ge(0)):  # behind what is remembered nothing is ever read
            length = f.let(k.load(64, row + at["remembered"] * 8), "length")
            f.set(end, end + k.select(k.both(length.ge(0), length.lt(at["most"])), length, at["most"]))
        sums = f.var(k.num(0), "one"), f.var(k.num(0), "other")
        for first, last in ((k.num(0), at["seal"]), (at["seal"] + 1, end)):
            with f.count_to(last, "place", f.let(first)) as place:
                word = f.let(k.load(64, row + place * 8), "word")
                for shift, total in enumerate(sums):
                    key = f.let(k.load(64, at["keys"] + 16 + (place + shift) * 8), "key")
                    f.set(total, total + (word + key & _LOW) * ((word >> 32) + (key >> 32) & _LOW))
        f.store(64, at["found"] + number * 8, _siphash(f, rotate, at["keys"], (*sums, end)))


def _siphash(f: Builder, rotate: Function, keys: Ex, message: tuple[Ex, ...]) -> Ex:
    """SipHash-2-4 of whole words."""
    key = [f.let(k.load(64, keys + 8 * place), "key") for place in range(2)]
    v = [f.var(key[place % 2] ^ word, "v") for place, word in enumerate(_BEGIN)]

    def add(a: int, b: int, by: int) -> None:
        f.set(v[a], v[a] + v[b])
        f.set(v[b], f.call(rotate, v[b], k.num(by)) ^ v[a])

    def rounds(amount: int) -> None:
        with f.count_to(amount, "round"):
            for b, by in ((1, 13), (3, 16)):
                add(b - 1, b, by)
            f.set(v[0], f.call(rotate, v[0], k.num(32)))
            add(2, 1, 17)
            add(0, 3, 21)
            f.set(v[2], f.call(rotate, v[2], k.num(32)))

    for word in (*message, k.num(8 * len(message) << 56)):
        f.set(v[3], v[3] ^ word)
        rounds(2)
        f.set(v[0], v[0] ^ word)
    f.set(v[2], v[2] ^ 0xFF)
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]

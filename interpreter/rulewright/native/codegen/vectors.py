"""SIMD: sets of sites looked at many at a time, in the lanes of vectors: rays, and stretches of lines."""

from __future__ import annotations

from ..ir.expressions import Ex, SeenAlong, Stretches
from .values import Values


class Vectors(Values):
    def _joined(self, lanes: int, width: int, vector: str) -> str:
        """All lanes of a vector together."""
        name, shape = f"@llvm.vector.reduce.or.v{lanes}i{width}", f"<{lanes} x i{width}>"
        self.module.declared.add(f"declare i{width} {name}({shape})")
        return self.op(f"call i{width} {name}({shape} {vector})")

    def _spread(self, lanes: int, value: str) -> str:
        """A vector of the same word everywhere."""
        shape = f"<{lanes} x i64>"
        first = self.op(f"insertelement {shape} poison, i64 {value}, i32 0")
        return self.op(f"shufflevector {shape} {first}, {shape} poison, <{lanes} x i32> zeroinitializer")

    def _words(self, given: str) -> list[str]:
        """The words of a set, the lowest first."""
        if self.module.words == 1:
            return [given]
        found = []
        for number in range(self.module.words):
            shifted = self.op(f"lshr {self.wide} {given}, {64 * number}") if number else given
            found.append(self.op(f"trunc {self.wide} {shifted} to i64"))
        return found

    def folded(self, ex: Ex) -> str:
        found, *others = self._words(self.value(ex.args[0]))
        for word in others:
            found = self.op(f"or i64 {found}, {word}")
        return found

    def _set_of(self, words: list[str]) -> str:
        """A set of its words."""
        if len(words) == 1:
            return words[0]
        found = ""
        for number, word in enumerate(words):
            part = self.op(f"zext i64 {word} to {self.wide}")
            if number:
                part = self.op(f"or {self.wide} {found}, {self.op(f'shl {self.wide} {part}, {64 * number}')}")
            found = part
        return found

    def seen_along(self, ex: SeenAlong) -> str:
        (start, blockers), rising, falling = ex.args, ex.rising, ex.falling
        held = self.value(blockers)
        row = self.entry(ex.table, start * (self.module.words * (rising + falling)), 8)
        if not self.module.skills.counts_lanes:
            return self._seen_one_by_one(row, rising, falling, held)
        given = self._words(held)
        found: list[list[str]] = [[] for _ in given]
        for lanes, before, falls in ((rising, 0, False), (falling, rising, True)):
            if not lanes:
                continue
            shape, mask = f"<{lanes} x i64>", f"<{lanes} x i1>"
            open_ = ""
            order = range(len(given))
            for word in reversed(order) if falls else order:
                offset = 8 * (len(given) * before + word * lanes)
                place = self.op(f"getelementptr i8, ptr {row}, i64 {offset}")
                ray = self.op(f"load {shape}, ptr {place}, align 8")
                blocked = self.op(f"and {shape} {ray}, {self._spread(lanes, given[word])}")
                upto = self._from_last(lanes, blocked) if falls else self._until_first(lanes, blocked)
                seen = self.op(f"and {shape} {ray}, {upto}")
                if open_:
                    seen = self.op(f"select {mask} {open_}, {shape} {seen}, {shape} zeroinitializer")
                free = self.op(f"icmp eq {shape} {blocked}, zeroinitializer")
                open_ = self.op(f"and {mask} {open_}, {free}") if open_ else free
                found[word].append(seen)
        return self._set_of([self._joined_all(parts, (rising, falling)) for parts in found])

    def _joined_all(self, parts: list[str], lanes: tuple[int, int]) -> str:
        """The lanes of one vector, or of two."""
        used = [count for count in lanes if count]
        if len(parts) == 2 and used[0] == used[1]:
            shape = f"<{used[0]} x i64>"
            return self._joined(used[0], 64, self.op(f"or {shape} {parts[0]}, {parts[1]}"))
        words = [self._joined(count, 64, part) for count, part in zip(used, parts, strict=True)]
        return words[0] if len(words) == 1 else self.op(f"or i64 {words[0]}, {words[1]}")

    def _until_first(self, lanes: int, blocked: str) -> str:
        shape = f"<{lanes} x i64>"
        return self.op(f"xor {shape} {blocked}, {self.op(f'add {shape} {blocked}, {self._same(lanes, -1)}')}")

    def _from_last(self, lanes: int, blocked: str) -> str:
        shape = f"<{lanes} x i64>"
        name = f"@llvm.ctlz.v{lanes}i64"
        self.module.declared.add(f"declare {shape} {name}({shape}, i1)")
        lowest = self.op(f"or {shape} {blocked}, {self._same(lanes, 1)}")
        zeros = self.op(f"call {shape} {name}({shape} {lowest}, i1 true)")
        return self.op(f"ashr {shape} {self._same(lanes, -(1 << 63))}, {zeros}")

    @staticmethod
    def _same(lanes: int, value: int) -> str:
        return f"<{', '.join([f'i64 {value}'] * lanes)}>"

    def _seen_one_by_one(self, row: str, rising: int, falling: int, held: str) -> str:
        """The same ray by ray, for processors without such vectors."""
        words, found = self.module.words, "0"
        for lanes, before, name in ((rising, 0, "until_first"), (falling, rising, "from_last")):
            for lane in range(lanes):
                places = [8 * (words * before + word * lanes + lane) for word in range(words)]
                parts = [self.op(f"getelementptr i8, ptr {row}, i64 {place}") for place in places]
                ray = self._set_of([self.op(f"load i64, ptr {part}, align 8") for part in parts])
                blocked = self.op(f"and {self.wide} {ray}, {held}")
                upto = self.op(f"call {self.wide} @set_{name}({self.wide} {blocked})")
                found = self.op(f"or {self.wide} {found}, {self.op(f'and {self.wide} {ray}, {upto}')}")
        return found

    def largest(self, ex: Ex) -> str:
        first, members = ex.args
        lanes = 64 * self.module.words
        shape, mask = f"<{lanes} x i8>", f"<{lanes} x i1>"
        held = self.op(f"load {shape}, ptr {self.address(first.args[0], lanes)}, align 8")
        chosen = self._lanes_of(lanes, self.value(members))
        only = self.op(f"select {mask} {chosen}, {shape} {held}, {shape} zeroinitializer")
        name = f"@llvm.vector.reduce.umax.v{lanes}i8"
        self.module.declared.add(f"declare i8 {name}({shape})")
        return self.op(f"zext i8 {self.op(f'call i8 {name}({shape} {only})')} to i64")

    def _lanes_of(self, lanes: int, members: str) -> str:
        """A set as a mask of lanes; processors that have no such masks would go through it bit by bit."""
        shape, mask, parts = f"<{lanes} x i8>", f"<{lanes} x i1>", f"<{lanes // 8} x i8>"
        if self.module.skills.packs_lanes:
            return self.op(f"bitcast {self.wide} {members} to {mask}")
        held = self.op(f"bitcast {self.wide} {members} to {parts}")
        order = ", ".join(f"i32 {lane // 8}" for lane in range(lanes))
        spread = self.op(f"shufflevector {parts} {held}, {parts} poison, <{lanes} x i32> <{order}>")
        bits = ", ".join(f"i8 {1 << lane % 8}" for lane in range(lanes))
        return self.op(f"icmp ne {shape} {self.op(f'and {shape} {spread}, <{bits}>')}, zeroinitializer")

    def equal_words(self, ex: Ex) -> str:
        first, value = ex.args
        held = self.op(f"load <8 x i64>, ptr {self.address(first.args[0], 64)}, align 8")
        equal = self.op(f"icmp eq <8 x i64> {held}, {self._spread(8, self.value(value))}")
        found = self.op(f"zext i8 {self.op(f'bitcast <8 x i1> {equal} to i8')} to i64")
        return self.op(f"call i64 @llvm.ctpop.i64(i64 {found})")

    def fill(self, width: int, at: Ex, amount: int, value: Ex) -> None:
        lanes = 512 // width
        shape = f"<{lanes} x i{width}>"
        given = self.op(f"trunc i64 {self.value(value)} to i{width}")
        first = self.op(f"insertelement {shape} poison, i{width} {given}, i32 0")
        same = self.op(f"shufflevector {shape} {first}, {shape} poison, <{lanes} x i32> zeroinitializer")
        amount = -(-amount // lanes) * lanes
        start = self.address(at, amount * width // 8)
        for number in range(0, amount, lanes):
            place = self.op(f"getelementptr i8, ptr {start}, i64 {number * width // 8}")
            self.line(f"store {shape} {same}, ptr {place}, align 1")

    def list_sites(self, width: int, at: Ex, members: Ex) -> None:
        """The numbers of all sites, packed to the front by the set as a mask, so many at a time."""
        lanes, size = 512 // width, width // 8
        shape, mask = f"<{lanes} x i{width}>", f"<{lanes} x i1>"
        name = f"@llvm.x86.avx512.mask.compress.v{lanes}i{width}"
        self.module.declared.add(f"declare {shape} {name}({shape}, {shape}, {mask})")
        place = self.address(at, (64 * self.module.words + lanes) * size)
        for number, word in enumerate(self._words(self.value(members))):
            for part in range(0, 64, lanes):
                bits = self.op(f"lshr i64 {word}, {part}") if part else word
                held = bits if lanes == 64 else self.op(f"trunc i64 {bits} to i{lanes}")
                chosen = self.op(f"bitcast i{lanes} {held} to {mask}")
                sites = ", ".join(f"i{width} {64 * number + part + lane}" for lane in range(lanes))
                packed = self.op(f"call {shape} {name}({shape} <{sites}>, {shape} zeroinitializer, {mask} {chosen})")
                self.line(f"store {shape} {packed}, ptr {place}, align 1")
                wide = held if lanes == 64 else self.op(f"zext i{lanes} {held} to i64")
                count = self.op(f"call i64 @llvm.ctpop.i64(i64 {wide})")
                place = self.op(f"getelementptr i{width}, ptr {place}, i64 {count}")

    def add_rows(self, at: int, size: int, rows: tuple[tuple[str, Ex, int], ...]) -> None:
        """No number grows beyond a byte or below nothing, so eight of them are added as a word."""
        starts = [(self.entry(table, index, 1), sign) for table, index, sign in rows]
        shape = "<8 x i64>"
        for offset in range(0, size, 64):
            place = self.op(f"getelementptr i8, ptr %m, i64 {at + offset}")
            held = self.op(f"load {shape}, ptr {place}, align 8")
            for start, sign in starts:
                row = self.op(f"load {shape}, ptr {self.op(f'getelementptr i8, ptr {start}, i64 {offset}')}, align 8")
                held = self.op(f"{'add' if sign > 0 else 'sub'} {shape} {held}, {row}")
            self.line(f"store {shape} {held}, ptr {place}, align 8")

    def filled(self, ex: Stretches) -> str:
        lanes, width, missing = self._missing(ex.stretches, ex.args[0])
        shape = f"<{lanes} x i{width}>"
        full = self.op(f"icmp eq {shape} {missing}, zeroinitializer")
        chosen = f"{shape} {self._constants(lanes, width, ex.stretches)}, {shape} zeroinitializer"
        return self._as_set(lanes, width, self.op(f"select <{lanes} x i1> {full}, {chosen}"))

    def completing(self, ex: Stretches) -> str:
        lanes, width, missing = self._missing(ex.stretches, ex.args[0])
        shape = f"<{lanes} x i{width}>"
        less = self.op(f"add {shape} {missing}, {self._constants(lanes, width, (-1,) * lanes)}")
        one = self.op(f"icmp eq {shape} {self.op(f'and {shape} {missing}, {less}')}, zeroinitializer")
        single = self.op(f"select <{lanes} x i1> {one}, {shape} {missing}, {shape} zeroinitializer")
        if ex.wanted != ex.stretches:
            single = self.op(f"and {shape} {single}, {self._constants(lanes, width, ex.wanted)}")
        return self._as_set(lanes, width, single)

    def _missing(self, stretches: tuple[int, ...], members: Ex) -> tuple[int, int, str]:
        """All stretches at once: what each of them lacks, in so many lanes of so many bits."""
        width = 32 if max(stretches) < 1 << 32 else 64
        lanes = 1 << (len(stretches) - 1).bit_length()
        shape = f"<{lanes} x i{width}>"
        held = self.value(members)
        if width == 32:
            held = self.op(f"trunc i64 {held} to i32")
        first = self.op(f"insertelement {shape} poison, i{width} {self.op(f'xor i{width} {held}, -1')}, i32 0")
        others = self.op(f"shufflevector {shape} {first}, {shape} poison, <{lanes} x i32> zeroinitializer")
        return lanes, width, self.op(f"and {shape} {others}, {self._constants(lanes, width, stretches)}")

    @staticmethod
    def _constants(lanes: int, width: int, values: tuple[int, ...]) -> str:
        padded = (*values, *([0] * (lanes - len(values))))
        return f"<{', '.join(f'i{width} {value}' for value in padded)}>"

    def _as_set(self, lanes: int, width: int, vector: str) -> str:
        found = self._joined(lanes, width, vector)
        return found if width == 64 else self.op(f"zext i32 {found} to i64")

"""Position hashes in the kernel (semantics section 19): the same numbers as the reference interpreter's."""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.facts import Register
from ...analysis.variables import entry_count
from ...reference.hashing import key, levels_of, mix
from ...rules.types import Type
from ..ir import INT, Builder, Ex, Function, k, kernel
from ..lowering_part import Lowering

_MASK = 2**64 - 1


def _partial(tag: int, a: int, b: int) -> int:
    """A key before its last number is mixed in."""
    return mix(mix(mix(tag) + a & _MASK) + b & _MASK)


class HashLowering(Lowering):
    @kernel(INT)
    def board_hash(self, f: Builder) -> None:
        """Hash of the pieces."""
        layout = self.layout
        if layout.incremental_hash:
            f.ret(k.load(64, layout.piece_hash))
            return
        place_of = self._canonical(f)
        found = f.var(k.num(0), "hash")
        pieces = self.c.pieces
        for layer in range(len(self.rules.layers)):
            levels = self.rules.stack if layer == 0 else 1
            with f.each(pieces.occupied(layer)) as site:
                place = f.let(place_of(site), "place")
                height = pieces.height(site) if levels > 1 else k.num(1)
                with f.count_to(height, "level") as level:
                    cell = pieces.cell_at(layer, site, level if levels > 1 else 0)
                    row = self._row(f, layer, place, level)
                    f.set(found, found ^ self.unit.mix(f, row + (cell - 1)))
        f.ret(found)

    def _row(self, f: Builder, layer: int, place: Ex, level: Ex) -> Ex:
        if self.layout.pieces_table >= 0:
            row = (place + layer * self.unit.n) * self.rules.stack + level
            return k.load(64, row * 8 + self.layout.pieces_table)
        of_layer = mix(mix(1) + layer & _MASK)
        return self.unit.mix(f, place * levels_of(self.rules.stack) + level + (1 + k.signed(of_layer)))

    def _canonical(self, f: Builder) -> Callable[[Ex], Ex]:
        """Torus sites counted from the first occupied column and row of the anchor (D105)."""
        unbounded = self.rules.unbounded
        if unbounded is None:
            return lambda site: site
        side = unbounded.side
        shift = side.bit_length() - 1
        columns, rows = f.var(k.num(0), "columns"), f.var(k.num(0), "rows")
        with f.each(self.c.pieces.occupied(unbounded.layer)) as site:
            f.set(columns, columns | (k.num(1) << (site & (side - 1))))
            f.set(rows, rows | (k.num(1) << (site >> shift)))

        def begin(mask: Ex) -> Ex:
            whole = k.num(k.signed((1 << side) - 1))
            turned = ((mask << 1) | (mask >> (side - 1))) & whole
            first = f.let(Ex("lowest", (mask & (turned ^ whole),), INT))
            return f.let(k.select(first.lt(0), 0, first))

        x0, y0 = begin(columns), begin(rows)

        def place(site: Ex) -> Ex:
            x = (site & (side - 1)) - x0 & (side - 1)
            y = (site >> shift) - y0 & (side - 1)
            return (y << shift) | x

        return place

    @kernel(INT)
    def position_hash(self, f: Builder) -> None:
        """Hash of the position."""
        found = f.var(f.call(self.board_hash), "hash")
        self._trays(f, found)
        moves = self.rules.unbounded is not None and (self.layout.unmoved >= 0 or self._keeps_sites())
        place_of = self._canonical(f) if moves else lambda site: site
        self._variables(f, found, place_of)
        if self.layout.unmoved >= 0:
            table = self.unit.table("unmoved_key", 64, [key(6, site, 0, 0) for site in range(self.unit.n)])
            with f.each(k.load_set(self.layout.unmoved)) as site:
                f.set(found, found ^ k.look(table, place_of(site)))
        players, phases = self.unit.players, len(self.rules.phases)
        rows = [key(7, phase, me, seats) for phase in range(phases) for me in range(players) for seats in (0, 1)]
        table = self.unit.table("turn_key", 64, rows)
        me, phase = k.load(64, self.layout.me), k.load(64, self.layout.phase)
        f.set(found, found ^ k.look(table, (phase * players + me) * 2 + (k.load(64, self.layout.seats) & 1)))
        out_table = self.unit.table("out_key", 64, [key(8, player, 0, 0) for player in range(players)])
        out = f.var(k.load(64, self.layout.out), "out")
        with f.loop():
            f.leave_if(out.eq(0))
            f.set(found, found ^ k.look(out_table, (out & 15) - 1))
            f.set(out, out >> 4)
        f.ret(found)

    def _trays(self, f: Builder, found: Ex) -> None:
        """Hands, supply and, if any rule asks for them, captured pieces."""
        layout, players, size = self.layout, self.unit.players, self.layout.combinations
        regions = [("hand", 2, layout.hands, players), ("supply", 3, layout.supply, 1)]
        if self.unit.facts.taken_is_read:
            regions.append(("taken", 4, layout.taken, players))
        for name, tag, start, rows in regions:
            if name not in self.unit.facts.trays.used:
                continue
            table = self.unit.table(
                f"{name}_key", 64, [_partial(tag, player, entry) for player in range(rows) for entry in range(size)]
            )
            with f.count_to(rows * size, "entry") as entry:
                amount = f.let(k.load(layout.tray, entry * self.c.trays.bytes + start))
                with f.when(amount.ne(0)):
                    f.set(found, found ^ self.unit.mix(f, k.look(table, entry) + amount))

    def _keeps_sites(self) -> bool:
        return any(spec.type is Type.SITE and not spec.clock for spec in self.rules.variables)

    def _variables(self, f: Builder, found: Ex, place_of: Callable[[Ex], Ex]) -> None:
        for number, spec in enumerate(self.rules.variables):
            if spec.clock:
                continue
            if spec.type is Type.SET:
                self._sites_held(f, found, number, entry_count(self.rules, spec))
                continue
            start = self.c.registers.stored_start(spec)
            for index in range(entry_count(self.rules, spec)):
                at = self.layout.variables[number] + 8 * index
                value = f.let(self.c.registers.variable(k.num(at)))
                with f.when(value.ne(start)):
                    age = k.load(64, at) >> 32
                    partial = k.signed(_partial(5, number, index))
                    held = value
                    if spec.type is Type.SITE and self.rules.unbounded is not None:
                        held = f.let(k.select(value.lt(0), value, place_of(value)))
                    f.set(found, found ^ self.unit.mix(f, k.num(partial) + (held + (age << 32))))

    def _sites_held(self, f: Builder, found: Ex, number: int, entries: int) -> None:
        for index in range(entries):
            partial = k.signed(_partial(10, number, index))
            with f.each(k.load_set(self.layout.variables[number] + self.layout.set_size * index)) as site:
                f.set(found, found ^ self.unit.mix(f, k.num(partial) + site))

    # ------------------------------------------------------------ between two segments of a turn

    @property
    def knows_carried(self) -> bool:
        """Whether all that a turn carries over is at hand as numbers: words and tracks are texts in keys."""
        facts = self.unit.facts
        if not facts.segmented or facts.together:
            return False
        texts = (Type.WORD, Type.TRACK)
        for owner in self.layout.done:
            action = self.rules.actions[owner]
            if any(item.type in texts for item in action.choices) or any(
                let.value.type in texts for let in action.lets
            ):
                return False
        return True

    @kernel(INT)
    def carried_hash(self, f: Builder) -> None:
        """The part of what the turn carries over to its next segment (D108)."""
        layout = self.layout
        base = f.let(self.unit.mix(f, k.load(64, layout.segment) + k.signed(mix(9))), "base")
        found, number = f.var(k.num(0), "hash"), f.var(k.num(0), "number")

        def take(value: Ex) -> None:
            key_so_far = f.let(self.unit.mix(f, base + number), "key")
            f.set(found, found ^ self.unit.mix(f, key_so_far + value))
            f.set(number, number + 1)

        for field in ("origin", "target", "passed"):
            take(self._carried(f, ("turn", field)))
        take(self._one_of_64(f, k.load(64, layout.last_sown)))
        take(k.load(64, layout.captures))
        take(k.load(64, layout.part_count))
        for owner in sorted(layout.done):
            with f.when(k.load(64, layout.done[owner]).ne(0)):
                take(k.num(owner))
                for field in ("origin", "target", "passed", "it", "kind", "load", "dir"):
                    take(self._carried(f, (owner, field)))
                for name, _ in self.c.records.names(self.rules.actions[owner]):
                    if (owner, name) in layout.registers:
                        take(self._carried(f, (owner, name)))
        f.ret(found)

    def _carried(self, f: Builder, register: Register) -> Ex:
        """A register as a number."""
        if register not in self.layout.registers:
            return k.num(-1 if register[1] == "kind" else 0)
        word, kind = k.load(64, self.layout.registers[register]), self.unit.facts.register_kind(register)
        if kind == "site":
            return self._one_of_64(f, word)
        if kind == "dirs":
            ways = f.var(Ex("bits", (word,), INT), "ways")
            with f.each_bit(word, "way") as way:
                f.set(ways, self.unit.mix(f, ways + way))
            return ways
        if kind == "bool":
            return k.as_int(word.ne(0))
        return word if kind == "set" else self.c.registers.read(register).ex

    @staticmethod
    def _one_of_64(f: Builder, raised: Ex) -> Ex:
        """The set of one site, of which the lowest 64 bits count; sites are kept one higher."""
        site = f.let(raised - 1, "site")
        low = k.both(site.ge(0), site.lt(64))
        return f.let(k.select(low, k.num(1) << k.select(low, site, 0), 0))

    @property
    def remembers_boards(self) -> bool:
        repetition = self.rules.repetition
        return repetition is not None and repetition.compare == "board"

    def remembered(self) -> Function:
        return self.board_hash if self.remembers_boards else self.position_hash

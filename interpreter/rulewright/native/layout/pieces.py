"""Pieces on the board: cells, the sets kept beside them, heights, and the pieces' part of the hash."""

from __future__ import annotations

from collections.abc import Callable

from ...reference.hashing import levels_of, mix
from ..decide.plan import LIGHT
from ..ir import INT, Builder, Ex, Function, Operand, k, kernel
from ..lower.lowering_context import WHOLE, Unit
from .heaps import Heaps

_MASK = 2**64 - 1
_SETS = 63  # that one word tells, beside a sign


class Pieces:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.layout = unit.layout
        self.rules = unit.rules
        self.engine = unit.engine
        self.stacked = self.rules.stack > 1
        self.bytes = self.layout.cell // 8
        codes = self.engine.codes
        self.memberships: list[list[str]] = []  # for each layer a table, or more if a word cannot tell all sets
        for layer in range(len(self.rules.layers)):
            basis = self.layout.bases[layer]
            rows = [0] + [basis.membership(unit.facts, code) for code in range(self.layout.codes)]
            rows.append(0)  # a ghost: see attacks
            parts = range(0, max(1, len(basis.names)), _SETS)
            tables = [[row >> first & (1 << _SETS) - 1 for row in rows] for first in parts]
            self.memberships.append([unit.table(f"sets_of_{layer}", 32, table) for table in tables])
        cells = range(self.layout.codes)
        # Beside nothing (0) and the pieces there is the ghost: see attacks.
        self.ghost = self.layout.codes + 1
        self.owner_table = unit.table("owner_of", 16, [-1, *(codes.owner(code) for code in cells), -2])
        self.kind_table = unit.table("kind_of", 16, [-1, *(codes.kind(code) for code in cells), -1])
        self.state_table = unit.table("state_of", 16, [0, *(codes.state(code) for code in cells), 0])
        alike = unit.facts.cell_of_all
        hashes = self.hash_table() if alike is not None and self.layout.incremental_hash else []
        self.heaps = Heaps(unit, alike, hashes) if alike is not None else None

    # ------------------------------------------------------------ looking

    def height(self, site: Operand) -> Ex:
        if self.stacked:
            return k.load(8, k.num(site) + self.layout.heights)
        return k.as_int(k.load(self.layout.cell, k.num(site) * self.bytes + self.layout.cells[0]).ne(0))

    def cell_at(self, layer: int, site: Operand, level: Operand = 0) -> Ex:
        """The cell at a level, from 0."""
        site = k.num(site)
        if layer == 0 and self.heaps is not None:
            return k.num(self.heaps.cell)
        if layer == 0 and self.stacked:
            site = site * self.rules.stack + level
        return k.load(self.layout.cell, site * self.bytes + self.layout.cells[layer])

    def top(self, f: Builder, layer: int, site: Ex) -> Ex:
        """The cell of the top piece: 0 for nothing, else code + 1."""
        if layer == 0 and self.stacked:
            site = f.let(site)
            height = f.let(self.height(site))
            found = f.var(k.num(0), "cell")
            with f.when(height.gt(0)):
                f.set(found, self.cell_at(0, site, height - 1))
            return found
        return f.let(self.cell_at(layer, site), "cell")

    def occupied(self, layer: int) -> Ex:
        at = self.layout.bases[layer].at
        if ("any", 0) in at:
            return k.load_set(at["any", 0])
        found = k.NOTHING
        for (what, _), place in at.items():
            if what == "owner":
                found = k.set_or(found, k.load_set(place))
        return found

    def owner(self, cell: Ex) -> Ex:
        return k.look(self.owner_table, cell)

    def kind(self, cell: Ex) -> Ex:
        return k.look(self.kind_table, cell)

    def state(self, cell: Ex) -> Ex:
        return k.look(self.state_table, cell)

    def state_word(self, cell: Ex, row: str | None) -> Ex:
        """The state by its name, -1 for none."""
        words = [self.unit.facts.pieces.state_word(code, row) for code in range(self.layout.codes)]
        return k.look(self.unit.table("state_word", 16, [-1, *words, -1]), cell)

    def cell_of(self, owner: Operand, kind: Operand, state: Operand) -> Ex:
        codes = self.engine.codes
        return ((k.num(owner) + 1) * codes.kinds + kind) * codes.states + state + 1

    # ------------------------------------------------------------ changing

    def show(self, f: Builder, layer: int, site: Ex, old: Ex, new: Ex) -> None:
        """The top piece of a site is another one now: the sets follow."""

        def write(g: Builder) -> None:
            place, before, after = g.params
            tables, basis = self.memberships[layer], self.layout.bases[layer]
            changes = [g.let(k.look(table, before) ^ k.look(table, after)) for table in tables]
            for place_of_set, name in enumerate(basis.names):
                changed, number = changes[place_of_set // _SETS], place_of_set % _SETS
                at = basis.at[name]
                if self.unit.mode == LIGHT and self.layout.words == 1:
                    # Whether a piece is the only one of its site cannot be foreseen, so there is no jump.
                    self.unit.write(g, 64, at, k.load(64, at) ^ ((changed >> number & 1) << place))
                    continue
                with g.when((changed & (1 << number)).ne(0)):
                    self.unit.flip_bit(g, at, place)

        params = [("site", INT), ("old", INT), ("new", INT)]
        made = self.unit.function(("show", layer), f"show_{layer}", params, None, write, "the sets follow a piece")
        f.call(made, site, old, new)

    def hash_in(self, f: Builder, layer: int, site: Ex, level: Operand, cell: Ex) -> None:
        """A piece came or went: the hash of the pieces changes."""
        if self.layout.incremental_hash:
            f.call(self._hash_piece, (site + layer * self.unit.n) * self.rules.stack + level, cell - 1)

    @kernel(None)
    def _hash_piece(self, f: Builder, row: Ex, code: Ex) -> None:
        """Hash of a piece."""
        at = self.layout.piece_hash
        self.unit.log(f, at)
        f.store(64, at, k.load(64, at) ^ self.unit.mix(f, k.load(64, row * 8 + self.layout.pieces_table) + code))

    def write_cell(
        self, f: Builder, layer: int, site: Ex, level: Operand, cell: Operand, before: Operand | None = None
    ) -> None:
        if layer == 0 and self.heaps is not None and not self.heaps.writes_cells:
            return
        where = site * self.rules.stack + level if layer == 0 and self.stacked else site
        start = self.layout.cells[layer]
        self.unit.write(f, self.layout.cell, where * self.bytes + start, cell, start, before)

    def _below(self, site: Ex, level: Ex) -> Ex:
        """The cell below a level, without a jump: 0 if there is none."""
        there = level.gt(0)
        return k.select(there, self.cell_at(0, site, level - k.as_int(there)), 0)

    def put_function(self, layer: int) -> Function:
        """Puts a piece on top of a site that has room."""
        params = [("site", INT), ("cell", INT)]
        about = "puts a piece on a site"
        return self.unit.function(
            ("put", layer), f"put_{layer}", params, None, lambda g: self._put(g, layer, *g.params), about
        )

    def _put(self, f: Builder, layer: int, site: Ex, cell: Ex) -> None:
        if layer == 0 and self.stacked:
            height = f.let(self.height(site))
            old = f.let(self._below(site, height))
            self.write_cell(f, 0, site, height, cell, 0)
            self.unit.write(f, 8, site + self.layout.heights, height + 1, self.layout.heights)
            self.hash_in(f, 0, site, height, cell)
            self.show(f, 0, site, old, cell)
            self._hold(f, site, cell)
        else:
            self.write_cell(f, layer, site, 0, cell)
            self.hash_in(f, layer, site, 0, cell)
            self.show(f, layer, site, k.num(0), cell)

    def put(self, f: Builder, layer: int, site: Ex, cell: Ex) -> None:
        if self.unit.mode == LIGHT:  # a part is little more than this, and whoever tries it keeps what it writes over
            self._put(f, layer, f.let(site), f.let(cell))
        else:
            f.call(self.put_function(layer), site, cell)

    def lift_known(self, f: Builder, layer: int, site: Ex, cell: Ex) -> None:
        """Takes a piece off a site, where it is known which one stands there."""
        self.write_cell(f, layer, site, 0, 0)
        self.hash_in(f, layer, site, 0, cell)
        self.show(f, layer, site, cell, k.num(0))

    def lift(self, f: Builder, layer: int, site: Ex, known: Ex | None = None) -> Ex:
        """Takes the top piece off a site that has one; its cell, which may be known."""
        if self.unit.mode == LIGHT:
            return self._lift(f, layer, f.let(site), known)
        cell = known.const if known is not None else None
        made = self.unit.function(
            ("lift", layer, cell), f"lift_{layer}", [("site", INT)], INT,
            lambda g: g.ret(self._lift(g, layer, g.params[0], known)), "takes the top piece off",
        )  # fmt: skip
        return f.call(made, site, name="cell")

    def _lift(self, f: Builder, layer: int, site: Ex, known: Ex | None) -> Ex:
        if layer == 0 and self.stacked:
            height = f.let(self.height(site) - 1)
            cell = f.let(self.cell_at(0, site, height)) if known is None else known
            below = f.let(self._below(site, height))
            self.write_cell(f, 0, site, height, 0, cell)
            self.unit.write(f, 8, site + self.layout.heights, height, self.layout.heights)
            self.hash_in(f, 0, site, height, cell)
            self.show(f, 0, site, cell, below)
            self._unhold(f, site, cell)
            return cell
        cell = f.let(self.cell_at(layer, site))
        self.lift_known(f, layer, site, cell)
        return cell

    def replace(self, f: Builder, layer: int, site: Ex, old: Ex, new: Ex) -> None:
        """What stands on a site without a stack is another piece now, or comes, or goes."""
        self.write_cell(f, layer, site, 0, new)
        for cell in (old, new):
            with f.when(cell.ne(0) if self.layout.incremental_hash else k.FALSE):
                self.hash_in(f, layer, site, 0, cell)
        self.show(f, layer, site, old, new)

    # ------------------------------------------------------------ several pieces of a stack at once

    def lift_stack(self, f: Builder, site: Ex, amount: Ex, each: Callable[[Ex, Ex], None] | None = None) -> None:
        """Takes the top pieces off a stack; `each` gets how many lie below in what is taken, and the cell."""
        height = f.let(self.height(site), "height")
        left = f.let(height - amount, "left")
        top, below = f.let(self._below(site, height), "top"), f.let(self._below(site, left), "below")
        with f.count_to(amount, "level") as level:
            cell = f.let(self.cell_at(0, site, left + level), "cell")
            if each is not None:
                each(level, cell)
            self.write_cell(f, 0, site, f.let(left + level), 0, cell)
            self.hash_in(f, 0, site, left + level, cell)
        self.unit.write(f, 8, site + self.layout.heights, left, self.layout.heights)
        self.show(f, 0, site, top, below)
        for at in self.layout.holding:  # such pieces are few; whoever still holds one comes back
            self.unit.take_out(f, at, site)
        if self.layout.holding:
            with f.count_to(left, "level") as level:
                self._hold(f, site, f.let(self.cell_at(0, site, level), "cell"))

    def put_stack(self, f: Builder, site: Ex, amount: Ex, cell_of: Callable[[Ex], Ex]) -> None:
        """Puts pieces on a stack that has room, bottom first; at least one."""
        height = f.let(self.height(site), "height")
        old, top = f.let(self._below(site, height), "old"), f.var(k.num(0), "top")
        with f.count_to(amount, "level") as level:
            f.set(top, cell_of(level))
            self.write_cell(f, 0, site, f.let(height + level), top, 0)
            self.hash_in(f, 0, site, height + level, top)
            self._hold(f, site, top)
        self.unit.write(f, 8, site + self.layout.heights, height + amount, self.layout.heights)
        self.show(f, 0, site, old, top)

    def wipe(self, f: Builder, layer: int, site: Ex) -> None:
        """Takes a piece off a site that may have one, where no hash is kept: nobody asks which one."""
        self.write_cell(f, layer, site, 0, 0)
        place = f.let(k.one(site), "place")
        for at in self.layout.bases[layer].at.values():
            if self.layout.words <= WHOLE:
                self.unit.write_set(f, at, k.set_minus(k.load_set(at), place))
            else:
                self.unit.take_out(f, at, site)

    def change(self, f: Builder, layer: int, site: Ex, old: Ex, new: Ex) -> None:
        """The top piece of a site becomes another one."""
        level: Operand = 0
        if layer == 0 and self.stacked:
            level = f.let(self.height(site) - 1)
        self.write_cell(f, layer, site, level, new)
        self.hash_in(f, layer, site, level, old)
        self.hash_in(f, layer, site, level, new)
        self.show(f, layer, site, old, new)
        if layer == 0 and self.stacked:
            self._unhold(f, site, old)
            self._hold(f, site, new)

    # ------------------------------------------------------------ at any level

    def _hold(self, f: Builder, site: Ex, cell: Ex) -> None:
        for number, at in enumerate(self.layout.holding):
            table = self._absolute(number)
            with f.when(k.both(k.look(table, cell).ne(0), k.negate(k.has(k.load_set(at), site)))):
                self.unit.flip_bit(f, at, site)

    def _unhold(self, f: Builder, site: Ex, cell: Ex) -> None:
        """After a piece has left: is there another one such in the stack?"""
        for number, at in enumerate(self.layout.holding):
            table = self._absolute(number)
            with f.when(k.look(table, cell).ne(0)):
                still = f.var(k.FALSE)
                with f.count_to(self.height(site)) as level:
                    with f.when(k.look(table, self.cell_at(0, site, level)).ne(0)):
                        f.set(still, k.TRUE)
                with f.when(k.negate(still)):
                    self.unit.take_out(f, at, site)

    def _absolute(self, number: int) -> str:
        """A set for each owner is not kept: those of all owners together, told apart when asked."""
        pattern = self.unit.facts.holding[number]
        fitting: set[int] = set()
        for me in range(self.unit.players):
            fitting |= self.unit.facts.pieces.fitting(pattern, me)
        rows = [0, *(int(code in fitting) for code in range(self.layout.codes)), 0]
        return self.unit.table(f"held_{number}", 8, rows)

    def holding(self, f: Builder, number: int, me: Ex) -> Ex:
        """The sites of a stack pattern for the side that asks."""
        pattern, players = self.unit.facts.holding[number], range(self.unit.players)
        if len({frozenset(self.unit.facts.pieces.fitting(pattern, player)) for player in players}) == 1:
            return k.load_set(self.layout.holding[number])  # whoever asks
        fits = self._fits_table(number)
        found = f.var(k.NOTHING, "holding")
        cells = self.layout.codes + 2
        with f.each(k.load_set(self.layout.holding[number])) as site, f.count_to(self.height(site)) as level:
            with f.when(k.look(fits, me * cells + self.cell_at(0, site, level)).ne(0)):
                f.set(found, found | k.one(site))
        return found

    def _fits_table(self, number: int) -> str:
        pattern = self.unit.facts.holding[number]
        rows: list[int] = []
        for me in range(self.unit.players):
            fitting = self.unit.facts.pieces.fitting(pattern, me)
            rows.extend([0, *(int(code in fitting) for code in range(self.layout.codes)), 0])
        return self.unit.table(f"held_by_{number}", 8, rows)

    # ------------------------------------------------------------ the table behind the hash

    def hash_table(self) -> list[int]:
        """For each layer, site and level: the key of section 19, before the code is mixed in."""
        rows: list[int] = []
        start = mix(1)
        levels = levels_of(self.rules.stack)
        for layer in range(len(self.rules.layers)):
            of_layer = mix(start + layer & _MASK)
            for site in range(self.unit.n):
                rows.extend(mix(of_layer + site * levels + level + 1 & _MASK) for level in range(self.rules.stack))
        return rows

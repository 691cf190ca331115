"""Heaps: stacks of pieces that are all alike, such as seeds. The height of a stack says all there is to say of it."""

from __future__ import annotations

from ...reference.hashing import mix
from ..ir import Builder, Ex, Operand, k
from ..lower.lowering_context import Unit

_MASK = 2**64 - 1
_MOST_HASHES = 1 << 13  # of a table that holds one for each height of each site


class Heaps:
    def __init__(self, unit: Unit, cell: int, hash_rows: list[int]) -> None:
        self.unit = unit
        self.layout = unit.layout
        self.cell = cell
        membership = self.layout.bases[0].membership(unit.facts, cell - 1)
        names = enumerate(self.layout.bases[0].names)
        self.sets = [self.layout.bases[0].at[name] for number, name in names if membership >> number & 1]
        self._levels = unit.rules.stack
        self._hashes: list[int] = []
        if self.layout.incremental_hash and unit.n * (self._levels + 1) <= _MOST_HASHES:
            for site in range(unit.n):
                found = 0
                self._hashes.append(found)
                for level in range(self._levels):
                    found ^= mix(hash_rows[site * self._levels + level] + cell - 1 & _MASK)
                    self._hashes.append(found)

    @property
    def can_leap(self) -> bool:
        """Whether a heap can get another height at once, not only piece by piece."""
        return bool(self._hashes) or not self.layout.incremental_hash

    @property
    def writes_cells(self) -> bool:
        """Whether cells follow the heights, for those who look at a position; none of them does in a random game."""
        return self.unit.program is not self.unit.sampling

    def change_height(self, f: Builder, site: Ex, old: Ex, new: Operand) -> None:
        """A heap has another height now; the sets of sites are left to whoever calls."""
        if self.writes_cells:
            start = f.let(site * self._levels + self.layout.cells[0], "start")
            with f.count_to(new, "level", old) as level:
                self.unit.write(f, 8, start + level, self.cell)
            with f.count_to(old, "level", new) as level:
                self.unit.write(f, 8, start + level, 0)
        self.unit.write(f, 8, site + self.layout.heights, new, self.layout.heights)
        if self._hashes:
            table, at = self.unit.table("heap_hash", 64, self._hashes), self.layout.piece_hash
            row = f.let(site * (self._levels + 1), "row")
            before = k.load(64, at) ^ k.look(table, row + old)
            self.unit.write(f, 64, at, before ^ k.look(table, row + new))

    def clear(self, f: Builder, site: Ex, height: Ex) -> None:
        """Takes everything off a site that has something."""
        self.change_height(f, site, height, 0)
        for at in self.sets:
            self.unit.flip_bit(f, at, site)

    def filled(self, f: Builder, sites: Ex) -> None:
        """There are pieces now on sites that were empty."""
        for at in self.sets:
            self.unit.write_set(f, at, k.set_or(k.load_set(at), sites))

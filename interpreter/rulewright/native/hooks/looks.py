"""What a compiled hook sees: the accessors of the view, in the kernel. Nothing is there where there is no site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...analysis.variables import entry_count
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder

if TYPE_CHECKING:
    from ..compiler import Compiler


@dataclass(frozen=True)
class Seen:
    """Who asks, and the words of the part that the hook looks at."""

    me: Ex
    words: dict[str, Ex]


class Looks:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout

    def field(self, name: str, seen: Seen) -> Ex:
        layout = self.layout
        match name:
            case "n":
                return k.num(self.unit.n)
            case "players":
                return k.num(self.unit.players)
            case "me":
                return seen.me
            case "round":
                return k.load(64, seen.me * 8 + layout.turns) + 1
            case "ply" | "passes" | "phase":
                return k.load(64, {"ply": layout.ply, "passes": layout.passes, "phase": layout.phase}[name])
        return seen.words[name]

    def method(self, name: str, args: list[Ex], f: Builder, seen: Seen) -> Ex:
        args = [f.let(arg) for arg in args]
        match name:
            case "top":
                return f.let(self._by_layer(args[0], lambda layer: self._cell(layer, args[1], f)) - 1)
            case "at":
                return f.let(self._by_layer(args[0], lambda layer: self._at(layer, args[1], args[2], f)) - 1)
            case "owner":
                return f.let(self.c.pieces.owner(self._cell(0, args[0], f)))
            case "kind":
                return f.let(self.c.pieces.kind(self._cell(0, args[0], f)))
            case "state":
                cell = self._cell(0, args[0], f)
                return f.let(k.select(cell.eq(0), -1, self.c.pieces.state(cell)))
            case "height":
                safe, inside = self.safe(args[0], self.unit.n, f)
                return f.let(k.select(inside, self.c.pieces.height(safe), 0))
            case "next":
                way, known = self.safe(args[0], len(self.rules.board.directions), f)
                safe, inside = self.safe(args[1], self.unit.n, f)
                return f.let(k.select(k.both(known, inside), self.c.space.next(way, safe, seen.me), -1))
            case "near":
                safe, inside = self.safe(args[0], self.unit.n, f)
                table = self.unit.table("reach", 0, self.c.space.near)
                return f.let(k.set_select(inside, k.look_set(table, safe), k.NOTHING))
            case "supply":
                return self._tray(name, k.num(0), args[0], f)
        return self._tray(name, args[0], args[1], f)

    def safe(self, index: Ex, size: int, f: Builder) -> tuple[Ex, Ex]:
        """An index that can be looked up in any case, and whether it is the one that was asked for."""
        if index.const is not None:
            fine = 0 <= index.const < size
            return k.num(index.const if fine else 0), k.truth(fine)
        inside = f.let(k.both(index.ge(0), index.lt(size)))
        return f.let(k.select(inside, index, 0)), inside

    def _by_layer(self, layer: Ex, look: object) -> Ex:
        assert callable(look)
        found = k.num(0)
        for number in range(len(self.rules.layers)):
            found = k.select(layer.eq(number), look(number), found)
        return found

    def _cell(self, layer: int, site: Ex, f: Builder) -> Ex:
        """The top piece of a site: 0 for nothing, else its code and one."""
        safe, inside = self.safe(site, self.unit.n, f)
        return f.let(k.select(inside, self.c.pieces.top(f, layer, safe), 0))

    def _at(self, layer: int, site: Ex, level: Ex, f: Builder) -> Ex:
        if not (layer == 0 and self.c.pieces.stacked):
            return f.let(k.select(level.eq(1), self._cell(layer, site, f), 0))
        safe, inside = self.safe(site, self.unit.n, f)
        height = f.let(self.c.pieces.height(safe))
        there = f.let(k.both(inside, k.both(level.ge(1), level.le(height))))
        return f.let(k.select(there, self.c.pieces.cell_at(0, safe, k.select(there, level - 1, 0)), 0))

    def _tray(self, tray: str, player: Ex, kind: Ex, f: Builder) -> Ex:
        codes = self.unit.engine.codes
        holder, somebody = self.safe(player, self.unit.players, f)
        known, some = self.safe(kind, codes.kinds, f)
        total = f.var(k.num(0), "pieces")
        with f.when(k.both(somebody, some)):
            for state in range(codes.states):
                f.set(total, total + self.c.trays.count(tray, holder, known, state))
        return total

    def variable(self, name: str, index: Ex | None, f: Builder) -> Ex:
        number = next(number for number, spec in enumerate(self.rules.variables) if spec.name == name)
        spec, at = self.rules.variables[number], self.layout.variables[number]
        registers, entries = self.c.registers, entry_count(self.rules, self.rules.variables[number])
        if index is None:
            return f.let(registers.variable(k.num(at)))
        low = spec.per_range[0] if spec.per_range and not spec.per_player else 0
        safe, inside = self.safe(f.let(index - low), entries, f)
        return f.let(k.select(inside, registers.variable(safe * 8 + at), registers.stored_start(spec)))

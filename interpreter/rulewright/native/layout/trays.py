"""Trays in the kernel: how many pieces lie where, and which of them a `place` or `put` takes."""

from __future__ import annotations

from collections.abc import Mapping

from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import Builder, Ex, Operand, k
from ..lower.scope import Scope
from ..lowering_part import Lowering


class TrayLowering(Lowering):
    def setup(self) -> None:
        self.states = self.engine.codes.states
        self.bytes = self.layout.tray // 8

    def place(self, tray: str, player: Operand, kind: Operand, state: Operand) -> Ex:
        """Where the number of such pieces is kept; the player does not matter for the supply."""
        entry = k.num(kind) * self.states + state
        if tray == "supply":
            return entry * self.bytes + self._start(tray)
        return (k.num(player) * self.layout.combinations + entry) * self.bytes + self._start(tray)

    def _start(self, tray: str) -> int:
        layout = self.layout
        return {"supply": layout.supply, "hand": layout.hands}.get(tray, layout.taken)

    def count(self, tray: str, player: Operand, kind: Operand, state: Operand) -> Ex:
        return k.load(self.layout.tray, self.place(tray, player, kind, state))

    def add(self, f: Builder, tray: str, player: Operand, kind: Operand, state: Operand, change: Operand) -> None:
        at = f.let(self.place(tray, player, kind, state))
        self.unit.write(f, self.layout.tray, at, k.load(self.layout.tray, at) + change, self._start(tray))

    def into(self, f: Builder, tray: str, player: Operand, cell: Ex, amount: Operand = 1) -> None:
        """Puts a piece that left the board, or so many of them, into a tray."""
        pieces = self.c.pieces
        self.add(f, tray, player, pieces.kind(cell), pieces.state(cell), amount)

    def refill(self, f: Builder, trays: Mapping[tuple[str, int, int, int], int]) -> None:
        """All trays hold so much."""
        layout, combinations = self.layout, self.layout.combinations
        for tray, players in (("hand", self.unit.players), ("taken", self.unit.players), ("supply", 1)):
            if tray == "taken" and not self.c.registers.is_read(layout.taken):
                continue
            held = [0] * (players * combinations)
            for (name, player, kind, state), count in trays.items():
                if name == tray:
                    held[max(0, player) * combinations + kind * self.states + state] = count
            table, start = self.unit.table(f"full_{tray}", 32, held), self._start(tray)
            with f.count_to(k.num(len(held)), "entry") as entry:
                self.unit.write(f, layout.tray, entry * self.bytes + start, k.look(table, entry), start)

    def amount(self, node: rx.InTray, f: Builder, scope: Scope) -> Ex:
        """How many pieces of a kind, in a state, or in all lie in a tray."""
        if node.player is None:
            return self._amount_of(node, k.num(0), f, scope)
        if isinstance(node.player, rx.Enemies):
            total = k.num(0)
            enemies = self.unit.facts.pieces.enemies
            for player in range(self.unit.players):
                one = self._amount_of(node, k.num(player), f, scope)
                if scope.me.const is not None:
                    if player in enemies[scope.me.const]:
                        total = total + one
                    continue
                hostile = [int(player in enemies[me]) for me in range(self.unit.players)]
                table = self.unit.table(f"hostile_{player}", 8, hostile)
                total = total + k.select(k.look(table, scope.me).ne(0), one, 0)
            return f.let(total)
        return self._amount_of(node, f.let(self.c.expressions.number(node.player, f, scope)), f, scope)

    def _amount_of(self, node: rx.InTray, player: Ex, f: Builder, scope: Scope) -> Ex:
        rules = self.c.rules
        what = self.c.expressions.number(node.what, f, scope) if node.what is not None else None
        by_kind = node.what is not None and node.what.type is Type.KIND
        by_state = node.what is not None and node.what.type is Type.STATE
        total = f.var(k.num(0), "pieces")
        for kind, spec in enumerate(rules.kinds):
            if by_kind and what is not None and what.const is not None and what.const != kind:
                continue
            found = k.num(0)
            for state in range(spec.combinations):
                one = self.count(node.tray, player, kind, state)
                if by_state and what is not None:
                    fits = [
                        int(self.unit.facts.pieces.is_in_state(kind, state, wanted))
                        for wanted in range(len(rules.states))
                    ]
                    if not any(fits):
                        continue
                    if what.const is not None:
                        if not fits[what.const]:
                            continue
                    else:
                        table = self.unit.table("fits_state", 8, fits)
                        one = k.select(k.look(table, what).ne(0), one, 0)
                found = found + one
            if by_kind and what is not None and what.const is None:
                found = k.select(what.eq(kind), found, 0)
            f.set(total, total + found)
        return total

"""`attacked by` lowered: the move generator, asked for one target (semantics D57)."""

from __future__ import annotations

from ...analysis.turns import moves_of
from ...rules import expressions as rx
from ..decide.plan import LEAN, TRIAL
from ..ir import BOOL, INT, Builder, Ex, Function, k
from ..lowering_part import Lowering
from .candidate import Candidate, Search
from .scope import Scope
from .walk import Walk, Wish


class AttackLowering(Lowering):
    def attacked(self, node: rx.Attacked, site: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether a site is attacked by a player, or by any enemy."""
        site = f.let(site)
        found = f.var(k.FALSE, "attacked")
        players = range(self.unit.players)
        for me in players if scope.me.const is None else (scope.me.const,):
            with f.when(k.TRUE if scope.me.const is not None else scope.me.eq(me)):
                if isinstance(node.by, rx.Enemies):
                    for attacker in sorted(self.unit.facts.pieces.enemies[me]):
                        with f.when(k.negate(found)):
                            f.set(found, f.call(self._function(me, attacker), site))
                    continue
                by = f.let(self.c.expressions.number(node.by, f, scope))
                for attacker in players if by.const is None else (by.const,):
                    with f.when(k.TRUE if by.const is not None else by.eq(attacker)):
                        f.set(found, f.call(self._function(me, attacker), site))
        return found

    def _function(self, me: int, attacker: int) -> Function:
        attacked = me
        if attacker == me:
            count = self.unit.players
            order = [(me + step) % count for step in range(1, count)]
            attacked = next((player for player in order if player in self.unit.facts.pieces.enemies[me]), me)

        def write(f: Builder) -> None:
            (site,) = f.params
            pieces = self.c.pieces
            mark = self.unit.mark(f)
            top = pieces.top(f, 0, site)
            with f.when(k.either(top.eq(0), pieces.owner(top).ne(attacked))):
                self._stand_in(f, site, top, attacked)
            found = f.var(k.FALSE, "found")
            for phase in range(len(self.rules.phases)):
                here = k.TRUE if len(self.rules.phases) == 1 else k.load(64, self.layout.phase).eq(phase)
                with f.when(here):
                    f.set(found, f.call(self._reaches(phase, attacker), site))
            self.unit.undo(f, mark)
            f.ret(found)

        # Where a turn is not taken back by a log, this still is: in the middle of a turn.
        name, mode = f"attacked_by_{attacker}", TRIAL if self.unit.mode == LEAN else self.unit.mode
        with self.unit.lowering(self.unit.program, mode):
            return self.unit.function(
                ("attacked", attacked, attacker), name, [("site", INT)], BOOL, write, "is it attacked?"
            )

    def _stand_in(self, f: Builder, site: Ex, top: Ex, owner: int) -> None:
        """A piece of the attacked side, of no kind: the sets by owner know it, those by kind do not."""
        pieces, at = self.c.pieces, self.layout.bases[0].at
        if pieces.stacked:
            with f.when(top.ne(0)):
                pieces.lift(f, 0, site)
            level = f.let(pieces.height(site))
            pieces.write_cell(f, 0, site, level, pieces.ghost)
            below = f.var(k.num(0), "below")
            with f.when(level.gt(0)):
                f.set(below, pieces.cell_at(0, site, level - 1))
            pieces.show(f, 0, site, below, k.num(0))
            self.unit.write(f, 8, site + self.layout.heights, level + 1)
        else:
            pieces.show(f, 0, site, top, k.num(0))
            pieces.write_cell(f, 0, site, 0, pieces.ghost)
        self.unit.flip_bit(f, at["owner", owner], site)
        if ("any", 0) in at:
            self.unit.flip_bit(f, at["any", 0], site)

    def _reaches(self, phase: int, attacker: int) -> Function:
        """Whether some `move` of a turn has a candidate that lands on a site."""

        def write(f: Builder) -> None:
            (site,) = f.params
            me = k.num(attacker)
            self.c.begin_count(f)
            for action in moves_of(self.rules, phase, attacker):
                wish = self.c.actions.wish(action, first=True)

                def found(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                    # The function that asked undoes whatever was lifted.
                    g.ret(k.num(1) if g.function.gives == INT else k.TRUE)

                wish = Wish(wish.passed, False, True)
                self.c.actions.candidates(f, me, Search(action, found, goal=site, registers=False, wish=wish))
            f.ret(k.FALSE)

        key = ("reaches", phase, attacker)
        return self.unit.function(key, f"reaches_{attacker}", [("site", INT)], BOOL, write, "does a move reach a site?")

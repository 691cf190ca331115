"""Reservoir sampling of turns: one is drawn while all are found, and only the drawn one comes to its end ("light").

States in the middle of a turn are told apart by their sign (lower/state_key), parts are taken back with hardly any
log (lower/part_undo). Where the end of a turn does nothing but set variables back, complete turns are told apart before
it; so it is done once, after the draw. The turn drawn so far is kept as a copy of the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.turns import turn_nodes
from ...rules import turns as rt
from ..ir import expressions as k
from ..ir.expressions import INT
from ..ir.program import Builder, Function
from ..lower.lowering_context import FAST, LIGHT, TRIAL, WHOLE
from ..lower.state_key import variable_reset

if TYPE_CHECKING:
    from ..compiler import Compiler


class LightTurns:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout

    # ------------------------------------------------------------ where it can be done

    def fit(self) -> bool:
        """Whether parts are repeated, only onward, and all that they change is put back and told apart this way."""
        turns = turn_nodes(self.rules)
        repeats = [node.item for node in turns if isinstance(node, rt.Repeat | rt.RepeatWhile)]
        if not repeats or not all(self.c.onward.never_returns(item) for item in repeats):
            return False
        if self.rules.distinct == "route" or self.layout.words > WHOLE or not self._ends_simply():
            return False
        if self.unit.facts.attacks or self.unit.facts.calls_hooks:
            return False
        actions = [self.rules.actions[node.action] for node in turns if isinstance(node, rt.Do)]
        moves = [action for action in actions if action.verb == "move"]
        return not any(action.again for action in actions) and not any(map(self.c.lifting.lift_is_seen, moves))

    def _ends_simply(self) -> bool:
        """Whether a turn's end only sets variables back, and whose turn is next follows from whose it is."""
        facts, rules = self.unit.facts, self.rules
        if facts.names_next or facts.swaps or rules.out is not None or self.unit.players > 2 or rules.when_out:
            return False
        if self.c.forbids_repetition or "passes" in facts.counters or any(spec.lasts for spec in rules.variables):
            return False
        if facts.end_looks_back:
            return False  # turns that lead to the same state may have different results
        reset = [variable_reset(effect) for effect in rules.when_turn_ends]
        return None not in reset and len(set(reset)) == len(reset)

    # ------------------------------------------------------------ the turn drawn so far

    def keep(self, f: Builder, unfinished: bool) -> None:
        """The state as it is now is that of the turn drawn so far."""
        f.copy(self.layout.patches, 0, self.layout.error)
        f.store(64, self.layout.unfinished, int(unfinished))

    def _play(self, f: Builder) -> None:
        """Plays the turn that was drawn."""
        layout = self.layout
        me = f.let(k.load(64, layout.me), "me")
        f.copy(0, layout.patches, layout.error)
        with f.when(k.load(64, layout.unfinished).ne(0)), self.unit.lowering(self.unit.sampling, FAST):
            for player in range(self.unit.players):
                with f.when(me.eq(player)):
                    f.call(self.c.course.finish(k.num(player)))
            self.c.course.accept(f)

    def ply(self, otherwise: Function) -> Function:
        """One random turn: 1 done, 0 the game is over. Where none is found, `otherwise` knows what then."""
        layout = self.layout

        def write(f: Builder) -> None:
            (random,) = f.params
            for at in (layout.log_top, layout.move_top, layout.error):
                f.store(64, at, 0)
            with f.when(k.load(64, layout.result).ne(0)):
                f.ret(0)
            with self.unit.lowering(self.unit.sampling, TRIAL):
                self.c.chance_draws.play(f, random)
            f.store(64, layout.offer_seed, random)
            every = self.c.listing.enumerate()
            self.unit.keeping.finish()
            self.c.listing.begin(f)
            f.call(every)
            with f.when(k.either(k.load(64, layout.offers).eq(0), k.load(64, layout.error).ne(0))):
                f.ret(f.call(otherwise, random))
            self._play(f)
            f.ret(1)

        self.unit.sampling.never_by_bytes = layout.words_never_by_bytes()
        with self.unit.lowering(self.unit.sampling, LIGHT):
            name = "rw_general_ply_here"
            return self.unit.function(name, name, [("random", INT)], INT, write, "a random turn", exported=True)


__all__ = ["LightTurns"]

"""Min-wise sampling of turns: one is drawn while all are found, and only the drawn one comes to its end ("light").

States in the middle of a turn, and those that a chain or a repeat must not come back to, are told apart by their sign
(lower/state_key); parts are taken back with hardly any log (lower/part_undo). Complete turns are told apart by what
their end makes of the board, before results, phases and players are looked at: these follow from the board, so they
are found out once, after the draw (lower/reservoir). The turn drawn so far is kept as a copy of the state.

Serves: 25 of 95 games, among them backgammon, dvonn, international_draughts, pentago, tak, tzaar, yinsh
Gain: 2.3 times in playouts of pentago
Needs: results do not look back at how the turn came about; no hooks, no question who attacks what, no piece that is
seen in the air; sets of at most four words.
"""

from __future__ import annotations

from ...analysis.turns import turn_nodes
from ...rules import expressions as rx
from ...rules import turns as rt
from ..decide.plan import FAST, LIGHT, TRIAL, Refusal
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import INT
from ..ir.kernel import EXPORTED
from ..ir.program import Builder, Function
from ..lower.lowering_context import WHOLE
from ..lowering_part import Lowering

NAME = "reservoir_turns"
USES: tuple[str, ...] = ()


def plan(ask: Questions) -> Refusal | None:
    """What the end of a turn makes of the board tells turns apart, and all that parts change is put back this way."""
    turns, facts, rules = turn_nodes(ask.rules), ask.facts, ask.rules
    if rules.distinct == "route" or ask.words > WHOLE:
        return Refusal("routes tell moves apart, or the board is too large")
    if facts.together:
        return Refusal("what is chosen unseen is told apart by its key")
    if facts.attacks or facts.calls_hooks or facts.says(rx.OnlyOf):
        return Refusal("rules ask for attacks, or hooks, or for one site that may be several")
    actions = [rules.actions[node.action] for node in turns if isinstance(node, rt.Do)]
    if any(map(ask.lifts.lift_is_seen, (action for action in actions if action.verb == "move"))):
        return Refusal("a piece in the air is seen")
    if ask.forbids_repetition:
        return Refusal("positions must not be repeated")
    if "passes" in facts.counters and (facts.segmented or any(action.is_empty for action in actions)):
        return Refusal("to do nothing is a turn, and passes are counted")
    if facts.end_looks_back:
        return Refusal("turns that lead to the same position may have different results")
    if rules.when_out or (facts.names_next and ask.players > 2):
        return Refusal("who leaves the game, or is next, is only known at the end of a turn")
    return None


class LightTurns(Lowering):
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
            for at in (layout.log_top, layout.move_top, layout.error, layout.part_depth):
                f.store(64, at, 0)
            with f.when(k.load(64, layout.result).ne(0)):
                f.ret(0)
            with self.unit.lowering(self.unit.sampling, TRIAL):
                self.c.chance_draws.play(f, random)
            f.store(64, layout.offer_seed, random)
            every = self.c.listing.all_turns
            singles = self.c.singles.functions(every)
            self.unit.keeping.finish()
            self.c.listing.begin(f)
            for single, draw in singles:
                here = k.both(k.load(64, layout.phase).eq(single.phase), k.load(64, layout.me).eq(single.player))
                with f.when(here), f.when(f.call(draw, random).ne(0)):
                    self._play(f)
                    f.ret(1)
            f.call(every)
            with f.when(k.either(k.load(64, layout.offers).eq(0), k.load(64, layout.error).ne(0))):
                f.ret(f.call(otherwise, random))
            self._play(f)
            f.ret(1)

        self.unit.tell_words_of_playouts()
        with self.unit.lowering(self.unit.sampling, LIGHT):
            name = "rw_general_ply_here"
            return self.unit.function(name, name, [("random", INT)], INT, write, "a random turn", EXPORTED)

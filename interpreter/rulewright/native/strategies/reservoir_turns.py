"""Reservoir sampling of turns: one is drawn while all are found, and only the drawn one comes to its end ("light").

States in the middle of a turn are told apart by their sign (lower/state_key), parts are taken back with hardly any
log (lower/part_undo). Where the end of a turn does nothing but set variables back, complete turns are told apart before
it; so it is done once, after the draw. The turn drawn so far is kept as a copy of the state.

Serves: backgammon
Gain: 2.6 times in playouts of backgammon
Needs: turns of parts that are repeated, each pass counting a variable on, so that no state comes twice; the end of a
turn sets variables back and nothing else; sets of at most four words.
"""

from __future__ import annotations

from ...analysis.turns import turn_nodes
from ...rules import expressions as rx
from ...rules import turns as rt
from ..decide.plan import FAST, LIGHT, TRIAL, Refusal
from ..decide.questions import Questions
from ..decide.variables import variable_reset
from ..ir import expressions as k
from ..ir.expressions import INT
from ..ir.kernel import EXPORTED
from ..ir.program import Builder, Function
from ..lower.lowering_context import WHOLE
from ..lowering import Lowering

NAME = "reservoir_turns"
USES = ("memoised_repeats",)


def plan(ask: Questions) -> Refusal | None:
    """Parts are repeated, only onward, and all that they change is put back and told apart this way."""
    turns, facts = turn_nodes(ask.rules), ask.facts
    repeats = [node.item for node in turns if isinstance(node, rt.Repeat | rt.RepeatWhile)]
    if not repeats or not all(any(item is known for known in ask.meeting) for item in repeats):
        return Refusal("nothing is repeated, or a state may come twice in a turn")
    if ask.rules.distinct == "route" or ask.words > WHOLE:
        return Refusal("routes tell moves apart, or the board is too large")
    if not _ends_simply(ask):
        return Refusal("the end of a turn does more than set variables back")
    if facts.attacks or facts.calls_hooks or facts.says(rx.OnlyOf):
        return Refusal("rules ask for attacks, or hooks, or for one site that may be several")
    actions = [ask.rules.actions[node.action] for node in turns if isinstance(node, rt.Do)]
    moves = [action for action in actions if action.verb == "move"]
    if any(action.again for action in actions) or any(map(ask.lifts.lift_is_seen, moves)):
        return Refusal("there are chains, or a piece in the air is seen")
    return None


def _ends_simply(ask: Questions) -> bool:
    """Whether a turn's end only sets variables back, and whose turn is next follows from whose it is."""
    facts, rules = ask.facts, ask.rules
    if facts.names_next or facts.swaps or rules.out is not None or ask.players > 2 or rules.when_out:
        return False
    if ask.forbids_repetition or "passes" in facts.counters or any(spec.lasts for spec in rules.variables):
        return False
    if facts.end_looks_back:
        return False  # turns that lead to the same state may have different results
    reset = [variable_reset(effect) for effect in rules.when_turn_ends]
    return None not in reset and len(set(reset)) == len(reset)


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
            for at in (layout.log_top, layout.move_top, layout.error):
                f.store(64, at, 0)
            with f.when(k.load(64, layout.result).ne(0)):
                f.ret(0)
            with self.unit.lowering(self.unit.sampling, TRIAL):
                self.c.chance_draws.play(f, random)
            f.store(64, layout.offer_seed, random)
            every = self.c.listing.all_turns
            self.unit.keeping.finish()
            self.c.listing.begin(f)
            f.call(every)
            with f.when(k.either(k.load(64, layout.offers).eq(0), k.load(64, layout.error).ne(0))):
                f.ret(f.call(otherwise, random))
            self._play(f)
            f.ret(1)

        self.unit.tell_words_of_playouts()
        with self.unit.lowering(self.unit.sampling, LIGHT):
            name = "rw_general_ply_here"
            return self.unit.function(name, name, [("random", INT)], INT, write, "a random turn", EXPORTED)

"""A copy of the move generator without keys, for playouts: the list that is drawn from is neither sorted nor recorded.

Serves: 5 of 95 games, among them onitama, santorini, ur, vier_kreise
Gain: 1.5 times in playouts of onitama
Needs: of turns that lead to the same position any may be played; a general program that is not too long to be compiled
twice.
"""

from __future__ import annotations

from ...analysis.turns import turn_nodes
from ...rules import turns as rt
from ..decide.plan import TRIAL, Refusal
from ..decide.questions import Questions
from ..ir.program import Function
from ..lowering_part import Lowering

NAME = "own_list"
USES: tuple[str, ...] = ()


def plan(ask: Questions) -> Refusal | None:
    """Of turns that lead to the same position any may be played, and not the first in order.

    Who does nothing passes, who does something that changes nothing does not; both may be legal where an action may
    be empty, or chance has done its part.
    """
    turns, facts = turn_nodes(ask.rules), ask.facts
    empty = any(isinstance(node, rt.Do) and ask.rules.actions[node.action].is_empty for node in turns)
    if facts.together:
        return Refusal("what is chosen unseen is told apart by its key")
    asked = facts.calls_hooks or "passes" in facts.counters or ask.forbids_repetition
    if asked and (empty or facts.segmented):
        return Refusal("a pass and a turn that changes nothing are not the same")
    return None


class OwnList(Lowering):
    def ply(self) -> Function:
        """One random turn."""
        with self.c.unit.lowering(self.c.unit.sampling, TRIAL):
            return self.c.drivers.general_ply("rw_general_ply_here")

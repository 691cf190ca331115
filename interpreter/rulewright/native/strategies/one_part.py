"""Uniform sampling with late tests: candidates are counted or collected, one is drawn, and only that one is tested.

Every legal turn is equally likely. A leaf of the turn is *clear* if its candidates lead to different positions and
need nothing but tests that can be made on the drawn one; a drawn candidate that fails its tests is taken out and
another one is drawn. If a leaf that is not clear has a candidate, the list of moves is used for that turn.

Serves: 68 of 95 games, among them breakthrough, chess, go, hive, othello, xiangqi
Gain: 62 times in playouts of breakthrough
Needs: a turn is one action of several, or the first of several that is possible, and one of them is clear.
"""

from __future__ import annotations

from dataclasses import replace

from ..decide.plan import FAST, TRIAL, Refusal, TurnPlan
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lowering_part import Lowering

NAME = "one_part"


def plan(ask: Questions, turn: TurnPlan) -> TurnPlan | Refusal:
    if turn.second is not None:
        return Refusal("the turn has two parts")
    why = ask.clear.may_fail([leaf for leaf in turn.leaves if leaf.clear or leaf.chain])
    if ask.forbids_repetition:
        why = "positions must not be repeated"
    return replace(turn, strategy=NAME, mode=TRIAL if why else FAST, tried=why)


class OnePart(Lowering):
    def play(self, turn: TurnPlan, f: Builder, me: Ex, random: Ex) -> None:
        """The first group that has a candidate is played."""
        draws = f.var(k.num(0), "draws")
        for group in turn.groups:
            self.c.sampler.group(group, f, me, random, draws)

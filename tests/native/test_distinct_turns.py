"""Lists in which no two turns lead to the same position are not merged; with records they are, and nothing changes."""

from __future__ import annotations

import random

import pytest

import rulewright
from rulewright.language.game_files import shipped

pytest.importorskip("llvmlite")

# One action; a ray chosen by `with`; two parts, the second sometimes; heaps; sowing; drops and promotion.
SORTS = ("breakthrough", "lines_of_action", "nine_mens_morris", "quoridor", "oware", "animal_shogi")
MERGED = ("chess", "backgammon", "tak", "abalone", "english_draughts")
PLIES = 40


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SORTS else pytest.mark.rest) for name in shipped()]
)
def test_no_two_turns_of_such_a_list_are_the_same_move(name: str) -> None:
    game = rulewright.load(name, engine="native")
    native = game._engines.native()
    if native is None or not native.compiler.plan.has_distinct_turns:
        assert name not in SORTS
        pytest.skip("its lists are merged")
    for seed in range(2):
        numbers, state = random.Random(seed), game.start()
        for _ in range(PLIES):
            if state.outcome is not None:
                break
            snapshot = state._node.snapshot(native)
            found, _ = native.count(snapshot)
            turns, _ = native.turns(snapshot)
            assert len(turns.order) == turns.amount == found
            state.push(state.legal_moves[numbers.randrange(found)])


@pytest.mark.parametrize("name", MERGED)
def test_other_lists_are_merged(name: str) -> None:
    native = rulewright.load(name, engine="native")._engines.native()
    assert native is not None
    assert not native.compiler.plan.has_distinct_turns

"""What a judge learns depends on the game alone."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

import rulewright
from rulewright.native.search.evaluation_store import Judge


@pytest.mark.parametrize("game", ["abalone", "creeper"])
def test_two_judges_learn_the_same(game: str) -> None:
    """They lie at different places of the memory, which must not matter."""
    native = rulewright.load(game)._engines.sampling()
    assert native is not None
    native.prepare_playouts()
    block = native.borrow()
    judges = Judge(native), Judge(native)
    for judge in judges:
        judge.learn(native, block)
    native.give_back(block)
    assert judges[0].address != judges[1].address
    assert judges[0].weights() == judges[1].weights()

"""The programs of docs/learners run, and learn something."""

from __future__ import annotations

import pytest

import rulewright
from tools.run_learners import DOCS, LEARNERS, OPPONENTS, curve, learner


def test_weights_are_learnt() -> None:
    pytest.importorskip("numpy")
    program = learner("n_tuple")
    program.learn(20)
    assert 0 < abs(program.weights).max() < 1
    state = rulewright.load("connect_four").start("a; b; a; b; a; c")
    assert program.player(state).move.text == "a", "four in a column"


def test_openspiel_searches_by_our_rules() -> None:
    pytest.importorskip("pyspiel")
    state = rulewright.load("connect_four").start("d; e")
    turn = learner("openspiel_mcts").Searcher(3)(state)
    assert turn.move in state.legal_moves


def test_maskable_ppo_plays_what_is_legal() -> None:
    pytest.importorskip("sb3_contrib")
    program = learner("maskable_ppo")
    program.learn(64)
    state = rulewright.load("connect_four").start("d; e")
    assert program.player(state).move in state.legal_moves


def test_tianshou_plays_what_is_legal() -> None:
    pytest.importorskip("tianshou")
    program = learner("tianshou_dqn")
    program.learn(64)
    state = rulewright.load("connect_four").start("d; e")
    assert program.player(state).move in state.legal_moves


@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_is_short(name: str) -> None:
    text = (DOCS / "learners" / f"{name}.py").read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 45
    assert (
        len([line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(('"""', "#"))]) <= 40
    )


def test_the_curve() -> None:
    drawn = curve((0, 10), "steps", {name: [0.0, 1.0] for name in OPPONENTS})
    assert drawn.count("<polyline") == 2
    assert 'points="50,180 450,20"' in drawn

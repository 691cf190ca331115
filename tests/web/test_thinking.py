"""How long a player at a table may think."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.native.engine import NativeEngine
from rulewright.players.mcts import Mcts
from rulewright.state import State
from rulewright.web import thinking
from rulewright.web.worker import Context

pytest.importorskip("llvmlite")

_MOST = 100_000  # playouts, should nobody stop it


def test_time_that_is_asked_for_counts_from_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled first belongs to it: somebody waits at the board. The clocks here are ours."""
    now = [0.0]
    compiled = Mcts._native

    def slowly(self: Mcts, state: State) -> NativeEngine | None:
        now[0] = 40.0
        return compiled(self, state)

    monkeypatch.setattr(Mcts, "_native", slowly)
    monkeypatch.setattr(Mcts, "clock", staticmethod(lambda: 0.0))
    monkeypatch.setattr(thinking, "monotonic", lambda: now[0])
    given = {"spec": f"mcts:time=30,playouts={_MOST}", "seconds": 100, "seed": 1, "folder": None}
    state = rulewright.load("breakthrough").start()
    opinion = thinking.Thinkers().asked(given, state, Context({}, lambda: False))
    assert 0 < opinion.visits < _MOST

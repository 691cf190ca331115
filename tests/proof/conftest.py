"""Proof of the seven games against programs that we did not write.

The data of other people lies beside the checkout in `shared/data`; it is never committed, and what needs it is
skipped where it is absent. Counts quoted here are facts from the sources named beside them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.state import State

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


@pytest.fixture(scope="session")
def data() -> Path:
    if not DATA.is_dir():
        pytest.skip("other people's test data is not here")
    return DATA


def perft(state: State, depth: int) -> int:
    """Move paths of a length; chance counts no depth (semantics D71, D96)."""
    if depth == 0:
        return 1
    if state.outcome is not None:
        return 0
    if depth == 1 and not state.is_chance:
        return len(state.legal_moves)
    total = 0
    for turn in state._node.turns():
        following = State(state.game, turn.position, turn.result)
        total += perft(following, depth if state.is_chance else depth - 1)
    return total

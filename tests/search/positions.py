"""Positions for tests of searches: a game, and what was played."""

from __future__ import annotations

import rulewright
from rulewright.state import State

ENGINES = ["native", "reference"]


def played(game: str, *moves: str, engine: str = "native", **options: object) -> State:
    state = rulewright.load(game, engine=engine, **options).start()  # type: ignore[arg-type]
    for move in moves:
        state.push(move)
    return state

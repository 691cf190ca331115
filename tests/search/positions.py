"""Positions for tests of searches: a game, and what was played."""

from __future__ import annotations

from typing import Any

import rulewright
from rulewright.state import State

ENGINES = ["native", "reference"]


def played(game: str, *moves: str, **options: Any) -> State:
    options.setdefault("engine", "native")
    state = rulewright.load(game, **options).start()
    for move in moves:
        state.push(move)
    return state

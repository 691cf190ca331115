"""The same game on both engines."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

from rulewright.game import Game, load

# Until `load` takes `engine=` both are the reference: the harness then checks what must hold of it alone.
HAS_NATIVE = "engine" in inspect.signature(load).parameters


def both(game: str | Path, **options: str) -> tuple[Game, Game]:
    """A game on the reference engine and on the native one."""
    anything: dict[str, Any] = {**options, "allow_hooks": True}  # those of the drafts are our own
    if not HAS_NATIVE:
        return load(game, **anything), load(game, **anything)
    return load(game, **anything, engine="reference"), load(game, **anything, engine="native")

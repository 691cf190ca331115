"""The same game on both engines."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

from rulewright.game import Game, load

# Until `load` takes `engine=` both are the reference: the harness then checks what must hold of it alone.
HAS_NATIVE = "engine" in inspect.signature(load).parameters


def reference(game: str | Path, **options: str) -> Game:
    """A game on the reference engine."""
    return _loaded(game, "reference", options)


def both(game: str | Path, **options: str) -> tuple[Game, Game]:
    """A game on the reference engine and on the native one."""
    return _loaded(game, "reference", options), _loaded(game, "native", options)


def _loaded(game: str | Path, engine: str, options: dict[str, str]) -> Game:
    anything: dict[str, Any] = {**options, "allow_hooks": True}  # those of the drafts are our own
    if HAS_NATIVE:
        anything["engine"] = engine
    return load(game, **anything)

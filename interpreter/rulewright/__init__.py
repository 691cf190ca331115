"""Rulewright turns a rulebook into an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .engine_choice import EngineName
    from .game import Game

__version__ = "0.1.0"


def load(
    game: str | Path, /, *, allow_hooks: bool = False, engine: EngineName | None = None, **options: object
) -> Game:
    """A game by id, by path, or given as text: `load("abalone", layout="belgian_daisy")`."""
    from .game import load as load_game  # the compiler is only needed now

    return load_game(game, allow_hooks=allow_hooks, engine=engine, **options)

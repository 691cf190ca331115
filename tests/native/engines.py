"""The same game on both engines."""

from __future__ import annotations

from pathlib import Path

from rulewright.game import Game, load_with


def reference(game: str | Path, **options: str) -> Game:
    """A game on the reference engine; hooks may run, for those of the drafts are our own."""
    return load_with(game, options, allow_hooks=True, engine="reference")


def both(game: str | Path, **options: str) -> tuple[Game, Game]:
    """A game on the reference engine and on the native one."""
    return reference(game, **options), load_with(game, options, allow_hooks=True, engine="native")

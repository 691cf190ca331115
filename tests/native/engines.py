"""The same game on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from rulewright.game import Game, load_with
from rulewright.native.codegen.module import UNROLLED, NativeModule
from rulewright.native.ir.program import Program


def reference(game: str | Path, **options: str) -> Game:
    """A game on the reference engine; hooks may run, for those of the drafts are our own."""
    return load_with(game, options, allow_hooks=True, engine="reference")


def both(game: str | Path, **options: str) -> tuple[Game, Game]:
    """A game on the reference engine and on the native one."""
    return reference(game, **options), load_with(game, options, allow_hooks=True, engine="native")


@contextmanager
def hurried() -> Iterator[None]:
    """For programs that run for a moment only: careful code would take ten times as long to make as it saves."""
    with patch.object(NativeModule, "add", _at_once):
        yield


def _at_once(module: NativeModule, program: Program, _recipe: str = UNROLLED) -> None:
    module._load(module._text(program), "at once", 0, module._at_once)

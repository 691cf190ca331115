"""The games that both engines play: the library with its options, and the drafts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.language.compilation import compile_game
from rulewright.language.game_files import shipped
from rulewright.language.variants.options import combinations, declared
from rulewright.source.diagnostics import Report

_DRAFTS = Path(__file__).resolve().parents[1] / "drafts"


def all_games() -> dict[str, Path]:
    """Every game of the library and every draft, by name."""
    return {**shipped(), **{path.stem: path for path in sorted(_DRAFTS.glob("*.yaml"))}}


def all_options(game: Path, whole: bool = False) -> Iterator[dict[str, str]]:
    """Combinations of options, the defaults first: each value once beside defaults, or (`whole`) all of them.

    Too many are never more than the front end itself would try.
    """
    whole_file = compile_game(game).whole
    assert whole_file is not None
    known = declared(whole_file.root, Report())
    if whole:
        yield from combinations(known)
        return
    default = {name: option.default for name, option in known.items()}
    yield default
    for name, option in known.items():
        yield from ({**default, name: value} for value in option.values if value != option.default)

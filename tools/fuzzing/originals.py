"""What mutants are made of: the library, drafts, small and generated games, broken files of the diagnostics."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from random import Random

from rulewright.language.compilation import Compilation, compile_game, compile_text
from tests.docs.pages import BASES, all_blocks
from tests.native.generated_games import game_text
from tests.native.library_games import all_games
from tests.native.tricky_draws import DRAWS
from tests.native.tricky_games import TRICKY

_FIXTURES = Path(__file__).resolve().parents[2] / "tests" / "diagnostics"
_GENERATED = "generated game "
_GENERATED_GAMES = 10**6
_SMALL = {**TRICKY, **DRAWS}


@cache
def _files() -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Names of what games can be made of: whole games, small ones, broken ones."""
    small = [*_SMALL, *map(str, sorted(BASES.glob("*.yaml"))), *_documented()]
    return tuple(map(str, all_games().values())), tuple(small), tuple(map(str, sorted(_FIXTURES.glob("*.yaml"))))


@cache
def _documented() -> dict[str, str]:
    """The whole games of the documentation."""
    return {f"{block.page} {block.number}": block.text for block in all_blocks() if block.kind == "game"}


def any_of_them(chance: Random) -> str:
    """The name of one, each kind about as often as what it finds is worth its time."""
    good, small, broken = _files()
    draw = chance.random()
    if draw < 0.25:
        return f"{_GENERATED}{chance.randrange(_GENERATED_GAMES)}"
    return chance.choice(small if draw < 0.45 else broken if draw < 0.65 else good)


def generated(number: int) -> str:
    return game_text(number, chains=number % 7 == 3, blocks=number % 2 == 1)


@lru_cache(1000)
def text_of(name: str) -> str:
    if name.startswith(_GENERATED):
        return generated(int(name.removeprefix(_GENERATED)))
    return _SMALL.get(name) or _documented().get(name) or Path(name).read_bytes().decode("utf-8", "replace")


@lru_cache(1000)
def compiled(name: str) -> Compilation:
    return compile_game(Path(name)) if Path(name).is_absolute() else compile_text(text_of(name))

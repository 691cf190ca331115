"""Each strategy against the plain way: it serves the games that it names, and without it the same is drawn and counted.

With all strategies on, draws and counts are held against lists game by game (test_sampler.py, test_counting.py).
"""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from rulewright.game import load
from rulewright.language.game_files import shipped
from rulewright.native.compiler import Compiler
from rulewright.native.strategies import planner
from rulewright.native.strategies.planner import STRATEGIES

from .drawing import Drawing, check_game
from .engines import reference
from .test_counting import differences

_GAMES = shipped()
_NAMES = [strategy.NAME for strategy in STRATEGIES]
# For each a game that is soon compiled; the two of perft change no draw.
DRAWN = {
    "factoring": "six_mens_morris",
    "two_part_draw": "isolation",
    "late_second_part": "mylna",
    "one_part": "tictactoe",
    "chains": "alquerque",
    "rejection_draw": "oware",
    "reservoir_turns": "backgammon",
    "own_list": "ur",
    "multiplicity_draw": "dvonn",
    "incremental_end_rules": "yavalath",
    "rotated_bitboards": "yavalath",
    "incremental_flood": "hex",
    "union_find": "y",
    "empties": "hex",
    "ray_mobility": "amazons",
    "memoised_repeats": "backgammon",
}
COUNTED = {
    "pushes": "abalone",
    "undo_frames": "breakthrough",
    "quiet_turns": "minixiangqi",
    "rejection_draw": "oware",
    "chains": "alquerque",
    "found_walks": "quoridor",
}


def _said(strategy: ModuleType, key: str) -> str:
    """What the head of a strategy says."""
    found = re.search(rf"^{key}: (.+?)(?=^[A-Z]\w+: |\Z)", strategy.__doc__ or "", re.M | re.S)
    assert found is not None, f"{strategy.NAME} does not say {key}"
    return " ".join(found.group(1).split())


def test_every_strategy_has_a_file_a_place_and_a_test() -> None:
    files = {path.stem for path in Path(planner.__file__).parent.glob("*.py")} - {"__init__", "planner"}
    assert set(_NAMES) == files == {*DRAWN, *COUNTED}
    assert len(set(_NAMES)) == len(_NAMES)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=_NAMES)
def test_heads(strategy: ModuleType) -> None:
    assert strategy.__name__.endswith(f".{strategy.NAME}")
    assert callable(strategy.plan)
    games = re.findall(r"[a-z_]+", _said(strategy, "Serves").rpartition("among them")[2])
    assert games
    assert set(games) <= set(_GAMES)
    assert _said(strategy, "Gain")
    assert _said(strategy, "Needs")


@pytest.mark.parametrize("strategy", STRATEGIES, ids=_NAMES)
def test_it_serves_the_games_that_it_names(strategy: ModuleType) -> None:
    games = re.findall(r"[a-z_]+", _said(strategy, "Serves").rpartition("among them")[2])
    for game in games:
        assert strategy.NAME in Compiler(load(_GAMES[game])._engine).plan.strategies, game


@pytest.mark.parametrize("name", _NAMES)
def test_it_can_be_left_out(name: str) -> None:
    engine = load(_GAMES[DRAWN.get(name) or COUNTED[name]])._engine
    assert name in Compiler(engine).plan.strategies
    plan = Compiler(engine, without=frozenset({name})).plan
    assert name not in plan.strategies


@pytest.mark.parametrize("name", DRAWN)
def test_without_it_draws_are_as_fair(name: str) -> None:
    drawing = Drawing(reference(_GAMES[DRAWN[name]]), without=frozenset({name})).compile()
    check_game(drawing, name, positions=2, each=30, most=1000, plies=40, games=1)


@pytest.mark.parametrize("name", COUNTED)
def test_without_it_as_much_is_counted(name: str) -> None:
    assert differences(load(_GAMES[COUNTED[name]]), frozenset({name})) == []

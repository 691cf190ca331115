"""Every forced win in two moves is found, in positions that tools/make_wins.py has looked at to the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.search.alphabeta import AlphaBeta
from rulewright.search.mcts import Mcts

pytest.importorskip("llvmlite")

FILES = sorted((Path(__file__).parent / "wins").glob("*.json"))
CASES = [
    pytest.param(file.stem, case, id=f"{file.stem}-{number}")
    for file in FILES
    for number, case in enumerate(json.loads(file.read_text(encoding="utf-8")))
]


def test_there_are_positions() -> None:
    assert {"abalone", "creeper", "erleuchtung", "schleicher_und_huepfer", "surikata"} <= {file.stem for file in FILES}
    assert len(CASES) >= 2 * len(FILES)


@pytest.mark.parametrize(("game", "case"), CASES)
def test_alphabeta_finds_it(game: str, case: dict[str, Any]) -> None:
    opinion = AlphaBeta(depth=3).choose(rulewright.load(game, engine="native").from_json(case["position"]), 1)
    assert opinion.move.text in case["wins"]
    assert opinion.proof == "win"


@pytest.mark.parametrize(("game", "case"), CASES)
def test_mcts_finds_it(game: str, case: dict[str, Any]) -> None:
    opinion = Mcts(playouts=6000).choose(rulewright.load(game, engine="native").from_json(case["position"]), 1)
    assert opinion.move.text in case["wins"]
    assert opinion.proof == "win"

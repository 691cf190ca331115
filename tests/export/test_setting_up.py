"""Positions set up by hand in a page: the same bytes, moves, tests and records as those keys have natively."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

import rulewright
from rulewright.errors import InvalidPosition
from rulewright.export import game_data as exporting
from rulewright.export.page import SHARED
from rulewright.export.pictures import picture_data
from rulewright.game import Game
from rulewright.language.game_files import shipped
from rulewright.proving import Effort, prove
from rulewright.web.arranging import _legal
from tests.export.test_modules import NODE, SEED, SELDOM, STATIC

# To compile a module takes seconds: what is marked comes with the rest.
OFTEN = ["tictactoe", pytest.param("hive", marks=pytest.mark.rest)]
OTHERS = sorted({*SELDOM, "quarto", "santorini", "ur", "three_check", "quoridor", "janggi", "zertz", "crazyhouse"})
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")


@pytest.mark.parametrize("name", [*OFTEN, *(pytest.param(name, marks=pytest.mark.rest) for name in OTHERS)])
def test_a_page_sets_up_what_python_sets_up(name: str, tmp_path: Path) -> None:
    game = rulewright.load(name)
    native = game._engines.native()
    assert native is not None
    block = native.borrow()
    for ply, row in enumerate(_told(game, tmp_path, [])["rows"]):
        state = game.position(**row["keys"])
        block.load(state.position)
        assert bytes.fromhex(row["bytes"]) == block.memory[: block.layout.state_end], f"{name}, ply {ply}"
        assert row["texts"] == ([] if state.outcome else [move.text for move in state.legal_moves]), (
            f"{name}, ply {ply}"
        )
        assert row["legal"] == _legal(state)
        assert game.from_json(row["record"]).is_alike(state)
    native.give_back(block)


@pytest.mark.parametrize("name", OFTEN)
def test_the_test_that_is_copied_from_a_page_is_one(name: str, tmp_path: Path) -> None:
    """It stands in the file in place of the others, and `validate` runs it."""
    test = _told(rulewright.load(name), tmp_path, [])["rows"][-1]["test"]
    file = shipped()[name]
    text = file.read_text(encoding="utf-8")
    for beside in file.parent.glob(f"{name}.py"):
        copy(beside, tmp_path)
    (tmp_path / "game.yaml").write_text(text[: text.index("\ntests:")] + f"\ntests:\n{test}", encoding="utf-8")
    proof = prove(tmp_path / "game.yaml", Effort(games=1, plies=5, allow_hooks=True), options={})
    assert [found.message for found in proof.report.errors] == []
    assert proof.tests == 1


NO_POSITIONS: dict[str, list[Any]] = {
    "tictactoe": [
        {"position": {"a9": "x mark"}},
        {"position": {"a1": "x dragon"}},
        {"position": {"a1": ["x mark", "o mark"]}},
        {"position": {"a1": "x mark"}, "to_move": "green"},
        {"position": {}, "ply": -3},
        {"position": {}, "ply": 1.5},
        {"position": {}, "hand": {"x": {"mark": -1}}},
        {"position": {}, "hand": {"z": {"mark": 1}}},
        {"position": {}, "supply": {"constructor": 1}},
        {"position": {}, "vars": {"toString": 1}},
        {"position": [["a1"]]},
        {"play": ["a1"]},
    ],
    "hive": [
        {"position": {"0,0": "white ant", "5,5": "black ant"}},
        {"position": {"0,0": ["white queen", "white beetle"], "0,1": "white queen"}},
        {"position": {"a1": "white ant"}},
    ],
}


@pytest.mark.parametrize("name", OFTEN)
def test_what_is_no_position_is_refused(name: str, tmp_path: Path) -> None:
    """In a link stands whatever somebody has written there; Python refuses the same."""
    game = rulewright.load(name)
    for keys in NO_POSITIONS[name]:
        if "play" not in keys:
            with pytest.raises((InvalidPosition, TypeError)):
                game.position(**keys)
    more: list[Any] = [17, None, "a1", [], {"position": 3}]
    told = _told(game, tmp_path, [*NO_POSITIONS[name], *more], plies=0)["why"]
    for keys, why in zip([*NO_POSITIONS[name], *more], told, strict=True):
        assert why is not None, keys
        assert why.startswith("Refused: "), (keys, why)


def _told(game: Game, folder: Path, refused: list[Any], plies: int = 12) -> dict[str, Any]:
    made = exporting.game_data(game)
    record = {"game": game.id, "options": dict(game.rules.options)}
    data = made.data | {"record": record, "pictures": picture_data(game)}
    (folder / "game.wasm").write_bytes(made.wasm)
    (folder / "game.json").write_text(json.dumps({"data": data, "refused": refused, "plies": plies, "seed": SEED}))
    command = [NODE or "", str(Path(__file__).with_name("set_up.mjs")), str(STATIC), str(SHARED)]
    run = subprocess.run(
        [*command, str(folder / "game.wasm"), str(folder / "game.json")], capture_output=True, text=True, timeout=600
    )
    assert run.returncode == 0, run.stderr
    told: dict[str, Any] = json.loads(run.stdout)
    return told

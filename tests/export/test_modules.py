"""The module of a page follows native games: the same moves, texts, hashes, picks, playouts and search trees."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.export import game_data as exporting
from rulewright.export.game_module import NotExportable
from rulewright.formats.shown import shown
from rulewright.game import Game
from rulewright.headless.random_games import random_move
from rulewright.native.search.evaluation_store import judge_of
from rulewright.native.search.tree import Limits
from rulewright.players.native_tree import NativeTrees
from rulewright.records import position_hash
from rulewright.reference.hashing import mix
from rulewright.rules.appearance import dice_of
from rulewright.show.at_stake import at_stake
from rulewright.show.clicking import Pick, Picking
from rulewright.show.drawing.status import dice_on_table, turn_in_words, variables_in_words
from rulewright.state import State
from rulewright.web.view import choices_data, view_of
from tests.all_sorts import SEVEN
from tests.native.wide_games import directions

NODE = shutil.which("node")
STATIC = Path(exporting.__file__).parent / "static"
SEED, TRIED = 5, 300
# To compile a module takes seconds: what is marked comes with the rest.
OFTEN = ("tictactoe", "hive", "erleuchtung")
SELDOM = ("connect_four", "chess", "backgammon", "oware", "go", "tak", "amazons", *(set(SEVEN) - {*OFTEN}))


@pytest.mark.skipif(NODE is None, reason="there is no node here")
@pytest.mark.parametrize("name", [*OFTEN, *(pytest.param(name, marks=pytest.mark.rest) for name in sorted(SELDOM))])
def test_a_module_follows_native_games(name: str, tmp_path: Path) -> None:
    game = rulewright.load(name)
    assert follows(game, tmp_path, games=2, most=30, playouts=50)


@pytest.mark.rest
@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_long_lists_have_all_their_records(tmp_path: Path) -> None:
    """Behind some 13,000 of its 14,028 turns nothing was read any more."""
    assert follows(rulewright.load("yavalax"), tmp_path, games=1, most=2, playouts=1)


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_a_list_without_all_its_records_is_refused(tmp_path: Path) -> None:
    game = rulewright.load("tictactoe")
    made = exporting.game_data(game)
    layout = made.data["layout"] | {"records_most": 100}
    with pytest.raises(AssertionError, match="more moves than this page has room for"):
        follows(game, tmp_path, games=1, most=1, playouts=1, made=replace(made, data=made.data | {"layout": layout}))


@pytest.mark.rest
@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_a_long_program_is_there_before_anybody_gives_up(tmp_path: Path) -> None:
    """With 64 directions, all written out, LLVM took more than three minutes of the processor."""
    assert follows(rulewright.load(directions(64)), tmp_path, games=1, most=4, playouts=5)


SCORED = """
language: 1
game: Scored
players: [ann, bob]
board: {tiling: square, size: 2x2}
pieces: {man: {}}
actions:
  go: {place: my man, to: empty}
turn: go
score: bonus(me) + 123456789 * count mine
bonus: {ann: 1000000, bob: -999999.5}
end: highest score wins if no empty
"""


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_large_scores_have_all_their_digits(tmp_path: Path) -> None:
    """Python wrote 2.47914e+08 where the page writes 247913578."""
    (tmp_path / "scored.yaml").write_text(SCORED)
    game = rulewright.load(tmp_path / "scored.yaml")
    assert follows(game, tmp_path, games=1, most=10, playouts=1)
    state = game.start()
    while state.outcome is None:
        state.push(state.legal_moves[0])
    assert "(ann 247913578, bob 245913578.5)" in turn_in_words(state)


def follows(
    game: Game, folder: Path, games: int, most: int, playouts: int, made: exporting.GameData | None = None
) -> bool:
    """Compares everything that `follow.mjs` tells; says where it differs."""
    made = made or exporting.game_data(game)
    (folder / "game.wasm").write_bytes(made.wasm)
    asked = {"data": made.data, "games": games, "most": most, "seed": SEED, "playouts": playouts, "tried": TRIED}
    (folder / "game.json").write_text(json.dumps(asked))
    command = [NODE or "", str(Path(__file__).with_name("follow.mjs")), str(STATIC)]
    run = subprocess.run(
        [*command, str(folder / "game.wasm"), str(folder / "game.json")], capture_output=True, text=True, timeout=600
    )
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    for number, row in enumerate(told["games"]):
        _follow(game, number, row, most)
    native = game._engines.native()
    assert native is not None
    block, start = native.borrow(), native.snapshot(game._engine.start())
    assert told["playouts"] == list(native.playouts(block, start, SEED, 0, playouts, 1_000_000))
    native.give_back(block)
    assert told["tried"] == _tried(game)
    return True


def _follow(game: Game, number: int, told: dict[str, Any], most: int) -> None:
    state = game.start()
    for ply, row in enumerate(told["rows"]):
        where = f"game {number}, ply {ply}"
        assert row["texts"] == [move.text for move in state.legal_moves], where
        if row["hash"] is not None:
            assert row["hash"] == position_hash(state), where
        if row["picked"] is not None:
            assert row["picked"] == _picked(state, number, ply), where
        move = random_move(state, SEED, number, ply)
        assert row["move"] == move.text, where
        assert row["shown"] == shown(state, move), where
        assert row["atStake"] == sorted(at_stake(state)), where
        state.push(move)
    assert len(told["rows"]) == most or state.outcome is not None
    assert told["turn"].lower() == turn_in_words(state).lower()
    assert told["notes"] == variables_in_words(state, dice_of(state.game.rules.display))
    assert told["dice"] == dice_on_table(state)
    assert told["atStake"] == len(at_stake(state))
    outcome = state.outcome if len(told["rows"]) < most else None
    if outcome is not None:
        assert told["over"] == view_of(state, False, lambda node: "")["over"]


def _picked(state: State, number: int, ply: int) -> dict[str, Any]:
    """The same turn decided at random by the interpreter or natively, as people pick it."""
    picking, picks = Picking(state), list[Pick]()
    offered: list[list[list[str]]] = []
    while True:
        choices = picking.after(picks)
        assert choices is not None
        if choices.turn is not None:
            return {
                "offered": offered, "picks": list(map(str, picks)),
                "move": "" if choices.move is None else choices.move.text,
            }  # fmt: skip
        offered.append(
            [[each["pick"], each["label"], each.get("also")] for each in choices_data(state, choices, ())["picks"]]
        )
        picks.append(choices.picks[mix(1000 * ply + len(picks) + number) % len(choices.picks)])


def _tried(game: Game) -> list[list[Any]]:
    native = game._engines.native()
    assert native is not None
    state = game.start()
    while state.is_chance:
        state.push(random_move(state, SEED, 0, len(state.history)))
    playing = game._engines.decisions() if native.lists_turns else None
    trees = NativeTrees(native, judge_of(native), 32, 1, playing)
    grown = trees.begin(state, SEED, Limits(0.7, 300.0, trees.judge.horizon), keep=False)
    grown.grow(TRIED)
    return [[move.visits, move.value, str(move.proof & 2**64 - 1)] for move in grown.trees[0].moves()]


HOOK = """
language: 1
game: Asking
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: s}}
actions:
  drop: { place: my stone, to: empty, must: "@fair()" }
turn: drop
end: [draw if no empty]
hooks:
  file: fair.py
  fair: { gives: bool }
"""


def test_a_game_that_asks_python_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "fair.py").write_text("def fair(view):\n    return True\n")
    (tmp_path / "asking.yaml").write_text(HOOK)
    game = rulewright.load(tmp_path / "asking.yaml", allow_hooks=True)
    with pytest.raises(NotExportable, match='asks the Python function "@fair"'):
        exporting.game_data(game)

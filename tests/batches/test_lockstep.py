"""Batches in machine code beside the same games in Python, over `Turn` and `Encoding.observe`: every bit of them."""

from __future__ import annotations

import os
from typing import Any

import pytest

import rulewright
from rulewright.batches.batch import Batch
from rulewright.batches.natively import NativeGames
from rulewright.batches.plain import PlainGames
from rulewright.headless.random_games import turns_by_chance
from rulewright.language.game_files import shipped
from tests.all_sorts import SEVEN
from tests.batches.test_batch import actions_at_random

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

# Boards of all sorts, stacks, hands, variables, dice, three players, repetition, `prefer`; the others are the rest.
SORTS = {"tictactoe", "othello", "chess", "hive", "backgammon", "tak", "kalah", "abalone_for_three", "english_draughts"}
PLIES = 25


def compare(batch: Batch, plain: PlainGames) -> None:
    here, there = batch.seen, plain.seen
    for row in there.observation:
        assert (here.observation[row] == there.observation[row]).all(), row
    for name in ("mask", "to_play", "reward", "done", "truncated", "legal_count"):
        assert (getattr(here, name) == getattr(there, name)).all(), name


@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SORTS else pytest.mark.rest) for name in shipped()]
)
def test_machine_code_steps_as_python_does(name: str, auto_reset: bool) -> None:
    if auto_reset is False and name in SEVEN and name not in SORTS:
        pytest.skip("the rest has it with new games")
    game = rulewright.load(name)
    batch = rulewright.batch(game, n=2, seed=5, max_plies=PLIES, auto_reset=auto_reset)
    natively = game._engines.search_decisions() is not None  # not where routes tell moves apart, for one
    assert isinstance(batch._games, NativeGames if natively else PlainGames)
    assert natively or name not in SORTS
    plain = PlainGames(game, game.encoding(), 2, auto_reset, PLIES + turns_by_chance(game))
    plain.reset([0, 1], 5)
    compare(batch, plain)
    numbers = np.random.default_rng(7)
    for _ in range(30):
        actions = actions_at_random(batch, numbers).astype(np.int32)
        batch.step(actions)
        plain.step(actions)
        compare(batch, plain)


def test_the_reference_engine_plays_the_same_batch() -> None:
    native, reference = (rulewright.batch(rulewright.load("ur", engine=engine), n=2) for engine in (None, "reference"))
    assert isinstance(reference._games, PlainGames)
    numbers = np.random.default_rng(1)
    for _ in range(25):
        compare(native, reference._games)
        actions = actions_at_random(native, numbers)
        native.step(actions)
        reference.step(actions)


def played(threads: int) -> Any:
    batch, numbers = rulewright.batch("connect_four", n=600, threads=threads, seed=2), np.random.default_rng(1)
    for _ in range(12):
        batch.step(actions_at_random(batch, numbers))
    return batch


def test_threads_change_nothing() -> None:
    one, two = played(1), played(2)
    assert (one.states == two.states).all()
    assert (one.seen.mask == two.seen.mask).all()


def test_code_made_in_a_hurry_is_replaced_and_goes_on_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.native.batches.runner.MANY", 3 * 600)
    hurried = played(1)
    assert hurried._games._runner._careful
    monkeypatch.undo()
    assert (hurried.states == played(1).states).all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_goes_on_with_its_own_games() -> None:
    batch = played(2)
    before = batch.states.copy()
    child = os.fork()
    if child == 0:
        batch.step(batch.seen.mask.argmax(axis=1))
        os._exit(0 if (batch.states != before).any() else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert (batch.states == before).all()
    batch.step(batch.seen.mask.argmax(axis=1))


def test_a_window_grows_in_the_middle_of_a_game() -> None:
    """Both hives grow in a line; the window is twice as wide when they have outgrown it."""
    game = rulewright.load("hive")
    batch, plain = rulewright.batch(game, n=1), PlainGames(game, game.encoding(), 1, True, None)
    plain.reset([0], 1)
    for _ in range(80):
        action = _outwards(batch)
        batch.step([action])
        plain.step(np.array([action], np.int32))
        if plain.outgrown:
            plain.see_through(game.encoding(32))
        compare(batch, plain)
        if batch.encoding.window == 32:
            return
    pytest.fail("it was never outgrown")


def _outwards(batch: Batch) -> int:
    """A piece is placed as far out as it can be: on the site with the highest number."""
    offered = [int(number) for number in batch.seen.mask[0].nonzero()[0]]
    sites = [number for number in offered if batch.encoding.actions[number].startswith("site:")]
    others = [number for number in offered if number not in sites]
    return others[0] if others else max(sites, key=lambda number: (number + 512) % 1024)


def test_more_decisions_than_two_bytes_tell() -> None:
    """What follows a decision with a large number is played after that one, and not after another."""
    choices = ", ".join(f"choice_{number}: 0..511" for number in range(128))
    text = f"""\
game: Many numbers
players: [x, o]
board: {{tiling: square, size: 3x3}}
pieces: {{man: {{}}}}
setup: {{x man: [a1], o man: [c3]}}
vars: {{value: {{range: 0..3}}}}
actions:
  never: {{with: {{{choices}}}, pick: mine}}
  note: {{with: {{number: 0..3}}, pick: mine, do: value = number}}
  go: {{move: mine, path: step orth to empty}}
turn: note then go
stuck: draw
"""
    game = rulewright.load(text)
    batch, plain = rulewright.batch(game, n=1), PlainGames(game, game.encoding(), 1, True, None)
    assert isinstance(batch._games, NativeGames)
    plain.reset([0], 1)
    largest = 0
    for _ in range(5):
        compare(batch, plain)
        action = batch.seen.mask[0].nonzero()[0][-1:].astype(np.int32)
        largest = max(largest, int(action[0]))
        batch.step(action)
        plain.step(action)
    assert largest > 2**16

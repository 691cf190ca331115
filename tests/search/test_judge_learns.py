"""What a judge learns depends on the game alone, and is kept for the next run."""

from __future__ import annotations

import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("llvmlite")

import rulewright
from rulewright.language.game_files import shipped
from rulewright.native.engine import NativeEngine
from rulewright.native.search import evaluation_store, shipped_judges, tree
from rulewright.native.search.evaluation_store import SHELF, Judge, judge_of
from rulewright.players.warm_up import make_ready


def _native(game: str) -> NativeEngine:
    native = rulewright.load(game, engine="native")._engines.sampling()
    assert native is not None
    return native


def _knows(judge: Judge) -> tuple[int, int, list[float], int]:
    return judge.games, judge.plies, judge.weights(), judge.horizon


@pytest.mark.parametrize("game", ["abalone", "creeper"])
def test_two_judges_learn_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lie at different places of the memory, which must not matter. Fewer games than usual show that, too."""
    monkeypatch.setattr(evaluation_store, "_PLIES", 60_000)
    monkeypatch.setattr(evaluation_store, "_LISTED", 400_000)
    native = _native(game)
    native.prepare_playouts()
    block = native.borrow()
    judges = Judge(native), Judge(native)
    for judge in judges:
        judge.learn(native, block)
    native.give_back(block)
    assert judges[0].address != judges[1].address
    assert any(judges[0].weights())
    assert _knows(judges[0]) == _knows(judges[1])


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is learnt before; machine code is made anew, so take small games."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_the_next_one_knows_what_the_first_has_learnt(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = judge_of(_native("tictactoe"))
    assert any(first.weights())

    def learn(*_: object) -> None:
        pytest.fail("learnt once more")

    monkeypatch.setattr(Judge, "learn", learn)
    second = judge_of(_native("tictactoe"))
    assert second is not first
    assert _knows(second) == _knows(first)


def test_what_is_broken_is_learnt_anew(own_cache: Path) -> None:
    first = judge_of(_native("tictactoe"))
    native = _native("tictactoe")
    SHELF.keep(Judge(native).lessons_name(native), first.learnt()[:-8])
    assert _knows(judge_of(native)) == _knows(first)


def _shipped_name(game: rulewright.Game) -> str:
    native = game._engines.native()
    assert native is not None
    return Judge(native).shipped_name(native)


def test_a_judge_that_is_shipped_is_not_learnt(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Creeper's takes seconds to learn; with another number in its rules it is another game."""

    def learn(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Judge, "learn_all", learn)
    judge = judge_of(_native("creeper"))
    assert any(judge.weights())
    with pytest.raises(ZeroDivisionError):
        judge_of(_native("extends: creeper\ngame: Another\nlimit: {turns: 77, result: draw}\n"))


def test_what_is_broken_of_the_shipped_ones_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "judges.zip"
    monkeypatch.setattr(shipped_judges, "FILE", file)
    assert shipped_judges.shipped("a") is None
    shipped_judges.write({"a": b"weights"}, file)
    assert (shipped_judges.shipped("a"), shipped_judges.shipped("b")) == (b"weights", None)
    file.write_bytes(file.read_bytes()[:-9])
    assert shipped_judges.shipped("a") is None
    native = _native("tictactoe")
    assert not Judge(native).recall(b"weights")


@pytest.mark.rest  # what takes long to learn takes long
def test_a_shipped_judge_is_what_is_learnt_now() -> None:
    """If not, `tools/ship_judges.py` has to be run again; machines may differ in the last digits."""
    native = _native("creeper")
    now, kept = Judge(native), Judge(native)
    assert kept.recall(shipped_judges.shipped(now.shipped_name(native)))
    native.prepare_playouts(careful=True)
    now.learn_all(native, evaluation_store.Bound())
    assert (now.games, now.plies) == (kept.games, kept.plies)
    assert now.weights() == pytest.approx(kept.weights(), abs=1e-6)


@pytest.mark.rest  # all games of the library are compiled
def test_every_shipped_judge_belongs_to_a_game_of_the_library() -> None:
    with zipfile.ZipFile(shipped_judges.FILE) as archive:
        names = set(archive.namelist())
    assert names
    games = (rulewright.load(game, engine="native") for game in sorted(shipped()))
    assert names <= {_shipped_name(game) for game in games if game._engines.native() is not None}


START = """
game: Start
players: [white, black]
board: {tiling: square, size: 4x4}
pieces: {man: {letter: o}}
setup: {white man: a1, black man: d4}
actions:
  walk: {move: my man, path: step any to empty or enemy}
turn: walk
stuck: lose
end: [win if no enemy man]
limit: {turns: 60, result: draw}
"""


def test_another_start_or_board_is_another_lesson(own_cache: Path) -> None:
    texts = [START, START.replace("a1", "b1"), START.replace("4x4", "5x5"), START.replace("step any", "step orth")]
    names = {Judge(native).lessons_name(native) for native in map(_native, texts)}
    assert len(names) == len(texts)
    again = _native(START)
    assert Judge(again).lessons_name(again) in names


def test_who_has_little_time_does_not_wait_and_another_learns_the_rest(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks again later gets the same judge as who had waited."""
    native, patient = _native("tictactoe"), Judge(_native("tictactoe"))
    patient.learn_all(native, evaluation_store.Bound())
    begun = threading.Event()
    lesson = tree.Tree.train

    def train(self: tree.Tree, *args: Any, **settings: Any) -> int:
        if threading.current_thread() is not threading.main_thread():
            begun.wait()
        return lesson(self, *args, **settings)

    monkeypatch.setattr(tree.Tree, "train", train)
    hasty = judge_of(native, 1e-6)
    assert hasty.is_provisional
    assert hasty.plies < patient.plies
    assert judge_of(native, 1.0) is hasty
    assert not evaluation_store.has_learnt_more(native, hasty)
    begun.set()
    full = judge_of(native)
    assert evaluation_store.has_learnt_more(native, hasty)
    assert _knows(full) == _knows(patient)
    assert judge_of(native, 1e-6) is full
    assert _knows(judge_of(_native("tictactoe"), 1e-6)) == _knows(patient), "it was kept"


@pytest.mark.parametrize("spec", ["mcts:time=0.01", "alphabeta:time=0.01"])
def test_a_player_takes_the_better_judge_when_there_is_one(own_cache: Path, spec: str) -> None:
    game = rulewright.load("breakthrough", engine="native")
    hasty = rulewright.player(spec)
    state = game.start()
    state.push(hasty.choose(state, 1).move)
    native = game._engines.sampling()
    assert native is not None
    full = judge_of(native)  # waits
    assert not full.is_provisional
    hasty.choose(state, 1)
    memory: Any = hasty
    assert (memory._trees if spec.startswith("mcts") else memory._search).judge is full


def test_what_is_made_ready_in_advance_is_not_made_again(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the loop of playouts nor the judge; both are the ones that a player would have made."""
    game = rulewright.load("tictactoe")
    make_ready(game)
    native = game._engines.native()
    assert native is not None
    assert native._decisions is not None, "the first click waited for a third of a second"
    native = game._engines.sampling()
    assert native is not None
    full = judge_of(native)  # waits for whoever learns beside
    monkeypatch.setattr(native.module, "add_playouts", lambda *_: pytest.fail("compiled once more"))
    monkeypatch.setattr(Judge, "learn", lambda *_: pytest.fail("learnt once more"))
    assert rulewright.player("mcts:playouts=20").choose(game.start(), 1).visits
    assert _knows(full) == _knows(judge_of(native, 1.0))


def test_of_two_in_a_hurry_one_learns(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    native, learnt = _native("tictactoe"), []
    learn = Judge.learn_all

    def counted(self: Judge, native: NativeEngine, bound: evaluation_store.Bound) -> bool:
        learnt.append(threading.current_thread())
        return learn(self, native, bound)

    monkeypatch.setattr(Judge, "learn_all", counted)
    both = [threading.Thread(target=evaluation_store.judge_in_time, args=(native, 1e-6)) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert sum(thread in learnt for thread in both) == 1

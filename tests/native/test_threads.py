"""Long runs: the same numbers on any number of threads, and an end soon after Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from typing import Any

import pytest

import rulewright
from rulewright.game import Game
from rulewright.headless.perft import divide, perft
from rulewright.headless.playouts import Playouts
from rulewright.headless.random_games import GameSummary, play_random, random_summary
from rulewright.native.codegen.interruptible import aside
from rulewright.native.runtime.threads import Task, run

pytest.importorskip("llvmlite")


@pytest.fixture(scope="module")
def draughts() -> Game:
    return rulewright.load("english_draughts", engine="native")


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_perft(draughts: Game, threads: int) -> None:
    seen: list[tuple[int, int]] = []
    start = draughts.start()
    assert perft(start, 6, threads, lambda done, total: seen.append((done, total))) == 36_768
    assert seen[-1][0] == seen[-1][1]
    assert [perft(start, depth, threads) for depth in range(4)] == [1, 7, 49, 302]


def test_divide(draughts: Game) -> None:
    found = divide(draughts.start(), 5, 2)
    assert sum(count for _, count in found) == perft(draughts.start(), 5) == 7_361
    assert [move.text for move, _ in found] == [move.text for move in draughts.start().legal_moves]


def test_perft_changes_to_the_native_engine_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEWRIGHT_ENGINE", raising=False)
    monkeypatch.setattr("rulewright.engine_choice._PATIENCE", 0.02)
    game = rulewright.load("english_draughts")
    assert perft(game.start(), 5) == 7_361
    assert game._engines.spent >= 0.02


def test_a_position_that_takes_the_interpreter_long_is_given_to_the_native_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the middle of its first position, and with the same moves."""
    wanted = rulewright.load("breakthrough", engine="reference").start().legal_moves
    monkeypatch.delenv("RULEWRIGHT_ENGINE", raising=False)
    monkeypatch.setattr("rulewright.engine_choice._PATIENCE", 1e-9)
    game = rulewright.load("breakthrough")
    assert game._engines.fast() is None
    assert [move.text for move in game.start().legal_moves] == [move.text for move in wanted]
    assert game._engines.fast() is not None


def test_the_same_games_on_any_number_of_threads(draughts: Game) -> None:
    def numbers(found: Playouts) -> object:
        return found.games, found.plies, found.wins, found.draws, found.cut_off, found.nobody

    first = draughts.playouts(games=203, seed=5)
    assert numbers(draughts.playouts(games=203, seed=5, threads=3)) == numbers(first)
    assert numbers(draughts.playouts(games=203, seed=6)) != numbers(first)
    assert first.games == 203 == sum(first.wins.values()) + first.draws + first.cut_off + first.nobody
    assert first.plies > 203 * 20
    short = draughts.playouts(games=10, max_plies=5)
    assert (short.cut_off, short.plies) == (10, 50)


def test_playouts_for_a_time(draughts: Game) -> None:
    assert draughts.playouts(seconds=0.2, threads=2).games > 0  # and not on and on


def test_playouts_of_the_reference() -> None:
    game = rulewright.load("tictactoe", engine="reference")
    found = game.playouts(games=20)
    assert (found.games, sum(found.wins.values()) + found.draws) == (20, 20)
    assert found.engine == "reference"


def test_playouts_of_the_reference_are_the_games_of_run() -> None:
    """Those of the native engine are others: their numbers belong to it."""
    game = rulewright.load("tictactoe", engine="reference")
    endings = [random_summary(game, 1, number) for number in range(40)]
    found = game.playouts(games=40, seed=1)
    assert found.plies == sum(ending.plies for ending in endings)
    assert found.draws == sum(ending.outcome is not None and ending.outcome.draw for ending in endings)


def test_playouts_say_which_engine_has_played(
    draughts: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert draughts.playouts(games=1).engine == "native"
    assert capsys.readouterr().err == ""
    monkeypatch.delenv("RULEWRIGHT_ENGINE", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    game = rulewright.load("tictactoe")  # nobody has chosen, and standard error is no terminal
    assert [game.playouts(games=1).engine for _ in range(2)] == ["reference", "reference"]
    assert capsys.readouterr().err == (
        "llvmlite is not installed; the interpreter plays the playouts of Tic-Tac-Toe, "
        "other ones from the same seed than the native engine\n"
    )
    rulewright.load("tictactoe", engine="reference").playouts(games=1)
    assert capsys.readouterr().err == ""  # as it was asked for


def test_random_games_by_the_list_are_those_of_the_reference(draughts: Game) -> None:
    def shown(ending: GameSummary) -> object:
        outcome = ending.outcome
        rule = outcome.rule if outcome is not None else None
        return ending.plies, ending.choices, str(outcome), rule and (rule.start, rule.end)

    judge = rulewright.load("english_draughts", engine="reference")
    for number, plies in ((0, None), (1, None), (0, 7)):
        reference = play_random(judge, 1, number, plies).summary
        assert shown(random_summary(draughts, 1, number, plies)) == shown(reference)


def test_run_says_the_same_on_both_engines() -> None:
    texts = []
    for engine in ("native", "reference"):
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", "run", "tictactoe", "--games", "30", "--json"],
            env={**os.environ, "RULEWRIGHT_ENGINE": engine}, capture_output=True, check=True,
        )  # fmt: skip
        texts.append(json.loads(done.stdout))
    assert texts[0] == texts[1]


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals are different here")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c(draughts: Game, threads: int) -> None:
    start = draughts.start()
    perft(start, 3, threads)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))

    def count() -> None:
        timer.start()
        perft(start, 30, threads)  # as good as for ever

    with pytest.raises(KeyboardInterrupt):
        count()
    timer.join()
    assert perft(start, 4, threads) == 1_469  # and everything works as before


@pytest.mark.parametrize(
    "numbers", [{"threads": 0}, {"threads": -2}, {"games": -1}, {"seconds": -1.0}, {"max_plies": -1}]
)
def test_numbers_of_playouts_that_mean_nothing(draughts: Game, numbers: dict[str, Any]) -> None:
    ((name, number),) = numbers.items()
    with pytest.raises(ValueError, match=f"{name} is {number}, but it is at least"):
        draughts.playouts(**{"games": 3, **numbers})


def test_numbers_of_perft_that_mean_nothing(draughts: Game) -> None:
    for count in (perft, divide):
        with pytest.raises(ValueError, match="threads is 0, but it is at least 1"):
            count(draughts.start(), 3, 0)
        with pytest.raises(ValueError, match="depth is -1, but it is at least"):
            count(draughts.start(), -1)


class Stubborn:
    """Work that does not listen, as a compiler; Ctrl-C is pressed while it goes on."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.ended = threading.Event()

    def __call__(self, _: object = None) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        self.may_end.wait(60)
        self.ended.set()
        return 7

    def wait(self, _: object) -> int:
        self.may_end.wait(60)
        return 8


def test_ctrl_c_does_not_wait_for_the_compiler() -> None:
    work = Stubborn()
    with pytest.raises(KeyboardInterrupt):
        aside(work)
    assert not work.ended.is_set()
    work.may_end.set()
    assert work.ended.wait(60)
    assert aside(lambda: 5) == 5


@pytest.mark.parametrize("threads", [1, 3])
def test_ctrl_c_does_not_wait_for_a_thread_that_compiles(draughts: Game, threads: int) -> None:
    native = draughts._engines.native()
    assert native is not None
    work = Stubborn()
    tasks: list[Task[int]] = [work, *[work.wait] * (threads - 1)]
    with pytest.raises(KeyboardInterrupt):
        run(native, tasks, threads)
    assert not work.ended.is_set()
    work.may_end.set()
    assert work.ended.wait(60)
    assert perft(draughts.start(), 4, threads) == 1_469


_LEAVES = """
import threading
from rulewright.cli.interrupt import leave
from rulewright.native.codegen.interruptible import aside
begun, never = threading.Event(), threading.Event()
threading.Thread(target=aside, args=(lambda: begun.set() or never.wait(60),), daemon=True).start()
begun.wait()
print("said before")
leave(130)
print("not said")
"""


def test_a_process_that_is_interrupted_while_it_compiles_ends_without_waiting() -> None:
    ended = subprocess.run([sys.executable, "-c", _LEAVES], capture_output=True, text=True, timeout=50)
    assert (ended.returncode, ended.stdout.strip(), ended.stderr) == (130, "said before", "")


def test_what_goes_wrong_in_a_thread_is_raised(draughts: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError("inside")

    monkeypatch.setattr("rulewright.native.engine.NativeEngine.perft", fail)
    with pytest.raises(RuntimeError, match="inside"):
        perft(draughts.start(), 5, 2)

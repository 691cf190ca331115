"""Somebody's executor: the same results, whatever it is, and what happens when it fails."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.spread.executors import ExecutorCrew, perform
from rulewright.spread.news import Beat, CannotWork, Finished, Lost, Tick
from rulewright.spread.parcels import sent_work
from rulewright.spread.where import Where

GAME = """
game: Corners
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: o}}
actions:
  drop: {place: my stone, to: empty}
turn: drop
stuck: draw
end: [win if count mine = 2]
"""


def doubling(offset: int) -> Callable[[int, Beat], int]:
    def work(task: int, beat: Beat) -> int:
        beat(1)
        if task == 13:
            raise ValueError("bad luck")
        return 2 * task + offset

    return work


def unable(_: None) -> Callable[[int, Beat], int]:
    raise RuntimeError("no such engine")


def dying(_: None) -> Callable[[int, Beat], int]:
    return lambda task, beat: os._exit(3)


@pytest.fixture(params=["threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Any:
    if request.param == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    else:
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as other:
            yield other


def test_all_tasks_are_done(executor: Executor) -> None:
    news = [one for one in Where(2, executor).crew(doubling, 1).run(range(20)) if not isinstance(one, Tick)]
    assert {one.task: one.value for one in news if isinstance(one, Finished)} == {
        task: 2 * task + 1 for task in range(20) if task != 13
    }
    assert [one for one in news if isinstance(one, Lost)] == [Lost(13, "ValueError: bad luck")]


def test_who_cannot_begin_says_so(executor: Executor) -> None:
    with pytest.raises(CannotWork, match="RuntimeError: no such engine"):
        list(ExecutorCrew(unable, None, executor, 2).run(range(3)))


def test_an_executor_that_breaks_is_told() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(CannotWork, match="the executor has failed: BrokenProcessPool"),
    ):
        list(ExecutorCrew(dying, None, pool, 1).run(range(3)))


def test_one_that_was_shut_down_is_told() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(CannotWork, match="the executor takes no more work"):
        list(ExecutorCrew(doubling, 1, pool, 1).run(range(3)))


class _Shaky(Executor):
    """A cluster on which every task is lost with its machine, the first time."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked.append(args[1])
        future: Future[Any] = Future()
        if self.asked.count(args[1]) == 1:
            future.set_exception(RuntimeError("the node has died"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_task_whose_machine_is_gone_is_done_again() -> None:
    executor = _Shaky()
    news = [one for one in ExecutorCrew(doubling, 0, executor, 1).run(range(5)) if not isinstance(one, Tick)]
    assert sorted(one.value for one in news if isinstance(one, Finished)) == [0, 2, 4, 6, 8]
    assert sorted(executor.asked) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_a_match_is_the_same_wherever_it_is_played(executor: Executor) -> None:
    here = rulewright.match("breakthrough", ["greedy", "random"], 4, seed=3, max_plies=12)
    there = rulewright.match("breakthrough", ["greedy", "random"], 4, seed=3, max_plies=12, executor=executor)
    assert [record.line() for record in here.records] == [record.line() for record in there.records]


def test_a_game_need_not_lie_there_as_a_file(tmp_path: Path) -> None:
    """Its text comes along; files beside it do not."""
    file = tmp_path / "corners.yaml"
    file.write_text(GAME)
    game = rulewright.load(file)
    sent = sent_work(_name, game)
    file.write_text(GAME.replace("= 2", "= 3"))
    assert perform(sent, 0) == ("done", ["corners", game._pipeline.fingerprint])
    file.unlink()
    assert perform(sent_work(_name, game) + b" ", 0) == ("done", ["corners", game._pipeline.fingerprint])
    child = tmp_path / "child.yaml"
    file.write_text(GAME)
    child.write_text("game: Child\nextends: corners\n")
    sent = sent_work(_name, rulewright.load(child))
    file.unlink()
    assert perform(sent, 0) == (
        "cannot", "ValueError: child.yaml needs files beside it that are not on every machine of the cluster"
    )  # fmt: skip


def _name(game: rulewright.Game) -> Callable[[int, Beat], list[str | None]]:
    return lambda task, beat: [game.id, game._pipeline.fingerprint]

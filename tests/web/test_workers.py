"""Workers that cannot be started, die or hang: that is told once, and the next one to ask gets a new one."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from rulewright.web.app import make_app
from rulewright.web.refusals import Refusal, WorkerLost
from rulewright.web.settings import MEGABYTE, Settings
from rulewright.web.workers import Pool, Worker
from tests.web.conftest import Person

SMALL = Settings(worker_bytes=768 * MEGABYTE, workers=2)
LONG = 60.0
DEAF = SimpleNamespace(ignore_environment=True)
NOTHING: dict[str, Any] = {"games": {}}
on_unix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


@pytest.mark.parametrize("deaf", [False, True])
def test_a_worker_finds_modules_where_the_server_does_and_not_where_it_begins(
    deaf: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It begins in a folder in which everybody can write: what is named from the current one must not lie there."""
    here, temporary = tmp_path / "here", tmp_path / "temporary"
    for folder in (here, temporary / "lib"):
        folder.mkdir(parents=True)
    (temporary / "lib" / "json.py").write_text("raise SystemExit('of somebody else')", encoding="utf-8")
    monkeypatch.chdir(here)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    named = str(temporary / "lib") if deaf else "lib"  # python -E does not hear of it at all
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((named, "", *filter(None, sys.path))))
    if deaf:
        monkeypatch.setattr("rulewright.web.workers.sys", SimpleNamespace(**{**vars(sys), "flags": DEAF}))

    async def use(pool: Pool) -> None:
        assert await pool.ask("a", "table.list", NOTHING, LONG) == {"games": []}

    _with_pool(use)


@pytest.mark.parametrize(
    "problem",
    [
        OSError(errno.EMFILE, "Too many open files"),
        BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"),
        RuntimeError("can't start new thread"),
        MemoryError(),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_a_worker_that_cannot_be_started_is_told_and_the_next_attempt_begins_afresh(
    problem: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any, **__: Any) -> Any:
        raise problem

    with monkeypatch.context() as broken:
        broken.setattr(Worker, "_process_of", refuse)
        with TestClient(make_app(SMALL), base_url="http://127.0.0.1:8017") as client:
            person = Person(client)
            for _ in range(2):
                said = person.post("/api/tables", {"game": "tictactoe"}, 503)["error"]
                assert said.startswith("No process could be started to play in (")
                assert said.endswith("); try again in a moment.")
            broken.undo()
            assert person.sit_down("tictactoe").play("site:b2")["ply"] == 1


@on_unix
def test_a_process_that_was_started_half_is_not_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system gave a process, and no thread or descriptor to watch it: asyncio raises, and the process goes on."""
    begun: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def watched(*given: Any, **named: Any) -> subprocess.Popen[bytes]:
        begun.append(popen(*given, **named))
        return begun[-1]

    def refuse(*_: Any, **__: Any) -> Any:
        raise RuntimeError("can't start new thread")

    async def use(pool: Pool) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(subprocess, "Popen", watched)
            broken.setattr("threading.Thread.start", refuse)
            broken.setattr(os, "pidfd_open", refuse, raising=False)
            assert "can't start new thread" in await _lost(pool.ask("a", "table.list", NOTHING, LONG))
        assert len(begun) == 1
        assert await pool.ask("a", "table.list", NOTHING, LONG) == {"games": []}
        assert begun[0].returncode == -signal.SIGKILL

    _with_pool(use, warm=False)


def test_a_spare_that_says_that_it_cannot_is_not_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unable(_Idle):
        async def ask(self, *_: Any, **__: Any) -> dict[str, Any]:
            raise Refusal("Something went wrong.")

    async def use(pool: Pool) -> None:
        unable = Unable()

        async def start(_: Settings) -> Worker:
            return unable

        monkeypatch.setattr(Worker, "start", start)
        assert await pool._in_advance() is None
        assert unable.killed

    _with_pool(use, warm=False)


def test_a_folder_for_temporary_files_that_was_swept_away_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))

    async def use(pool: Pool) -> None:
        assert await pool.ask("a", "table.list", NOTHING, LONG) == {"games": []}

    _with_pool(use)


def test_a_server_that_never_got_a_worker_ends_in_peace(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: Any, **__: Any) -> Any:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(Worker, "_process_of", refuse)
    with TestClient(make_app(SMALL), base_url="http://127.0.0.1:8017") as client:
        assert client.get("/").status_code == 200


def _with_pool(use: Callable[[Pool], Awaitable[None]], *, warm: bool = True) -> None:
    async def used() -> None:
        pool = Pool(SMALL)
        if warm:
            pool.warm_up()
        try:
            await use(pool)
        finally:
            await pool.close()

    # In a thread of its own: while a browser of other tests is open, a loop is running in this one.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, used()).result()


def _pid(worker: Worker) -> int:
    return worker._process.pid


async def _lost(asked: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(WorkerLost) as lost:
        await asked
    return lost.value.sentence


@on_unix
def test_a_spare_that_was_killed_costs_one_attempt_at_most() -> None:
    async def use(pool: Pool) -> None:
        assert pool._spare is not None
        spare = await pool._spare
        assert spare is not None
        os.kill(_pid(spare), signal.SIGKILL)  # as the system does when memory is short
        with suppress(WorkerLost):  # nobody may have noticed yet
            await pool.ask("a", "table.list", NOTHING, LONG)
        assert await pool.ask("a", "table.list", NOTHING, LONG) == {"games": []}

    _with_pool(use)


@on_unix
def test_a_spare_that_hangs_at_its_start_is_given_up_and_replaced() -> None:
    async def use(pool: Pool) -> None:
        assert pool._spare is not None
        spare = await pool._spare
        assert spare is not None
        os.kill(_pid(spare), signal.SIGSTOP)
        assert "more than 0.1 seconds" in await _lost(pool.ask("a", "table.list", NOTHING, 0.1))
        assert await pool.ask("a", "table.list", NOTHING, LONG) == {"games": []}

    _with_pool(use)


class _Idle(Worker):
    """A worker without a process."""

    def __init__(self) -> None:
        self.killed = False

    @property
    def alive(self) -> bool:
        return not self.killed

    @property
    def buried(self) -> bool:
        return self.killed

    @property
    def busy(self) -> bool:
        return False

    def kill(self) -> None:
        self.killed = True

    async def gone(self) -> None:
        self.kill()

    async def ask(self, *_: Any, **__: Any) -> dict[str, Any]:
        return {}


class _Silent(_Idle):
    """One that starts and says nothing, until it is given up."""

    async def ask(self, *_: Any, **__: Any) -> dict[str, Any]:
        self.kill()
        raise WorkerLost("This took more than 30 seconds, so it was given up.")


@pytest.mark.parametrize(
    ("silent", "unanswered"),
    [({0}, ""), ({1}, ""), ({0, 2}, ""), ({0, 1}, "a"), ({0, 1, 2}, "a"), ({1, 2}, "b")],
    ids=str,
)
def test_a_worker_that_starts_and_says_nothing_costs_one_answer_at_most(
    silent: set[int], unanswered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Always a spare is started, and where that says nothing, another one for whoever asks, with a new spare."""
    started: list[Worker] = []

    async def start(_: Settings) -> Worker:
        started.append(_Silent() if len(started) in silent else _Idle())
        return started[-1]

    async def use(pool: Pool) -> None:
        lost = ""
        for key in "abc":
            try:
                await pool.ask(key, "table.list", NOTHING, LONG)
            except WorkerLost:
                lost += key
        assert lost == unanswered

    monkeypatch.setattr(Worker, "start", start)
    _with_pool(use)


def test_a_spare_that_fails_in_an_unforeseen_way_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(pool: Pool) -> None:
        async def fail(_: Settings) -> Worker:
            raise ValueError("unforeseen")

        async def start(_: Settings) -> Worker:
            return _Idle()

        monkeypatch.setattr(Worker, "start", fail)
        pool.warm_up()
        assert pool._spare is not None
        await asyncio.wait([pool._spare])
        monkeypatch.setattr(Worker, "start", start)
        assert (await pool._worker("a")).alive

    _with_pool(use, warm=False)


@pytest.mark.parametrize("when", ["starting", "started"])
def test_whoever_goes_away_while_the_spare_starts_leaves_it_to_the_next_one(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(pool: Pool) -> None:
        may_start = asyncio.Event()

        async def start(_: Settings) -> Worker:
            await may_start.wait()
            return _Idle()

        monkeypatch.setattr(Worker, "start", start)
        pool.warm_up()
        spare = pool._spare
        assert spare is not None
        leaving = asyncio.create_task(pool._worker("a"))
        await asyncio.sleep(0)
        if when == "started":  # it is ready, and whoever waits for it has not noticed
            may_start.set()
            while not spare.done():
                await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait([leaving])
        assert leaving.cancelled()
        may_start.set()
        assert await pool._worker("b") is await spare
        assert pool._spare is not None
        had = {await spare, await pool._spare}
        assert pool._started == had  # and no third that nobody has

    _with_pool(use, warm=False)


@on_unix
def test_whoever_waited_for_a_worker_that_was_given_up_gets_a_new_one() -> None:
    async def use(pool: Pool) -> None:
        await pool.ask("a", "table.list", NOTHING, LONG)
        hanging = pool.known("a")
        assert hanging is not None
        os.kill(_pid(hanging), signal.SIGSTOP)
        impatient = asyncio.create_task(_lost(pool.ask("a", "table.list", NOTHING, 0.1)))
        waiting = [asyncio.create_task(pool.ask("a", "table.list", NOTHING, LONG)) for _ in range(3)]
        assert "more than 0.1 seconds" in await impatient
        assert await asyncio.gather(*waiting) == [{"games": []}] * 3
        assert pool.known("a") is not hanging

    _with_pool(use)


@on_unix
def test_nobody_waits_for_the_start_of_a_worker_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(pool: Pool) -> None:
        await pool.ask("a", "table.list", NOTHING, LONG)
        never = asyncio.Event()

        async def hang(*_: Any, **__: Any) -> Any:
            await never.wait()
            raise OSError(errno.EMFILE, "Too many open files")

        with monkeypatch.context() as broken:
            broken.setattr(Worker, "_process_of", hang)
            pool._spare = None
            starting = asyncio.create_task(_lost(pool.ask("b", "table.list", NOTHING, LONG)))
            assert await pool.ask("a", "table.list", NOTHING, LONG) == {"games": []}
            assert not starting.done()
            never.set()
            assert "Too many open files" in await starting

    _with_pool(use)


@on_unix
def test_at_the_end_whoever_waits_is_told_and_no_new_worker_is_started() -> None:
    async def use(pool: Pool) -> None:
        await pool.ask("a", "table.list", NOTHING, LONG)
        hanging = pool.known("a")
        assert hanging is not None
        os.kill(_pid(hanging), signal.SIGSTOP)
        waiting = [asyncio.create_task(_lost(pool.ask(key, "table.list", NOTHING, LONG))) for key in "aa"]
        while not hanging.busy:
            await asyncio.sleep(0)
        pool.end()
        told = await asyncio.gather(*waiting, _lost(pool.ask("b", "table.list", NOTHING, LONG)))
        assert told[1:] == ["Rulewright is being ended."] * 2
        await pool.close()
        assert all(worker.buried for worker in pool._started)

    _with_pool(use)


def test_a_worker_takes_no_more_than_its_server_was_allowed() -> None:
    """Where an address limit stands already, nobody but root may raise it: no worker started."""
    pytest.importorskip("resource")  # not on Windows
    code = f"""
import resource
from rulewright.web.worker import limit_memory
resource.setrlimit(resource.RLIMIT_AS, ({2**32}, {2**33}))
limit_memory({2**31})
print(resource.getrlimit(resource.RLIMIT_AS), resource.getrlimit(resource.RLIMIT_CORE))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"({2**32}, {2**32}) (0, 0)\n"


def test_a_worker_whose_server_was_killed_ends_without_a_word() -> None:
    """In the middle of an answer too: nobody is there to read it, and the terminal belongs to somebody else by now."""
    command = [sys.executable, "-P", "-m", "rulewright.web.worker", str(2**30)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "interpreter")}
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, **pipes) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdout.close()
        worker.stdin.write(json.dumps({"id": 1, "do": "table.list", "with": NOTHING}).encode() + b"\n")
        worker.stdin.flush()  # and it stays open, so that nothing else ends it
        complaints = worker.stderr.read()
        assert (worker.wait(), complaints) == (0, b"")

"""Processes that work for us, and what happens when they die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import rulewright
from rulewright.spread.news import Beat, CannotWork, Finished, Lost, Tick
from rulewright.spread.processes import Crew

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


def doubling(offset: int) -> Callable[[int, Beat], int]:
    return lambda task, beat: 2 * task + offset


def dangerous(_: None) -> Callable[[str, Beat], str]:
    def work(task: str, beat: Beat) -> str:
        beat(1)
        if task == "raise":
            raise RuntimeError("no luck\nsecond line")
        if task == "die":
            os._exit(3)
        if task == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if task == "hang":
            time.sleep(60)
        if task == "disk":
            raise OSError(28, "No space left on device")
        return task.upper()

    return work


def unable(_: None) -> Callable[[int, Beat], int]:
    raise RuntimeError("no such engine")


def test_all_tasks_are_done() -> None:
    found = {news.task: news.value for news in Crew(doubling, 1, 2).run(range(20)) if isinstance(news, Finished)}
    assert found == {task: 2 * task + 1 for task in range(20)}


def measuring(_: None) -> Callable[[str, Beat], int]:
    return lambda task, beat: len(task)


def test_tasks_may_be_larger_than_a_pipe() -> None:
    """The first one was sent to a process that had not begun, and nobody ever read it."""
    tasks = [letter * 2_000_000 for letter in "abc"]
    found = [news.value for news in Crew(measuring, None, 2).run(tasks) if isinstance(news, Finished)]
    assert found == [2_000_000] * 3


def test_no_tasks_no_processes() -> None:
    assert list(Crew(doubling, 1, 2).run([])) == []


@pytest.mark.parametrize("size", [1, 2])
def test_one_that_dies_takes_nothing_with_it(size: int) -> None:
    tasks = ["a", "raise", "b", "die", "c", "kill", "d", "disk", "e"]
    news = [one for one in Crew(dangerous, None, size).run(tasks) if not isinstance(one, Tick)]
    assert {one.task: one.value for one in news if isinstance(one, Finished)} == {t: t.upper() for t in "abcde"}
    assert {one.task: one.why for one in news if isinstance(one, Lost)} == {
        "raise": "RuntimeError: no luck",
        "die": "its process ended with code 3",
        "kill": "its process was ended by SIGKILL",
        "disk": "OSError: [Errno 28] No space left on device",
    }


def once(folder: str) -> Callable[[int, Beat], int]:
    def work(task: int, beat: Beat) -> int:
        mark = Path(folder, str(task))
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return -task

    return work


@on_unix
@pytest.mark.parametrize("size", [1, 2])
def test_what_was_killed_is_done_again(tmp_path: Path, size: int) -> None:
    news = [one for one in Crew(once, str(tmp_path), size).run(range(4)) if not isinstance(one, Tick)]
    assert sorted(one.value for one in news if isinstance(one, Finished)) == [-3, -2, -1, 0]
    assert len(news) == 4


def test_one_that_hangs_is_given_up() -> None:
    news = [one for one in Crew(dangerous, None, 1, timeout=1).run(["a", "hang", "b"]) if not isinstance(one, Tick)]
    assert [one.task for one in news] == ["a", "hang", "b"]
    assert news[1] == Lost("hang", "it was given up after 1 seconds")


def test_one_that_cannot_begin_says_so() -> None:
    with pytest.raises(CannotWork, match="RuntimeError: no such engine"):
        list(Crew(unable, None, 2).run(range(3)))


def test_leaving_ends_the_processes() -> None:
    crew = Crew(dangerous, None, 1)
    news = crew.run(["hang"])
    while not isinstance(next(news), Tick):
        pass
    process = crew._members[0]._process
    news.close()
    assert process.exitcode is not None


def test_nothing_that_lies_in_the_current_folder_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays a match in the folder of somebody's games does not run what is called like a part of Python."""
    for module in ("multiprocessing", "pickle", "runpy"):
        (tmp_path / f"{module}.py").write_text("open('ran', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    before = dict(os.environ)
    found = [end for end in Crew(doubling, 1, 1).run([20]) if not isinstance(end, Tick)]
    assert found == [Finished(20, 41)]
    assert not (tmp_path / "ran").exists()
    assert dict(os.environ) == before


def test_nor_is_it_where_python_does_not_ask_the_environment(tmp_path: Path) -> None:
    """`python -E`, as it stands in the first line of some commands."""
    script = tmp_path / "command.py"
    script.write_text(
        "import sys\n"
        f"sys.path.insert(1, {str(Path(rulewright.__file__).parents[1])!r})\n"
        "from rulewright.spread.processes import Crew\nfrom rulewright.spread.news import Finished\n"
        "import os\n"
        "def prepare(_):\n"
        "    return lambda task, beat: os.getcwd()\n"
        "if __name__ == '__main__':\n"
        "    print([end.value for end in Crew(prepare, None, 1).run([1]) if isinstance(end, Finished)])\n",
        encoding="utf-8",
    )
    sent = tmp_path / "sent"
    sent.mkdir()
    for module in ("multiprocessing", "pickle", "runpy"):
        (sent / f"{module}.py").write_text("open('ran', 'w').close()\n", encoding="utf-8")
    told = subprocess.run([sys.executable, "-E", str(script)], cwd=sent, capture_output=True, text=True, timeout=100)
    assert not (sent / "ran").exists()
    assert told.stdout == f"{[os.path.realpath(sent)]}\n", told.stderr


def listening(_: None) -> Callable[[int, Beat], bool]:
    return lambda task, beat: signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@on_unix
def test_ctrl_c_is_not_for_them_from_their_first_moment() -> None:
    """One that is still being started would answer with a traceback."""
    heard = [end.value for end in Crew(listening, None, 2).run(range(2)) if isinstance(end, Finished)]
    assert heard == [False, False]
    assert listening(None)(0, print), "but we hear it"


@on_unix
@pytest.mark.parametrize("killed_by", [signal.SIGKILL, signal.SIGTERM])
def test_they_do_not_outlive_whom_they_work_for(tmp_path: Path, killed_by: signal.Signals) -> None:
    """Also where a task never comes to its end."""
    script = tmp_path / "command.py"
    script.write_text(
        "import os\n"
        "from rulewright.spread.processes import Crew\n"
        "def prepare(_):\n"
        "    def work(task, beat):\n"
        "        os.write(1, b'begun\\n')\n"  # in one go: both may say it at the same time
        "        while True: pass\n"
        "    return work\n"
        "if __name__ == '__main__':\n"
        "    list(Crew(prepare, None, 2).run([1, 2]))\n",
        encoding="utf-8",
    )
    parent = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(rulewright.__file__).parents[1])},
        start_new_session=True,
    )
    assert parent.stdout is not None
    try:
        assert [parent.stdout.readline() for _ in range(2)] == ["begun\n"] * 2
        parent.send_signal(killed_by)
        assert parent.communicate(timeout=100)[0] == "", "all have gone that could say anything"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)


def test_a_script_that_every_process_begins_with_is_told_so(tmp_path: Path) -> None:
    """Python starts no process from one that begins itself: without a guard that was a page of traceback for each."""
    script = tmp_path / "script.py"
    script.write_text('import rulewright\nrulewright.match("tictactoe", ["random"] * 2, games=2, workers=2)\n', "utf-8")
    environment = os.environ | {"PYTHONPATH": str(Path(rulewright.__file__).parents[1])}
    said = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True).stderr
    assert "each process begins with what the script does" in said.splitlines()[-1]
    assert "bootstrapping" not in said

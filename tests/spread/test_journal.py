"""What is kept of a run, and what happens to it when the run is killed, the file is hurt, or the disk is full."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.spread.journal import Journal, Journaled, JournalError
from rulewright.spread.news import Beat, Finished, Tick
from rulewright.spread.plain import Malformed, packed, unpacked
from rulewright.spread.processes import Crew

ABOUT = {"command": "test", "seed": 1}


@dataclass(frozen=True, slots=True)
class Inner:
    name: str
    value: float | None


@dataclass(frozen=True, slots=True)
class Outer:
    rows: tuple[Inner, ...]
    pair: tuple[int, str]
    kinds: frozenset[int]
    ended: bool


VALUE = Outer((Inner("a", 0.1 + 0.2), Inner("ü\n", None)), (3, "x"), frozenset({5, 1}), True)


def test_a_value_is_the_same_when_it_comes_back() -> None:
    assert unpacked(Outer, json.loads(json.dumps(packed(VALUE)))) == VALUE


@pytest.mark.parametrize("data", [None, [], [[], [3, "x"], [1]], [[["a", "b"]], [3, "x"], [], True], [[], [3], [], 1]])
def test_what_is_no_such_value_is_refused(data: object) -> None:
    with pytest.raises(Malformed):
        unpacked(Outer, data)


def _anything(*_: object) -> bool:
    return True


def squares(file: str) -> Callable[[int, Beat], int]:
    def work(task: int, beat: Beat) -> int:
        with open(file, "a", encoding="ascii") as stream:
            stream.write(f"{task}\n")
        return task * task

    return work


def _run(journal: Journal, done: Path, tasks: int) -> dict[int, int]:
    crew = Journaled(Crew(squares, str(done), 2), lambda _: journal.about(ABOUT), int, str, _anything)
    return {news.task: news.value for news in crew.run(range(tasks)) if isinstance(news, Finished)}


def test_what_is_known_is_not_done_again(tmp_path: Path) -> None:
    file, done = tmp_path / "journal", tmp_path / "done"
    with Journal(file) as journal:
        assert _run(journal, done, 5) == {task: task * task for task in range(5)}
    with Journal(file, resume=True) as journal:
        assert journal.tasks == 5
        assert _run(journal, done, 8) == {task: task * task for task in range(8)}
    assert sorted(map(int, done.read_text().split())) == list(range(8))
    with Journal(file, resume=True) as journal:  # another seed is another work
        assert journal.about({**ABOUT, "seed": 2}).lines == {}
        assert journal.tasks == 8


def _written(tmp_path: Path) -> tuple[Path, bytes]:
    file = tmp_path / "journal"
    with Journal(file) as journal:
        for task in range(3):
            journal.about(ABOUT).add(str(task), task * task)
    return file, file.read_bytes()


def test_wherever_it_is_cut_off_only_the_last_line_is_lost(tmp_path: Path) -> None:
    file, whole = _written(tmp_path)
    lines = whole.splitlines(keepends=True)
    head = len(lines[0]) + len(lines[1])
    for end in range(head, len(whole) + 1):
        file.write_bytes(whole[:end])
        kept = whole[:end].count(b"\n") - 2
        with Journal(file, resume=True) as journal:
            ledger = journal.about(ABOUT)
            assert journal.torn is (whole[end - 1 : end] != b"\n")
            assert {task: ledger.read(task, int, _anything) for task in ledger.lines} == {
                str(n): n * n for n in range(kept)
            }
            ledger.add("9", 81)
        with Journal(file, resume=True) as journal:
            assert not journal.torn
            assert journal.about(ABOUT).read("9", int, _anything) == 81


@pytest.mark.parametrize(
    ("number", "line", "sentence"),
    [
        (1, b"{}\n", "is no journal of Rulewright, or of another version of it"),
        (1, b"game: Chess\n", "is no journal of Rulewright"),
        (3, b"garbage\n", "line 3 of {} is broken: it cannot be read; without that line the rest can be gone on with"),
        (3, b"[" * 100_000 + b"\n", "line 3 of {} is broken: it cannot be read"),
        (3, b'{"work": 3}\n', "line 3 of {} is broken: it names no work"),
        (3, b'{"work": "no", "task": "1"}\n', "it names no task of a work that was told before"),
    ],
)
def test_a_broken_line_is_told_and_nothing_is_changed(tmp_path: Path, number: int, line: bytes, sentence: str) -> None:
    file, whole = _written(tmp_path)
    lines = whole.splitlines(keepends=True)
    lines[number - 1] = line
    file.write_bytes(b"".join(lines))
    with pytest.raises(JournalError) as told:
        Journal(file, resume=True)
    assert sentence.format(file) in str(told.value)
    assert file.read_bytes() == b"".join(lines)


def test_a_result_that_is_none_is_told(tmp_path: Path) -> None:
    file, whole = _written(tmp_path)
    file.write_bytes(whole.replace(b'"result":4', b'"result":"4"'))
    with Journal(file, resume=True) as journal, pytest.raises(JournalError, match="holds a result that is none"):
        journal.about(ABOUT).read("2", int, _anything)


def test_one_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    file, whole = _written(tmp_path)
    with pytest.raises(JournalError, match="already there; --resume goes on with it"):
        Journal(file)
    assert file.read_bytes() == whole
    with pytest.raises(JournalError, match="there is no such journal to go on with"):
        Journal(tmp_path / "other", resume=True)
    assert not (tmp_path / "other").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs flock")
def test_two_do_not_write_to_the_same(tmp_path: Path) -> None:
    file, _ = _written(tmp_path)
    with Journal(file, resume=True), pytest.raises(JournalError, match="just being written by another run"):
        Journal(file, resume=True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_nobody_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(JournalError, match="is no file"):
        Journal(tmp_path / "pipe", resume=True)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(JournalError):
        Journal(tmp_path / "link", resume=True)


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of a line is written before there is no more room."""
    file, whole = _written(tmp_path)
    written = os.write
    with Journal(file, resume=True) as journal:
        ledger = journal.about(ABOUT)
        room = 10

        def write(descriptor: int, data: bytes) -> int:
            nonlocal room
            if room <= 0:
                raise OSError(28, "No space left on device")
            amount = written(descriptor, data[:room])
            room -= amount
            return amount

        monkeypatch.setattr(os, "write", write)
        with pytest.raises(JournalError, match="No space left on device; the 3 results in it are safe, --resume goes"):
            ledger.add("7", 49)
        monkeypatch.undo()
        assert file.read_bytes() == whole
        ledger.add("7", 49)
    with Journal(file, resume=True) as journal:
        assert journal.tasks == 4


def test_a_task_that_was_done_twice_counts_once(tmp_path: Path) -> None:
    file, whole = _written(tmp_path)
    with Journal(file, resume=True) as journal:
        journal.about(ABOUT).add("1", 1)
    assert file.read_bytes() == whole


def test_ticks_pass_through() -> None:
    news = list(Journaled(Crew(squares, os.devnull, 1), None, int, str, _anything).run(range(2)))
    assert [one.value for one in news if isinstance(one, Finished)] == [0, 1]
    assert all(isinstance(one, Finished | Tick) for one in news)

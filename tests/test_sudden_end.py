"""Whoever is killed while something is written leaves the old or the new, and nothing that stands in the way later."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

import rulewright
from rulewright.headless.random_games import play_random
from rulewright.records import Record, read_records

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")

# Ends as by kill -9 just before it does the next thing to a file of the folder, when it has done so many already.
# What is written reaches the disk in two halves.
_KILLED = """
import os, signal, sys
left, folder = int(sys.argv[1]), os.getcwd()
def step(*_):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
DONE = {"os.rename", "os.link", "os.remove", "os.chmod", "os.mkdir", "os.truncate"}
def hear(event, given):
    opened = event == "open" and isinstance(given[0], str) and os.path.abspath(given[0]).startswith(folder)
    if opened or event in DONE:
        step()
plain, whole = os.write, True
def halves(descriptor, data):
    global whole
    step()
    whole = not whole
    return plain(descriptor, data if whole else data[: (len(data) + 1) // 2])
os.write = halves
WORK
"""
_SAVE = """
from pathlib import Path
from rulewright.cli.table.saved import Saves, last_record, resumed
import rulewright
from rulewright.records import Record
record, game = last_record("kept"), rulewright.load("tictactoe", engine="reference")
state = resumed(record, game)
state.push(state.legal_moves[0])
after = Record.of(state, ["person", "random"], 1, record.number)
sys.addaudithook(hear)
Saves(Path("kept"), record).write("", after)
"""
_PAGE = """
from rulewright.cli.writing import write_file
sys.addaudithook(hear)
write_file("kept", "a new page", over=True)
"""
_FIRST = _PAGE.replace("over=True", "over=False")
_GROWS = """
from rulewright.cli.record_file import record_writer
sys.addaudithook(hear)
with record_writer("kept", True) as write:
    for number in range(3):
        write(f"game {number}")
"""
_JOURNAL = """
from pathlib import Path
from rulewright.spread.journal import Journal
sys.addaudithook(hear)
with Journal(Path("kept"), Path("kept").exists()) as journal:
    ledger = journal.about({"seed": 1})
    for number in range(3):
        ledger.add(str(number), number)
"""


def _ended(work: str, folder: Path, steps: int) -> bool:
    """Whether it came to its end; else it was killed after so many steps."""
    script = _KILLED.replace("WORK", work)
    done = subprocess.run([sys.executable, "-c", script, str(steps)], cwd=folder, capture_output=True, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode == 0


def _others(folder: Path) -> list[str]:
    """What was left beside the file; nobody takes it for one of theirs."""
    left = [path.name for path in folder.iterdir() if path.name != "kept"]
    assert all(name.startswith(".") and name.endswith(".part") for name in left)
    return left


def _texts(*games: tuple[int, int]) -> bytes:
    game = rulewright.load("tictactoe", engine="reference")
    states = [play_random(game, 1, number, plies).state for number, plies in games]
    lines = [Record.of(state, ["person", "random"], 1, number).line() for number, state in enumerate(states)]
    return "".join(f"{line}\n" for line in lines).encode()


@pytest.mark.rest
def test_a_game_that_is_saved_takes_no_other_with_it(tmp_path: Path) -> None:
    old = _texts((0, 9), (1, 4))
    whole = [record for _, record in read_records(BytesIO(old))]
    for steps in range(40):
        (tmp_path / "kept").write_bytes(old)
        ended = _ended(_SAVE, tmp_path, steps)
        with open(tmp_path / "kept", "rb") as stream:
            found = [record for _, record in read_records(stream)]
        assert found[0] == whole[0]
        assert isinstance(found[1], Record)
        assert len(found) == 2
        assert found[1] == whole[1] or len(found[1].moves) == 5
        _others(tmp_path)
        if ended:
            assert len(found[1].moves) == 5
            assert steps > 5
            return
    raise AssertionError("it never ends")


@pytest.mark.parametrize("work", [_PAGE, _FIRST], ids=["over", "new"])
def test_a_page_is_the_old_one_or_the_new_one(work: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    for steps in range(40):
        file.unlink(missing_ok=True)
        if work == _PAGE:
            file.write_text("the old page")
        ended = _ended(work, tmp_path, steps)
        now = file.read_text() if file.exists() else None
        assert now == "a new page" or (not ended and now == ("the old page" if work == _PAGE else None))
        _others(tmp_path)
        if ended:
            assert steps > 3
            return
    raise AssertionError("it never ends")


def test_a_record_that_grows_has_whole_games_and_at_most_one_half(tmp_path: Path) -> None:
    lines = [f"game {number}\n" for number in range(3)]
    for steps in range(40):
        (tmp_path / "kept").write_text("the old one\n")
        ended = _ended(_GROWS, tmp_path, steps)
        now = (tmp_path / "kept").read_text()
        assert now == "the old one\n" or "".join(lines).startswith(now)
        if ended:
            assert now == "".join(lines)
            return
    raise AssertionError("it never ends")


def test_a_journal_is_gone_on_with_wherever_it_was_cut(tmp_path: Path) -> None:
    """Killed again and again in one and the same journal, a step later each time."""
    known = 0
    for steps in range(1, 60):
        ended = _ended(_JOURNAL, tmp_path, steps)
        lines = (tmp_path / "kept").read_bytes().splitlines(keepends=True) if (tmp_path / "kept").exists() else []
        whole = {line for line in lines if line.endswith(b"\n") and b'"task"' in line}
        assert len(whole) >= known, "a result is lost"
        known = len(whole)
        if ended:
            assert known == 3
            return
    raise AssertionError("it never ends")


_SHELF = """
import os
from rulewright.cache import Shelf
sys.addaudithook(hear)
Shelf("things").keep("one", b"what was made" * 99)
"""


def test_a_cache_holds_the_whole_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.cache import Shelf

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for steps in range(40):
        ended = _ended(_SHELF, tmp_path, steps)
        assert Shelf("things").read("one") in ((b"what was made" * 99,) if ended else (None, b"what was made" * 99))
        if ended:
            assert steps > 3
            return
        Shelf("things").file("one").unlink(missing_ok=True)  # type: ignore[union-attr]
    raise AssertionError("it never ends")


_AT_ONCE = """
import sys
from rulewright.cache import Shelf
shelf, mine = Shelf("things"), sys.argv[1].encode() * 5000
for _ in range(150):
    shelf.keep("one", mine)
    found = shelf.read("one")
    assert found is None or (len(found) == 5000 and len(set(found)) == 1), found
"""


def test_several_processes_keep_the_same_thing_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.cache import Shelf

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    several = [subprocess.Popen([sys.executable, "-c", _AT_ONCE, letter]) for letter in "abc"]
    assert [one.wait() for one in several] == [0, 0, 0]
    found = Shelf("things").read("one")
    assert found is not None
    assert len(found) == 5000
    assert [path.name for path in (tmp_path / "rulewright" / "things").iterdir()] == ["one"]

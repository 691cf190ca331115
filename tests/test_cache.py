"""What is kept between two runs: used again only if it is whole, and only if nobody else can have written it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright import cache
from rulewright.cache import Shelf

needs_permissions = pytest.mark.skipif(os.name != "posix", reason="there are no such permissions here")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("RULEWRIGHT_CACHE", raising=False)
    return Shelf("things")


def the_file(shelf: Shelf, name: str = "thing") -> Path:
    found = shelf.file(name)
    assert found is not None
    return found


def test_what_is_kept_is_found_again(shelf: Shelf, tmp_path: Path) -> None:
    assert shelf.read("thing") is None
    shelf.keep("thing", b"made")
    assert shelf.read("thing") == b"made"
    shelf.keep("thing", b"made anew")
    assert shelf.read("thing") == b"made anew"
    assert [file.name for file in (tmp_path / "rulewright" / "things").iterdir()] == ["thing"]


@pytest.mark.parametrize("damage", ["cut", "swapped", "empty", "foreign"])
def test_what_is_not_whole_is_not_used(shelf: Shelf, damage: str) -> None:
    shelf.keep("thing", b"one two")
    whole = the_file(shelf).read_bytes()
    swapped = whole.replace(b"one two", b"two one")
    the_file(shelf).write_bytes({"cut": whole[:-1], "swapped": swapped, "empty": b"", "foreign": b"one two"}[damage])
    assert shelf.read("thing") is None


def test_what_was_kept_under_another_name_is_not_used(shelf: Shelf) -> None:
    shelf.keep("other", b"made")
    the_file(shelf, "other").rename(the_file(shelf))
    assert shelf.read("thing") is None


@needs_permissions
@pytest.mark.parametrize("up", [0, 1, 2])
@pytest.mark.parametrize("mode", [0o020, 0o002])
def test_what_others_can_write_to_is_not_used(shelf: Shelf, up: int, mode: int) -> None:
    """Neither the file nor one of our folders above it."""
    shelf.keep("thing", b"made")
    for place in [the_file(shelf), *the_file(shelf).parents][:3]:
        assert place.stat().st_mode & 0o077 == 0
    place = [the_file(shelf), *the_file(shelf).parents][up]
    before = place.stat().st_mode
    place.chmod(before | mode)
    assert shelf.read("thing") is None
    shelf.keep("thing", b"made anew")
    assert shelf.read("thing") == (b"made anew" if up == 0 else None)
    if up:
        place.chmod(before)
        assert shelf.read("thing") == b"made"  # nothing was written where others can write


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
def test_what_belongs_to_somebody_else_is_not_used(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.keep("thing", b"made")
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    assert shelf.read("thing") is None
    shelf.keep("thing", b"made anew")
    monkeypatch.setattr(os, "getuid", lambda: me)
    assert shelf.read("thing") == b"made"


_READ = "from rulewright.cache import Shelf; print(Shelf('things').read('thing'))"


@needs_permissions
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_what_is_no_file_is_not_used(shelf: Shelf, kind: str) -> None:
    """Read by a process of its own: who waits for a pipe that nobody writes to waits for ever."""
    shelf.keep("thing", b"made")
    file = the_file(shelf)
    real = file.rename(file.with_name("elsewhere"))
    match kind:
        case "pipe":
            os.mkfifo(file, 0o600)
        case "link":
            file.symlink_to(real)
        case "folder":
            file.mkdir(mode=0o700)
    done = subprocess.run([sys.executable, "-c", _READ], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("None\n", "")
    shelf.keep("thing", b"made anew")
    assert shelf.read("thing") == (None if kind == "folder" else b"made anew")
    assert not list(file.parent.glob("*.tmp"))


@needs_permissions
def test_a_folder_in_the_place_of_a_file_is_not_left_open(shelf: Shelf) -> None:
    """It cannot be replaced either, so each game that is loaded would cost a descriptor."""
    the_file(shelf).mkdir(mode=0o700, parents=True)
    for folder in the_file(shelf).parents[:2]:
        folder.chmod(0o700)
    before = os.dup(0)
    os.close(before)
    assert shelf.read("thing") is None
    after = os.dup(0)
    os.close(after)
    assert after == before


@needs_permissions
def test_a_folder_that_is_a_link_is_not_used(shelf: Shelf, tmp_path: Path) -> None:
    shelf.keep("thing", b"made")
    real = (tmp_path / "rulewright").rename(tmp_path / "elsewhere")
    (tmp_path / "rulewright").symlink_to(real)
    assert shelf.read("thing") is None


def test_nothing_is_made_behind_a_folder_that_is_a_link(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "rulewright").symlink_to(tmp_path / "elsewhere")
    shelf.keep("thing", b"made")
    assert not any((tmp_path / "elsewhere").iterdir())


def test_a_full_disk_leaves_nothing_behind(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.keep("thing", b"made")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    shelf.keep("other", b"made")
    assert [file.name for file in the_file(shelf).parent.iterdir()] == ["thing"]


def test_the_oldest_go_first(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MOST_FILES", 3)
    for number in range(4):
        shelf.keep(str(number), b"made")
        os.utime(the_file(shelf, str(number)), (1000 + number, 1000 + number))
    assert shelf.read("1") == b"made"  # which is a use
    shelf.keep("4", b"made")
    assert sorted(file.name for file in the_file(shelf).parent.iterdir()) == ["1", "3", "4"]


def test_a_home_that_is_not_there_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEWRIGHT_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    home = tmp_path / "home"
    monkeypatch.setattr(Path, "home", lambda: home)
    Shelf("things").keep("thing", b"made")
    assert not home.exists()
    home.mkdir()
    Shelf("things").keep("thing", b"made")
    assert Shelf("things").read("thing") == b"made"
    assert (home / ".cache" / "rulewright").is_dir()


@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "HOME"])
def test_nothing_is_kept_in_the_current_folder(variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that somebody sent, unpacked by the user, belongs to the user with all that is in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULEWRIGHT_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home" if variable != "HOME" else Path("here"))
    monkeypatch.setenv(variable, "here")
    (tmp_path / "here").mkdir()
    Shelf("things").keep("thing", b"made")
    assert not list((tmp_path / "here").iterdir())


def test_a_folder_that_cannot_be_is_no_reason_to_fail(tmp_path: Path) -> None:
    """Nor is one whose name is too long to be asked for, or a pipe where tables should be."""
    for base in ("/" + "x" * 300, str(tmp_path / "a" / "b")):
        environment = {**os.environ, "XDG_CACHE_HOME": base, "RULEWRIGHT_ENGINE": "native"}
        environment.pop("RULEWRIGHT_CACHE", None)
        command = [sys.executable, "-m", "rulewright", "perft", "tictactoe", "2"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
        assert (done.returncode, done.stdout) == (0, "1 9\n2 72\n"), done.stderr
    assert not list(tmp_path.iterdir())

"""What commands write for people: nothing that is there is lost, no link is followed, nothing half stays behind."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.cli.terminal import InputError
from rulewright.cli.writing import begun_file, check_new_file, new_file, write_all, write_file
from rulewright.records import Record, read_records

from .conftest import Cli

on_unix = pytest.mark.skipif(os.name == "nt", reason="there a file that is open cannot be replaced at all")


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_there_stays(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("old", encoding="utf-8")
    with pytest.raises(InputError, match="kept is already there; choose another name, or add --force"):
        write_file(str(kept), "new", over=False)
    assert kept.read_text(encoding="utf-8") == "old"
    write_file(str(kept), "new", over=True)
    assert kept.read_text(encoding="utf-8") == "new"
    assert _names(tmp_path) == ["kept"]


@pytest.mark.parametrize("over", [True, False])
def test_links_are_not_followed(tmp_path: Path, over: bool) -> None:
    victim, link = tmp_path / "victim", tmp_path / "link"
    victim.write_text("precious", encoding="utf-8")
    link.symlink_to(victim)
    (tmp_path / ".link.part").symlink_to(victim)
    if over:
        write_file(str(link), "new", over=True)
        assert link.read_text(encoding="utf-8") == "new"
    else:
        with pytest.raises(InputError, match="already there"):
            write_file(str(link), "new", over=False)
    assert victim.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("over", [True, False])
def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, over: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) < 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data[: len(data) // 2])

    if over:
        (tmp_path / "kept").write_text("old", encoding="utf-8")
    monkeypatch.setattr("rulewright.cli.writing.os.write", full)
    with pytest.raises(InputError, match="kept cannot be written: No space left on device"):
        write_file(str(tmp_path / "kept"), "a new text", over=over)
    assert _names(tmp_path) == (["kept"] if over else [])
    assert not over or (tmp_path / "kept").read_text(encoding="utf-8") == "old"


def test_a_line_that_finds_no_room_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with new_file(str(tmp_path / "kept"), over=False) as stream:
        write_all(stream, b"first\n")
        write = os.write
        calls: list[int] = []

        def full(descriptor: int, data: bytes) -> int:
            calls.append(len(data))
            if len(calls) > 1:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(descriptor, data[:3])

        monkeypatch.setattr("rulewright.cli.writing.os.write", full)
        with pytest.raises(OSError, match="No space"):
            write_all(stream, b"second\n")
    assert (tmp_path / "kept").read_bytes() == b"first\n"


def test_somebody_was_faster(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="already there"), new_file(str(tmp_path / "kept"), over=False):
        (tmp_path / "kept").write_text("theirs", encoding="utf-8")
    assert (tmp_path / "kept").read_text(encoding="utf-8") == "theirs"
    assert _names(tmp_path) == ["kept"]


def test_files_are_as_open_as_the_owner_wants(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(str(tmp_path / "kept"), "", over=False)
    finally:
        os.umask(before)
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o640


def test_show_does_not_draw_over_a_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    shown = cli("show", "tictactoe", "--svg", "notes.txt")
    assert (shown.code, shown.err) == (
        1, "rulewright: notes.txt is already there; choose another name, or add --force\n",
    )  # fmt: skip
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert cli("show", "tictactoe", "--svg", "notes.txt", "--force").code == 0
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("arguments", [("run", "--record"), ("show", "--svg"), ("export", "-o"), ("rules", "--html")])
def test_an_empty_name_is_no_file(cli: Cli, tmp_path: Path, arguments: tuple[str, str]) -> None:
    command, option = arguments
    shown = cli(command, "tictactoe", option, "")
    assert (shown.code, shown.err) == (1, "rulewright: the name of the file to write is empty\n")
    assert _names(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no such device")
def test_a_device_is_not_there_already() -> None:
    check_new_file("/dev/null", over=False)


def test_a_record_with_force_replaces_the_older_one_when_there_is_a_game(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text("old\n", encoding="utf-8")
    assert cli("run", "tictactoe", "--games", "0", "--record", "r.jsonl", "--force").code == 2
    assert cli("run", "tictactoe", "--players", "nobody", "--record", "r.jsonl", "--force").code == 2
    assert (tmp_path / "r.jsonl").read_text(encoding="utf-8") == "old\n"
    assert cli("run", "tictactoe", "--games", "2", "--record", "r.jsonl", "--force").code == 0
    assert len((tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert _names(tmp_path) == ["r.jsonl"]


@pytest.mark.skipif(os.name == "nt", reason="no such folder")
def test_no_file_is_made_among_the_devices() -> None:
    """`--record /dev/stdout --force > FILE` would replace the link that everybody's standard output goes by."""
    with pytest.raises(OSError, match="do not belong into /dev"), begun_file("/dev/rulewright-test.jsonl", over=True):
        pass
    with begun_file("/dev/null", over=True) as (stream, finish):
        stream.write(b"nobody reads this")
        finish()


@on_unix
@pytest.mark.parametrize("force", [False, True])
def test_a_file_that_is_being_written_is_not_replaced(tmp_path: Path, force: bool) -> None:
    """Whoever writes it would go on writing to a file without a name, and those games would be lost."""
    name = str(tmp_path / "games")
    with begun_file(name, over=force) as (stream, finish):
        finish()
        write_all(stream, b"first\n")
        with pytest.raises(InputError, match="games cannot be written: another program is just writing to it"):
            write_file(name, "new", over=True)
        write_all(stream, b"second\n")
    assert Path(name).read_bytes() == b"first\nsecond\n"
    write_file(name, "new", over=True)
    assert Path(name).read_bytes() == b"new"
    assert _names(tmp_path) == ["games"]


@on_unix
def test_two_do_not_replace_one_file_at_a_time(tmp_path: Path) -> None:
    """The second would not know what the first has put there."""
    path = tmp_path / "games"
    path.write_text("old", encoding="utf-8")
    with new_file(str(path), over=True) as stream:
        with pytest.raises(InputError, match="another program is just writing to it"):
            write_file(str(path), "second", over=True)
        write_all(stream, b"first")
    assert path.read_bytes() == b"first"


@pytest.mark.parametrize("before", ["a file", "a link", "nothing"])
def test_what_came_meanwhile_is_not_replaced(tmp_path: Path, before: str) -> None:
    path, other = tmp_path / "games", tmp_path / "other"
    other.write_text("theirs", encoding="utf-8")
    if before == "a file":
        path.write_text("old", encoding="utf-8")
    elif before == "a link":
        path.symlink_to("nowhere")
    told = "already there" if before == "nothing" else "another program is just writing to it"
    with pytest.raises(InputError, match=told), new_file(str(path), over=True):
        other.replace(path)
    assert path.read_text(encoding="utf-8") == "theirs"
    assert _names(tmp_path) == ["games"]


@on_unix
def test_a_file_stays_as_private_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o600)
    write_file(str(path), "new", over=True)
    assert path.stat().st_mode & 0o777 == 0o600


_SMALL = """
import resource, sys
from rulewright.cli.main import run
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
sys.exit(run(sys.argv[2:]))
"""


@pytest.mark.parametrize("room", [0, 1000])
def test_a_disk_that_is_full_after_some_games_leaves_them_whole(room: int, tmp_path: Path) -> None:
    """And after none it leaves nothing."""
    pytest.importorskip("resource")  # not on Windows
    done = subprocess.run(
        [sys.executable, "-c", _SMALL, str(room), "run", "tictactoe", "--games", "9", "--record", "games.jsonl"],
        cwd=tmp_path,
        env=os.environ | {"RULEWRIGHT_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "rulewright: games.jsonl cannot be written: File too large\n"
    if not room:
        assert not any(tmp_path.iterdir())
        return
    with open(tmp_path / "games.jsonl", "rb") as stream:
        found = [record for _, record in read_records(stream)]
    assert 0 < len(found) < 9
    assert all(isinstance(record, Record) for record in found)


def test_a_run_that_is_killed_leaves_whole_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright", "run", "tictactoe", "--games", "1000000", "--record", str(file)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while process.poll() is None and not (file.exists() and file.stat().st_size > 3000):
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert file.read_bytes().endswith(b"\n")
    with open(file, "rb") as stream:
        assert all(isinstance(record, Record) for _, record in read_records(stream))
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


@on_unix
def test_nobody_is_waited_for_at_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="pipe cannot be written: nobody reads from this pipe"):
        write_file(str(pipe), "x", over=False)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(str(pipe), "told", over=False)
    assert os.read(reader, 9) == b"told"
    os.close(reader)


@on_unix
def test_what_was_a_device_and_leads_to_a_file_by_now_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look and the opening, somebody who can write to the folder may have put another link there."""
    victim, link = tmp_path / "victim", tmp_path / "link"
    victim.write_text("precious", encoding="utf-8")
    link.symlink_to("/dev/null")

    def looked_at(path: Path) -> bool:
        link.unlink()
        link.symlink_to(victim)
        return path == link

    monkeypatch.setattr("rulewright.cli.writing._is_device", looked_at)
    with pytest.raises(InputError, match="just writing to it"):
        write_file(str(link), "new", over=True)
    assert victim.read_text(encoding="utf-8") == "precious"


@on_unix
def test_what_is_replaced_is_not_opened_to_another_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays that of its group; where that cannot be, no group may read it."""
    kept = tmp_path / "kept"
    kept.write_text("old", encoding="utf-8")
    kept.chmod(0o640)
    older, given = kept.stat(), []
    ours = os.fstat

    def another(descriptor: int) -> os.stat_result:
        return os.stat_result((*ours(descriptor)[:5], older.st_gid + 1, *ours(descriptor)[6:10]))

    monkeypatch.setattr("rulewright.cli.writing.os.fstat", another)
    monkeypatch.setattr("rulewright.cli.writing.os.fchown", lambda *group: given.append(group[1:]))
    write_file(str(kept), "new", over=True)
    assert given == [(-1, older.st_gid)]
    assert kept.stat().st_mode & 0o777 == 0o640

    def refuse(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr("rulewright.cli.writing.os.fchown", refuse)
    write_file(str(kept), "newer", over=True)
    assert kept.stat().st_mode & 0o777 == 0o600

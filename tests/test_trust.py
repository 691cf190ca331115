"""What is trusted: games of which every file is the library's, and never what somebody has put beside them."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from rulewright.errors import HookError, InvalidGame
from rulewright.game import Game, load
from rulewright.language.compilation import compile_game
from rulewright.language.game_files import library_folder, shipped
from rulewright.language.place import place_of
from rulewright.language.reading import read_at_most
from rulewright.proving import Effort, prove
from rulewright.source.limits import LIMITS
from tests.cli.games import HOOKED, write

EFFORT = Effort(games=1, plies=5)
# Every function of the library's hooks, and a sign that somebody ran them.
SPY = """\
import pathlib
pathlib.Path(__file__).with_name("ran").touch()
def palindromes(view, area): return 0
def fine(view, site): return True
"""
PHRASE = ", same_as: rows_along(n) + rows_along(e)"
WITHOUT_PHRASE = (library_folder() / "entropy.yaml").read_text(encoding="utf-8").replace(PHRASE, "")
OWN_CHESS = HOOKED.replace("Hooked", "Chess of somebody else").replace("hooked.py", "chess.py")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of somebody who sent it."""
    sent = tmp_path / "sent"
    sent.mkdir()
    for name in ("entropy.py", "chess.py"):
        (sent / name).write_text(SPY, encoding="utf-8")
    monkeypatch.chdir(sent)
    return sent


def is_trusted(game: Game) -> bool:
    assert game._engine.hooks.allowed != game._pipeline.checked
    return game._engine.hooks.allowed


def played(path: Path) -> Game:
    """A game that has been proved, loaded and begun."""
    prove(path, EFFORT)
    game = load(path)
    assert game.start().legal_moves
    return game


def link(name: str, folder: Path) -> Path:
    made = folder / name
    made.symlink_to(library_folder() / name)
    return made


def copy(name: str, folder: Path) -> Path:
    made = folder / name
    made.write_bytes((library_folder() / name).read_bytes())
    return made


# Says which files were opened, and whether to write, while some commands run.
_WATCHED = """
import os, sys
opened = []
sys.addaudithook(lambda event, given: opened.append(given) if event == "open" and isinstance(given[0], str) else None)
from rulewright.cli.main import run
for command in (["validate", "mine.yaml", "--games", "1"], ["run", "mine.yaml", "--games", "1"]):
    assert run(command) == 0
for name, _, flags in opened:
    print(bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)), os.path.realpath(name))
"""


def test_a_game_opens_no_other_file(folder: Path) -> None:
    for name in ("base.yaml", "other.yaml"):
        write(folder, name, HOOKED.replace("gives: bool", "gives: bool, same_as: true"))
    write(folder, "mine.yaml", "game: Mine\nextends: base\n")
    (folder / "hooked.py").write_text(SPY, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED],
        env=os.environ | {"RULEWRIGHT_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    opened = [line.split(" ", 1) for line in done.stdout.splitlines() if line.startswith(("True ", "False "))]
    assert [name for written, name in opened if written == "True"] == []
    here = {Path(name).name for _, name in opened if Path(name).parent == folder.resolve()}
    assert here == {"mine.yaml", "base.yaml", "hooked.py"}  # the hook is read, and not run
    assert {path.name for path in folder.iterdir()} == {*here, "other.yaml", "entropy.py", "chess.py"}


def test_the_library_is_trusted() -> None:
    for name in ("entropy", "hive", "king_of_the_hill"):  # hooks, hooks that write moves, a parent
        assert is_trusted(load(name))
    odd = library_folder() / ".." / library_folder().name / "entropy.yaml"
    assert is_trusted(load(odd))


def test_every_file_of_the_library_lies_in_it() -> None:
    assert all(place_of(path).shipped for path in shipped().values())


def test_a_link_to_a_game_of_the_library_is_that_game(folder: Path) -> None:
    """What lies beside the link is none of its business."""
    game = played(link("entropy.yaml", folder))
    assert is_trusted(game)
    assert not (folder / "ran").exists()
    assert game.rules.hooks[0].source is not None
    assert game.rules.hooks[0].source.path == place_of(library_folder() / "entropy.py").path


def test_a_link_to_a_game_of_the_library_extends_what_that_game_extends(folder: Path) -> None:
    write(folder, "chess.yaml", OWN_CHESS)
    game = played(link("king_of_the_hill.yaml", folder))
    assert is_trusted(game)
    assert len(game.rules.board) == 64
    assert not (folder / "ran").exists()


def test_a_link_to_a_folder_is_followed_too(folder: Path, tmp_path: Path) -> None:
    (folder / "games").symlink_to(library_folder())
    assert is_trusted(played(folder / "games" / "entropy.yaml"))


@pytest.mark.parametrize("put", ["copy", "hard link"])
def test_a_copy_is_not_trusted(put: str, folder: Path) -> None:
    if put == "copy":
        path = copy("entropy.yaml", folder)
    else:
        path = folder / "entropy.yaml"
        try:
            os.link(library_folder() / "entropy.yaml", path)
        except OSError:
            pytest.skip("no hard links between these folders")
    assert not is_trusted(played(path))  # it is played by the phrase of its hook
    assert not (folder / "ran").exists()
    path.unlink()  # before it is written: it may be the library's own file
    path.write_text(WITHOUT_PHRASE, encoding="utf-8")
    prove(path, EFFORT)
    with pytest.raises(InvalidGame, match="allowed to run"):
        load(path)
    assert not (folder / "ran").exists()


def test_a_copy_with_a_parent_of_its_own_is_not_trusted(folder: Path) -> None:
    write(folder, "chess.yaml", (library_folder() / "chess.yaml").read_text(encoding="utf-8") + "# my own\n")
    game = load(copy("king_of_the_hill.yaml", folder))
    assert game._pipeline.checked
    assert not is_trusted(game)


def test_what_extends_a_game_of_the_library_is_not_trusted(folder: Path) -> None:
    """Its hooks may be asked things they were not made for."""
    path = folder / "mine.yaml"
    path.write_text("game: Mine\nextends: entropy\n", encoding="utf-8")
    assert not is_trusted(load(path))
    assert not compile_game(path).shipped


def test_a_link_out_of_the_library_is_not_trusted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parents and hooks would be found where it leads to."""
    library = folder / "library"
    library.mkdir()
    monkeypatch.setattr("rulewright.language.game_files.library_folder", lambda: library)
    outside = folder / write(folder, "hooked.yaml", HOOKED)
    (folder / "hooked.py").write_text(SPY, encoding="utf-8")
    (library / "hooked.yaml").symlink_to(outside)
    with pytest.raises(InvalidGame, match="allowed to run"):
        load("hooked")
    outside.rename(library / "inside.yaml")
    (library / "hooked.py").symlink_to(folder / "hooked.py")
    with pytest.raises(InvalidGame, match="allowed to run"):  # nor a hook that lies elsewhere
        load("inside")
    (library / "hooked.py").unlink()
    (folder / "hooked.py").rename(library / "hooked.py")
    assert is_trusted(load("inside"))


def test_a_hook_is_found_where_its_file_is_named(folder: Path) -> None:
    """A child that says more about a hook has not said that the file is another one: what was checked is what runs."""
    child = "game: Mine\nextends: entropy\nhooks: {palindromes: {takes: [set], gives: int}}\n"
    game = load(folder / write(folder, "mine.yaml", child), allow_hooks=True)
    assert game.start().legal_moves
    game._engine.hooks.function(0)
    assert not (folder / "ran").exists()


# ------------------------------------------------------------ what runs is what could be read


def test_what_python_has_compiled_beside_a_hook_does_not_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever allows a hook has looked at the text; a compiled file may say something else."""
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = folder / write(folder, "hooked.yaml", HOOKED)
    hook = folder / "hooked.py"
    hook.write_text(SPY, encoding="utf-8")
    py_compile.compile(str(hook), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    hook.write_text("def fine(view, site): return True\n", encoding="utf-8")
    assert len(load(path, allow_hooks=True, engine="reference").start().legal_moves) == 4
    assert not (folder / "ran").exists()


def test_nothing_is_written_beside_a_hook(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = folder / write(folder, "hooked.yaml", HOOKED)
    (folder / "hooked.py").write_text("def fine(view, site): return True\n", encoding="utf-8")
    assert len(load(path, allow_hooks=True, engine="reference").start().legal_moves) == 4
    assert not (folder / "__pycache__").exists()


def test_a_hook_that_changes_after_it_was_checked_does_not_run(folder: Path) -> None:
    path = folder / write(folder, "hooked.yaml", HOOKED)
    (folder / "hooked.py").write_text("def fine(view, site): return site == 0\n", encoding="utf-8")
    game = load(path, allow_hooks=True)
    (folder / "hooked.py").write_text(SPY, encoding="utf-8")
    assert len(game.start().legal_moves) == 1
    native = game._engines.native()
    if native is not None:
        assert len(load(path, allow_hooks=True, engine="native").start().legal_moves) == 4  # loaded anew
    assert len(game.start().legal_moves) == 1


def test_what_lies_beside_a_hook_is_not_imported(folder: Path) -> None:
    """A hook is one file: another one beside it may be called like a part of Python."""
    path = folder / write(folder, "hooked.yaml", HOOKED)
    (folder / "spy.py").write_text(SPY, encoding="utf-8")
    (folder / "hooked.py").write_text("import spy\ndef fine(view, site): return True\n", encoding="utf-8")
    game = load(path, allow_hooks=True, engine="reference")
    with pytest.raises(HookError, match="No module named 'spy'"):
        len(game.start().legal_moves)
    assert not (folder / "ran").exists()


# ------------------------------------------------------------ hook files that are odd


def told_of_hook(folder: Path) -> str:
    path = folder / write(folder, "hooked.yaml", HOOKED)
    return " ".join(error.message for error in compile_game(path).validate().errors)


def test_a_hook_file_that_tells_no_size_is_read_up_to_the_limit(folder: Path) -> None:
    """Files that the system makes up have the size 0, and some of them never end."""
    endless = Path("/proc/kallsyms")
    with suppress(OSError):
        (folder / "hooked.py").symlink_to(endless)
        with open(endless, "rb") as file:
            if len(file.read(LIMITS.hook_bytes.value + 1)) > LIMITS.hook_bytes.value:
                assert "is larger than" in told_of_hook(folder)
                return
    pytest.skip("this system makes no such file up")


def test_a_file_that_has_nothing_to_say_yet_is_not_waited_for() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with open(reading, "rb") as file, open(writing, "wb"):
        assert read_at_most(file, 10) == b""


@pytest.mark.parametrize("allowed", [False, True])
def test_what_python_would_warn_of_is_not_printed(
    allowed: bool, folder: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """A hook is read and not run, and its text has no way to the terminal."""
    odd = 'ODD = "\\\x1b" if 1 is 2else "\\d"\ndef fine(view, site): return True\n'
    (folder / "hooked.py").write_text(odd, encoding="utf-8")
    assert told_of_hook(folder) == ""
    if allowed:
        for engine in ("reference", "native"):
            game = load(folder / "hooked.yaml", allow_hooks=True, engine=engine)
            assert len(game.start().legal_moves) == 4
    assert not recwarn.list

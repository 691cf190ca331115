"""`rulewright export`: a page is written, or one sentence says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.export.rules_data import _notation
from rulewright.language.game_files import library_folder
from tests.cli.conftest import Cli


def test_a_page_is_written_and_not_over_another(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    done = cli("export", "tictactoe", "-o", str(file))
    assert (done.code, done.out) == (0, "")
    assert "wrote" in done.err
    page = file.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert len(page.encode()) < 300_000
    again = cli("export", "tictactoe", "-o", str(file))
    assert again.code == 1
    assert "is already there; choose another name, or add --force" in again.err
    assert cli("export", "tictactoe", "-o", str(file), "--force").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tictactoe", "--choose", "size"], 'has no option "size" with values to choose from; it has none'),
        (["hive", "--choose", "set", "--option", "set=base"], 'the option "set" is given twice'),
    ],
)
def test_what_cannot_be_chosen_is_told(cli: Cli, tmp_path: Path, arguments: list[str], said: str) -> None:
    done = cli("export", *arguments, "-o", str(tmp_path / "game.html"))
    assert done.code == 2
    assert said in done.err
    assert not list(tmp_path.iterdir())


def test_a_game_that_asks_python_is_refused(cli: Cli, tmp_path: Path) -> None:
    from tests.export.test_modules import HOOK

    (tmp_path / "fair.py").write_text("def fair(view):\n    return True\n")
    (tmp_path / "asking.yaml").write_text(HOOK)
    done = cli("export", str(tmp_path / "asking.yaml"), "--allow-hooks", "-o", str(tmp_path / "game.html"))
    assert done.code == 1
    assert done.err.count("\n") == 1
    assert 'asks the Python function "@fair", which no browser runs' in done.err


def test_only_the_notation_of_our_hive_is_known_to_pages(tmp_path: Path) -> None:
    """Whatever the file of a hook is called: of other names the library has no file."""
    text = (library_folder() / "hive.yaml").read_text(encoding="utf-8")
    hook = (library_folder() / "hive.py").read_text(encoding="utf-8")
    for name, more, known in (("hive", "", "uhp"), ("hive", "# mine\n", None), ("other", "", None)):
        (tmp_path / f"{name}.py").write_text(hook + more, encoding="utf-8")
        (tmp_path / "mine.yaml").write_text(text.replace("file: hive.py", f"file: {name}.py"), encoding="utf-8")
        assert _notation(load(tmp_path / "mine.yaml", allow_hooks=True).rules) == known

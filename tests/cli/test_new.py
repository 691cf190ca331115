"""`rulewright new`: names, files and what is in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.language import game_files
from rulewright.language.document.reader import read_document
from rulewright.language.game_files import grammar_folder
from rulewright.language.reading import read_source
from rulewright.source.diagnostics import Report
from tests.cli.conftest import Cli
from tests.cli.games import HOOKED, write


def test_a_new_game(cli: Cli, tmp_path: Path) -> None:
    shown = cli("new", "my_game")
    assert shown.code == 0
    assert shown.out == 'wrote my_game.yaml; check it with "rulewright validate my_game.yaml"\n'
    text = (tmp_path / "my_game.yaml").read_text(encoding="utf-8")
    assert "\ngame: My game\n" in text
    assert "{{" not in text
    assert "\ntests:" in text


def test_the_schema_of_a_new_game_is_there(cli: Cli, tmp_path: Path) -> None:
    cli("new", "my_game")
    first = (tmp_path / "my_game.yaml").read_text(encoding="utf-8").splitlines()[0]
    before, _, schema = first.partition("$schema=")
    assert before == "# yaml-language-server: "
    assert Path(schema) == grammar_folder() / "game.schema.json"


def test_in_a_checkout_the_schema_is_given_from_here(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(game_files, "grammar_folder", lambda: tmp_path / "grammar")
    drafts = tmp_path / "games" / "drafts"
    drafts.mkdir(parents=True)
    monkeypatch.chdir(drafts)
    cli("new", "my_game")
    first = (drafts / "my_game.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../../grammar/game.schema.json"


def test_a_schema_in_a_folder_with_a_blank_is_an_address(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(game_files, "grammar_folder", lambda: tmp_path / "my programs" / "a" / "grammar")
    cli("new", "my_game")
    first = (tmp_path / "my_game.yaml").read_text(encoding="utf-8").splitlines()[0]
    schema = first.partition("$schema=")[2]
    assert schema.startswith("file://")
    assert schema.endswith("/my%20programs/a/grammar/game.schema.json")


@pytest.mark.parametrize("name", ["null", "true", "yes", "on", "e1", "x"])
def test_names_that_yaml_takes_for_something_else(cli: Cli, tmp_path: Path, name: str) -> None:
    cli("new", name)
    report = Report()
    source = read_source(tmp_path / f"{name}.yaml", report)
    assert source is not None
    document = read_document(source, report)
    assert document is not None
    assert list(report) == []
    title = document.root.get("game")
    assert getattr(title, "value", None) == name.capitalize()


@pytest.mark.parametrize(
    ("name", "proposal"),
    [
        ("My Game", "my_game"),
        ("my_game.yaml", "my_game"),
        ("Mühle", "muhle"),
        ("../up", "up"),
        ("a/b", "a_b"),
        ("x" * 41, "x" * 40),
        ("-x", None),
        ("7up", None),
        ("", None),
        ("\x1b", None),
    ],
)
def test_bad_names(cli: Cli, tmp_path: Path, name: str, proposal: str | None) -> None:
    shown = cli("new", "--", name)
    assert (shown.code, shown.out) == (2, "")
    assert "cannot be the id of a game" in shown.err
    assert "\x1b" not in shown.err
    if proposal:
        assert shown.err.endswith(f'; try "{proposal}"\n')
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "my_game.yaml"
    file.write_text("precious")
    shown = cli("new", "my_game")
    assert shown.code == 1
    assert shown.err == "rulewright: my_game.yaml is already there; choose another name, or add --force\n"
    assert file.read_text() == "precious"
    assert cli("new", "my_game", "--force").code == 0
    assert "game: My game" in file.read_text()


def test_a_folder_of_that_name(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "my_game.yaml").mkdir()
    shown = cli("new", "my_game", "--force")
    assert shown.code == 1
    assert shown.err.startswith("rulewright: my_game.yaml cannot be written: ")


def test_names_of_the_library_are_taken(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(game_files, "shipped", lambda: {"hex": Path("hex.yaml")})
    shown = cli("new", "hex")
    assert shown.code == 2
    assert shown.err == 'rulewright: the library has a game "hex" already; choose another name\n'


def test_a_variant_of_a_game_whose_hooks_may_not_run(cli: Cli, tmp_path: Path) -> None:
    write(tmp_path, "hooked.py", "def fine(view, site): return True\n")
    write(tmp_path, "hooked.yaml", HOOKED)
    shown = cli("new", "mine", "--from", "hooked.yaml")
    assert shown.code == 1
    assert "cannot be counted without its hooks" in shown.err
    write(tmp_path, "hooked.yaml", f"{HOOKED}tests:\n  - perft: [4]\n")  # the way out that was told
    assert cli("new", "mine", "--from", "hooked.yaml").code == 0

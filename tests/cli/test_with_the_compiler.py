"""The commands on real games, through the whole front end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright.language.game_files import shipped
from tests.all_sorts import all_sorts_or_rest
from tests.cli.conftest import Cli

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def readme_block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The game of the README, in the folder in which `cli` works."""
    file = tmp_path / "breakthrough.yaml"
    file.write_text(readme_block("yaml"), encoding="utf-8")
    return file


def test_the_game_of_the_readme_is_clean(cli: Cli, game: Path) -> None:
    shown = cli("validate", "breakthrough.yaml")
    assert (shown.code, shown.out, shown.err.splitlines()[-1]) == (0, "", "1 game, 0 errors, 0 warnings")


def test_the_readme_shows_what_is_printed(cli: Cli, game: Path) -> None:
    game.write_text(readme_block("yaml").replace("forward_diag", "forward_dig"), encoding="utf-8")
    shown = cli("validate", "breakthrough.yaml")
    assert shown.code == 1
    assert shown.out == readme_block("text")


def test_a_new_game_is_clean(cli: Cli) -> None:
    cli("new", "my_game")
    shown = cli("validate", "my_game.yaml")
    assert (shown.code, shown.out, shown.err.splitlines()[-1]) == (0, "", "1 game, 0 errors, 0 warnings")


@pytest.mark.parametrize("parent", all_sorts_or_rest(sorted(shipped())))
def test_a_new_variant_of_every_game_has_no_errors(cli: Cli, parent: str, tmp_path: Path) -> None:
    assert cli("new", "my_variant", "--from", parent).code == 0
    assert f"\nextends: {parent}\n" in (tmp_path / "my_variant.yaml").read_text(encoding="utf-8")
    shown = cli("validate", "--no-play", "my_variant.yaml")
    assert (shown.code, shown.out) == (0, "")


def test_a_variant_of_a_game_in_this_folder(cli: Cli, game: Path) -> None:
    assert cli("new", "my_variant", "--from", "breakthrough.yaml").code == 0
    assert cli("validate", "my_variant.yaml").code == 0
    assert cli("new", "breakthrough", "--from", "breakthrough.yaml", "--force").code == 2


def test_show_and_dump(cli: Cli, game: Path) -> None:
    assert "walk" in cli("show", "breakthrough.yaml").out
    assert json.loads(cli("show", "breakthrough.yaml", "--json").out)["game"] == "Breakthrough"
    for stage in ("document", "ast", "rules"):
        assert cli("dump", "breakthrough.yaml", "--stage", stage).code == 0
        assert json.loads(cli("dump", "breakthrough.yaml", "--stage", stage, "--json").out)


@pytest.mark.parametrize("command", [["show"], ["dump"], ["new", "my_variant", "--from"]])
def test_a_broken_game_gives_its_errors(cli: Cli, game: Path, command: list[str]) -> None:
    game.write_text("game: [", encoding="utf-8")
    shown = cli(*command, "breakthrough.yaml")
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.startswith("breakthrough.yaml:1:")


def test_list(cli: Cli) -> None:
    listed = json.loads(cli("list", "--json").out)
    assert [entry["id"] for entry in listed] == sorted(shipped())
    assert all(entry["lines"] > 0 and entry["title"] for entry in listed)
    assert {entry["status"] for entry in listed} <= {"proven", "tested"}
    chess = next(entry for entry in listed if entry["id"] == "chess")
    assert any(proof["by"].startswith("python-chess") for proof in chess["evidence"])
    rows = cli("list", "--proofs").out.splitlines()
    assert len(rows) == len(listed)
    assert any(row.startswith("chess ") and "proven" in row and "python-chess" in row for row in rows)


def test_the_list_fits_a_terminal_and_says_what_a_game_is(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rows = cli("list").out.splitlines()
    assert len(rows) == len(shipped())
    assert max(map(len, rows)) <= 80
    assert next(row for row in rows if row.startswith("chess ")).endswith("Checkmate the king.")


def test_the_list_of_some_words(cli: Cli) -> None:
    rows = cli("list", "mancala", "sri lanka").out.splitlines()
    assert [row.split()[0] for row in rows] == ["chonka"]
    shown = cli("list", "chesss")
    assert (shown.code, shown.out) == (1, "")
    assert 'did you mean "chess"?' in shown.err


@pytest.mark.parametrize(
    ("title", "game"),
    [
        ("Nine Men's Morris", "nine_mens_morris"),
        ("schleicher & hüpfer", "schleicher_und_huepfer"),
        ("Spline+", "spline_plus"),
    ],
)
def test_a_game_is_found_by_its_title(cli: Cli, title: str, game: str) -> None:
    assert json.loads(cli("moves", title, "--json").out)["game"] == game

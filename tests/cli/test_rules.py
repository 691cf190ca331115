"""`rulewright rules`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli


def test_rules_are_told_with_diagrams(cli: Cli) -> None:
    shown = cli("rules", "surikata", "--diagrams", "2")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("Surikata, by Adam Porter\n")
    assert "Put a mound from the supply on an empty space." in " ".join(shown.out.split())
    assert "\nEXAMPLES\nThe letters: # mound, o stone and * meerkat; " in shown.out
    assert "\n1. " in shown.out
    assert "\n2. " in shown.out
    assert "\n3. " not in shown.out


def test_an_option_changes_what_is_told(cli: Cli) -> None:
    shown = [" ".join(cli("rules", "creeper", "--option", f"repetition={choice}").out.split()) for choice in
             ("draw", "allowed")]  # fmt: skip
    sentence = "When the same position has come up three times: the game is a draw."
    assert [sentence in text for text in shown] == [True, False]


def test_a_page_is_written_once(cli: Cli, tmp_path: Path) -> None:
    page = tmp_path / "rules.html"
    assert cli("rules", "tictactoe", "--html", str(page)).code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert cli("rules", "tictactoe", "--html", str(page)).code == 1
    assert cli("rules", "tictactoe", "--html", str(page), "--force").code == 0
    assert cli("rules", "tictactoe", "--html", "-").out.startswith("<!doctype html>")


def test_a_broken_game_is_told(cli: Cli, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("game: X\n", encoding="utf-8")
    shown = cli("rules", str(broken))
    assert shown.code == 1
    assert "error[" in shown.err

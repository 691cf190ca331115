"""`rulewright show` for positions; the rules in summary are tested with the compiler."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rulewright
from tests.cli.conftest import Cli


def test_a_position(cli: Cli) -> None:
    state = rulewright.load("tictactoe").start()
    state.push("b2")
    shown = cli("show", "tictactoe", "--after", "b2")
    assert (shown.code, shown.out) == (0, f"{state}\n")
    assert cli("show", "tictactoe").out != shown.out, "without --after it shows the rules"


def test_the_start_position(cli: Cli) -> None:
    assert cli("show", "tictactoe", "--after", "").out == f"{rulewright.load('tictactoe').start()}\n"


def test_svg(cli: Cli, tmp_path: Path) -> None:
    shown = cli("show", "tictactoe", "--svg", "board.svg")
    assert (shown.code, shown.out, shown.err) == (0, "", "wrote board.svg\n")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert cli("show", "tictactoe", "--svg", "-").out.startswith("<svg")


def test_json(cli: Cli) -> None:
    data = json.loads(cli("show", "tictactoe", "--after", "b2", "--json").out)
    assert (data["after"], data["player"], data["outcome"]) == (["b2"], "o", None)
    game = rulewright.load("tictactoe")
    assert game.from_json(data["state"]).player == "o"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--svg", "nowhere/x.svg"], 1, "nowhere/x.svg cannot be written: No such file or directory"),
        (["--svg", "-", "--json"], 2, "--json and --svg - both write to standard output"),
    ],
)
def test_bad_input_and_wrong_usage(cli: Cli, arguments: list[str], code: int, sentence: str) -> None:
    shown = cli("show", "tictactoe", *arguments)
    assert (shown.code, shown.out, shown.err.count("\n")) == (code, "", 1)
    assert shown.err.startswith(f"rulewright: {sentence}")


def test_an_illegal_move(cli: Cli) -> None:
    shown = cli("show", "tictactoe", "--after", "b2; b2")
    assert (shown.code, shown.out, shown.err.count("\n")) == (1, "", 1)


def test_an_old_terminal_gets_ascii(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cli.picture.shows_unicode", lambda: False)
    assert cli("show", "tictactoe", "--after", "b2").out.isascii()


def test_all_that_was_understood(cli: Cli) -> None:
    """Variables, set-up, tracks, what goes on again, what is chosen, and what holds though no file says it."""
    kalah = cli("show", "kalah").out
    assert "\ntracks\n  ring  south: a b c d e f south_store g h i j k l; north: g h i" in kalah
    assert "\nsetup\n  seed  a: 4, b: 4" in kalah
    assert "\n  stack             48 pieces at the most\n" in kalah
    assert "\n  stuck             draw (usual)\n" in kalah
    assert "\n  distinct          result\n" in kalah
    assert "\ndirections\n  opposite  a-l b-k c-j d-i e-h f-g\n" in kalah
    assert "\n  bonus                    black: 0, white: 7.5\n" in cli("show", "go").out
    tak = cli("show", "tak").out
    assert "\n  phases.1               first, over after 2 turns, then play\n" in tak
    assert "\n  phases.1                opening, only south moves, then main\n" in cli("show", "choro_acholi").out
    assert re.search(r"\n  actions.place.tray +supply, or else taken\n", cli("show", "zertz").out)
    chess = cli("show", "chess").out
    assert "\nvars\n  skipped  one site, lasts 1 turn\n  quiet    0..100, no part of the position (clock)\n" in chess
    assert "repetition" in chess
    figures = cli("show", "erleuchtung").out
    assert "flip = optional (or automatic)" in figures
    assert "\n  actions.jump.again  may\n" in figures
    assert "actions.broadside.with.side" in cli("show", "abalone").out

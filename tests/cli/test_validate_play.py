"""`rulewright validate` proves by playing: the arguments that say how much."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli.checking import Checking, Wish
from tests.cli.conftest import Cli
from tests.cli.games import HOOKED, write

GAME = """\
game: Line of Two
players: [white, black]
board: {tiling: square, size: 3x2}
pieces:
  stone: {letter: o}
actions:
  drop: {place: stone, to: empty}
turn: drop
stuck: draw
end:
  - win if line of 2 mine
tests:
  - perft: [6, 30]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "line.yaml"
    made.write_text(GAME, encoding="utf-8")
    return made


def test_a_game_whose_tests_hold(cli: Cli, file: Path) -> None:
    shown = cli("validate", "line.yaml")
    assert (shown.code, shown.out, shown.err) == (0, "", "1 game, 0 errors, 0 warnings\n")


def test_how_many_games(cli: Cli, file: Path) -> None:
    shown = cli("validate", "line.yaml", "--games", "3", "--seed", "7")
    assert shown.err.startswith("1 test, 3 random games, ")
    assert cli("validate", "line.yaml", "--games", "3", "--seed", "7").err == shown.err
    assert cli("validate", "line.yaml", "--games", "0").err.startswith("1 test, 0 random games, 0 moves\n")
    assert cli("validate", "line.yaml", "--games", "-1").code == 2


def test_a_test_that_fails(cli: Cli, file: Path) -> None:
    file.write_text(GAME.replace("30", "31"), encoding="utf-8")
    shown = cli("validate", "line.yaml")
    assert shown.code == 1
    assert "line.yaml:13:16: error[test-perft]: 31 ways to play 2 moves are expected, but there are 30." in shown.out
    assert cli("validate", "line.yaml", "--no-play").code == 0


def test_a_count_that_is_not_made_is_told(cli: Cli, file: Path) -> None:
    """A wrong one must not look like one that holds."""
    file.write_text(
        GAME.replace("size: 3x2", "size: 5x5").replace("2 mine", "5 mine").replace("6, 30", "25, 600, 13801")
    )
    wrong = cli("validate", "line.yaml", "--deep", "--games", "0")
    assert wrong.code == 1
    assert "13801 ways to play 3 moves are expected, but there are 13800." in wrong.out
    file.write_text(file.read_text().replace("13801", "30000"))
    shown = cli("validate", "line.yaml")
    assert (shown.code, shown.out) == (0, "")
    assert shown.err.startswith("not run: line: perft from depth ")
    assert shown.err.endswith(" on\n1 long count left out (--deep runs them)\n1 game, 0 errors, 0 warnings\n")


def test_deep(cli: Cli, file: Path) -> None:
    assert cli("validate", "line.yaml", "--deep", "--games", "1").code == 0


def test_mutants(cli: Cli, file: Path) -> None:
    shown = cli("validate", "line.yaml", "--mutate")
    assert shown.code == 0
    first, *rest = shown.err.splitlines()
    assert first.startswith("line: the tests notice ")
    assert any('line.yaml:11: not noticed: "win if line of 2 mine" → ' in line for line in rest)
    assert rest[-1] == "1 game, 0 errors, 0 warnings"


def test_mutants_for_programs(cli: Cli, file: Path) -> None:
    (found,) = json.loads(cli("validate", "line.yaml", "--mutate", "--format", "json").out)["mutants"]
    assert found["game"] == "line"
    assert found["noticed"] > 0
    places = {(change["file"], change["line"], change["old"]) for change in found["not_noticed"]}
    assert ("line.yaml", 11, "win if line of 2 mine") in places
    assert all(change["new"] != change["old"] for change in found["not_noticed"])
    assert "mutants" not in json.loads(cli("validate", "line.yaml", "--format", "json").out)


def test_mutants_of_a_game_with_hooks_need_permission(cli: Cli, tmp_path: Path) -> None:
    write(tmp_path, "hooked.yaml", HOOKED + "end: [win if no empty]\ntests: [{perft: [4]}]\n")
    write(tmp_path, "hooked.py", "def fine(view, site): return True\n")
    shown = cli("validate", "hooked.yaml", "--mutate")
    assert shown.code == 1
    assert "error[hook-permission]" in shown.out
    assert "say --mutate --allow-hooks" in shown.out
    allowed = cli("validate", "hooked.yaml", "--mutate", "--allow-hooks")
    assert allowed.code == 0
    assert "hooked: the tests notice " in allowed.err


def test_games_asked_for_by_number_have_an_end_but_with_deep() -> None:
    asked = Checking(Wish({}, playouts=4))._effort()
    assert (asked.games, asked.play_seconds, asked.to_the_end) == (4, 20.0, True)
    assert Checking(Wish({}, playouts=4, deep=True))._effort().play_seconds is None

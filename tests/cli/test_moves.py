"""`rulewright moves`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.cli.games import BAG, HOOKED, write


def test_one_a_line(cli: Cli) -> None:
    shown = cli("moves", "tictactoe", "--after", "b2; a1")
    assert (shown.code, shown.out.split()) == (0, ["b1", "c1", "a2", "c2", "a3", "b3", "c3"])
    assert shown.err == "x to move: 7 legal moves\n"


@pytest.mark.parametrize("after", ["", " ", "b2;", " B2 ; ", "b2\n"])
def test_forms_of_after(cli: Cli, after: str) -> None:
    shown = cli("moves", "tictactoe", "--after", after)
    assert (shown.code, len(shown.out.split())) == (0, 8 if after.strip() else 9)


def test_a_move_may_begin_like_an_option(cli: Cli) -> None:
    """Sites of an unbounded board have names such as -1,2."""
    for arguments in (["moves", "vier_kreise", "--after", "-1,2"], ["why", "vier_kreise", "-1,2"]):
        shown = cli(*arguments)
        assert shown.code != 2, shown.err
        assert "-1,2" in shown.err + shown.out


def test_json(cli: Cli) -> None:
    data = json.loads(cli("moves", "tictactoe", "--after", "b2; a1; b1; b3; c1; a3; a2", "--json").out)
    assert data == {
        "game": "tictactoe",
        "options": {},
        "after": ["b2", "a1", "b1", "b3", "c1", "a3", "a2"],
        "player": "o",
        "chance": False,
        "moves": ["c2", "c3"],
        "weights": None,
        "outcome": None,
    }


def test_a_game_that_is_over(cli: Cli) -> None:
    after = "a1; b1; a2; b2; a3"
    shown = cli("moves", "tictactoe", "--after", after)
    assert (shown.code, shown.out, shown.err) == (0, "", "the game is over: x wins\n")
    data = json.loads(cli("moves", "tictactoe", "--after", after, "--json").out)
    assert (data["player"], data["moves"]) == (None, [])
    assert data["outcome"]["winners"] == ["x"]
    assert data["outcome"]["rule"]["file"].endswith("tictactoe.yaml")


def test_chance_has_weights(cli: Cli, tmp_path: Path) -> None:
    game = write(tmp_path, "bag.yaml", BAG)
    shown = cli("moves", game)
    assert shown.out.splitlines()[::3] == ["red@a1  2", "blue@a1  1"]
    assert shown.err == "chance: 6 outcomes, each with its weight of 9\n"
    data = json.loads(cli("moves", game, "--json").out)
    assert (data["player"], data["chance"], data["weights"]) == ("chance", True, [2, 2, 2, 1, 1, 1])
    assert cli("moves", game, "--after", "blue@b1").out == "stay\n"


def test_options(cli: Cli) -> None:
    standard = json.loads(cli("moves", "abalone", "--json").out)
    daisy = json.loads(cli("moves", "abalone", "--option", "layout=belgian-daisy", "--json").out)
    # The numbers of first moves are those of an independent program (shared data on Abalone).
    assert (standard["options"]["layout"], len(standard["moves"])) == ("standard", 44)
    assert (daisy["options"]["layout"], len(daisy["moves"])) == ("belgian_daisy", 52)


@pytest.mark.parametrize(
    ("after", "sentence"),
    [
        ("a1; a1", 'move 2 of --after: "a1" is not a legal move here'),
        ("a1; foo", 'move 2 of --after: "foo" is not written like a move of Tic-Tac-Toe; a legal one is "b1"'),
        ("a1; \x1b[31m", 'move 2 of --after: "\\x1b[31m" is not written like a move of Tic-Tac-Toe'),
        ("a1;b1;a2;b2;a3;c3", 'move 6 of --after, "c3", comes after the end of the game: x wins'),
    ],
)
def test_a_wrong_move_is_one_sentence(cli: Cli, after: str, sentence: str) -> None:
    shown = cli("moves", "tictactoe", "--after", after)
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.startswith(f"rulewright: {sentence}")
    assert shown.err.count("\n") == 1


def test_a_missing_move_is_bad_input(cli: Cli) -> None:
    shown = cli("moves", "tictactoe", "--after", "a1;; b1")
    assert (shown.code, shown.err) == (
        1, 'rulewright: a move is missing in --after: nothing stands between two ";"\n',
    )  # fmt: skip


@pytest.mark.parametrize("command", [["moves"], ["perft"], ["why"], ["run"], ["play"]])
def test_a_broken_game_gives_its_errors(cli: Cli, tmp_path: Path, command: list[str]) -> None:
    game = write(tmp_path, "broken.yaml", BAG.replace("to: empty", "to: emty"))
    more = {"perft": ["1"], "why": ["a1"]}.get(command[0], [])
    shown = cli(*command, game, *more)
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.startswith("broken.yaml:10:9: error[name-unknown]")


def test_a_game_that_is_not_there(cli: Cli) -> None:
    shown = cli("moves", "tictactoo")
    assert (shown.code, shown.out) == (1, "")
    assert 'did you mean "tictactoe"?' in shown.err


@pytest.mark.parametrize("name", ["size", "game", "allow_hooks"])
def test_an_option_that_is_not_there(cli: Cli, name: str) -> None:
    shown = cli("moves", "tictactoe", "--option", f"{name}=3")
    assert (shown.code, shown.out) == (1, "")
    assert "error[option-" in shown.err


def test_hooks_wait_for_permission(cli: Cli, tmp_path: Path) -> None:
    game = write(tmp_path, "hooked.yaml", HOOKED)
    write(tmp_path, "hooked.py", "def fine(view, site):\n    return site != 0\n")
    shown = cli("moves", game)
    assert (shown.code, shown.out) == (1, "")
    assert "hooked.yaml:9:" in shown.err
    assert "error[hook-permission]" in shown.err
    assert "--allow-hooks" in shown.err
    assert cli("moves", game, "--allow-hooks").out.split() == ["b1", "a2", "b2"]


def test_next_decisions(cli: Cli) -> None:
    shown = cli("moves", "chess", "--next", "e2")
    assert (shown.code, shown.out.split()) == (0, ["site:e3", "site:e4"])
    assert shown.err == "white decides: 2 decisions\n"
    whole = cli("moves", "chess", "--next", "e2", "e4")
    assert (whole.code, whole.out, whole.err) == (0, "", "the turn is complete: e2-e4\n")
    wrong = cli("moves", "chess", "--next", "e4")
    assert (wrong.code, wrong.out) == (1, "")
    assert wrong.err.startswith('rulewright: "e4" cannot be decided here; there is b1, g1, a2')


def test_next_decisions_as_json(cli: Cli) -> None:
    data = json.loads(cli("moves", "tictactoe", "--after", "b2", "--next", "--json").out)
    assert [each["text"] for each in data["decisions"]] == ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert [each["number"] for each in data["decisions"]] == [0, 1, 2, 3, 5, 6, 7, 8]
    assert data["move"] is None
    assert json.loads(cli("moves", "tictactoe", "--next", "b2", "--json").out)["move"] == "b2"


def test_nothing_is_next_when_the_game_is_over(cli: Cli) -> None:
    shown = cli("moves", "tictactoe", "--after", "a1; b2; a2; b3; a3", "--next")
    assert (shown.code, shown.out, shown.err) == (0, "", "the game is over: x wins\n")

"""`rulewright perft`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.cli.games import BAG, write


def test_one_line_a_depth(cli: Cli) -> None:
    shown = cli("perft", "tictactoe", "3")
    assert (shown.code, shown.out) == (0, "1 9\n2 72\n3 504\n")
    assert [line.split(":")[0] for line in shown.err.splitlines()] == ["depth 1", "depth 2", "depth 3"]


def test_depth_nothing(cli: Cli) -> None:
    assert cli("perft", "tictactoe", "0").out == "0 1\n"
    assert cli("perft", "tictactoe", "0", "--divide").out == "0 1\n"


def test_after(cli: Cli) -> None:
    assert cli("perft", "tictactoe", "2", "--after", "a1; b1; a2; b2").out == "1 5\n2 16\n"


def test_divide(cli: Cli) -> None:
    shown = cli("perft", "tictactoe", "2", "--divide", "--after", "a1; b1; a2; b2")
    assert shown.out == "c1: 4\nc2: 4\na3: 0\nb3: 4\nc3: 4\n2 16\n"


def test_chance(cli: Cli, tmp_path: Path) -> None:
    game = write(tmp_path, "bag.yaml", BAG)
    assert cli("perft", game, "3").out == "1 6\n2 18\n3 18\n"
    assert cli("perft", game, "2", "--divide").out.splitlines()[-2:] == ["blue@c1: 2", "2 18"]


def test_json(cli: Cli) -> None:
    assert json.loads(cli("perft", "tictactoe", "2", "--json").out) == {
        "game": "tictactoe",
        "options": {},
        "after": [],
        "by": "turns",
        "perft": [{"depth": 1, "count": 9}, {"depth": 2, "count": 72}],
    }
    divided = json.loads(cli("perft", "tictactoe", "2", "--divide", "--json").out)
    assert (divided["depth"], divided["count"]) == (2, 72)
    assert divided["divide"][0] == {"move": "a1", "count": 8}


@pytest.mark.parametrize("depth", ["-1", "x", "1.5", "6000", "²", "9" * 5000])
def test_a_depth_that_is_none(cli: Cli, depth: str) -> None:
    shown = cli("perft", "tictactoe", depth)
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)


def test_by_decisions_and_by_parts(cli: Cli) -> None:
    """A piece, then a place: Breakthrough has 16 men of whom 8 can move, and 22 moves (its file, and OpenSpiel)."""
    assert cli("perft", "breakthrough", "2", "--by", "decisions").out.split("\n")[:2] == ["1 8", "2 22"]
    assert cli("perft", "breakthrough", "1", "--by", "parts").out == "1 22\n"
    assert json.loads(cli("perft", "breakthrough", "1", "--by", "parts", "--json").out)["by"] == "parts"
    wrong = cli("perft", "breakthrough", "1", "--by", "parts", "--divide")
    assert (wrong.code, wrong.out) == (2, "")
    assert "--divide counts whole turns" in wrong.err

"""`rulewright match`: programs against each other."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.cli.games import DICE, ENDLESS, HOOKED, write

INTERPRETER = Path(__file__).parents[2] / "interpreter"


def test_a_stronger_one_wins(cli: Cli) -> None:
    shown = cli("match", "breakthrough", "--players", "greedy,random", "--games", "4")
    assert (shown.code, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[0] == "Breakthrough: 4 games, seed 1"
    assert lines[2].split()[:5] == ["greedy", "4", "4", "0", "0"]
    assert lines[3].split()[:5] == ["random", "4", "0", "0", "4"]
    assert lines[4].startswith("Elo difference: more than +")
    assert lines[5] == "won by side: white 2, black 2"


def test_the_same_seed_gives_the_same_games(cli: Cli, tmp_path: Path) -> None:
    """However many games are played at a time, and whoever ended first."""
    match = ("match", "breakthrough", "--players", "greedy,random", "--games", "6", "--opening-plies", "3")
    assert cli(*match, "--seed", "5", "--record", "one.jsonl").code == 0
    assert cli(*match, "--seed", "5", "--workers", "3", "--record", "three.jsonl").code == 0
    assert cli(*match, "--seed", "6", "--record", "other.jsonl").code == 0
    assert _moves(tmp_path / "one.jsonl") == _moves(tmp_path / "three.jsonl")
    assert _moves(tmp_path / "one.jsonl") != _moves(tmp_path / "other.jsonl")


def test_searches_bound_by_playouts_play_the_same_games_too(cli: Cli, tmp_path: Path) -> None:
    match = ("match", "tictactoe", "--players", "mcts:playouts=60,alphabeta:depth=2", "--games", "4", "--seed", "3")
    assert cli(*match, "--record", "one.jsonl").code == 0
    assert cli(*match, "--workers", "2", "--record", "two.jsonl").code == 0
    assert _moves(tmp_path / "one.jsonl") == _moves(tmp_path / "two.jsonl")


def test_records_can_be_replayed_and_sides_alternate(cli: Cli, tmp_path: Path) -> None:
    assert cli("match", "breakthrough", "--players", "greedy,random", "--games", "3", "--record", "m.jsonl").code == 0
    assert cli("replay", "m.jsonl", "--check").code == 0
    records = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    assert [record["players"]["white"] for record in records] == ["greedy", "random", "greedy"]


def test_a_round_begins_alike(cli: Cli, tmp_path: Path) -> None:
    opening = ("--opening-plies", "4", "--games", "4", "--record", "m.jsonl")
    assert cli("match", "breakthrough", "--players", "greedy,random", *opening).code == 0
    moves = _moves(tmp_path / "m.jsonl")
    assert moves[0][:4] == moves[1][:4]
    assert moves[2][:4] == moves[3][:4]
    assert moves[0][:4] != moves[2][:4]


def test_a_round_meets_the_same_luck(cli: Cli, tmp_path: Path) -> None:
    game = write(tmp_path, "dice.yaml", DICE)
    assert cli("match", game, "--players", "random,greedy", "--games", "2", "--record", "m.jsonl").code == 0
    dice = [[move for move in moves if move.isdecimal()] for moves in _moves(tmp_path / "m.jsonl")]
    shorter = min(map(len, dice))
    assert shorter > 1
    assert dice[0][:shorter] == dice[1][:shorter]


def test_everybody_meets_everybody(cli: Cli) -> None:
    shown = cli("match", "tictactoe", "--players", "greedy,random,random", "--games", "6", "--json")
    data = json.loads(shown.out)
    assert [(one["player"], one["games"]) for one in data["players"]] == [
        ("greedy", 4), ("random", 4), ("random #2", 4)
    ]  # fmt: skip
    assert sum(one["score"] * one["games"] for one in data["players"]) == pytest.approx(6)
    assert data["elo"] is None


def test_many_players_at_one_board(cli: Cli) -> None:
    match = ("--players", "random,greedy", "--games", "4", "--max-plies", "8")
    shown = cli("match", "four_player_chaturanga", *match, "--json")
    assert shown.code == 0
    assert json.loads(shown.out)["games"] == 4


def test_games_that_do_not_end_are_drawn(cli: Cli, tmp_path: Path) -> None:
    game = write(tmp_path, "endless.yaml", ENDLESS)
    shown = cli("match", game, "--players", "random,greedy", "--games", "2", "--max-plies", "5")
    assert shown.code == 0
    assert "2 games cut off, counted as drawn" in shown.out
    assert "Elo difference: +0 for random" in shown.out


def test_games_that_repeat_each_other_are_told(cli: Cli, tmp_path: Path) -> None:
    """There is only one way to play this one."""
    game = write(tmp_path, "endless.yaml", ENDLESS)
    shown = cli("match", game, "--players", "random,greedy", "--games", "6", "--max-plies", "5")
    assert "4 games went exactly like another one and prove nothing" in shown.out


def test_the_test_stops_the_match(cli: Cli) -> None:
    sprt = ("--games", "200", "--sprt", "0,200")
    shown = cli("match", "breakthrough", "--players", "greedy,random", *sprt, "--json")
    data = json.loads(shown.out)
    assert data["sprt"]["verdict"] == "elo1"
    assert data["games"] < 40
    assert data["elo"]["high"] is None, "all was won: there is no upper bound"


def test_a_game_whose_process_dies_is_played_again(cli: Cli, tmp_path: Path) -> None:
    """The hook ends the process when a stone is to be dropped, once only."""
    game = write(tmp_path, "hooked.yaml", HOOKED.replace("2x2", "4x1"))
    once = "import os\ndef fine(view, site):\n    if not os.path.exists('died'):\n        open('died', 'w').close()\n"
    write(tmp_path, "hooked.py", f"{once}        os._exit(7)\n    return True\n")
    match = ("--players", "random,random", "--games", "4", "--allow-hooks")
    shown = cli("match", game, *match, "--record", "m.jsonl")
    assert (shown.code, shown.err) == (0, "")
    assert (tmp_path / "died").exists()
    records = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    assert [record["number"] for record in records] == [0, 1, 2, 3]


def test_a_game_that_kills_its_process_is_lost_and_no_other(cli: Cli, tmp_path: Path) -> None:
    game = write(tmp_path, "hooked.yaml", HOOKED.replace("2x2", "4x1"))
    deaths = "import os\ndef fine(view, site):\n    died = os.listdir('died')\n    if len(died) < 2:\n"
    write(
        tmp_path,
        "hooked.py",
        f"{deaths}        os.mkdir(f'died/{{len(died)}}')\n        os._exit(7)\n    return True\n",
    )
    (tmp_path / "died").mkdir()
    shown = cli("match", game, "--players", "random,random", "--games", "4", "--allow-hooks", "--record", "m.jsonl")
    assert shown.code == 1
    assert shown.err == "game 0 is lost: its process ended with code 7\n"
    assert "1 game lost:\n  game 0: its process ended with code 7" in shown.out
    records = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    assert [record["number"] for record in records] == [1, 2, 3]


def test_a_match_without_hope_ends(cli: Cli, tmp_path: Path) -> None:
    game = write(tmp_path, "hooked.yaml", HOOKED)
    write(tmp_path, "hooked.py", "import os\ndef fine(view, site):\n    os._exit(7)\n")
    shown = cli("match", game, "--players", "random,random", "--games", "100", "--workers", "2", "--allow-hooks")
    assert (shown.code, shown.out) == (1, "")
    told = shown.err.splitlines()
    assert len(told) == 11
    assert told[-1] == "rulewright: the match cannot be played: the first 10 games were all lost"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--players", "mtcs,random"), 'I know no player "mtcs"; did you mean "mcts"?'),
        (("--players", "mcts:time=1,threads=2"), "a match needs at least two players, such as --players mcts,random"),
        (("--sprt", "5"), '"--sprt 5" should look like --sprt 0,50 or --sprt 0,50,0.05,0.05'),
        (("--sprt", "a,b"), '"--sprt a,b" should look like --sprt 0,50 or --sprt 0,50,0.05,0.05'),
        (
            ("--sprt", "5,0"),
            "the first number of --sprt must be smaller than the second, both within -1000 and 1000",
        ),
        (("--sprt", "0,nan"), "the first number of --sprt must be smaller than the second, both within -1000 and 1000"),
        (("--sprt", "0,5,0.7"), "--sprt may err with a probability between 0 and 0.5, such as 0.05"),
        (
            ("--sprt", "0,5", "--players", "random,random,greedy"),
            "--sprt needs two players in a game for two; these are 3 in a game for 2",
        ),
        (
            ("--json", "--record", "-"),
            "--json and --record - both write to standard output; give the record a file",
        ),
    ],
)
def test_wrong_usage(cli: Cli, arguments: tuple[str, ...], sentence: str) -> None:
    shown = cli("match", "tictactoe", *arguments)
    assert (shown.code, shown.out, shown.err) == (2, "", f"rulewright: {sentence}\n")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_interrupted_it_tells_what_it_has(tmp_path: Path) -> None:
    match = ["match", "breakthrough", "--players", "random,random", "--games", "100000", "--record", "m.jsonl"]
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright", *match],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(INTERPRETER)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    records = tmp_path / "m.jsonl"
    while not (records.exists() and records.read_bytes().count(b"\n") >= 3):
        assert process.poll() is None, "it has ended by itself"
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    told = re.search(r"interrupted: (\d+) of 100000 games were played to the end", err)
    assert told
    assert f"Breakthrough: {told[1]} games, seed 1\n" in out
    assert len(_moves(records)) in (int(told[1]), int(told[1]) + 1)


def _moves(path: Path) -> list[list[str]]:
    records = [json.loads(line) for line in path.read_text().splitlines()]
    return [record["moves"] for record in sorted(records, key=lambda record: int(record["number"]))]


def test_sides_that_are_not_held_equally_often_are_told(cli: Cli) -> None:
    """Two players share three sides, so one of them holds two; after six games both have held as many."""
    match = ("match", "abalone_for_three", "--players", "random,greedy", "--max-plies", "4", "--games")
    told = "sides held: random 6, greedy 3; so the scores do not compare yet"
    assert told in cli(*match, "3").out
    assert "sides held" not in cli(*match, "6").out


@pytest.mark.skipif(os.name == "nt", reason="no such names")
def test_a_file_with_a_line_end_in_its_name(cli: Cli, tmp_path: Path) -> None:
    write(tmp_path, "a\nb.yaml", DICE)
    shown = cli("match", "a\nb.yaml", "--players", "random,random", "--games", "1")
    assert (shown.code, shown.err) == (0, "")

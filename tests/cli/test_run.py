"""`rulewright run`: games, summaries, records, interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from rulewright.cli.progress import Work, line
from rulewright.records import Record, read_record, read_records
from tests.cli.conftest import Cli
from tests.cli.games import DICE, ENDLESS, HOOKED, write

INTERPRETER = Path(__file__).parents[2] / "interpreter"


def environ(**more: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(INTERPRETER)} | more


def test_the_summary(cli: Cli) -> None:
    shown = cli("run", "tictactoe", "--games", "12")
    assert (shown.code, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[0] == "Tic-Tac-Toe: 12 games, seed 1"
    assert [text.split()[0] for text in lines[1:7]] == ["x", "o", "draws", "length:", "choice:", "ended"]
    assert any(text.endswith("tictactoe.yaml:25: win if line of 3 mine") for text in lines)


def test_the_summary_as_json_adds_up(cli: Cli) -> None:
    data = json.loads(cli("run", "tictactoe", "--games", "12", "--seed", "4", "--json").out)
    assert (data["game"], data["seed"], data["players"]) == ("tictactoe", 4, {"x": "random", "o": "random"})
    assert sum(data["wins"].values()) + data["draws"] == data["games"] == 12
    assert (data["nobody"], data["cut_off"]) == (0, 0)
    assert 5 <= data["plies"]["min"] <= data["plies"]["mean"] <= data["plies"]["max"] <= 9
    assert sum(ending["games"] for ending in data["endings"]) == 12
    assert {ending["text"] for ending in data["endings"]} <= {"win if line of 3 mine", "stuck: draw"}


def test_branching_is_that_of_the_choices(cli: Cli) -> None:
    # The first three turns of any game have 9, 8 and 7 moves.
    data = json.loads(cli("run", "tictactoe", "--games", "2", "--max-plies", "3", "--json").out)
    assert (data["branching"], data["cut_off"], data["endings"]) == (8.0, 2, [])
    assert data["plies"] == {"min": 3, "mean": 3.0, "max": 3}


def test_a_limit_is_named(cli: Cli, tmp_path: Path) -> None:
    limited = ENDLESS + "limit: {turns: 20, result: draw}\n"
    assert "endless.yaml:12: limit: 20 turns, draw" in cli("run", write(tmp_path, "endless.yaml", limited)).out


@pytest.mark.slow
def test_the_usual_limit_is_named(cli: Cli, tmp_path: Path) -> None:
    shown = cli("run", write(tmp_path, "endless.yaml", ENDLESS), "--games", "1")
    assert shown.out.endswith("      1  nothing else had ended it after 5000 turns\n")


def test_records(cli: Cli, tmp_path: Path) -> None:
    assert cli("run", "tictactoe", "--games", "5", "--seed", "9", "--record", "games.jsonl").code == 0
    lines = (tmp_path / "games.jsonl").read_text(encoding="ascii").splitlines()
    records = [read_record(text) for text in lines]
    assert [(record.seed, record.number) for record in records] == [(9, number) for number in range(5)]
    assert all(record.outcome and len(record.hashes) == record.plies + 1 for record in records)
    assert set(json.loads(lines[0])) == {
        "format", "rulewright", "language", "rules", "game", "options", "seed", "number", "players", "moves", "hashes",
        "plies", "outcome", "start",
    }  # fmt: skip


def test_records_alone_on_standard_output(cli: Cli) -> None:
    shown = cli("run", "tictactoe", "--games", "3", "--record", "-")
    assert [read_record(text).number for text in shown.out.splitlines()] == [0, 1, 2]
    assert shown.err.startswith("Tic-Tac-Toe: 3 games")


def test_more_games_begin_with_the_same_ones(cli: Cli) -> None:
    few = cli("run", "tictactoe", "--games", "2", "--record", "-").out
    many = cli("run", "tictactoe", "--games", "4", "--record", "-").out
    assert many.startswith(few)
    assert cli("run", "tictactoe", "--games", "2", "--seed", "2", "--record", "-").out != few


def test_the_same_seed_gives_the_same_games_in_every_process(tmp_path: Path) -> None:
    write(tmp_path, "dice.yaml", DICE)
    for game in ("tictactoe", "dice.yaml"):
        command = [sys.executable, "-m", "rulewright", "run", game, "--games", "3", "--seed", "11", "--record", "-"]
        outputs = [
            subprocess.run(command, cwd=tmp_path, env=environ(PYTHONHASHSEED=hashes), capture_output=True).stdout
            for hashes in ("1", "2")
        ]
        assert outputs[0] == outputs[1]
        assert outputs[0].count(b"\n") == 3


def test_nothing_is_written_over(cli: Cli, tmp_path: Path) -> None:
    write(tmp_path, "kept.jsonl", "precious\n")
    shown = cli("run", "tictactoe", "--record", "kept.jsonl")
    assert (shown.code, shown.out) == (1, "")
    assert shown.err == "rulewright: kept.jsonl is already there; choose another name, or add --force\n"
    assert (tmp_path / "kept.jsonl").read_text() == "precious\n"
    assert cli("run", "tictactoe", "--record", "kept.jsonl", "--force").code == 0
    assert (tmp_path / "kept.jsonl").read_text().count("\n") == 10
    assert cli("run", "tictactoe", "--record", os.devnull).code == 0


@pytest.mark.parametrize(("file", "told"), [("nowhere/games.jsonl", "nowhere/games.jsonl"), ("a\0b", "a\\x00b")])
def test_a_record_that_cannot_be_written(cli: Cli, file: str, told: str) -> None:
    shown = cli("run", "tictactoe", "--record", file)
    assert (shown.code, shown.out, shown.err.count("\n")) == (1, "", 1)
    assert shown.err.startswith(f"rulewright: {told} cannot be written: ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--record", "-", "--json"], "--json and --record - both write to standard output"),
        (["--players", "randm"], 'I know no player "randm"; did you mean "random"?'),
        (["--players", "x"], 'I know no player "x"; there is random'),
        (["--players", "random,random,random"], "--players names 3, but Tic-Tac-Toe has 2: x and o"),
        (["--games", "0"], 'argument --games: "0" should be a whole number of at least 1'),
        (["--seed", "-3"], "argument --seed: "),
        (["--seed", str(2**64)], f'argument --seed: "{2**64}" should be a whole number from 0 to {2**64 - 1}'),
        (["--max-plies", "many"], "argument --max-plies: "),
    ],
)
def test_wrong_usage(cli: Cli, arguments: list[str], sentence: str) -> None:
    shown = cli("run", "tictactoe", *arguments)
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert shown.err.startswith(f"rulewright: {sentence}")


@pytest.mark.parametrize("game", ["tictactoe", "dice.yaml"])
def test_threads_change_nothing_but_the_time(cli: Cli, tmp_path: Path, game: str) -> None:
    write(tmp_path, "dice.yaml", DICE)
    for wanted in ("--json", "--record=-"):
        one, three = (cli("run", game, "--games", "20", "--threads", threads, wanted) for threads in ("1", "3"))
        assert one.code == 0
        assert (three.code, three.out, three.err) == (one.code, one.out, one.err)


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupted_run_leaves_whole_records(tmp_path: Path, threads: str) -> None:
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "rulewright", "run", "tictactoe", "--games", "1000000", "--record", str(file)]
    command += ["--threads", threads]
    process = subprocess.Popen(command, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and (not file.exists() or file.stat().st_size == 0):
        sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    text = file.read_bytes()
    assert text.endswith(b"\n")
    with open(file, "rb") as stream:
        records = [record for _, record in read_records(stream)]
    assert records
    assert all(isinstance(record, Record) for record in records)
    assert err.startswith("interrupted: ")
    assert err.count("\n") == 1
    assert out.startswith("Tic-Tac-Toe: ")


def test_a_hook_that_fails_is_one_sentence(cli: Cli, tmp_path: Path) -> None:
    counting = HOOKED.replace("gives: bool", "gives: int").replace("@fine(target)", "@fine(target) = 1")
    game = write(tmp_path, "hooked.yaml", counting)
    write(tmp_path, "hooked.py", "def fine(view, site):\n    return 'yes'\n")
    shown = cli("run", game, "--allow-hooks")
    assert (shown.code, shown.out) == (1, "")
    assert shown.err == "rulewright: \"@fine\" should give int, but gave 'yes'\n"


def test_other_programs_play_elsewhere(cli: Cli) -> None:
    shown = cli("run", "tictactoe", "--players", "mcts:time=1,random")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err == "rulewright: run plays random games; for other programs there is rulewright match\n"


def test_the_progress_bar() -> None:
    assert line(Work(0, 100, "games", 0)) == "[------------------------] 0/100 games"
    assert line(Work(25, 100, "games", 4)) == "[######------------------] 25/100 games, 0:12 left"
    assert (
        line(Work(9, 9, "games", 4), ", looking at them", width=48)
        == "[###################] 9/9 games, looking at them"
    )
    assert line(Work(1, 2, "games", 3700), " (ply 3)") == "[############------------] 1/2 games, 1:01:40 left (ply 3)"


def test_the_progress_bar_fits_and_knows_how_much_is_done() -> None:
    """A long name makes the bar shorter, and what is left is told by the work, not by the number of games."""
    long = line(Work(7, 95, "games", 10), "  international_draughts: random game 10 of 10", width=79)
    assert len(long) <= 79
    assert "random game 10 of 10" in long
    assert len(line(Work(7, 95, "games", 10), "x" * 200, width=79)) == 79
    assert line(Work(1, 4, "games", 9, share=0.9)) == "[#####################---] 1/4 games, 0:01 left"


def test_no_bar_in_a_file(cli: Cli) -> None:
    assert "\r" not in cli("run", "tictactoe", "--games", "3").err


def test_the_last_game_is_drawn(cli: Cli) -> None:
    drawn = cli("run", "tictactoe", "--games", "3", "--draw")
    board, _, summary = drawn.out.partition("\n\n")
    assert board.splitlines()[-1].split() == ["a", "b", "c"]
    assert summary.endswith(cli("run", "tictactoe", "--games", "3").out)


def test_a_drawing_does_not_mix_with_records_or_json(cli: Cli) -> None:
    recorded = cli("run", "tictactoe", "--games", "1", "--draw", "--record", "-")
    assert len(recorded.out.splitlines()) == 1
    assert cli("run", "tictactoe", "--draw", "--json").code == 2


def test_games_by_decisions(cli: Cli) -> None:
    first = cli("run", "tictactoe", "--games", "3", "--seed", "4", "--by", "decisions")
    again = cli("run", "tictactoe", "--games", "3", "--seed", "4", "--by", "decisions")
    assert first.code == 0
    assert first.out == again.out
    assert "first decisions on average" in first.out

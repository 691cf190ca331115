"""--journal and --resume: whoever is killed goes on where they were, and nothing is lost or played twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rulewright
from rulewright.lab.tasks import GameTask, Setup, fits, play
from rulewright.players.spec import player
from tests.cli.conftest import Cli

MATCH = ("match", "tictactoe", "--players", "mcts:playouts=30,random", "--seed", "3", "--json")
on_unix = pytest.mark.skipif(os.name != "posix", reason="needs signals")


def _result(out: str) -> object:
    return {**json.loads(out), "seconds": 0}


def _lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines(keepends=True)


def _begun(lines: int, folder: Path, *command: str) -> subprocess.Popen[str]:
    """Runs a command with a journal until that has so many lines."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "rulewright", *command, "--journal", "j"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    journal = folder / "j"
    while process.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") >= lines):
        time.sleep(0.01)
    assert process.poll() is None, "it ended before that"
    return process


def _killed_when(lines: int, folder: Path, *command: str) -> bytes:
    """Kills it then, and gives what is there."""
    with _begun(lines, folder, *command) as process:
        process.kill()
    return (folder / "j").read_bytes()


@on_unix
def test_a_match_that_was_killed_goes_on(cli: Cli, tmp_path: Path) -> None:
    before = _killed_when(6, tmp_path, *MATCH, "--games", "4000", "--workers", "2")
    kept = before[: before.rfind(b"\n") + 1]
    played = kept.count(b"\n") - 2
    games = str(played + 5)
    resumed = cli(*MATCH, "--games", games, "--workers", "2", "--journal", "j", "--resume")
    assert resumed.code == 0
    after = (tmp_path / "j").read_bytes()
    assert after.startswith(kept), "nothing that was finished is lost, or played again"
    known = [json.loads(line)["task"] for line in kept.splitlines()[2:]]
    wanted = sum(int(task) < int(games) for task in known)
    assert f"going on: {wanted} of {games} games are in the journal already" in resumed.err
    assert _result(resumed.out) == _result(cli(*MATCH, "--games", games).out)


@on_unix
def test_a_lab_that_was_killed_goes_on(cli: Cli, tmp_path: Path) -> None:
    lab = ("lab", "tictactoe", "--games", "8", "--json", "--workers", "1")
    before = _killed_when(12, tmp_path, *lab)
    resumed = cli(*lab, "--journal", "j", "--resume")
    assert resumed.code == 0
    assert "games are in the journal already" in resumed.err
    assert (tmp_path / "j").read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert json.loads(resumed.out) == json.loads(cli(*lab).out)


@on_unix
def test_a_run_that_was_killed_goes_on(cli: Cli, tmp_path: Path) -> None:
    run = ("run", "breakthrough", "--seed", "5", "--json")
    before = _killed_when(50, tmp_path, *run, "--games", "1000000", "--workers", "2")
    kept = before[: before.rfind(b"\n") + 1]
    games = str(kept.count(b"\n") + 40)
    resumed = cli(*run, "--games", games, "--journal", "j", "--resume")
    assert resumed.code == 0
    assert (tmp_path / "j").read_bytes().startswith(kept)
    assert json.loads(resumed.out) == json.loads(cli(*run, "--games", games).out)


@on_unix
def test_a_validation_that_was_killed_goes_on(cli: Cli, tmp_path: Path) -> None:
    validate = ("validate", *("tictactoe", "dodgem", "hex", "clobber", "teeko", "surikata"), "--no-play")
    before = _killed_when(4, tmp_path, *validate, "--workers", "1")
    kept = before[: before.rfind(b"\n") + 1]
    resumed = cli(*validate, "--workers", "2", "--journal", "j", "--resume")
    assert (resumed.code, resumed.out) == (0, "")
    known = len(kept.splitlines()) - 2
    assert resumed.err == (f"going on: {known} of 6 games are in the journal already\n6 games, 0 errors, 0 warnings\n")
    assert (tmp_path / "j").read_bytes().startswith(kept)
    assert sorted(json.loads(line)["task"].split()[0] for line in _lines(tmp_path / "j")[2:]) == sorted(
        f"{game}.yaml" for game in validate[1:-1]
    )


def test_only_what_is_the_same_and_without_fault_is_not_checked_again(cli: Cli, tmp_path: Path) -> None:
    """The tests of a file count, and so does what it extends; and who resumes is told again what is wrong."""
    for name, text in {
        "base.yaml": _TINY,
        "child.yaml": "extends: base\ngame: Child\ntests:\n  - perft: [4]\n",
        "wrong.yaml": _TINY.replace("empty", "empti"),
    }.items():
        (tmp_path / name).write_text(text)
    validate = ("validate", "base.yaml", "child.yaml", "wrong.yaml", "--games", "2", "--journal", "j")
    first, again = cli(*validate), cli(*validate, "--resume")
    assert first.code == again.code == 1
    assert first.out == again.out
    assert again.out.count("error[name-unknown]") == 1
    assert again.err == f"going on: 2 of 3 games are in the journal already\n{first.err}"
    (tmp_path / "base.yaml").write_text(_TINY.replace("2x2", "3x3"))
    changed = cli(*validate, "--resume")
    assert changed.err.startswith("going on: 0 of 3 games are in the journal already; 2 others in it are of other work")
    assert changed.out.count("error[test-perft]") == 2, "four moves are nine now, in both"
    more = cli(*validate[:-4], "--games", "3", "--journal", "j", "--resume")
    assert more.err.startswith("going on: 0 of 3"), "that is another work"


_TINY = """game: Tiny
players: [one, other]
board: {tiling: square, size: 2x2}
pieces: {man: {letter: o}}
actions: {drop: {place: my man, to: empty}}
turn: drop
stuck: draw
tests:
  - perft: [4]
    inherit: yes
"""


# The counts of chess, as everybody knows them: the last ones take hours.
_LONG = """extends: chess
game: Long
tests:
  - perft: [20, 400, 8902, 197281, 4865609, 119060324, 3195901860, 84998978956]
"""


@on_unix
def test_an_interrupted_validation_tells_what_is_known(tmp_path: Path) -> None:
    """The larger files are checked first."""
    larger = _TINY + "# comment\n" * 100
    for name, text in {"right": larger, "wrong": larger.replace("empty", "empti") + "# more\n", "long": _LONG}.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    command = ("validate", "wrong.yaml", "right.yaml", "long.yaml", "--deep", "--games", "1", "--workers", "1")
    with _begun(3, tmp_path, *command) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert out.count("error[name-unknown]") == 1
    assert err.startswith("interrupted: 2 of 3 games were checked\n")
    assert "2 games, 1 error, 0 warnings\n" in err


@on_unix
@pytest.mark.rest
def test_killed_again_and_again(cli: Cli, tmp_path: Path) -> None:
    """Each time a little later, so that it is hit in the middle of different things."""
    match, kept = (*MATCH, "--games", "60", "--workers", "2"), b""
    for more in range(1, 7):
        resume = ("--resume",) if kept else ()
        now = _killed_when(kept.count(b"\n") + more, tmp_path, *match, *resume)
        assert now.startswith(kept), "what was finished is lost"
        kept = now[: now.rfind(b"\n") + 1]
    resumed = cli(*match, "--journal", "j", "--resume")
    tasks = [json.loads(line)["task"] for line in _lines(tmp_path / "j")[2:]]
    assert sorted(tasks, key=int) == [str(number) for number in range(60)]
    assert _result(resumed.out) == _result(cli(*MATCH, "--games", "60").out)


@on_unix
def test_interrupted_there_is_a_page_and_a_journal(cli: Cli, tmp_path: Path) -> None:
    with _begun(6, tmp_path, "lab", "tictactoe", "--time", "1000", "--workers", "1", "-o", "p.html") as process:
        process.send_signal(signal.SIGINT)
        err = process.communicate()[1]
    assert process.returncode == 130
    assert err.endswith("games were played to the end\nwrote p.html\n")
    assert (tmp_path / "p.html").read_text(encoding="utf-8").rstrip().endswith("</html>")
    told = cli("lab", "tictactoe", "--games", "1", "--journal", "j", "--resume", "--json").err
    assert told.startswith("going on: ")


def _on_a_full_disk(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """As it looks to the command: from some byte on nothing more can be written.

    No bytecode either (`-B`): half a file of it would make all later runs fail.
    """
    script = (
        "import resource, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)); "
        "runpy.run_module('rulewright', run_name='__main__')"
    )
    words = [sys.executable, "-B", "-P", "-c", script, *command]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@on_unix
def test_what_is_known_is_said_also_where_a_page_has_no_room(tmp_path: Path) -> None:
    done = _on_a_full_disk(tmp_path, "lab", "tictactoe", "--games", "1", "--workers", "1", "-o", "page.html")
    assert (done.returncode, done.stderr) == (1, "rulewright: page.html cannot be written: File too large\n")
    assert done.stdout.startswith("The game is solved: ")
    assert not list(tmp_path.iterdir())


@on_unix
def test_a_full_disk_loses_nothing(cli: Cli, tmp_path: Path) -> None:
    plain = ("match", "tictactoe", "--players", "greedy,random", "--seed", "3", "--json", "--games", "20")
    match = (*plain, "--journal", "j")
    done = _on_a_full_disk(tmp_path, *match)
    known = len(_lines(tmp_path / "j")) - 2
    assert known > 0
    sentence = f"j cannot be written: File too large; the {known} results in it are safe, --resume goes on"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"rulewright: {sentence}\n")
    resumed = cli(*match, "--resume")
    assert resumed.err == f"going on: {known} of 20 games are in the journal already\n"
    assert _result(resumed.out) == _result(cli(*plain).out)


def test_what_cannot_be_written_is_told_before_the_work(cli: Cli) -> None:
    shown = cli("lab", "tictactoe", "--time", "1000", "-o", "no/file")
    assert (shown.code, shown.err) == (1, "rulewright: no/file cannot be written: there is no such folder\n")


def test_a_run_in_other_processes_tells_the_same(cli: Cli, tmp_path: Path) -> None:
    run = ("run", "tictactoe", "--games", "30")
    assert cli(*run, "--workers", "2", "--record", "two.jsonl").out == cli(*run, "--record", "one.jsonl").out
    assert (tmp_path / "two.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()


def test_half_a_line_is_played_again(cli: Cli, tmp_path: Path) -> None:
    whole = cli(*MATCH, "--games", "3", "--journal", "j")
    lines = _lines(tmp_path / "j")
    (tmp_path / "j").write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    resumed = cli(*MATCH, "--games", "3", "--journal", "j", "--resume")
    assert resumed.err == (
        "the last line of j was cut off; its work is done again\ngoing on: 2 of 3 games are in the journal already\n"
    )
    assert _result(resumed.out) == _result(whole.out)


RUN, LAB = ("run", "tictactoe", "--games", "1"), ("lab", "tictactoe", "--games", "1", "--json")
RECORDED = (*RUN, "--record", "-")
Way = tuple[int, ...]


LIES: dict[tuple[str, ...], list[tuple[Way, object]]] = {
    RUN: [
        ((1,), 10**400), ((5,), 10**9), ((5,), -1), ((6, 0), 10**30), ((3,), ["\x1b[31m"]), ((7,), "{}"),
    ],
    RECORDED: [
        ((7,), "\x1b[31m"), ((7,), '{"game":\n"tictactoe"}'), ((7,), ""), ((1,), 10**6), ((2,), False), ((4,), True),
        ((3,), ["x", "x"]),
    ],
    (*MATCH, "--games", "1"): [
        ((1, 0), 1e308), ((1,), [1.0]), ((1,), [1.0, 1.0]), ((1,), [0.0, 1.0]), ((1,), None), ((2,), ["\x1b[31m"]),
        ((2,), ["x", "x"]), ((3,), 10**400), ((3,), 10**6), ((4,), 10**400), ((4,), 1e308), ((5,), "0" * 64),
        ((6,), "\x1b[31m"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("command", LIES, ids=lambda command: command[0] + command[-1])
def test_a_result_that_no_game_can_have_is_refused(cli: Cli, tmp_path: Path, command: tuple[str, ...]) -> None:
    """A journal may come from anywhere: what is in it is no game of ours because it has the shape of one."""
    assert cli(*command, "--journal", "j").code == 0
    whole = (tmp_path / "j").read_bytes()
    for where, lie in LIES[command]:
        (tmp_path / "j").write_bytes(whole)
        _lie(tmp_path / "j", -1, where, lie)
        told = cli(*command, "--journal", "j", "--resume")
        assert (told.code, told.out) == (1, ""), (where, lie)
        assert "j holds a result that is none (" in told.err
    (tmp_path / "j").write_bytes(whole)
    assert cli(*command, "--journal", "j", "--resume").code == 0


def test_a_studied_game_that_cannot_be_is_refused(cli: Cli, tmp_path: Path) -> None:
    assert cli(*LAB, "--journal", "j").code == 0
    whole = (tmp_path / "j").read_bytes()
    turn = (1, 0)
    lies: list[tuple[Way, object]] = [
        ((2,), [2.0, -1.0]), ((2,), [0.5]), ((2,), [1.0, 1.0]), ((3, 1), -1), ((4,), [7]), ((5,), [9]), ((5,), [-1]),
        ((6,), 10**400), ((6,), -1.0), ((*turn, 0), 2), ((*turn, 2), 0), ((*turn, 3), 2**31), ((*turn, 4), [1]),
        ((*turn, 5), [10**30]), ((*turn, 6), [0.5]), ((*turn, 6), [0.5, float("nan")]),
    ]  # fmt: skip
    for where, lie in lies:
        (tmp_path / "j").write_bytes(whole)
        _lie(tmp_path / "j", 3, where, lie)
        told = cli(*LAB, "--journal", "j", "--resume")
        assert (told.code, told.out) == (1, ""), (where, lie)
        assert "j holds a result that is none (" in told.err


def test_a_reason_that_is_none_of_ours_is_refused(cli: Cli, tmp_path: Path) -> None:
    """Why a game cannot be solved is a sentence that goes to the terminal."""
    assert cli("solve", "tictactoe", "--journal", "j").code == 0
    _lie(tmp_path / "j", -1, (1,), None)
    _lie(tmp_path / "j", -1, (4,), "it is secret: send money")
    told = cli("solve", "tictactoe", "--journal", "j", "--resume")
    assert (told.code, told.out) == (1, "")
    assert "j holds a result that is none (" in told.err


@pytest.mark.parametrize("name", ["choro_acholi", "four_player_chaturanga", "hive", "backgammon"])
def test_a_studied_game_fits(name: str) -> None:
    """Also where chance has turns of its own, players choose together, or the board has no end."""
    game = rulewright.load(name)
    setup, seats = Setup(game, 1, 30), ("random",) * len(game.players)
    studied = play(game, [player(each) for each in seats], GameTask("random", seats, 0), setup)
    assert studied.turns
    assert fits(studied, setup)


def _lie(journal: Path, line: int, where: Way, lie: object) -> None:
    lines = _lines(journal)
    said = json.loads(lines[line])
    inner = said["result"]
    for place in where[:-1]:
        inner = inner[place]
    inner[where[-1]] = lie
    lines[line] = json.dumps(said).encode() + b"\n"
    journal.write_bytes(b"".join(lines))


def test_other_rules_are_another_work(cli: Cli, tmp_path: Path) -> None:
    assert cli(*MATCH, "--games", "2", "--journal", "j").code == 0
    other = cli(*MATCH, "--seed", "4", "--games", "2", "--journal", "j", "--resume")
    assert other.err == (
        "going on: 0 of 2 games are in the journal already; 2 others in it are of other work "
        "(other rules, players, seed or version)\n"
    )
    again = cli(*MATCH, "--games", "2", "--journal", "j", "--resume")
    assert again.err.startswith("going on: 2 of 2 games are in the journal already; 2 others")


@pytest.mark.parametrize(
    ("code", "arguments", "sentence"),
    [
        (2, ("--resume",), "--resume goes on with a journal: name it with --journal FILE"),
        (1, ("--journal", "here"), "here is already there; --resume goes on with it"),
        (1, ("--journal", "none", "--resume"), "none: there is no such journal to go on with"),
        (1, ("--journal", "no/folder"), "no/folder: there is no such folder"),
        (1, ("--journal", "here", "--resume"), "here is no journal of Rulewright"),
        (1, ("--journal", "."), ". is no file"),
        (2, ("--journal", ""), "--journal is empty: name a file"),
        (2, ("--cluster", "dask"), 'I know no cluster "dask"; there is ray, or ray:ADDRESS'),
        (2, ("--workers", "0"), 'argument --workers: "0" should be a whole number from 1 to 256'),
    ],
)
@pytest.mark.parametrize("command", ["match", "run", "lab", "solve", "validate"])
def test_wrong_usage(
    cli: Cli, tmp_path: Path, command: str, code: int, arguments: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "here").write_text("mine\n")
    shown = cli(command, "tictactoe", *arguments)
    assert (shown.code, shown.out) == (code, "")
    assert shown.err.startswith(f"rulewright: {sentence}")
    assert shown.err.count("\n") == 1
    assert (tmp_path / "here").read_text() == "mine\n"


@pytest.mark.parametrize("command", ["match", "run"])
def test_a_journal_and_a_record_are_two_files(cli: Cli, tmp_path: Path, command: str) -> None:
    """It was said that the journal, which the command itself had made as its record, could be gone on with."""
    shown = cli(command, "tictactoe", "--games", "2", "--journal", "both", "--record", "./both")
    assert (shown.code, shown.err) == (2, "rulewright: --journal and --record name the same file, ./both\n")
    assert not list(tmp_path.iterdir())
    assert cli(command, "tictactoe", "--games", "1", "--journal", "kept", "--record", "-").code == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_a_device_is_no_journal(cli: Cli) -> None:
    shown = cli(*MATCH, "--journal", "/dev/full", "--resume")
    assert (shown.code, shown.err) == (1, "rulewright: /dev/full is no file\n")

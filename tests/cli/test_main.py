"""Every way of ending: help, wrong usage, faults of our own, a closed pipe, Ctrl-C."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from rulewright import __version__
from rulewright.cli import limits
from rulewright.cli.main import COMMANDS
from rulewright.source import rendering
from tests.cli.conftest import Cli

INTERPRETER = Path(__file__).parents[2] / "interpreter"


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    environ = os.environ | {"PYTHONPATH": str(INTERPRETER)}
    return subprocess.run([sys.executable, *arguments], env=environ, capture_output=True, text=True)


def test_help_names_every_command(cli: Cli) -> None:
    shown = cli("--help")
    assert shown.code == 0
    rows = shown.out.splitlines()
    assert all(any(row.split()[:1] == [name] for row in rows) for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(cli: Cli, command: str) -> None:
    assert COMMANDS[command].HELP in cli(command, "--help").out.replace("\n", " ")


def test_help_waits_for_nothing_heavy() -> None:
    heavy = {"lark", "yaml", "jsonschema", "difflib", "json", "rulewright.language.syntax.parse"}
    program = (
        "import sys\nfrom rulewright.cli.main import run\n"
        "try: run(['--help'])\nexcept SystemExit: pass\n"
        "print(*sys.modules)"
    )
    done = python("-c", program)
    assert done.returncode == 0
    assert heavy & set(done.stdout.split("\n")[-2].split()) == set()


def test_version(cli: Cli) -> None:
    assert cli("--version").out == f"rulewright {__version__}\n"


def test_python_dash_m() -> None:
    assert python("-m", "rulewright", "--version").stdout == f"rulewright {__version__}\n"


def test_nothing_said_is_wrong_usage(cli: Cli) -> None:
    shown = cli()
    assert (shown.code, shown.out) == (2, "")
    assert "usage: rulewright" in shown.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["valdate"], 'there is no command "valdate"; did you mean "validate"?'),
        (
            ["qqq"],
            'there is no command "qqq"; the commands are validate, explain, list, show, rules, play, serve, export, '
            "site, run, match, lab, solve, engine, uhp, moves, why, perft, replay, new, dump, limits and completion",
        ),
        (["hex.yaml"], 'to check a game file, write "rulewright validate hex.yaml"'),
        (["a\x1b[31m"], 'there is no command "a\\x1b[31m"'),
        (["validate", "--frobnicate", "x"], "unrecognized arguments: --frobnicate; see rulewright validate --help"),
        (["show"], "the following arguments are required: GAME; see rulewright show --help"),
        (["show", "hex", "--option", "size"], '"--option size" should look like --option size=9'),
        (["show", "hex", "--option", "a=1", "--option", "a=2"], 'the option "a" is given twice'),
    ],
)
def test_wrong_usage_is_one_sentence(cli: Cli, arguments: list[str], sentence: str) -> None:
    shown = cli(*arguments)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith(f"rulewright: {sentence}")
    assert shown.err.count("\n") == 1


def broken(*_: object) -> int:
    error = KeyError("inside")
    error.add_note('while it checked "a.yaml"')
    raise error


def test_a_fault_of_ours_is_one_sentence(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "run", broken)
    shown = cli("limits")
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.startswith(
        'rulewright: something went wrong inside Rulewright itself while it checked "a.yaml"; '
        "please report it with the code KeyError-"
    )
    assert shown.err.count("\n") == 1
    assert cli("limits") == shown, "the same fault has the same code"


def test_developers_can_see_the_traceback(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "run", broken)
    cli("limits")
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    assert "Traceback" in cli("limits").err


def test_control_c_is_quiet(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(limits, "run", interrupted)
    shown = cli("limits")
    assert (shown.code, shown.out, shown.err) == (130, "", "")


@pytest.mark.parametrize(
    ("command", "work", "told"),
    [
        ("perft tictactoe 3", "rulewright.headless.perft.perft", "depth 1 was not counted"),
        ("perft tictactoe 3 --divide", "rulewright.headless.perft.divide", "depth 3 was not counted"),
        ("solve tictactoe", "rulewright.lab.solve.solve", "Tic-Tac-Toe is not solved"),
        (
            "site tictactoe -o pages",
            "rulewright.spread.processes.Crew.run",
            "0 of 1 games were made, and no page of them is written",
        ),
    ],
)
def test_control_c_says_what_was_done(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, command: str, work: str, told: str
) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(work, interrupted)
    shown = cli(*command.split())
    assert (shown.code, shown.out, shown.err) == (130, "", f"interrupted: {told}\n")


def test_an_interrupt_while_mistakes_are_told(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "bad.yaml").write_text("game: Bad\n", encoding="utf-8")
    monkeypatch.setattr("rulewright.cli.main.tell_mistakes", interrupted)
    assert cli("moves", str(tmp_path / "bad.yaml")).code == 130


_DEAF = """
import os, signal, time
from rulewright.cli.interrupt import listen
from rulewright.players.engines.process import deaf_to_interrupts

listen(9)
try:
    with deaf_to_interrupts():
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(100):
            time.sleep(0.001)
        print("started")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_who_is_deaf_while_a_process_starts_is_not_told_by_another_thread() -> None:
    """Half started, it complained on the terminal."""
    done = python("-c", _DEAF)
    assert done.stdout == "started\ninterrupted\n"


def test_a_closed_pipe_is_quiet() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "limits"],
        env=os.environ | {"PYTHONPATH": str(INTERPRETER)},
        stdout=write,
        stderr=subprocess.PIPE,
    )
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", "limits"],
            env=os.environ | {"PYTHONPATH": str(INTERPRETER)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert done.stderr == "rulewright: the system says: No space left on device\n"


def test_closed_streams_are_no_fault() -> None:
    command = f"exec {sys.executable} -m rulewright limits <&- >&- 2>&-"
    environ = os.environ | {"PYTHONPATH": str(INTERPRETER)}
    assert subprocess.run(["sh", "-c", command], env=environ).returncode == 0


def test_a_terminal_without_unicode_gets_escapes() -> None:
    environ = os.environ | {"PYTHONPATH": str(INTERPRETER), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "rulewright", "explain", "yaml-comma"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True)
    assert done.returncode == 0
    assert "`{\\u2026}`" in done.stdout


def test_the_formats_of_validate_are_those_there_are(cli: Cli) -> None:
    assert "{" + ",".join(rendering.FORMATS) + "}" in cli("validate", "--help").out


@pytest.mark.skipif(os.name != "posix", reason="there are no such links here")
@pytest.mark.parametrize(
    "command",
    [
        *(f"{word} round.yaml" for word in ("validate", "show", "play", "run", "match", "moves", "dump", "replay")),
        *("validate round", "validate round/game.yaml", "why round.yaml a1", "perft round.yaml 1"),
        *("serve --no-open round.yaml", "serve --no-open round", "new mine --from round.yaml"),
        *("play --resume round", "replay round", "replay --game round.yaml record", "replay record"),
    ],
)
def test_a_link_that_leads_to_itself(cli: Cli, command: str, tmp_path: Path) -> None:
    for name in ("round", "round.yaml", "odd.yaml"):
        (tmp_path / name).symlink_to(name)
    recorded = cli("run", "tictactoe", "--games", "1", "--record", "-").out
    (tmp_path / "record").write_text(recorded.replace('"tictactoe"', '"odd"'), encoding="utf-8")
    answer = cli(*command.split())
    assert answer.code == 1
    assert "it is a link that leads back to itself" in answer.err + answer.out


@pytest.mark.skipif(os.name != "posix", reason="there are no such links here")
@pytest.mark.parametrize(
    "command", ["run tictactoe --games 1 --record round", "show tictactoe --svg round", "new round"]
)
def test_a_link_that_leads_to_itself_is_replaced_and_never_followed(cli: Cli, command: str, tmp_path: Path) -> None:
    for name in ("round", "round.yaml"):
        (tmp_path / name).symlink_to(name)
    refused = cli(*command.split())
    assert refused.code == 1
    assert "is already there" in refused.err
    assert cli(*command.split(), "--force").code == 0
    written = tmp_path / ("round.yaml" if command.startswith("new") else "round")
    assert written.is_file()
    assert not written.is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="there are no such links here")
def test_a_link_that_leads_to_itself_beside_a_game(cli: Cli, tmp_path: Path) -> None:
    """Neither a game nor its parent: nobody asked for it."""
    (tmp_path / "tictactoe.yaml").symlink_to("tictactoe.yaml")
    (tmp_path / "mine.yaml").write_text("game: Mine\nextends: nothing_of_the_kind\n", encoding="utf-8")
    answer = cli("validate", "mine.yaml")
    assert answer.code == 1
    assert "merge-missing" in answer.out
    (tmp_path / "mine.yaml").write_text("game: Mine\nextends: tictactoe\n", encoding="utf-8")
    assert "it is a link that leads back to itself" in cli("validate", "mine.yaml").out


@pytest.mark.parametrize(
    "arguments",
    [("list", "--a\nb"), ("run", "hex", "--seed", "a\nb"), ("show", "hex", "--option", "a\nb")],
)
def test_a_line_end_in_an_argument_makes_no_line_of_its_own(arguments: tuple[str, ...], cli: Cli) -> None:
    shown = cli(*arguments)
    assert shown.code == 2
    assert "a\\nb" in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [("why", "tictactoe"), ("perft", "tictactoe")])
def test_two_pairs_of_dashes_are_no_word_or_a_strange_one(cli: Cli, arguments: tuple[str, ...]) -> None:
    """Which of them, depends on the version of Python."""
    assert "inside Rulewright" not in cli(*arguments, "--", "--").err


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("run", "tictactoe", "--games=--"), 2, "--games"),
        (("run", "tictactoe", "--option=--"), 2, '"--option --" should'),
        (("moves", "tictactoe", "--after=--"), 1, 'move 1 of --after: "--"'),
        (("dump", "tictactoe", "--stage=--"), 2, "invalid choice: '--'"),
        (("play", "--resume=--"), 1, "-- cannot be read"),
        (("new", "mine", "--from=--"), 1, '"--"'),
        (("serve", "--no-open", "--port=--"), 2, "--port"),
    ],
)
def test_dashes_given_to_an_option_are_what_is_given(
    cli: Cli, arguments: tuple[str, ...], code: int, told: str
) -> None:
    """Some versions of Python take them away, and leave a list for a word."""
    answer = cli(*arguments)
    assert (answer.code, told in answer.err) == (code, True), answer.err

"""Who gets colours, and what never reaches a terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rulewright.cli.terminal import clean, wants_colours

from .conftest import Cli


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "on_a_terminal", "in_a_file"),
    [
        ({}, True, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
    ],
)
def test_colours(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], on_a_terminal: bool, in_a_file: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert wants_colours(Terminal()) is on_a_terminal
    assert wants_colours(io.StringIO()) is in_a_file


HOSTILE = "a\x1b[2J\x07\x9b31m\u202e\u2066\r\x7fz"
SHOWN = "a\\x1b[2J\\x07\\x9b31m\\u202e\\u2066\\x0d\\x7fz"


def test_nothing_steers_a_terminal() -> None:
    assert clean(HOSTILE) == SHOWN
    assert clean("one\n\ttwo") == "one\n\ttwo"
    assert clean("\x1b[31mred\x1b[0m") == "\\x1b[31mred\\x1b[0m"
    assert clean(f"\x1b[31m{HOSTILE}\x1b[0m", painted=True) == f"\x1b[31m{SHOWN}\x1b[0m"


def test_a_record_says_nothing_to_the_terminal(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("run", "tictactoe", "--games", "1", "--record", "r.jsonl")
    record = json.loads((tmp_path / "r.jsonl").read_text())
    for change in ({"players": {HOSTILE: HOSTILE}}, {"rulewright": HOSTILE}, {"options": {HOSTILE: HOSTILE}},
                   {"game": HOSTILE}, {"moves": [HOSTILE]}, {"hashes": [HOSTILE, *record["hashes"][1:]]},
                   {"outcome": {"winners": [HOSTILE], "draw": False, "scores": {HOSTILE: 1}}}):  # fmt: skip
        (tmp_path / "bad.jsonl").write_text(json.dumps({**record, **change}) + "\n")
        for command in ("replay", "bad.jsonl"), ("replay", "bad.jsonl", "--to", "1"), ("play", "--resume", "bad.jsonl"):
            monkeypatch.setattr("sys.stdin", io.StringIO(""))
            found = cli(*command)
            assert _steering(found.out + found.err) == set(), (change, command)


@pytest.mark.parametrize(
    "arguments",
    [
        [HOSTILE], ["list", HOSTILE], ["moves", HOSTILE], ["moves", "tictactoe", "--option", HOSTILE],
        ["moves", "tictactoe", "--option", f"{HOSTILE}=1"], ["moves", "tictactoe", "--option", f"{HOSTILE}={HOSTILE}"],
        ["moves", "tictactoe", "--after", HOSTILE], ["why", "tictactoe", HOSTILE], ["perft", "tictactoe", HOSTILE],
        ["run", "tictactoe", "--games", HOSTILE], ["run", "tictactoe", "--seed", HOSTILE],
        ["run", "tictactoe", "--players", HOSTILE], ["run", "tictactoe", "--record", f"{HOSTILE}/x"],
        ["match", "tictactoe", "--players", HOSTILE], ["match", "tictactoe", "--sprt", HOSTILE],
        ["show", "tictactoe", "--svg", f"{HOSTILE}/x"], ["show", "tictactoe", "--svg", HOSTILE],
        ["replay", HOSTILE], ["play", "--resume", HOSTILE], ["play", "tictactoe", "--as", HOSTILE],
        ["play", "tictactoe", "--against", HOSTILE], ["play", "tictactoe", "--time", HOSTILE], ["new", HOSTILE],
        ["new", "mine", "--from", HOSTILE], ["explain", HOSTILE], ["validate", HOSTILE],
        ["validate", "tictactoe", "--format", HOSTILE], ["dump", HOSTILE], ["dump", "tictactoe", "--stage", HOSTILE],
        ["serve", "--port", HOSTILE], ["uhp", "--player", HOSTILE], ["limits", HOSTILE],
    ],
    ids=lambda arguments: "-".join(arguments).replace(HOSTILE, "X"),
)  # fmt: skip
def test_arguments_are_never_echoed_raw(cli: Cli, arguments: list[str]) -> None:
    found = cli(*arguments)
    assert _steering(found.out + found.err) == set()


def _steering(text: str) -> set[str]:
    return {char for char in text if not char.isprintable()} - {"\n", "\t"}

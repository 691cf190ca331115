"""The table of what commands take: a line with a wrong option would measure how it is refused."""

from __future__ import annotations

import shlex

import pytest

from rulewright.cli.main import COMMANDS as ALL
from rulewright.cli.main import command_parser
from tools.measure_commands import COMMANDS


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_each_command_is_one(command: str) -> None:
    words = shlex.split(command)
    parser = command_parser()
    parser.command = words[0]
    assert parser.parse_args(words).command == words[0]


def test_none_is_forgotten() -> None:
    assert {command.split()[0] for command in COMMANDS[1:]} == ALL.keys()

"""Who gets colours."""

from __future__ import annotations

import io

import pytest

from rulewright.cli.terminal import wants_colours


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

"""The commands that need no game."""

from __future__ import annotations

import json

import pytest

from rulewright import diagnostic_pages
from rulewright.source.limits import LIMITS
from tests.cli.conftest import Cli


def test_a_page(cli: Cli) -> None:
    shown = cli("explain", "yaml-duplicate")
    assert shown.code == 0
    assert shown.out.startswith("# yaml-duplicate: a key is written twice\n")


@pytest.mark.parametrize("copied", ["error[yaml-duplicate]", "error[yaml-duplicate]:", "[yaml-duplicate]"])
def test_a_code_copied_from_a_message(cli: Cli, copied: str) -> None:
    assert cli("explain", copied) == cli("explain", "yaml-duplicate")


def test_without_a_code_all_are_listed(cli: Cli) -> None:
    lines = cli("explain").out.splitlines()
    assert [line.split()[0] for line in lines] == list(diagnostic_pages.codes())


def test_a_family(cli: Cli) -> None:
    lines = cli("explain", "yaml").out.splitlines()
    assert [line.split()[0] for line in lines] == diagnostic_pages.families()["yaml"]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("yaml-duplicat", 'there is no code "yaml-duplicat"; did you mean "yaml-duplicate"?'),
        ("qqqqqq", 'there is no code "qqqqqq"; "rulewright explain" lists all codes'),
        ("", 'there is no code ""; "rulewright explain" lists all codes'),
    ],
)
def test_an_unknown_code(cli: Cli, word: str, sentence: str) -> None:
    shown = cli("explain", word)
    assert (shown.code, shown.out, shown.err) == (2, "", f"rulewright: {sentence}\n")


def test_explain_json(cli: Cli) -> None:
    page = json.loads(cli("explain", "yaml-root", "--json").out)
    assert page.keys() == {"code", "title", "text"}
    assert page["text"].startswith("# yaml-root: ")
    listed = json.loads(cli("explain", "--json").out)
    assert [entry["code"] for entry in listed] == list(diagnostic_pages.codes())


def test_limits(cli: Cli) -> None:
    lines = cli("limits").out.splitlines()
    name, value, bounds = lines[0].split(maxsplit=2)
    assert (name, value, bounds) == ("file_bytes", str(LIMITS.file_bytes.value), LIMITS.file_bytes.bounds)


def test_limits_json(cli: Cli) -> None:
    listed = json.loads(cli("limits", "--json").out)
    assert listed[0] == {
        "name": "file_bytes",
        "value": LIMITS.file_bytes.value,
        "bounds": LIMITS.file_bytes.bounds,
    }

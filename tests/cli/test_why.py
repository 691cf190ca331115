"""`rulewright why`: how the answer is shown; what is answered is tested with the reasons."""

from __future__ import annotations

import json

from tests.cli.conftest import Cli


def test_the_rule_is_shown_with_marks(cli: Cli) -> None:
    shown = cli("why", "tictactoe", "b2", "--after", "b2")
    sentence, place, line, marks, sites = shown.out.splitlines()
    assert shown.code == 1
    assert "b2" in sentence
    assert place.startswith("  rule: ")
    assert place.endswith("tictactoe.yaml:18:9")
    assert line == "   18 |     to: empty"
    assert marks == "      |         ^^^^^"
    assert sites == "  sites: b2"


def test_a_legal_move(cli: Cli) -> None:
    shown = cli("why", "tictactoe", "b2")
    assert (shown.code, shown.out) == (0, '"b2" is legal here\n')
    data = json.loads(cli("why", "tictactoe", "b2", "--json").out)
    assert (data["legal"], data["message"], data["rule"], data["sites"]) == (True, None, None, [])


def test_a_move_may_be_typed_as_at_the_table(cli: Cli) -> None:
    shown = cli("why", "chess", "e7e5", "--after", "E2e4")
    assert (shown.code, shown.out) == (0, '"e7-e5" is legal here\n')
    assert cli("why", "chess", "e7e4", "--after", "e2e4").code == 1


def test_a_text_that_is_no_move(cli: Cli) -> None:
    shown = cli("why", "tictactoe", "\x1b[2J")
    assert (shown.code, shown.err) == (1, "")
    assert "\x1b" not in shown.out
    assert shown.out.count("\n") == 1


def test_json(cli: Cli) -> None:
    data = json.loads(cli("why", "tictactoe", "b2", "--after", "b2", "--json").out)
    assert list(data) == ["game", "options", "after", "move", "legal", "message", "rule", "sites"]
    assert (data["after"], data["move"], data["legal"], data["sites"]) == (["b2"], "b2", False, ["b2"])
    assert (data["rule"]["line"], data["rule"]["column"], data["rule"]["text"]) == (18, 9, "empty")


def test_after_must_be_legal(cli: Cli) -> None:
    assert cli("why", "tictactoe", "b2", "--after", "b2; b2").code == 1

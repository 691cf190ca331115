"""`--effort`: every command that plays or looks at a position takes more where somebody wants to wait."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.game import Game
from rulewright.source import limits
from tests.cli.conftest import Cli

_SAY = """\
game: Say a number
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: s}}
setup: {white stone: [a1]}
vars: {said: {range: 0..200}}
actions:
  say: {with: {number: 1..60}, do: said = number}
turn: say
limit: {turns: 2, result: draw}
tests:
  - perft: [60]
"""
_EACH = "options: {least: {choices: [1, 2], default: 1}}\n"
_COMMANDS = (
    "moves GAME", "perft GAME 1", "why GAME say:61", "run GAME --games 1 --record games.jsonl", "replay games.jsonl",
    "validate GAME", "show GAME", "rules GAME --diagrams 1", "solve GAME",
)  # fmt: skip
_WITH_PROCESSES = (
    "match GAME --players random,greedy --games 2 --workers 1", "lab GAME --games 1 --json --workers 1",
)  # fmt: skip
_NEVER_TOO_LARGE = ("show", "rules")  # no move is looked for


@pytest.mark.parametrize(
    "words", [*_COMMANDS, *(pytest.param(words, marks=pytest.mark.rest) for words in _WITH_PROCESSES)]
)
def test_more_effort_is_enough(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    (tmp_path / "say.yaml").write_text(_SAY, encoding="utf-8")
    if words.startswith("replay"):
        assert cli("run", "say.yaml", "--games", "1", "--record", "games.jsonl").code == 0
    monkeypatch.setattr(limits, "LIMITS", limits.with_limits({"turns": 40}))
    command = words.replace("GAME", "say.yaml").split()
    refused = cli(*command)
    if command[0] not in _NEVER_TOO_LARGE:
        assert refused.code == 1
        assert "more than 40 turns of one position" in refused.out + refused.err
    enough = cli(*command, "--effort", "2")
    assert "more than 40" not in enough.out + enough.err
    assert enough.code == (1 if command[0] == "why" else 0), enough.err


def test_more_effort_goes_into_the_page(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "say.yaml").write_text(_SAY.replace("1..60", "$least..60") + _EACH, encoding="utf-8")
    turns: list[int] = []

    def page(games: list[Game], _chosen: list[str]) -> str:
        turns.extend(game._pipeline.limits.turns.value for game in games)
        return ""

    monkeypatch.setattr("rulewright.export.page.page_of", page)
    usual = limits.LIMITS.turns.value
    assert cli("export", "say.yaml", "--choose", "least", "--effort", "3").code == 0
    assert turns == [3 * usual] * 2

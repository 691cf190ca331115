"""`--effort`: every command that plays or looks at a position takes more where somebody wants to wait."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from rulewright.game import Game
from rulewright.site import building
from rulewright.source import limits
from rulewright.web.refusals import Refusal
from rulewright.web.settings import Settings
from rulewright.web.worker import Context, done
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
    "validate GAME", "show GAME", "rules GAME --diagrams 1", "solve GAME", "dump GAME --stage kernel",
)  # fmt: skip
_WITH_PROCESSES = (
    "match GAME --players random,greedy --games 2 --workers 1", "lab GAME --games 1 --json --workers 1",
)  # fmt: skip
_NEVER_TOO_LARGE = ("show", "rules", "dump")  # no move is looked for


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


def test_more_effort_goes_into_all_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "say.yaml").write_text(_SAY, encoding="utf-8")
    turns: list[int] = []

    def page(games: list[Game], **_: object) -> str:
        turns.extend(game._pipeline.limits.turns.value for game in games)
        return ""

    monkeypatch.setattr(building, "page_of", page)
    building.build("say", tmp_path / "say.yaml", building.Setup(workshop=False, allow_hooks=False, effort=3))
    assert turns == [3 * limits.LIMITS.turns.value]


def test_more_effort_goes_to_programs_and_workers(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    given: list[object] = []
    monkeypatch.setattr("rulewright.uhp.serving.serve", lambda engine, *_, **__: given.append(engine._limits))
    assert cli("uhp", "--effort", "3").code == 0
    assert given == [limits.with_effort(3)]

    class Idle:
        def __init__(self, settings: Settings) -> None:
            given.append(settings.effort)

        def run(self, sockets: object) -> None:
            pass

    monkeypatch.setattr("rulewright.web.listening.Listening", Idle)
    assert cli("serve", "--port", "0", "--no-open", "--effort", "3").code == 0
    assert given[1:] == [3]


@pytest.mark.parametrize("effort", [1, 2])
def test_a_worker_takes_as_much_as_it_is_told(effort: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIMITS", limits.with_limits({"turns": 40}))
    context = Context({}, lambda: False, effort)
    done("table.open", {"source": {"text": _SAY}, "options": {}, "start": None, "moves": []}, context)
    with nullcontext() if effort > 1 else pytest.raises(Refusal, match="more than 40 turns"):
        done("table.view", {"moves": [], "upto": 0}, context)

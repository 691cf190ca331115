"""Contests with programs that speak UHP: a scripted one, and our own on the other side of a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright
from rulewright.players.spec import player
from tools.contests.choosers import Ours
from tools.contests.duels import duel
from tools.contests.uhp import UhpEngine, UhpFailure, UhpPlayer, hours
from tools.strength import main

# It answers what stands in its script, line by line, whatever it is asked.
SCRIPTED = """
import sys
print("id Fake v1\\nok", flush=True)
for answer, line in zip({answers!r}, sys.stdin):
    if answer == "silence":
        continue
    print(answer + "\\nok", flush=True)
"""


def _scripted(folder: Path, *answers: str) -> str:
    file = folder / "fake.py"
    file.write_text(SCRIPTED.format(answers=answers), encoding="utf-8")
    return f"{sys.executable} {file}"


@pytest.fixture
def own() -> Iterator[UhpEngine]:
    engine = UhpEngine(f"{sys.executable} -m rulewright uhp --player random")
    yield engine
    engine.close()


@pytest.mark.parametrize(
    ("seconds", "text"), [(1, "00:00:01"), (0.25, "00:00:00.25"), (61.5, "00:01:01.5"), (7200, "02:00:00")]
)
def test_times(seconds: float, text: str) -> None:
    assert hours(seconds) == text


def test_a_scripted_program(tmp_path: Path) -> None:
    """The last line counts, up to a semicolon; what comes before are thoughts."""
    engine = UhpEngine(_scripted(tmp_path, "Base;NotStarted;White[1]", "wA1;1;0.5\nwS1;2;0.4", "Base;…"))
    assert engine.name == "Fake v1"
    fake = UhpPlayer(engine, "base", 1)
    state = rulewright.load("hive", set="base", queen_first="forbidden").start()
    fake.begin()
    move = fake.choose(state, 1)
    fake.played(state, move)
    assert (move.text, fake.moves) == ("wS1", 1)
    assert engine.close() > 0


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("err I will not", 'Fake v1 says to "newgame Base": err I will not'),
        ("silence", 'no answer to "newgame Base" in 0.5 seconds'),
    ],
)
def test_programs_that_do_not_answer(tmp_path: Path, answer: str, sentence: str) -> None:
    engine = UhpEngine(_scripted(tmp_path, answer, answer))
    engine.patience = 0.5
    with pytest.raises(UhpFailure, match=f"^{sentence}$"):
        UhpPlayer(engine, "base", 1).begin()
    engine.close()


def test_a_program_that_ends(tmp_path: Path) -> None:
    engine = UhpEngine(_scripted(tmp_path))
    with pytest.raises(UhpFailure, match="has ended"):
        engine.ask("info")
    engine.close()


def test_a_program_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"strength\.py: cannot start /nowhere/hive: No such file"):
        main(["uhp", "--engine", "/nowhere/hive"])


def test_the_program_has_to_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["uhp"])
    assert "Give --engine COMMAND" in capsys.readouterr().err


def test_valid_moves_through_the_pipe(own: UhpEngine) -> None:
    game = rulewright.load("hive", set="base_mlp", queen_first="forbidden")
    state = game.start()
    own.ask("newgame Base+MLP")
    for ply in range(30):
        texts = [move.text for move in state.legal_moves]
        assert own.ask("validmoves") == [";".join(texts)]
        text = texts[(7 * ply * ply + 3) % len(texts)]
        own.ask(f"play {text}")
        state.push(text)


def test_our_own_on_both_sides(own: UhpEngine) -> None:
    game = rulewright.load("hive", set="base", queen_first="forbidden")
    ours, theirs = Ours(player("random")), UhpPlayer(own, "base", 1)
    score = duel(game, ours, theirs, games=2, seed=1, longest=40)
    assert score.games == 2
    assert theirs.moves == 40

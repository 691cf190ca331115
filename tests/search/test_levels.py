"""Levels of strength."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulewright.cli.play import LEVELS
from rulewright.players.strengths import MOST, for_seconds, level


def test_the_command_line_knows_them_all() -> None:
    assert LEVELS == MOST


def test_each_may_think_more_than_the_one_before() -> None:
    efforts = [level(number).numbers for number in range(1, MOST + 1)]
    for less, more in pairwise(efforts):
        assert less.get("playouts", float("inf")) < more.get("playouts", float("inf")) or (
            less.get("time", 0) < more.get("time", 0)
        )


@pytest.mark.parametrize(
    ("cores", "text"), [(1, "mcts:time=2.5"), (4, "mcts:time=2.5,threads=4"), (64, "mcts:time=2.5,threads=8")]
)
def test_all_cores_think(monkeypatch: pytest.MonkeyPatch, cores: int, text: str) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert str(for_seconds(2.5)) == text

"""Levels of strength."""

from __future__ import annotations

from itertools import pairwise

from rulewright.cli.play import LEVELS
from rulewright.search.levels import MOST, level


def test_the_command_line_knows_them_all() -> None:
    assert LEVELS == MOST


def test_each_may_think_more_than_the_one_before() -> None:
    efforts = [dict(level(number).values) for number in range(1, MOST + 1)]
    for less, more in pairwise(efforts):
        assert less.get("playouts", float("inf")) < more.get("playouts", float("inf")) or (
            less.get("time", 0) < more.get("time", 0)
        )

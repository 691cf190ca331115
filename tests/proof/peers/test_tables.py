"""Move paths from the start and moves along games, as many as published tables and other programs say."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet

import rulewright
from tests.proof.conftest import perft
from tests.proof.peers.by_hand import FOLLOWED, Followed, follow
from tests.proof.peers.tables import TABLES, Table


def _cases() -> list[ParameterSet]:
    return [
        pytest.param(
            table, depth, id=f"{table.name}-{depth}", marks=() if depth <= table.quick else (pytest.mark.slow,)
        )
        for table in TABLES
        for depth in range(1, len(table.counts) + 1)
    ]


@pytest.mark.parametrize(("table", "depth"), _cases())
def test_as_many_as_the_table_says(table: Table, depth: int) -> None:
    assert perft(rulewright.load(table.game, **table.options).start(), depth) == table.counts[depth - 1]


@pytest.mark.parametrize("followed", FOLLOWED, ids=lambda followed: followed.game)
def test_as_many_as_another_program_counted(followed: Followed) -> None:
    assert follow(followed).positions > 0

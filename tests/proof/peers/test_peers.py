"""Legal moves and results along random games, equal to those of programs that we did not write."""

from __future__ import annotations

import pytest

from tests.proof.peers.harness import Absent, Comparison, compare
from tests.proof.peers.registry import COMPARISONS


def _named(comparison: Comparison) -> str:
    return comparison.name


def _compared(comparison: Comparison, times: int) -> None:
    try:
        seen = compare(comparison, times)
    except Absent as absent:
        pytest.skip(str(absent))
    assert seen.positions > 0


@pytest.mark.parametrize("comparison", COMPARISONS, ids=_named)
def test_the_same_moves(comparison: Comparison) -> None:
    _compared(comparison, 1)


@pytest.mark.slow
@pytest.mark.parametrize("comparison", COMPARISONS, ids=_named)
def test_the_same_moves_in_many_games(comparison: Comparison) -> None:
    _compared(comparison, comparison.deep)


def test_names_are_unique() -> None:
    names = [comparison.name for comparison in COMPARISONS]
    assert len(set(names)) == len(names)


def test_every_comparison_says_how_conventions_are_reconciled() -> None:
    assert all(comparison.how.endswith(".") for comparison in COMPARISONS)

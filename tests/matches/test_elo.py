"""Scores and Elo numbers, against values from elsewhere and against simulated matches."""

from __future__ import annotations

import math
import random

import pytest

from rulewright.matches.elo import elo, estimate, expected_score


@pytest.mark.parametrize(
    ("difference", "score"),
    [
        # The definition: 400 points are odds of ten to one, 0 are even odds.
        (0, 1 / 2),
        (400, 10 / 11),
        (-400, 1 / 11),
        (800, 100 / 101),
        # Odds of three to one are 400 · log10(3) points.
        (190.848501887865, 3 / 4),
        # The usual tables, to the digits they give.
        (100, 0.640065),
        (200, 0.759747),
    ],
)
def test_the_formula(difference: float, score: float) -> None:
    assert expected_score(difference) == pytest.approx(score, abs=1e-6)
    assert elo(score) == pytest.approx(difference, abs=1e-3)


def test_all_or_nothing_has_no_bound() -> None:
    assert elo(1) == math.inf
    assert elo(0) == -math.inf


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        # Wilson's interval as it is tabulated (Newcombe, Statistics in Medicine 17, 1998, table I, method 3).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wins_and_losses_alone_give_wilsons_interval(won: int, games: int, low: float, high: float) -> None:
    found = estimate([[1.0]] * won + [[0.0]] * (games - won))
    assert found is not None
    assert found.score == pytest.approx(won / games)
    # The spread is measured and not assumed, which changes the third digit.
    assert [found.low, found.high] == pytest.approx([low, high], abs=4e-3)


def test_no_games_say_nothing() -> None:
    assert estimate([]) is None


def test_draws_make_it_surer() -> None:
    decided = estimate([[1.0], [0.0]] * 50)
    drawn = estimate([[0.5], [0.5]] * 50)
    assert decided is not None
    assert drawn is not None
    assert drawn.high - drawn.low < 0.5 * (decided.high - decided.low)
    assert drawn.low < 0.5 < drawn.high, "but never quite sure"


def test_pairs_are_not_independent() -> None:
    """If the opening alone decides, each pair is one to one and nothing is learnt about strength from its spread."""
    paired = estimate([[1.0, 0.0]] * 50)
    as_if_alone = estimate([[1.0], [0.0]] * 50)
    assert paired is not None
    assert as_if_alone is not None
    assert paired.high - paired.low < 0.3 * (as_if_alone.high - as_if_alone.low)


PAIRS = {
    "even": (0.1, 0.2, 0.4, 0.2, 0.1),
    "much stronger": (0.0, 0.02, 0.08, 0.3, 0.6),
    "no draws": (0.25, 0.0, 0.5, 0.0, 0.25),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("pairs", [15, 60])
def test_the_interval_holds_the_truth_as_often_as_it_says(name: str, pairs: int) -> None:
    """Simulated matches whose true score is known: about 95 % of the intervals hold it."""
    chance = random.Random(f"{name} {pairs}")
    games = ((0.0, 0.0), (0.0, 0.5), (0.5, 0.5), (0.5, 1.0), (1.0, 1.0))
    truth = sum(weight * sum(pair) / 2 for weight, pair in zip(PAIRS[name], games, strict=True))
    trials = 600
    held = 0
    for _ in range(trials):
        found = estimate(chance.choices(games, PAIRS[name], k=pairs))
        assert found is not None
        held += found.low <= truth <= found.high
    assert 0.92 < held / trials < 0.99

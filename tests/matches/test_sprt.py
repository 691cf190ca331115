"""The sequential test, against published bounds, a formula of another kind, and simulated matches."""

from __future__ import annotations

import math
import random

import pytest

from rulewright.matches.elo import expected_score
from rulewright.matches.sprt import Sprt, log_likelihood


def test_the_usual_bounds() -> None:
    """Wald's bounds for errors of 5 %: the 2.94 of every chess testing framework."""
    test = Sprt(0, 5)
    assert (round(test.lower, 2), round(test.upper, 2)) == (-2.94, 2.94)
    assert Sprt(0, 5, 0.1, 0.2).upper == pytest.approx(math.log(0.8 / 0.1))


def test_wins_and_losses_alone_are_the_classic_ratio() -> None:
    """Without draws the best distribution with a given mean is the binomial one, and Wald's ratio comes out."""
    s0, s1 = 0.5, 0.6
    counts = {0.0: 37.0, 1.0: 63.0}
    found = log_likelihood(counts, s1) - log_likelihood(counts, s0)
    assert found == pytest.approx(63 * math.log(s1 / s0) + 37 * math.log((1 - s1) / (1 - s0)))


def test_the_mean_itself_is_likeliest() -> None:
    counts = {0.0: 10.0, 0.5: 20.0, 1.0: 30.0}
    at_mean = log_likelihood(counts, 40 / 60)
    assert at_mean == pytest.approx(sum(n * math.log(n / 60) for n in counts.values()))
    assert at_mean > max(log_likelihood(counts, 0.6), log_likelihood(counts, 0.72))


def test_close_statements_agree_with_the_normal_approximation() -> None:
    """For many pairs and small differences the ratio is N (s1 - s0) (2 s - s0 - s1) / (2 variance)."""
    sums = [0.0] * 200 + [0.5] * 800 + [1.0] * 2000 + [1.5] * 900 + [2.0] * 220
    test = Sprt(0, 5)
    mean = sum(sums) / 2 / len(sums)
    variance = sum((x / 2 - mean) ** 2 for x in sums) / len(sums)
    s0, s1 = expected_score(0), expected_score(5)
    approximate = len(sums) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert test.ratio(sums, 2) == pytest.approx(approximate, rel=0.02)


def test_nothing_played_nothing_said() -> None:
    assert Sprt(0, 50).ratio([], 2) == 0.0
    assert Sprt(0, 50).verdict(0.0) is None


def test_a_clean_sweep_decides_soon() -> None:
    test = Sprt(0, 100)
    needed = next(pairs for pairs in range(1, 100) if test.verdict(test.ratio([2.0] * pairs, 2)))
    assert test.verdict(test.ratio([2.0] * needed, 2)) == "elo1"
    assert 3 <= needed <= 20


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "elo1"), (120.0, "elo0")])
def test_it_errs_as_rarely_as_it_says(truth: float, wrong: str) -> None:
    """Simulated matches with a known difference: the wrong statement wins in about 5 % of them, and not in 10 %."""
    test = Sprt(0, 120)
    chance = random.Random(f"sprt {truth}")
    score, draws = expected_score(truth), 0.2
    weights = (1 - score - draws / 2, draws, score - draws / 2)
    trials, errors = 150, 0
    for _ in range(trials):
        sums: list[float] = []
        verdict = None
        while verdict is None:
            sums.append(sum(chance.choices((0.0, 0.5, 1.0), weights, k=2)))
            verdict = test.verdict(test.ratio(sums, 2))
        errors += verdict == wrong
    assert errors / trials < 0.10

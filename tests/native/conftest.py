"""What the tests of the native engine share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _few_are_counted_like_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Perft without lists is for deep counts; here it is tried with small ones."""
    monkeypatch.setattr("rulewright.headless.perft._FEW", 0)

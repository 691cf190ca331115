"""What the tests of searches share."""

from __future__ import annotations

import pytest


@pytest.fixture
def hasty_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judges learn for a moment and not for seconds: for tests that hold however well a position is judged."""
    monkeypatch.setattr("rulewright.native.search.evaluation_store._PLIES", 20_000)
    monkeypatch.setattr("rulewright.native.search.evaluation_store._LISTED", 100_000)

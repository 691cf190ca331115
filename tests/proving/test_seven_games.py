"""The tests in the files of the seven games notice nearly every change of their rules."""

from __future__ import annotations

import pytest

from rulewright.language.game_files import shipped
from rulewright.pipeline import Pipeline
from rulewright.proving import Effort
from rulewright.proving.mutants import mutate
from tests.all_sorts import SEVEN


@pytest.mark.slow  # seconds for Surikata, minutes for Hive
@pytest.mark.parametrize("game", SEVEN)
def test_changes_are_noticed(game: str) -> None:
    found = mutate(Pipeline.of_file(shipped()[game]), Effort(), {})
    assert found.rate >= 0.9, "\n".join(found.lines(game))

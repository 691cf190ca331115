"""games/played.json: how long a game of the library is, and how it looks in the middle."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.language.game_files import shipped
from rulewright.library import played as kept
from rulewright.library.played import played
from tests.all_sorts import SEVEN


def test_it_speaks_of_games_that_there_are() -> None:
    assert kept._kept().keys() <= shipped().keys()


@pytest.mark.parametrize("game", ["tictactoe", "backgammon", *SEVEN])
def test_the_middle_is_a_position_of_the_game(game: str) -> None:
    found = played(shipped()[game])
    assert found is not None
    state = rulewright.load(game).position(**found.middle)
    assert state.outcome is None
    assert state.legal_moves
    assert not state.is_alike(rulewright.load(game).start())


@pytest.mark.parametrize(("game", "length"), [("tictactoe", "short"), ("go", "long")])
def test_how_long_games_are(game: str, length: str) -> None:
    found = played(shipped()[game])
    assert found is not None
    assert found.length == length


def test_what_was_played_by_other_rules_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_kept", lambda: {"tictactoe": {"rules": "others", "turns": 5, "middle": {}}})
    assert played(shipped()["tictactoe"]) is None
    assert played(shipped()["hive"]) is None

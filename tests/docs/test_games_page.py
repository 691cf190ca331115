"""docs/games.md shows every game of the library. It is written by tools/make_games_page.py."""

from __future__ import annotations

import pytest

from rulewright.language.game_files import shipped
from tests.docs.pages import DOCS
from tools.make_games_page import ALONE, FEATURES, rules_of, used

PAGE = (DOCS / "games.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", list(shipped()))
def test_a_game_is_on_the_page_with_its_picture(game: str) -> None:
    assert f"](../games/{game}.yaml)" in PAGE
    picture = (DOCS / "pictures" / f"{game}.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg")


def test_no_picture_is_left_over() -> None:
    assert {picture.stem for picture in (DOCS / "pictures").glob("*.svg")} == set(shipped())


def test_the_table_of_features_is_that_of_the_library() -> None:
    """If this fails after a change of rules: python tools/make_games_page.py."""
    games = {game: rules_of(path) for game, path in sorted(shipped().items())}
    assert PAGE.endswith(used(games))


def test_words_are_said_of_features_that_there_are() -> None:
    assert set(ALONE) <= set(FEATURES)

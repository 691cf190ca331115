"""docs/games.md shows every game of the library. It is written by tools/make_games_page.py."""

from __future__ import annotations

import pytest

from rulewright.language.library import shipped
from tests.docs.pages import DOCS

PAGE = (DOCS / "games.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", list(shipped()))
def test_a_game_is_on_the_page_with_its_picture(game: str) -> None:
    assert f"](../games/{game}.yaml)" in PAGE
    picture = (DOCS / "pictures" / f"{game}.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg")


def test_no_picture_is_left_over() -> None:
    assert {picture.stem for picture in (DOCS / "pictures").glob("*.svg")} == set(shipped())

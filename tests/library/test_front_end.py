"""Every game of the library, and every draft that waits for its proof, goes through the whole front end."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.language.compilation import compile_game
from rulewright.language.game_files import library_folder
from rulewright.source.rendering import render

TESTS = Path(__file__).resolve().parents[1]
GAMES = sorted(library_folder().glob("*.yaml"))
DRAFTS = sorted((TESTS / "drafts").glob("*.yaml"))
# The seven games of the rulebooks come first of all.
RULEBOOKS = {
    "surikata", "creeper", "hive", "abalone", "schleicher_und_huepfer", "erleuchtung", "vier_kreise",
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_a_game_is_clean(game: Path) -> None:
    """No errors and no warnings, with every combination of its options."""
    assert render(list(compile_game(game, shown_as=game.name).validate())) == ""


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda path: path.stem)
def test_a_draft_is_right(draft: Path) -> None:
    """Drafts may still lack tests; nothing else is wrong with them."""
    found = [found for found in compile_game(draft, shown_as=draft.name).validate() if found.code != "tests-none"]
    assert render(found) == ""


def test_the_library_holds_the_rulebooks_and_as_many_games_as_its_page_says() -> None:
    assert {game.stem for game in GAMES} >= RULEBOOKS
    page = (TESTS.parent / "docs" / "games.md").read_text(encoding="utf-8")
    assert f"\n{len(GAMES)} games, " in page


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_a_game_names_its_schema(game: Path) -> None:
    """Editors show the keys' descriptions through this line."""
    first = game.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../grammar/game.schema.json"


def test_rules_are_complete() -> None:
    """A game that compiles has rules with what every engine needs."""
    rules = compile_game(library_folder() / "tictactoe.yaml").rules
    assert rules is not None
    assert [player.name for player in rules.players] == ["x", "o"]
    assert len(rules.board) == 9
    assert [action.name for action in rules.actions] == ["place"]

"""What kind of game a file describes: compared with what books on board games say of well-known ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.language.game_files import shipped
from rulewright.library.categories import categories_of
from rulewright.library.listing import entry
from rulewright.library.newest import NEWEST

# As in Murray, "A History of Board-Games other than Chess", and Parlett, "The Oxford History of Board Games".
KNOWN = {
    "tictactoe": "in a row", "gomoku": "in a row", "nine_mens_morris": "in a row", "connect_four": "in a row",
    "hex": "connection", "twixt": "connection", "havannah": "connection", "y": "connection",
    "fox_and_geese": "hunt", "baghchal": "hunt", "tablut": "hunt", "adugo": "hunt",
    "backgammon": "race", "ur": "race", "chinese_checkers": "race",
    "oware": "mancala", "kalah": "mancala", "sungka": "mancala",
    "chess": "chess", "xiangqi": "chess", "shogi": "chess", "makruk": "chess", "crazyhouse": "chess",
    "english_draughts": "capture", "alquerque": "capture", "konane": "capture",
    "go": "points", "othello": "points", "dots_and_boxes": "points",
    "peg_solitaire": "puzzle", "tower_of_hanoi": "puzzle",
}  # fmt: skip


@pytest.mark.parametrize("game", KNOWN)
def test_well_known_games(game: str) -> None:
    assert KNOWN[game] in categories_of(shipped()[game])


@pytest.mark.parametrize(
    ("game", "kind"),
    [("hive", "capture"), ("tablut", "chess"), ("go", "connection"), ("hex", "race"), ("chess", "hunt")],
)
def test_what_only_looks_like_it(game: str, kind: str) -> None:
    assert kind not in categories_of(shipped()[game])


def test_most_games_are_of_some_kind() -> None:
    games = shipped()
    of_none = [game for game, path in games.items() if not categories_of(path)]
    assert len(of_none) <= len(games) // 8


def test_files_that_extend_one_another_are_listed(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.yaml").write_text(f"game: {one}\nextends: {other}\n", encoding="utf-8")
    assert categories_of(tmp_path / "a.yaml") == []


def test_games_that_came_last_are_new(tmp_path: Path) -> None:
    """Those that the history of the repository has last; a file of one's own is none, whatever it is called."""
    games = shipped()
    assert games.keys() > NEWEST
    assert "new" in entry("dodo", games["dodo"])["categories"]
    assert "new" not in entry("chess", games["chess"])["categories"]
    own = tmp_path / "dodo.yaml"
    own.write_text("game: Dodo\n", encoding="utf-8")
    assert "new" not in entry("dodo", own)["categories"]

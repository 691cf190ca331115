"""Where games and grammar are found, and which game a word means."""

from pathlib import Path

import pytest

from rulewright.language import game_files
from rulewright.source.diagnostics import InternalError, Report


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("hive", "hive_base", "chess"):
        (folder / f"{name}.yaml").write_text(f"game: {name}\n")
    (folder / "hive.py").write_text("")
    monkeypatch.setattr(game_files, "library_folder", lambda: folder)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return folder


def help_for(text: str) -> str:
    report = Report()
    assert game_files.find_game(text, report) is None
    (found,) = report
    assert found.code == "file-missing"
    return found.help or ""


def test_shipped(games: Path) -> None:
    assert game_files.shipped() == {name: games / f"{name}.yaml" for name in ("chess", "hive", "hive_base")}


@pytest.mark.parametrize("text", ["hive_base", "hive-base", "Hive-Base", "HIVE_BASE", "hivebase", "hi-ve-base"])
def test_an_id_in_any_dress(text: str, games: Path) -> None:
    assert game_files.find_game(text, Report()) == games / "hive_base.yaml"


def test_a_path(games: Path) -> None:
    report = Report()
    assert game_files.find_game("my/game.yaml", report) == Path("my/game.yaml")
    assert game_files.find_game("./hive", report) == Path("hive")
    assert not len(report)


def test_a_file_without_ending(games: Path) -> None:
    Path("mine").write_text("game: Mine\n")
    assert game_files.find_game("mine", Report()) == Path("mine")


def test_did_you_mean(games: Path) -> None:
    assert '"chess"' in help_for("chss")
    assert "chess, hive and hive_base" in help_for("xyzzy")
    Path("mygame.yaml").write_text("game: Mine\n")
    assert '"mygame.yaml"' in help_for("mygame")
    assert '"mygame.yaml"' in help_for("mygme")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("schleicher", ["schleicher_und_huepfer"]),  # by its beginning, though slither is as long
        ("huepfer", ["schleicher_und_huepfer"]),
        ("Hüpfer", ["schleicher_und_huepfer"]),
        ("draughts", ["english_draughts", "russian_draughts"]),
        ("draugts", ["english_draughts", "russian_draughts"]),
        ("connect4", ["connect_four"]),
        ("shogy", ["shogi"]),
        ("xy", []),
    ],
)
def test_a_name_is_known_by_a_part_of_it(written: str, meant: list[str]) -> None:
    ids = "animal_shogi connect_four english_draughts gonnect russian_draughts schleicher_und_huepfer shogi slither"
    assert game_files.similar_games(written, ids.split()) == meant


def test_of_several_games_each_is_named(games: Path) -> None:
    assert help_for("hiv") == 'did you mean "hive" or "hive_base"?'
    assert help_for("base") == 'did you mean "hive_base"?'


def test_nul(games: Path) -> None:
    help_for("a\0b")


def test_a_missing_path_can_be_a_game_of_the_library(games: Path) -> None:
    report = Report()
    game_files.report_missing("elsewhere/chess.yaml", "elsewhere/chess.yaml", report)
    assert '"chess"' in (next(iter(report)).help or "")


def test_the_checkout_is_found() -> None:
    root = Path(__file__).parents[2]
    assert game_files.grammar_folder() == root / "grammar"
    assert game_files.library_folder() == root / "games"


def test_a_neighbour_is_not_taken_for_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "rulewright" / "language"
    package.mkdir(parents=True)
    (tmp_path / "games").mkdir()
    (tmp_path / "grammar").mkdir()
    (tmp_path / "grammar" / "rules.lark").write_text("")
    monkeypatch.setattr(game_files, "__file__", str(package / "game_files.py"))
    with pytest.raises(InternalError):
        game_files.library_folder()


def test_the_installed_data_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "rulewright"
    (package / "_data" / "games").mkdir(parents=True)
    monkeypatch.setattr(game_files, "__file__", str(package / "language" / "game_files.py"))
    assert game_files.library_folder() == package / "_data" / "games"

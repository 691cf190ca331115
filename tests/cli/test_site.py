"""`rulewright site` says what it cannot do before it begins; its pages are tried in tests/browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.cli.main import run


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "diary.txt").write_text("mine", encoding="utf-8")
    assert run(["site", "tictactoe", "-o", str(tmp_path)]) == 1
    assert "has something in it; name another folder, or add --force" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["diary.txt"]


def test_a_game_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["site", "hiev", "-o", str(tmp_path / "pages")]) == 1
    assert 'I know no game "hiev"' in (said := capsys.readouterr().err)
    assert 'did you mean "hive"?' in said
    assert not (tmp_path / "pages").exists()


@pytest.mark.parametrize(
    ("folder", "told", "code"),
    [("file", "is a file; name a folder", 1), ("file/pages", "cannot be written", 1), ("", "-o is empty", 2)],
)
def test_where_no_folder_can_be(
    folder: str, told: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert run(["site", "tictactoe", "-o", str(tmp_path / folder) if folder else ""]) == code
    assert told in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o500)
    assert run(["site", "tictactoe", "-o", str(tmp_path / "pages")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_game_that_cannot_be_a_page_is_told_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["site", "bidding_tic_tac_toe", "-o", str(tmp_path / "pages"), "--workers", "1"]) == 1
    assert "players choose at the same time" in capsys.readouterr().err
    assert not (tmp_path / "pages" / "index.html").exists()

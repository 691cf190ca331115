"""The games of a study as a table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import rulewright
from rulewright.lab.parquet import NoParquet, check
from tests.cli.conftest import Cli, cli  # noqa: F401 (a fixture)


def test_every_game_is_a_row_and_can_be_played_again(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    parquet = pytest.importorskip("pyarrow.parquet")
    shown = cli("lab", "tictactoe", "--games", "2", "--workers", "1", "--parquet", "games.parquet")
    assert shown.code == 0, shown.err
    table = parquet.read_table(tmp_path / "games.parquet")
    rows = table.to_pylist()
    assert len(rows) == 2 * 6
    for row in rows:
        state = rulewright.load("tictactoe").start(row["moves"])
        assert state.outcome is not None
        assert max(row["worths"]) == (0.5 if state.outcome.draw else 1.0)
        assert len(row["moves"]) == len(row["choices"]) == len(row["values"])
    assert table.schema.metadata[b"game"] == b"tictactoe"
    again = cli("lab", "tictactoe", "--games", "2", "--parquet", "games.parquet", "--json")
    assert (again.code, "is already there" in again.err) == (1, True)


def test_without_pyarrow_there_is_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(NoParquet, match=r'pip install "rulewright\[parquet\]"'):
        check()

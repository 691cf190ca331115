"""The stages of the native engine as texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli, cli

pytest.importorskip("llvmlite")
__all__ = ["cli"]  # the fixture

GOLDEN = Path(__file__).parent / "goldens" / "tictactoe.kernel.txt"


def test_the_kernel_of_a_small_game(cli: Cli) -> None:
    found, expected = cli("dump", "tictactoe", "--stage", "kernel").out, GOLDEN.read_text(encoding="utf-8")
    assert found == expected, (
        f"If that is meant:  rulewright dump tictactoe --stage kernel > tests/native/goldens/{GOLDEN.name}"
    )


def test_llvm(cli: Cli) -> None:
    text = cli("dump", "tictactoe", "--stage", "llvm").out
    for name in ("rw_moves", "rw_play", "rw_perft", "rw_playouts"):
        assert f"@{name}(" in text


def test_llvm_without_llvmlite(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = cli("dump", "tictactoe", "--stage", "llvm")
    assert (done.code, done.out) == (1, "")
    assert "llvmlite is not installed" in done.err
    assert cli("dump", "tictactoe", "--stage", "kernel").code == 0


def test_a_text_is_no_data(cli: Cli) -> None:
    done = cli("dump", "tictactoe", "--stage", "kernel", "--json")
    assert done.code == 2
    assert "cannot be printed as JSON" in done.err
